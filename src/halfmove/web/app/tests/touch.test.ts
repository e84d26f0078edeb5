import { describe, expect, it } from "vitest";
import { targets, touch, typed } from "../src/board/touch";
import type { Action } from "../src/protocol";

const action = (name: string, clicks: number[], takes: number[] = []): Action => ({
  name,
  clicks,
  takes,
  marks: clicks,
  words: "",
});

describe("touching cells", () => {
  const moves = [action("a-b", [1, 2]), action("a-c", [1, 3], [3]), action("d-c", [4, 3])];

  it("offers where an action begins, then where it goes on", () => {
    expect([...targets(moves, []).keys()]).toEqual([1, 4]);
    expect([...targets(moves, [1])]).toEqual([
      [2, false],
      [3, true],
    ]);
  });
  it("plays once one action is said", () => {
    expect(touch(moves, [1], 3).play?.name).toBe("a-c");
    expect(touch([action("x", [7])], [], 7).play?.name).toBe("x");
  });
  it("picks up something else, and lets go of what is touched again", () => {
    expect(touch(moves, [1], 4)).toEqual({ picked: [4] });
    expect(touch(moves, [1], 1)).toEqual({ picked: [] });
    expect(touch(moves, [1], 9)).toEqual({ picked: [] });
  });
  it("asks which, where several actions have the same cells", () => {
    const promotions = [action("a8=Q", [1, 2]), action("a8=N", [1, 2])];
    expect(touch(promotions, [1], 2).choose?.map(({ name }) => name)).toEqual(["a8=Q", "a8=N"]);
  });
  it("goes on with a longer action, and ends with a second touch", () => {
    const jumps = [action("one", [1, 2]), action("two", [1, 2, 5])];
    expect(touch(jumps, [1], 2)).toEqual({ picked: [1, 2] });
    expect(touch(jumps, [1, 2], 5).play?.name).toBe("two");
    expect(touch(jumps, [1, 2], 2).play?.name).toBe("one");
  });
  it("moves two checkers from one point when that is what is left", () => {
    const plays = [action("8/5(2)", [8, 5, 8, 5]), action("8/5 6/3", [8, 5, 6, 3])];
    expect(touch(plays, [8, 5], 8)).toEqual({ picked: [8, 5, 8] });
    expect(touch(plays, [8, 5, 8], 5).play?.name).toBe("8/5(2)");
  });
});

describe("typing", () => {
  const legal = [action("1", []), action("10", []), action("Nf3", []), action("bxc3", []), action("Bxc3", [])];
  it("waits while more can follow", () => {
    expect(typed(legal, "1")).toEqual({ action: undefined, open: true });
    expect(typed(legal, "10").action?.name).toBe("10");
    expect(typed(legal, "nf3").action?.name).toBe("Nf3");
    expect(typed(legal, "x").open).toBe(false);
  });
});
