// A game that is a tree: the tree itself is the board, as in Watch.
import { html, type TemplateResult } from "lit";
import type { Action, TreeNode } from "../protocol";
import { roleOf, type Item, type Look } from "../tree/items";
import { number } from "../words";

const itemsOf = new WeakMap<readonly TreeNode[], Item[]>();

/** `names` says whether leaves show the names of their branches, also those that only count them. */
export function treeItems(nodes: readonly TreeNode[], names = false): Item[] {
  const counted = new Map<number | null, number>();
  const seats = [...new Set(nodes.map(({ mover }) => mover))]
    .filter((mover) => mover && !["MAX", "MIN", "CHANCE"].includes(mover))
    .sort();
  const place = (parent: number | null) => {
    const n = (counted.get(parent) ?? 0) + 1;
    counted.set(parent, n);
    return n;
  };
  return nodes.map(({ parent, label, mover, value, vector, probability }, id) => ({
    id,
    parent: id === 0 ? null : parent,
    probability,
    role: roleOf(mover, seats),
    label: label === String(place(parent)) && !names && !mover ? "" : label,
    text: mover
      ? roleOf(mover, seats).startsWith("s")
        ? mover
        : undefined
      : vector.length
        ? `(${vector.map(number).join(", ")})`
        : number(value),
  }));
}

export function treeBoard(
  nodes: TreeNode[],
  node: number | null,
  label: string,
  legal: readonly Action[],
  say: (action: Action) => void,
  small: boolean,
): TemplateResult {
  let items = itemsOf.get(nodes);
  if (!items) itemsOf.set(nodes, (items = treeItems(nodes)));
  const path = new Set<number>();
  for (let at: number | null = node; at !== null && at !== undefined; at = nodes[at]?.parent ?? null) path.add(at);
  const looks = new Map<number, Look>(
    items.map(({ id, text }) => [id, { state: path.has(id) ? "open" : "done", value: text ?? "", window: "" }]),
  );
  const pick = (event: CustomEvent<number>) => {
    const action = legal.find(({ clicks }) => clicks.at(-1) === event.detail);
    if (action) say(action);
  };
  return html`<halfmove-tree plain class=${small ? "small" : ""} .items=${items} .looks=${looks} .path=${path} .now=${node} .label=${label || "The tree"} @pick=${pick}></halfmove-tree>`;
}
