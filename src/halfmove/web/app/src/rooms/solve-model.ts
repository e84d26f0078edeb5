// The room Solve: every position of a small game with its value, and a walk through the table.
import { type Task, wasLost } from "../connection";
import { message, type Context, type RoomModel } from "../context";
import type { Look, PositionReply, Solved } from "../protocol";

const SECONDS = 60;
const OFFERED = [
  "tic-tac-toe",
  "nim",
  "kalah:holes=3,seeds=2",
  "cat-and-mouse",
  "three-mens-morris",
  "connect-four:width=4,height=4",
];

export class SolveModel implements RoomModel {
  game = "tic-tac-toe";
  states = new Map<string, number>(); // of games that were solved here
  task: Task<Solved> | null = null;
  progress: { states: number; ply?: number; seconds?: number } | null = null;
  solved: Solved | null = null;
  error = "";
  actions: string[] = [];
  reply: PositionReply | null = null;
  look: Look | null = null;
  private asked = 0;

  constructor(private readonly context: Context) {}

  get offered(): { name: string; title: string }[] {
    const { games, own } = this.context.hello;
    const titleOf = (spec: string) => {
      const [name, rest] = [spec.split(":")[0], spec.split(":")[1]];
      const title = games.find((game) => game.name === name)?.title ?? name ?? spec;
      return rest ? `${title} ${rest.replace(/\w+=/g, "").replace(/,/g, " × ")}` : title;
    };
    const list = OFFERED.filter((spec) => games.some(({ name }) => name === spec.split(":")[0])).map((name) => ({
      name,
      title: titleOf(name),
    }));
    if (own) list.push({ name: own, title: games.find(({ name }) => name === own)?.title || own });
    if (!list.some(({ name }) => name === this.game)) list.push({ name: this.game, title: titleOf(this.game) });
    return list;
  }

  enter(query: URLSearchParams): void {
    const game = query.get("game") || this.game;
    const actions = (query.get("after") ?? "").split(/\s+/).filter(Boolean);
    if (this.solved && game === this.game) {
      if (actions.join(" ") !== this.actions.join(" ")) void this.walk(actions);
      return;
    }
    void this.solve(game, actions);
  }
  leave(): void {
    this.task?.stop();
  }
  reconnected(): void {
    void this.solve(this.game, this.actions);
  }

  async solve(game: string, actions: string[] = []): Promise<void> {
    this.task?.stop();
    [this.game, this.actions, this.solved, this.look, this.reply, this.error, this.progress] = [
      game,
      actions,
      null,
      null,
      null,
      "",
      null,
    ];
    const task = this.context.connection.start<Solved>(
      { type: "solve", position: { game, start: null, actions: [] }, seconds: SECONDS },
      (progress) => {
        this.progress = progress as unknown as SolveModel["progress"];
        this.context.changed();
      },
    );
    this.task = task;
    this.context.changed();
    try {
      const solved = await task.done;
      if (this.task !== task) return;
      this.task = null;
      this.solved = solved;
      this.states.set(game, solved.states);
      this.context.say(solved.text, true);
      await this.walk(actions);
    } catch (error) {
      if (this.task !== task) return;
      this.task = null;
      if (wasLost(error)) return;
      this.error = message(error);
      this.context.changed();
    }
  }
  stop(): void {
    this.task?.stop();
  }

  /** Show a position of the table. */
  async walk(actions: string[]): Promise<void> {
    const ticket = ++this.asked;
    const position = { game: this.game, start: null, actions };
    try {
      const reply = await this.context.connection.ask<PositionReply>({ type: "position", position });
      const look =
        this.solved && this.solved.solved !== false
          ? await this.context.connection.ask<Look>({ type: "look", solution: this.solved.solution, position })
          : null;
      if (ticket !== this.asked) return;
      [this.reply, this.look, this.actions, this.error] = [reply, look, reply.position.actions, ""];
      this.context.say(
        `${reply.last_action ? `${reply.last_action.name}. ` : ""}${reply.over?.text ?? reply.situation}.`,
      );
      this.context.keep("solve", { game: this.game, after: this.actions.join(" ") });
    } catch (error) {
      if (ticket === this.asked) this.error = message(error);
    }
    this.context.changed();
  }
  act(action: string): void {
    void this.walk([...this.actions, action]);
  }
  back(): void {
    if (this.actions.length) void this.walk(this.actions.slice(0, -1));
  }
  perfect(): void {
    const next = this.look?.line[0];
    if (next) this.act(next);
  }
  key(event: KeyboardEvent): boolean {
    if (event.key === "ArrowLeft") this.back();
    else if (event.key === "ArrowRight" || event.key === " ") this.perfect();
    else return false;
    return true;
  }
}
