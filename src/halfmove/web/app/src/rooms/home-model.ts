// The first page: a tree that is being searched, and games to sit down at.
import type { Context, RoomModel } from "../context";
import { calm } from "../elements/css";
import type { GameEntry, PositionReply, Step, TreeReply, WatchNode, Watched } from "../protocol";
import { Story } from "../tree/story";

const TREE =
  "max(a=min(a1=max(4 7) a2=max(9 6) a3=max(8 8)) b=min(b1=max(3 5) b2=max(2 1) b3=max(9 4)) c=min(c1=max(8 6) c2=max(5 7) c3=max(6 4)))";
const SMALL_TREE = "max(a=min(3 12 8) b=min(2 4 6) c=min(14 5 2))"; // on a phone
const PACE = 900; // milliseconds a step
/** Games in front, with some actions that show them at work. */
const FRONT: [string, string][] = [
  ["connect-four", "7 6 2 7 3 5 5 3 7 6 4 7 4 1 7 2 2"],
  ["chess", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O a6 a4 Ba7 Re1 O-O"],
  ["go", "C8 D8 C7 D7 C6 D6 C5 G6 C4 E5 D3 G4 D2 E3 E2 F3 C2 F2"],
  ["othello", "f5 f6 e6 f4 g6 d7 c3 c5 d3 g4 c6 c4 e8 g7 f3 c7 h4 b2"],
  ["backgammon", "O41 13/8 31 24/23,6/3 61 24/18,6/5 22 24/20*/18,13/11"],
  ["hex", "f6 e7 g5 f7 g7 e5 d6 h4 h5 i4 g6 e6 d8 c8 j3 i3 f8 e8"],
  ["nine-mens-morris", "a4 e4 e5 g1 d2 e3 g7 a7 c4 b6 c3 a1 f2 d5"],
  ["kalah", "c f a b e b d"],
];

export class HomeModel implements RoomModel {
  story: Story | null = null;
  running = 0;
  all = false;
  pictures = new Map<string, PositionReply>();

  constructor(private readonly context: Context) {}

  get cards(): GameEntry[] {
    if (!this.context.hello) return []; // the page is there before the server has said what it has
    const { games, own } = this.context.hello;
    const front = FRONT.map(([name]) => games.find((game) => game.name === name)).filter((game) => game !== undefined);
    const mine = own ? games.find((game) => game.name === own) : undefined;
    return (mine ? [mine, ...front] : front).slice(0, 8);
  }
  groups(): Map<string, GameEntry[]> {
    const groups = new Map<string, GameEntry[]>();
    for (const game of this.context.hello.games)
      groups.set(game.group || "Others", [...(groups.get(game.group || "Others") ?? []), game]);
    return groups;
  }

  enter(): void {
    void this.load();
    if (this.story) this.start();
  }
  leave(): void {
    this.pause();
  }
  reconnected(): void {
    void this.load();
  }

  private async load(): Promise<void> {
    if (!this.story) void this.loadTree().catch(() => undefined);
    for (const { name } of this.cards) {
      if (this.pictures.has(name)) continue;
      const after = FRONT.find(([front]) => front === name)?.[1] ?? "";
      const ask = (actions: string[]) =>
        this.context.connection.ask<PositionReply>({
          type: "position",
          position: { game: name, start: null, actions },
        });
      const reply = await ask(after.split(" ").filter(Boolean)).catch(() => ask([]).catch(() => null));
      if (!reply) return;
      this.pictures.set(name, reply);
      this.context.changed();
    }
  }

  private async loadTree(): Promise<void> {
    const { connection } = this.context;
    const text = matchMedia("(max-width: 719px)").matches ? SMALL_TREE : TREE;
    const tree = await connection.ask<TreeReply>({ type: "tree", text });
    const watched = await connection.ask<Watched>({
      type: "watch",
      position: { game: text, start: null, actions: [] },
      search: "alphabeta",
      seed: 0,
    });
    const { nodes } = await connection.ask<{ nodes: WatchNode[] }>({
      type: "nodes",
      watch: watched.watch,
      from: 0,
      count: 200,
    });
    const { steps } = await connection.ask<{ steps: Step[] }>({
      type: "steps",
      watch: watched.watch,
      from: 0,
      count: 200,
    });
    this.story = new Story(
      watched,
      [...nodes].sort((a, b) => a.number - b.number),
      steps,
      tree.nodes,
    );
    this.story.go(steps.findLastIndex(({ kind, changes }) => kind === "cut" && changes.length > 3)); // a large cut is seen first
    this.start();
    this.context.changed();
  }

  private start(): void {
    if (calm() || this.running) return;
    this.running = window.setInterval(() => {
      const { story } = this;
      if (story) story.go(story.at >= story.last ? 0 : story.at + 1);
      this.context.changed();
    }, PACE);
  }
  private pause(): void {
    clearInterval(this.running);
    this.running = 0;
  }
  toggle(): void {
    if (this.running) this.pause();
    else this.start();
    this.context.changed();
  }
  step(by: number): void {
    this.pause();
    this.story?.go(Math.max(0, this.story.at + by));
    if (this.story?.step) this.context.say(this.story.step.text);
    this.context.changed();
  }
  toNode(node: number): void {
    this.pause();
    const entered = this.story?.nodes[node]?.entered;
    if (entered !== undefined) this.story!.go(entered);
    this.context.changed();
  }
  key(event: KeyboardEvent): boolean {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.step(event.key === "ArrowLeft" ? -1 : 1);
      return true;
    }
    return false;
  }
}
