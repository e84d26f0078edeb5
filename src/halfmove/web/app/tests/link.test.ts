import { describe, expect, it } from "vitest";
import { positionLink, readLink, readPosition, whole, writeLink } from "../src/link";

describe("links", () => {
  it("hold a position whole", () => {
    const position = { game: "chess", start: "8/8/8/8/8/8/8/K1k5 w - - 0 1", actions: ["Kb1", "a8=Q+"] };
    const link = readLink(writeLink("play", positionLink(position)));
    expect("query" in link && readPosition(link.query, "")).toEqual(position);
  });
  it("say what is wrong with them", () => {
    expect(readLink("#/nowhere?x=1")).toEqual({ error: "This link names no room of the studio: “nowhere”." });
    expect(readLink(`#/play?${"x".repeat(70000)}`)).toHaveProperty("error");
  });
  it("open the first page when there is nothing", () => {
    expect(readLink("")).toMatchObject({ room: "home" });
    expect(writeLink("home", { a: 1 })).toBe("#/");
  });
  it("keep numbers in bounds", () => {
    const query = new URLSearchParams("seed=-4&depth=99&games=nonsense");
    expect([whole(query, "seed", 1, 0, 9), whole(query, "depth", 1, 0, 9), whole(query, "games", 7, 0, 9)]).toEqual([
      0, 9, 7,
    ]);
  });
});
