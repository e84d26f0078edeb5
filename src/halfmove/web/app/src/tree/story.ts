// A watched search, step by step. What a node looks like follows from the changes of all steps up to now.
import type { Change, Picture, Step, TreeNode, WatchNode, Watched } from "../protocol";
import { bound, interval, number } from "../words";
import { UNSEEN, roleOf, type Item, type Look } from "./items";

export const WHOLE = 320; // nodes up to which the whole tree is drawn

export interface View {
  items: readonly Item[];
  looks: ReadonlyMap<number, Look>;
  now: number | null;
  path: ReadonlySet<number>;
  best: ReadonlySet<number>;
  cuts: ReadonlySet<number>;
  why: { node: number; text: string } | null;
  moment: number; // the step: `looks` is the same map at all of them
}

const NONE: ReadonlySet<number> = new Set();

/** A search that fits into the page: all of its nodes and steps are here. */
export class Story {
  at = -1;
  readonly looks = new Map<number, Look>();
  private undo: [number, Look | undefined][][] = [];
  private readonly children = new Map<number, number[]>();
  private readonly items: Item[];
  private readonly seats: string[];
  private readonly typed: boolean;
  private drawn: { key: string; items: Item[] } | null = null;
  pictures = new Map<number, Picture>();

  /** `skeleton` is the typed tree, whose cut parts keep their shape. */
  constructor(
    readonly watched: Watched,
    readonly nodes: readonly WatchNode[],
    readonly steps: readonly Step[],
    skeleton: readonly TreeNode[] = [],
  ) {
    this.typed = skeleton.length > 0;
    this.seats = [...new Set(nodes.map(({ mover }) => mover))]
      .filter((mover) => mover && !["MAX", "MIN", "CHANCE"].includes(mover))
      .sort();
    for (const { number: id, parent } of nodes)
      if (parent !== null) this.children.set(parent, [...(this.children.get(parent) ?? []), id]);
    for (const list of this.children.values()) list.sort((a, b) => nodes[a]!.place - nodes[b]!.place);
    this.items = [...nodes.map((node) => this.item(node)), ...this.hidden(skeleton)];
  }

  private item(node: WatchNode): Item {
    const inner = node.below > 0 || this.children.has(node.number);
    const role = node.mover ? roleOf(node.mover, this.seats) : "leaf";
    const text =
      inner || role !== "leaf" || node.value === null
        ? undefined
        : node.vector.length
          ? vector(node.vector)
          : number(node.value);
    const label = this.typed && role === "leaf" && node.label === String(node.place + 1) ? "" : node.label; // it only counts
    return {
      id: node.number,
      parent: node.parent,
      label,
      role,
      text,
      probability: node.probability,
      stub: node.reason === "skipped" && node.below && !this.children.has(node.number) ? node.below : undefined,
    };
  }

  /** Nodes of a typed tree below those that were never entered. Their numbers begin after all others. */
  private hidden(skeleton: readonly TreeNode[]): Item[] {
    if (!skeleton.length) return [];
    const below = new Map<number, number[]>();
    skeleton.forEach(({ parent }, id) => {
      if (id && parent !== null) below.set(parent, [...(below.get(parent) ?? []), id]);
    });
    const found: Item[] = [];
    const add = (parent: number, from: number) => {
      for (const [place, id] of (below.get(from) ?? []).entries()) {
        const { label: name, mover, value, vector: parts, probability } = skeleton[id]!;
        const label = !mover && name === String(place + 1) ? "" : name;
        const item: Item = {
          id: this.nodes.length + id,
          parent,
          label,
          role: mover ? roleOf(mover, this.seats) : "leaf",
          probability,
          text: mover ? undefined : parts.length ? vector(parts) : number(value),
        };
        found.push(item);
        this.shadows.set(item.id, parent);
        add(item.id, id);
      }
    };
    const match = (node: number, from: number) => {
      const mine = this.children.get(node) ?? [];
      const theirs = below.get(from) ?? [];
      for (const child of mine) {
        const twin = theirs[this.nodes[child]!.place];
        if (twin === undefined) continue;
        if (this.nodes[child]!.reason === "skipped" && !this.children.has(child)) {
          this.stubless.add(child);
          add(child, twin);
        } else match(child, twin);
      }
    };
    match(0, 0);
    return found;
  }
  private readonly shadows = new Map<number, number>(); // nodes that were only typed: their parents
  private readonly stubless = new Set<number>();

  get last(): number {
    return this.steps.length - 1;
  }
  get step(): Step | undefined {
    return this.steps[this.at];
  }

  go(to: number): void {
    const goal = Math.max(-1, Math.min(this.last, to));
    while (this.at < goal) this.forward();
    while (this.at > goal) this.back();
  }

  private forward(): void {
    const step = this.steps[++this.at]!;
    const before: [number, Look | undefined][] = [];
    for (const change of step.changes) {
      const old = this.looks.get(change.node);
      before.push([change.node, old]);
      const node = this.nodes[change.node];
      const inner = Boolean(node && (node.below > 0 || this.children.has(node.number)));
      const ends = inner && this.watched.windows && change.state !== "cut" ? windowOf(change, node!, old) : null;
      const text = valueText(change, old);
      this.looks.set(change.node, {
        state: change.state,
        value: text,
        window: ends ? interval(...ends) : change.visits ? visited(change.visits) : "",
        alpha: ends?.[0],
        beta: ends?.[1],
      });
    }
    this.undo.push(before);
  }

  private back(): void {
    for (const [node, look] of (this.undo.pop() ?? []).reverse()) {
      if (look) this.looks.set(node, look);
      else this.looks.delete(node);
    }
    this.at--;
  }

  /** What to draw now: all of a small tree, of a large one the path with its siblings and children. */
  view(): View {
    const step = this.step;
    const cut = this.cutNode();
    const now = cut?.number ?? step?.node ?? null;
    const path = new Set<number>(step?.path ?? []);
    for (let at: number | null = now; at !== null && at !== undefined; at = this.nodes[at]?.parent ?? null)
      path.add(at);
    const done = this.at >= this.last && this.last >= 0;
    const items = this.visible(path);
    const looks = this.shadows.size ? this.withShadows() : this.looks;
    const isCut = (id: number | null | undefined) => id !== null && id !== undefined && looks.get(id)?.state === "cut";
    const cuts = new Set(items.filter(({ id, parent }) => isCut(id) && !isCut(parent)).map(({ id }) => id));
    return {
      items,
      looks,
      now,
      path,
      cuts,
      moment: this.at,
      best: done ? this.bestLine() : NONE,
      why: cut ? { node: cut.number, text: cut.cut_text || step!.text } : null,
    };
  }

  /** The node whose other children are cut now: a cut is told at the child that caused it. */
  cutNode(): WatchNode | undefined {
    const { step } = this;
    if (step?.kind !== "cut") return undefined;
    const here = this.nodes[step.node];
    const above = here?.parent === null || here?.parent === undefined ? undefined : this.nodes[here.parent];
    return [here, above].find((node) => node?.cut_at === step.step) ?? above;
  }

  private withShadows(): Map<number, Look> {
    const looks = new Map(this.looks);
    for (const [id, parent] of this.shadows)
      looks.set(id, (looks.get(parent) ?? UNSEEN).state === "cut" ? { state: "cut", value: "", window: "" } : UNSEEN);
    return looks;
  }

  private bestLine(): Set<number> {
    const line = new Set<number>();
    const root = this.watched.rounds.at(-1)?.root ?? 0;
    for (let at: number | undefined = root; at !== undefined;) {
      line.add(at);
      const node: WatchNode | undefined = this.nodes[at];
      at =
        node?.best === null || node?.best === undefined
          ? undefined
          : (this.children.get(at)?.find((child) => this.nodes[child]!.place === node.best) ??
            this.children.get(at)?.[node.best]);
    }
    return line;
  }

  /** The tree of the round that runs, and of a large one only the surroundings of the path. */
  private visible(path: ReadonlySet<number>): readonly Item[] {
    const rounds = this.watched.rounds;
    const round =
      rounds.length > 1
        ? (rounds.find(({ first, end: last }) => this.at >= first && this.at < last) ?? rounds.at(-1)!)
        : null;
    const root = round?.root ?? 0;
    const grows = this.watched.visits;
    const whole = (grows ? this.looks.size : this.items.length) <= WHOLE;
    const key = whole ? `all ${root} ${this.pictures.size} ${grows ? this.looks.size : ""}` : [...path].join(" ");
    if (this.drawn?.key === key) return this.drawn.items;
    const items = whole ? this.below(root).filter(({ id }) => !grows || this.looks.has(id)) : this.around(root, path);
    const shown = this.pictures.size ? items.map((item) => ({ ...item, picture: this.pictures.get(item.id) })) : items;
    this.drawn = { key, items: shown };
    return shown;
  }

  private below(root: number): Item[] {
    const inside = new Set([root]);
    return this.items
      .filter(({ id, parent }) => id === root || (parent !== null && inside.has(parent) && inside.add(id)))
      .map((item) =>
        item.id === root ? { ...item, parent: null } : this.stubless.has(item.id) ? { ...item, stub: undefined } : item,
      )
      .sort((a, b) => this.order(a) - this.order(b));
  }

  private order({ id }: Item): number {
    return this.nodes[id]?.place ?? id;
  }

  private around(root: number, path: ReadonlySet<number>): Item[] {
    const shown: Item[] = [{ ...this.items[root]!, parent: null }];
    for (const node of path)
      for (const child of this.children.get(node) ?? []) {
        const hidden = path.has(child) ? 0 : this.nodes[child]!.below;
        shown.push({ ...this.items[child]!, stub: hidden || undefined });
      }
    return shown.sort((a, b) => this.order(a) - this.order(b));
  }

  /** The node whose window is told of now, with its ends and its value so far. */
  window(): { node: number; alpha: number | null; beta: number | null; value: number | null } | null {
    const change = this.step?.changes.findLast(({ alpha, beta }) => alpha !== undefined || beta !== undefined);
    const node = change?.node ?? this.step?.node;
    if (node === undefined || !this.nodes[node]) return null;
    const look = this.looks.get(node);
    return {
      node,
      alpha: look?.alpha ?? null,
      beta: look?.beta ?? null,
      value: (change ? change.value : this.nodes[node].value) ?? null,
    };
  }
}

/** The value so far without a sign while a node is open; what it is known to be once it is done. */
function valueText(change: Change, old: Look | undefined): string {
  if (change.vector?.length) return vector(change.vector);
  if (change.value === undefined) return old?.value ?? "";
  if (change.value === null) return "";
  return (change.state === "open" ? "" : bound(change.bound ?? "")) + number(change.value);
}

/**
 * While a node is open its window as it is, afterwards the one that it was entered with. A value outside the window cuts
 * before it can narrow it, so that the two ends never cross.
 */
function windowOf(change: Change, node: WatchNode, old: Look | undefined): [number | null, number | null] {
  if (change.state === "done") return [node.alpha, node.beta];
  const before: [number | null, number | null] = [old?.alpha ?? node.alpha, old?.beta ?? node.beta];
  if (change.alpha === undefined && change.beta === undefined) return before;
  const [alpha, beta] = [change.alpha ?? null, change.beta ?? null];
  return alpha !== null && beta !== null && alpha >= beta ? before : [alpha, beta];
}

export function visited(times: number): string {
  return `${times.toLocaleString("en")}×`;
}

export function vector(values: readonly number[]): string {
  return `(${values.map((value) => number(value)).join(", ")})`;
}
