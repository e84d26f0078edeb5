// A search too large for the page: the server is asked for what surrounds each step, and steps come by the page.
import type { Connection } from "../connection";
import type { Picture, Step, WatchNode, Watched } from "../protocol";
import { bound, interval, number } from "../words";
import { roleOf, type Item, type Look } from "./items";
import { vector, visited, type View } from "./story";

const MOST_DRAWN = 160; // nodes of one view

export class LargeStory {
  at = -1;
  pictures = new Map<number, Picture>();
  private pages = new Map<number, Promise<Step[]>>();
  private known = new Map<number, Step>();
  private shown: View = {
    items: [],
    looks: new Map(),
    now: null,
    path: new Set(),
    best: new Set(),
    cuts: new Set(),
    why: null,
    moment: -1,
  };

  constructor(
    private readonly connection: Connection,
    readonly watched: Watched,
    private readonly page: number,
  ) {}

  get last(): number {
    return this.watched.steps - 1;
  }
  get step(): Step | undefined {
    return this.known.get(this.at);
  }

  private load(step: number): Promise<Step[]> {
    const from = Math.floor(step / this.page) * this.page;
    let page = this.pages.get(from);
    if (!page) {
      page = this.connection
        .ask<{ steps: Step[] }>({ type: "steps", watch: this.watched.watch, from, count: this.page })
        .then(({ steps }) => steps);
      page.catch(() => this.pages.delete(from));
      this.pages.set(from, page);
    }
    return page;
  }

  async go(to: number): Promise<void> {
    const goal = Math.max(0, Math.min(this.last, to));
    this.at = goal;
    const [steps, { nodes }] = await Promise.all([
      this.load(goal),
      this.connection.ask<{ nodes: WatchNode[] }>({
        type: "view",
        watch: this.watched.watch,
        step: goal,
        most: MOST_DRAWN,
      }),
    ]);
    if (this.at !== goal) return; // another step was asked for in the meantime
    for (const step of steps) this.known.set(step.step, step);
    if (goal % this.page > this.page * 0.7 && goal + this.page <= this.last) void this.load(goal + this.page);
    this.shown = this.drawn(nodes, this.known.get(goal));
  }

  /** The path, and whatever is one step from it; what is further away is counted. */
  private drawn(nodes: WatchNode[], step: Step | undefined): View {
    const byNumber = new Map(nodes.map((node) => [node.number, node]));
    const now = step?.node ?? null;
    const path = new Set<number>();
    for (let at: number | null | undefined = now; at !== null && at !== undefined; at = byNumber.get(at)?.parent)
      path.add(at);
    const near = nodes.filter(({ number, parent }) => path.has(number) || (parent !== null && path.has(parent)));
    near.sort((a, b) => a.place - b.place);
    const looks = new Map(near.map((node) => [node.number, this.look(node)]));
    const isCut = (id: number | null) => id !== null && looks.get(id)?.state === "cut";
    const cut =
      step?.kind === "cut"
        ? [...path].map((id) => byNumber.get(id)).find((node) => node?.cut_at === this.at)
        : undefined;
    return {
      items: near.map((node) => this.item(node, path)),
      looks,
      now: cut?.number ?? now,
      path,
      best: new Set(),
      cuts: new Set(near.filter(({ number, parent }) => isCut(number) && !isCut(parent)).map(({ number }) => number)),
      why: cut ? { node: cut.number, text: cut.cut_text || step!.text } : null,
      moment: this.at,
    };
  }

  private item({ number: id, parent, label, mover, probability, below }: WatchNode, path: ReadonlySet<number>): Item {
    const stub = path.has(id) || !below ? undefined : below;
    return { id, parent, label, role: mover ? roleOf(mover) : "leaf", probability, stub };
  }

  private look(node: WatchNode): Look {
    const { value, bound: sign, vector: parts, visits, alpha, beta, mover } = node;
    const state = node.state || "unseen";
    const windows = this.watched.windows && (state === "open" || state === "done") && mover;
    const known = state === "unseen" || value === null ? "" : (state === "open" ? "" : bound(sign)) + number(value);
    return {
      state,
      value: parts.length && state !== "unseen" ? vector(parts) : known,
      window: visits ? visited(visits) : windows ? interval(alpha, beta) : "",
    };
  }

  view(): View {
    return this.shown;
  }
}
