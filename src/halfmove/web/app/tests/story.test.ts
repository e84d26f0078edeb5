import { describe, expect, it } from "vitest";
import type { Step, TreeNode, WatchNode, Watched } from "../src/protocol";
import { Story } from "../src/tree/story";
import { fraction } from "../src/tree/drawing";
import { clock, interval, number } from "../src/words";

const node = (number: number, parent: number | null, place: number, more: Partial<WatchNode> = {}): WatchNode => ({
  number,
  parent,
  place,
  label: `n${number}`,
  mover: "",
  depth: 0,
  value: null,
  bound: "",
  alpha: null,
  beta: null,
  reason: "searched",
  cut_text: "",
  best: null,
  below: 0,
  probability: null,
  vector: [],
  visits: 0,
  entered: 0,
  left: 0,
  ...more,
});
const step = (number: number, node: number, changes: Step["changes"], kind = "leaf"): Step => ({
  step: number,
  node,
  kind,
  depth: 0,
  mover: "MAX",
  line: 0,
  text: `step ${number}`,
  changes,
  counters: { visited: number, leaves: 0, cut: 0, hits: 0 },
});

/** max(min(3 2) min(1 9)): the 9 is cut. */
const nodes = [
  node(0, null, 0, { mover: "MAX", below: 6, value: 2, best: 0 }),
  node(1, 0, 0, { mover: "MIN", below: 2, value: 2 }),
  node(2, 1, 0, { value: 3 }),
  node(3, 1, 1, { value: 2 }),
  node(4, 0, 1, {
    mover: "MIN",
    below: 2,
    value: 1,
    bound: "<=",
    alpha: 2,
    cut_at: 4,
    cut_text: "MIN already has 1 here, MAX has 2 elsewhere",
  }),
  node(5, 4, 0, { value: 1 }),
  node(6, 4, 1, { value: 9, reason: "skipped" }),
];
const steps = [
  step(0, 0, [{ node: 0, state: "open", value: null, alpha: null, beta: null }], "enter"),
  step(1, 1, [{ node: 1, state: "open", value: null, alpha: null, beta: null }], "enter"),
  step(2, 3, [
    { node: 2, state: "done", value: 3 },
    { node: 3, state: "done", value: 2 },
    { node: 1, state: "done", value: 2 },
    { node: 0, state: "open", value: 2, bound: ">=", alpha: 2, beta: null },
  ]),
  step(3, 4, [{ node: 4, state: "open", value: null, alpha: 2, beta: null }], "enter"),
  step(
    4,
    5,
    [
      { node: 5, state: "done", value: 1 },
      { node: 4, state: "open", value: 1, bound: "<=", alpha: 2, beta: 1 },
      { node: 6, state: "cut" },
    ],
    "cut",
  ),
  step(
    5,
    0,
    [
      { node: 4, state: "done", value: 1, bound: "<=" },
      { node: 0, state: "done", value: 2 },
    ],
    "end",
  ),
];
const watched = {
  windows: true,
  visits: false,
  rounds: [{ depth: 2, root: 0, first: 0, end: 6 }],
} as unknown as Watched;

describe("a watched search", () => {
  it("looks the same whichever way a step is reached", () => {
    const [there, back] = [new Story(watched, nodes, steps), new Story(watched, nodes, steps)];
    back.go(5);
    for (let at = 5; at >= 0; at--) {
      back.go(at);
      there.go(-1);
      there.go(at);
      expect(back.looks).toEqual(there.looks);
    }
  });
  it("shows the value so far without a sign, and a bound once it is one", () => {
    const story = new Story(watched, nodes, steps);
    story.go(4);
    expect(story.looks.get(0)).toMatchObject({ value: "2", window: "[2, +∞]" });
    story.go(5);
    expect(story.looks.get(4)?.value).toBe("≤1");
  });
  it("cuts before the value narrows the window", () => {
    const story = new Story(watched, nodes, steps);
    story.go(4);
    const view = story.view();
    expect(story.looks.get(4)).toMatchObject({ window: "[2, +∞]", alpha: 2 });
    expect(view.why).toEqual({ node: 4, text: "MIN already has 1 here, MAX has 2 elsewhere" });
    expect(view.now).toBe(4);
    expect([...view.cuts]).toEqual([6]);
    expect(story.window()).toEqual({ node: 4, alpha: 2, beta: null, value: 1 });
  });
  it("marks the best line at the end", () => {
    const story = new Story(watched, nodes, steps);
    story.go(5);
    expect([...story.view().best]).toEqual([0, 1]);
  });
  it("keeps the shape of what was cut in a typed tree", () => {
    const cut = [
      node(0, null, 0, { mover: "MAX" }),
      node(1, 0, 0, { value: 3 }),
      node(2, 0, 1, { mover: "MIN", reason: "skipped", below: 2 }),
    ];
    const typed: TreeNode[] = [
      [null, "MAX", null],
      [0, "", 3],
      [0, "MIN", null],
      [2, "", 4],
      [2, "", 5],
    ].map(
      ([parent, mover, value]) => ({ parent, label: "x", mover, value, vector: [], probability: null }) as TreeNode,
    );
    const items = new Story(watched, cut, steps.slice(0, 1), typed).view().items;
    expect(items.map(({ parent, text }) => [parent, text])).toEqual([
      [null, undefined],
      [0, "3"],
      [0, undefined],
      [2, "4"],
      [2, "5"],
    ]);
    expect(items.every(({ stub }) => !stub)).toBe(true);
  });
  it("draws only the surroundings of the path in a large tree", () => {
    const many = [node(0, null, 0, { mover: "MAX", below: 999 })];
    for (let i = 1; i < 1000; i++)
      many.push(node(i, Math.floor((i - 1) / 9), (i - 1) % 9, { mover: i < 111 ? "MIN" : "", below: i < 111 ? 9 : 0 }));
    const story = new Story(watched, many, [step(0, 200, [{ node: 200, state: "done", value: 1 }])]);
    story.go(0);
    const { items, path } = story.view();
    expect(items.length).toBeLessThan(40);
    expect([...path].every((id) => items.some((item) => item.id === id))).toBe(true);
    expect(items.find(({ id }) => id === 1)?.stub).toBe(9);
  });
});

describe("numbers", () => {
  it("are written as people write them", () => {
    expect([
      number(-3),
      number(0.3333),
      number(null),
      interval(null, 5),
      fraction(1 / 36),
      fraction(0.5),
      clock(221),
      clock(7.25),
    ]).toEqual(["−3", "0.333", "", "[−∞, 5]", "1/36", "1/2", "3:41", "7.3"]);
  });
});
