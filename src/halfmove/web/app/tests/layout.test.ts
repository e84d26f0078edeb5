import { describe, expect, it } from "vitest";
import { CELL, layoutOf, neighbour } from "../src/board/layout";
import { layoutTree } from "../src/tree/layout";
import type { Item } from "../src/tree/items";
import type { Board } from "../src/protocol";

const board = (columns: number, rows: number): Board => ({
  kind: "squares",
  width: columns,
  height: rows,
  material: "slate",
  set: "discs",
  drop: false,
  checkered: false,
  lines: [],
  stars: [],
  edges: [],
  palette: [],
  labels: [{ text: "a", x: 0.5, y: rows, side: "bottom" }],
  cells: Array.from({ length: columns * rows }, (_, i) => ({
    name: `c${i}`,
    x: (i % columns) + 0.5,
    y: Math.floor(i / columns) + 0.5,
  })),
});

describe("boards", () => {
  it("are turned as data: places move, names stay below", () => {
    const [plain, turned] = [layoutOf(board(3, 2)), layoutOf(board(3, 2), true)];
    expect(plain.spots[0]).toMatchObject({ x: CELL / 2, y: CELL / 2 });
    expect(turned.spots[0]).toMatchObject({ x: 2.5 * CELL, y: 1.5 * CELL });
    expect(turned.rows).toEqual([
      [5, 4, 3],
      [2, 1, 0],
    ]);
    expect(turned.labels[0]).toMatchObject({ side: "bottom", x: 2.5 * CELL });
  });
  it("are walked by arrows", () => {
    const { spots } = layoutOf(board(3, 3));
    expect(neighbour(spots, 4, 1, 0)).toBe(5);
    expect(neighbour(spots, 4, 0, -1)).toBe(1);
    expect(neighbour(spots, 2, 1, 0)).toBe(2);
  });
});

describe("trees", () => {
  it("keep the order of siblings and never overlap", () => {
    const items: Item[] = [{ id: 0, parent: null, label: "", role: "max" }];
    for (let i = 1; i <= 40; i++)
      items.push({ id: i, parent: Math.floor((i - 1) / 3), label: "", role: i > 13 ? "leaf" : "min" });
    const { at, width } = layoutTree(items, { leaf: 42, inner: 72, level: 100 });
    const rows = new Map<number, number[]>();
    for (const { id } of items) rows.set(at.get(id)!.y, [...(rows.get(at.get(id)!.y) ?? []), at.get(id)!.x]);
    for (const row of rows.values()) row.forEach((x, i) => i && expect(x - row[i - 1]!).toBeGreaterThan(42));
    for (const { x } of at.values()) expect(x).toBeLessThanOrEqual(width);
  });
});
