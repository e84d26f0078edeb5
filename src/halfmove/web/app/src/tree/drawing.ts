// The drawing of a tree as SVG. Elements are kept by their node, and a step changes only what looks different.
import { render } from "lit";
import type { Board } from "../protocol";
import { smallBoard } from "../board/draw";
import { SEAT_WIDTH, type Item, type Look } from "./items";
import type { Placed, TreeLayout } from "./layout";

const SVG = "http://www.w3.org/2000/svg";
const [HALF, TALL] = [36, 58]; // of a triangle: half its width, and its height
export const NODE_WIDTH = 2 * HALF;
export const LEAF_WIDTH = 42;
export const BOARD_WIDTH = 60;

export interface Scene {
  items: readonly Item[];
  layout: TreeLayout;
  looks: ReadonlyMap<number, Look>;
  unseen: Look;
  path: ReadonlySet<number>; // nodes from the root to now
  best: ReadonlySet<number>; // nodes of the best line, once it is known
  cuts: ReadonlySet<number>; // nodes whose edges are cut
  now: number | null;
  board: Board | null;
  swapped: boolean; // colours follow the roles, not the seats
  signs: ReadonlyMap<number, string>; // right, wrong, missing: below nodes of a quiz
}

interface Handle {
  node: SVGGElement;
  shape: Element;
  halo: Element;
  value: SVGTextElement;
  window: SVGTextElement;
  edge: SVGPathElement | null;
  label: SVGTextElement | null;
  snip: SVGPathElement | null;
  sign: SVGGElement | null;
  key: string;
  item: Item;
  shown: Shown | null; // null: to be painted whatever it looks like
}

interface Shown {
  state: string;
  value: string;
  window: string;
  marks: number;
  sign: string | undefined;
}

const [NOW, CUT, BEST, PATH] = [1, 2, 4, 8]; // marks of a node

function make<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
  parent?: Element,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

function set(element: Element | null, name: string, value: string): void {
  if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function write(element: SVGTextElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

export class TreeDrawing {
  private handles = new Map<number, Handle>();
  private edges = make("g", {});
  private nodes = make("g", {});
  constructor(svg: SVGSVGElement) {
    svg.append(this.edges, this.nodes);
  }

  element(id: number): SVGGElement | undefined {
    return this.handles.get(id)?.node;
  }

  draw(scene: Scene): void {
    const kept = new Set(scene.items.map(({ id }) => id));
    for (const [id, handle] of this.handles) if (!kept.has(id)) this.drop(id, handle);
    for (const item of scene.items) this.place(item, scene);
    this.paint(scene);
  }

  private drop(id: number, handle: Handle): void {
    handle.node.remove();
    for (const part of [handle.edge, handle.label, handle.snip]) part?.remove();
    this.handles.delete(id);
  }

  private place(item: Item, scene: Scene): void {
    const key = `${item.role} ${item.stub ?? ""} ${scene.board && item.picture ? "board" : ""} ${item.text ?? ""}`;
    let handle = this.handles.get(item.id);
    if (handle && (handle.key !== key || (handle.edge === null) !== (item.parent === null))) {
      this.drop(item.id, handle);
      handle = undefined;
    }
    handle ??= this.build(item, key, scene);
    handle.item = item;
    handle.shown = null;
    const { x, y } = scene.layout.at.get(item.id)!;
    set(handle.node, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    const from = item.parent === null ? undefined : scene.layout.at.get(item.parent);
    if (handle.edge && from) this.join(handle, item, from, { x, y }, scene);
  }

  private join(handle: Handle, item: Item, from: Placed, to: Placed, scene: Scene): void {
    const boards = Boolean(scene.board && item.picture);
    const [top, bottom] = [
      from.y + (boards ? BOARD_WIDTH / 2 + 15 : TALL / 2),
      to.y - (boards ? BOARD_WIDTH / 2 : item.role === "leaf" || item.stub ? LEAF_WIDTH / 2 : TALL / 2),
    ];
    set(handle.edge, "d", `M${from.x.toFixed(1)} ${top}L${to.x.toFixed(1)} ${bottom}`);
    const where = boards ? 0.45 : 0.6;
    const mix = (a: number, b: number, t: number) => a + (b - a) * t;
    if (handle.label) {
      set(handle.label, "x", mix(from.x, to.x, where).toFixed(1));
      set(handle.label, "y", (mix(top, bottom, where) + 4).toFixed(1));
    }
    const length = Math.hypot(to.x - from.x, bottom - top) || 1;
    const [ux, uy] = [(to.x - from.x) / length, (bottom - top) / length];
    const [mx, my] = [mix(from.x, to.x, 0.38), mix(top, bottom, 0.38)];
    const across = (d: number) =>
      `M${(mx + ux * d - uy * 7).toFixed(1)} ${(my + uy * d + ux * 7).toFixed(1)}L${(mx + ux * d + uy * 7).toFixed(1)} ${(my + uy * d - ux * 7).toFixed(1)}`;
    set(handle.snip, "d", across(-3) + across(3));
  }

  private build(item: Item, key: string, scene: Scene): Handle {
    const node = make("g", { "data-node": item.id, class: "node" }, this.nodes);
    const boards = scene.board && item.picture;
    const [halo, shape] = [figure(item, Boolean(boards), "halo"), figure(item, Boolean(boards), "shape")];
    node.append(halo, shape);
    if (boards)
      render(
        smallBoard(scene.board!, item.picture!, [], BOARD_WIDTH - 14, scene.swapped),
        make("g", { class: "picture" }, node) as Element as HTMLElement,
      );
    const down = item.role === "max" ? 19 : item.role === "min" ? -2 : 6.5;
    const value = make("text", { class: "val", y: boards ? BOARD_WIDTH / 2 + 16 : item.stub ? 16 : down }, node);
    const window = make(
      "text",
      { class: "win", y: boards ? -BOARD_WIDTH / 2 - 8 : item.stub ? LEAF_WIDTH / 2 + 17 : -TALL / 2 - 13 },
      node,
    );
    const inner = item.parent !== null;
    const edge = inner ? make("path", { class: "edge" }, this.edges) : null;
    const caption = item.probability ? fraction(item.probability) : item.label;
    const label =
      inner && caption ? make("text", { class: item.probability ? "lab chance" : "lab" }, this.edges) : null;
    write(label, caption);
    const snip = inner ? make("path", { class: "snip" }, this.edges) : null;
    const handle: Handle = { node, shape, halo, value, window, edge, label, snip, sign: null, key, item, shown: null };
    this.handles.set(item.id, handle);
    return handle;
  }

  /** Show how every node looks now. Most look as before, and to ask the page about each of them takes longest. */
  paint(scene: Scene): void {
    for (const [id, handle] of this.handles) {
      const { state, value, window } = scene.looks.get(id) ?? scene.unseen;
      const marks =
        (scene.now === id ? NOW : 0) |
        (scene.cuts.has(id) ? CUT : 0) |
        (scene.best.has(id) ? BEST : 0) |
        (scene.path.has(id) ? PATH : 0);
      const sign = scene.signs.get(id);
      const { shown } = handle;
      if (
        shown &&
        shown.state === state &&
        shown.value === value &&
        shown.window === window &&
        shown.marks === marks &&
        shown.sign === sign
      )
        continue;
      handle.shown = { state, value, window, marks, sign };
      this.paintNode(handle, handle.shown);
    }
  }

  private paintNode(handle: Handle, { state, value, window, marks, sign }: Shown): void {
    const { item } = handle;
    set(handle.node, "class", `node ${item.role} ${state}${marks & NOW ? " now" : ""}${item.stub ? " stub" : ""}`);
    write(handle.value, item.stub && !value ? "" : value || item.text || "");
    set(handle.value, "class", value.length + (item.text?.length ?? 0) > 5 ? "val long" : "val");
    write(handle.window, item.stub ? `${item.stub.toLocaleString("en")} nodes` : window);
    const edge =
      state === "cut" ? "cut" : marks & BEST ? "best" : marks & PATH ? "path" : state === "unseen" ? "unseen" : "";
    set(handle.edge, "class", `edge ${edge}`);
    set(handle.snip, "class", marks & CUT ? "snip on" : "snip");
    this.sign(handle, sign);
  }

  private sign(handle: Handle, kind: string | undefined): void {
    if (!kind) {
      handle.sign?.remove();
      handle.sign = null;
      return;
    }
    if (handle.sign?.getAttribute("data-kind") === kind) return;
    handle.sign?.remove();
    const group = make(
      "g",
      { class: `verdict ${kind}`, "data-kind": kind, transform: `translate(0 ${LEAF_WIDTH / 2 + 19})` },
      handle.node,
    );
    if (kind === "wrong")
      make("rect", { x: -7.5, y: -7.5, width: 15, height: 15, rx: 2, transform: "rotate(45)" }, group);
    else make("circle", { r: 10 }, group);
    const marks: Record<string, string> = {
      right: "M-4.500 .3l3 3.200 6-6.500",
      wrong: "M-3.500-3.500l7 7m0-7l-7 7",
      missing: "",
    };
    if (marks[kind]) make("path", { d: marks[kind] }, group);
    else write(make("text", { y: 5 }, group), "?");
    handle.sign = group;
  }
}

function figure(item: Item, board: boolean, cls: string): Element {
  if (board) {
    const half = BOARD_WIDTH / 2;
    return make("rect", { class: cls, x: -half, y: -half, width: BOARD_WIDTH, height: BOARD_WIDTH, rx: 7 });
  }
  if (item.stub) return make("path", { class: cls, d: `M0 ${-LEAF_WIDTH / 2}L26 ${LEAF_WIDTH / 2}H-26z` });
  switch (item.role) {
    case "max":
      return make("path", { class: cls, d: `M0 ${-TALL / 2}L${HALF} ${TALL / 2}H${-HALF}z` });
    case "min":
      return make("path", { class: cls, d: `M0 ${TALL / 2}L${HALF} ${-TALL / 2}H${-HALF}z` });
    case "leaf": {
      const width = Math.max(LEAF_WIDTH, (item.text?.length ?? 0) * 10 + 16);
      return make("rect", { class: cls, x: -width / 2, y: -LEAF_WIDTH / 2, width, height: LEAF_WIDTH, rx: 3 });
    }
    case "chance":
      return make("circle", { class: cls, r: TALL / 2 });
    default:
      return make("rect", {
        class: cls,
        x: -SEAT_WIDTH / 2,
        y: -TALL / 2 + 4,
        width: SEAT_WIDTH,
        height: TALL - 8,
        rx: (TALL - 8) / 2,
      });
  }
}

/** A probability as people write it: 1/6 rather than 0.1667. */
export function fraction(p: number): string {
  for (const of of [1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 18, 20, 36]) {
    const part = p * of;
    if (Math.abs(part - Math.round(part)) < 1e-6)
      return of === 1 ? String(Math.round(part)) : `${Math.round(part)}/${of}`;
  }
  return p.toPrecision(2);
}
