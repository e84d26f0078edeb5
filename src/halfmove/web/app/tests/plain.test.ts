import { describe, expect, it } from "vitest";
import { changes } from "../src/board/plain";

describe("a text that a game shows", () => {
  it("marks what an action changed", () => {
    expect(changes("1 X . .", "1 . . .")).toEqual([
      ["1 ", false],
      ["X", true],
      [" . .", false],
    ]);
    expect(changes("X to move", "O moves")).toEqual([["X to move", true]]);
    expect(changes("same", "same")).toEqual([["same", false]]);
  });
});
