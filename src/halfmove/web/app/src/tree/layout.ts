// Where the nodes of a tree are.
import { hierarchy, tree, type HierarchyPointNode } from "d3-hierarchy";
import { SEAT_WIDTH, type Item } from "./items";

export interface Placed {
  x: number;
  y: number;
}
export interface TreeLayout {
  at: Map<number, Placed>;
  width: number;
  height: number;
}
export interface Shape {
  leaf: number;
  inner: number;
  level: number;
} // widths of nodes, and from one level to the next

const STUB_WIDTH = 92; // room for how many nodes it holds
const SIBLING_GAP = 8;
const COUSIN_GAP = 26;

export function layoutTree(items: readonly Item[], shape: Shape): TreeLayout {
  const at = new Map<number, Placed>();
  if (!items.length) return { at, width: 1, height: 1 };
  const children = new Map<number, Item[]>();
  for (const item of items) {
    if (item.parent === null) continue;
    const list = children.get(item.parent);
    if (list) list.push(item);
    else children.set(item.parent, [item]);
  }
  const root = hierarchy<Item>(items.find((item) => item.parent === null) ?? items[0]!, (item) =>
    children.get(item.id),
  );
  const wide = (node: HierarchyPointNode<Item>) => widthOf(node.data, shape);
  const laid = tree<Item>()
    .nodeSize([1, shape.level])
    .separation((a, b) => (wide(a) + wide(b)) / 2 + (a.parent === b.parent ? SIBLING_GAP : COUSIN_GAP))(root);
  let [left, right, bottom] = [Infinity, -Infinity, 0];
  laid.each((node) => {
    left = Math.min(left, node.x - wide(node) / 2);
    right = Math.max(right, node.x + wide(node) / 2);
    bottom = Math.max(bottom, node.y);
  });
  laid.each((node) => at.set(node.data.id, { x: node.x - left, y: node.y }));
  return { at, width: right - left, height: bottom };
}

function widthOf(item: Item, shape: Shape): number {
  if (item.stub) return Math.max(shape.inner, STUB_WIDTH);
  if (item.role === "leaf" && !item.picture) return Math.max(shape.leaf, (item.text?.length ?? 0) * 10 + 16);
  return /^s\d/.test(item.role) && !item.picture ? Math.max(shape.inner, SEAT_WIDTH) : shape.inner;
}
