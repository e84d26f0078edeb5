// The room Watch: one or two searches of the same tree, step by step.
import { StudioError, wasLost } from "../connection";
import { message, type Context, type RoomModel } from "../context";
import { download } from "../download";
import { calm } from "../elements/css";
import { readPosition, whole } from "../link";
import type { Counts, FileReply, Picture, Position, PositionReply, SearchEntry, Step, TreeReply } from "../protocol";
import { Story, WHOLE } from "../tree/story";
import { boardsOf, jointSteps, recorded, type Track } from "./watch-record";

export const EXAMPLE = "max(a1=min(3 12 8) a2=min(2 4 6) a3=min(14 5 2))";
export const FORMATS = ["svg", "png", "json", "text", "latex", "html"] as const;
const MOST_ORDERED = 2000; // leaves of a tree that is searched in other orders too
const PACE = 600; // milliseconds a step while it runs
const PICTURES = 100; // boards that are asked for at once

export class WatchModel implements RoomModel {
  mode: "tree" | "game" = "tree";
  text = EXAMPLE; // the tree as typed
  error = "";
  errorAt: number | null = null;
  order: "typed" | "best" | "worst" | "random" = "typed";
  ordered = ""; // the tree in that order
  tree: TreeReply | null = null;
  counts: Counts | null = null;
  game = "tic-tac-toe";
  start: string | null = null;
  after = "a1 b2 a2 a3 c1";
  search = "alphabeta";
  other: string | null = "minimax";
  depth = 9;
  simulations = 60;
  seed = 0;
  tracks: Track[] = []; // the leading one first
  pairs: [number, number][] | null = null;
  at = 0;
  loading = ""; // what is being done
  running = 0;
  pace = 1;
  zoom = 1;
  generator = { open: false, branching: 3, depth: 2, seed: 1, chance: false };
  exporting = false;
  picture: { node: number; picture: Picture } | null = null; // of the current node
  position: PositionReply | null = null;
  moving = false; // the server is asked for a step
  private asked = 0;

  constructor(private readonly context: Context) {}

  get last(): number {
    return Math.max(0, (this.pairs?.length ?? this.lead?.watched.steps ?? 1) - 1);
  }
  get lead(): Track | undefined {
    return this.tracks[0];
  }
  get step(): Step | undefined {
    return this.lead?.story.step;
  }
  /** Whether the leading search waits for the other one. */
  get waiting(): boolean {
    return Boolean(this.pairs && this.at > 0 && this.pairs[this.at]?.[0] === this.pairs[this.at - 1]?.[0]);
  }
  /** Which kinds of search suit what is searched. */
  get suits(): string {
    if (this.mode === "tree") return this.tree?.kind ?? "two";
    const entry = this.context.hello.games.find(({ name }) => name === this.game.split(":")[0]);
    return !entry ? "two" : entry.players > 2 ? "many" : entry.chance ? "chance" : "two";
  }
  get searches(): SearchEntry[] {
    return this.context.hello.searches.filter((search) => search.for.includes(this.suits));
  }

  enter(query: URLSearchParams): void {
    const position = readPosition(query, "");
    const named = query.get("search")?.split(",").filter(Boolean) ?? [];
    if (position.game) {
      const isGame = this.context.hello.games.some(({ name }) => name === position.game.split(":")[0]);
      this.mode = isGame ? "game" : "tree";
      if (isGame) [this.game, this.start, this.after] = [position.game, position.start, position.actions.join(" ")];
      else [this.text, this.order] = [position.game, "typed"];
    }
    if (named.length) {
      [this.search, this.other] = [this.plain(named[0]!), named[1] ? this.plain(named[1]) : null];
    } else if (position.game && this.mode === "game") this.other = null;
    this.depth = whole(query, "depth", this.depth, 1, 30);
    this.simulations = whole(query, "simulations", this.simulations, 1, 5000);
    void this.load(whole(query, "step", 0, 0, 10_000_000));
  }

  private plain(spec: string): string {
    const names = this.context.hello.searches.map(({ name }) => name);
    if (names.includes(spec)) return spec;
    const stripped = spec.replace(/[:,](depth|simulations)=\d+/g, "").replace(/,/, ":");
    return names.includes(stripped) ? stripped : spec.split(":")[0]!;
  }

  leave(): void {
    this.pause();
  }
  reconnected(): void {
    void this.load(this.at);
  }

  get target(): Position {
    return this.mode === "tree"
      ? { game: this.ordered || this.text, start: null, actions: [] }
      : { game: this.game, start: this.start, actions: this.after.split(/\s+/).filter(Boolean) };
  }

  private spec(name: string): string {
    const join = (option: string) => `${name}${name.includes(":") ? "," : ":"}${option}`;
    if (name.startsWith("mcts")) return join(`simulations=${this.simulations}`);
    return this.mode === "game" || name.startsWith("iterative") ? join(`depth=${this.depth}`) : name;
  }

  /** Record the searches anew, and show a step of them. */
  async load(step = 0): Promise<void> {
    const ticket = ++this.asked;
    this.pause();
    [this.error, this.errorAt, this.loading] = ["", null, "The search is recorded."];
    this.context.changed();
    try {
      if (this.mode === "tree") await this.readTree(ticket);
      else {
        this.tree = this.counts = null;
        this.position = await this.context.connection.ask<PositionReply>({ type: "position", position: this.target });
      }
      if (ticket !== this.asked) return;
      this.suit();
      const names = [this.search, ...(this.other ? [this.other] : [])];
      const tracks: Track[] = [];
      for (const name of names) tracks.push(await this.record(name, ticket));
      if (ticket !== this.asked) return;
      this.pairs = tracks.length === 2 ? await jointSteps(this.context, tracks[0]!, tracks[1]!) : null;
      if (ticket !== this.asked) return;
      [this.tracks, this.loading, this.picture] = [tracks, "", null];
      this.at = -1;
      await this.go(step);
      void this.pictures(ticket);
      void this.countLeaves(ticket);
    } catch (error) {
      if (ticket !== this.asked) return;
      this.loading = "";
      if (wasLost(error)) return;
      this.error = message(error);
      this.errorAt = error instanceof StudioError ? (error.at ?? null) : null;
      this.context.say(this.error, true);
    }
    this.keep();
    this.context.changed();
  }

  private async readTree(ticket: number): Promise<void> {
    const { connection } = this.context;
    this.counts = null;
    const typed = await connection.ask<TreeReply>({ type: "tree", text: this.text.trim() });
    const request = { type: "order", text: typed.text, order: this.order, seed: this.seed };
    const tree = this.order === "typed" ? typed : await connection.ask<TreeReply>(request);
    if (ticket === this.asked) [this.tree, this.ordered] = [tree, tree.text];
  }

  /** How many leaves alpha-beta looks at in other orders: good to know, and not worth waiting for. */
  private async countLeaves(ticket: number): Promise<void> {
    const { tree } = this;
    if (this.mode !== "tree" || tree?.kind !== "two" || tree.leaves > MOST_ORDERED) return;
    const request = { type: "order", text: this.text.trim(), order: "best", seed: this.seed };
    const reply = await this.context.connection.ask<TreeReply>(request).catch(() => null);
    if (ticket === this.asked && reply) this.counts = reply.counts ?? null;
    this.context.changed();
  }

  private record(name: string, ticket: number): Promise<Track> {
    const skeleton = this.mode === "tree" ? this.tree?.nodes : undefined;
    return recorded(
      this.context,
      { position: this.target, search: this.spec(name), seed: this.seed },
      skeleton,
      (nodes) => {
        if (ticket === this.asked) this.loading = `${nodes.toLocaleString("en")} nodes so far.`;
        this.context.changed();
      },
    );
  }

  /** A search that does not suit this kind of tree is replaced by one that does. */
  private suit(): void {
    const names = this.searches.map(({ name }) => name);
    if (names.length && !names.includes(this.search)) this.search = names[0]!;
    if (this.other && !names.includes(this.other)) this.other = null;
  }

  /** The boards of the nodes, where a game has boards: all of a small tree, else that of the current node. */
  private async pictures(ticket: number): Promise<void> {
    for (const { watched, story } of this.tracks) {
      if (this.mode !== "game" || !(story instanceof Story) || watched.nodes > WHOLE || !watched.board.cells.length)
        continue;
      const numbers = story.nodes.map(({ number }) => number);
      for (let i = 0; i < numbers.length; i += PICTURES) {
        const part = await boardsOf(this.context, watched, numbers.slice(i, i + PICTURES));
        if (ticket !== this.asked) return;
        for (const [node, picture] of part) story.pictures.set(node, picture);
      }
    }
    this.context.changed();
    void this.pictureNow();
  }

  private async pictureNow(): Promise<void> {
    const { lead, step } = this;
    if (this.mode !== "game" || !lead || !step || !lead.watched.board.cells.length) return;
    const kept = lead.story.pictures.get(step.node);
    if (kept) this.picture = { node: step.node, picture: kept };
    else {
      const at = this.at;
      try {
        const picture = (await boardsOf(this.context, lead.watched, [step.node])).get(step.node);
        if (picture && at === this.at) this.picture = { node: step.node, picture };
      } catch {
        return;
      }
    }
    this.context.changed();
  }

  /** Show a joint step. */
  async go(to: number): Promise<void> {
    const goal = Math.max(0, Math.min(this.last, to));
    if (goal === this.at || !this.tracks.length) return;
    this.at = goal;
    const steps = this.pairs?.[goal] ?? [goal, goal];
    const moved = this.tracks.map(({ story }, i) => story.go(steps[i]!));
    if (moved.some(Boolean)) {
      this.moving = true;
      await Promise.all(moved).catch((error: unknown) => (this.error = message(error)));
      this.moving = false;
    }
    if (this.step && (!this.running || this.pace <= 1))
      // nobody can hear more
      this.context.say(this.waiting ? "It waits for the other search." : this.step.text);
    this.keep();
    this.context.changed();
    void this.pictureNow();
  }

  /** To the step at which a node was entered. */
  toNode(track: number, node: number): void {
    const { story } = this.tracks[track]!;
    if (!(story instanceof Story) || !story.nodes[node]) return;
    const step = story.nodes[node].entered;
    const joint = this.pairs ? this.pairs.findIndex((pair) => pair[track]! >= step) : step;
    this.pause();
    void this.go(joint < 0 ? this.last : joint);
  }

  run(): void {
    if (this.running) {
      this.pause();
      return;
    }
    if (this.at >= this.last) this.at = -1;
    const tick = () => {
      if (this.at >= this.last) this.pause();
      else if (!this.moving) void this.go(this.at + Math.max(1, Math.round(this.stride)));
    };
    tick();
    this.running = window.setInterval(tick, calm() ? PACE * 2 : PACE / Math.min(this.pace, 8));
    this.context.changed();
  }
  /** Steps at a time: only where more are wanted than can be seen. */
  private get stride(): number {
    return this.pace > 8 ? this.pace / 8 : 1;
  }
  pause(): void {
    clearInterval(this.running);
    this.running = 0;
    this.context.changed();
  }
  setPace(pace: number): void {
    this.pace = pace;
    if (this.running) {
      this.pause();
      this.run();
    }
    this.context.changed();
  }

  setMode(mode: "tree" | "game"): void {
    if (mode === this.mode) return;
    this.mode = mode;
    [this.search, this.other] = ["alphabeta", mode === "tree" ? "minimax" : null];
    void this.load();
  }
  setText(text: string): void {
    [this.text, this.order] = [text, "typed"];
    void this.load();
  }
  setOrder(order: WatchModel["order"]): void {
    this.order = order;
    void this.load();
  }
  setSearch(search: string, other: string | null): void {
    [this.search, this.other] = [search, other === search ? null : other];
    void this.load();
  }
  setGame(game: string, after: string): void {
    if (game !== this.game) this.start = null;
    [this.game, this.after] = [game, after.trim()];
    void this.load();
  }
  setDepth(depth: number): void {
    if (this.search.startsWith("mcts")) this.simulations = Math.max(1, Math.min(5000, depth));
    else this.depth = Math.max(1, Math.min(30, depth));
    void this.load();
  }

  async generate(): Promise<void> {
    const { branching, depth, seed, chance } = this.generator;
    try {
      const reply = await this.context.connection.ask<TreeReply>({
        type: "generate",
        branching,
        depth,
        seed,
        chance,
        players: 2,
      });
      this.generator.open = false;
      this.mode = "tree";
      this.setText(reply.text);
    } catch (error) {
      this.error = message(error);
      this.context.changed();
    }
  }

  async export(format: string, track = 0): Promise<void> {
    const { watched } = this.tracks[track] ?? {};
    if (!watched) return;
    const at = ["svg", "latex", "png"].includes(format) ? { step: this.pairs?.[this.at]?.[track] ?? this.at } : {};
    try {
      download(await this.context.connection.ask<FileReply>({ type: "export", watch: watched.watch, format, ...at }));
    } catch (error) {
      this.context.notice(message(error));
    }
    this.exporting = false;
    this.context.changed();
  }

  link(): Record<string, string | number> {
    const { game, start, actions } = this.target;
    const searches = [this.search, ...(this.other ? [this.other] : [])].join(",");
    const much: Record<string, number> = this.search.startsWith("mcts")
      ? { simulations: this.simulations }
      : this.mode === "game"
        ? { depth: this.depth }
        : {};
    return {
      game: this.mode === "tree" ? (this.order === "typed" ? this.text : this.ordered) : game,
      start: start ?? "",
      after: actions.join(" "),
      search: searches,
      ...much,
      step: this.at > 0 ? this.at : "",
    };
  }
  private keep(): void {
    this.context.keep("watch", this.link());
  }

  key(event: KeyboardEvent): boolean {
    const jump: Record<string, () => void> = {
      ArrowLeft: () => (this.pause(), void this.go(this.at - 1)),
      ArrowRight: () => (this.pause(), void this.go(this.at + 1)),
      Home: () => (this.pause(), void this.go(0)),
      End: () => (this.pause(), void this.go(this.last)),
      " ": () => this.run(),
    };
    const meant = jump[event.key];
    meant?.();
    return Boolean(meant);
  }
}
