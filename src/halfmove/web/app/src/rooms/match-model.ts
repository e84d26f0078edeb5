// The room Match: players against each other, with Elo and a crosstable.
import type { Task } from "../connection";
import { message, type Context, type RoomModel } from "../context";
import { whole } from "../link";
import type { MatchState } from "../protocol";

export const FORMS = [
  ["match", "two players"],
  ["round-robin", "all against all"],
  ["gauntlet", "the first against all"],
] as const;

export class MatchModel implements RoomModel {
  game = "connect-four";
  players = ["alphabeta:depth=4", "alphabeta:depth=2"];
  form: string = "match";
  games = 40;
  openings = "random:2";
  seed = 0;
  sprt: [number, number] | null = null;
  state: MatchState | null = null;
  task: Task<MatchState> | null = null;
  error = "";

  constructor(private readonly context: Context) {}

  enter(query: URLSearchParams): void {
    this.game = query.get("game") || this.game;
    const players = query.getAll("player");
    if (players.length > 1) this.players = players;
    const named = query.get("players")?.split(";").filter(Boolean);
    if (named && named.length > 1) this.players = named;
    this.form = query.get("form") || this.form;
    this.games = whole(query, "games", this.games, 1, 100_000);
    const test = query.get("sprt")?.split(",").map(Number);
    this.sprt = test?.length === 2 && test.every(Number.isFinite) ? [test[0]!, test[1]!] : null;
    this.openings = query.get("openings") ?? this.openings;
    this.seed = whole(query, "seed", this.seed, 0, 1e9);
    if (!this.state) void this.earlier();
    this.context.changed();
  }
  leave(): void {} // a match goes on while other rooms are open
  reconnected(): void {
    this.task = null;
    if (this.state && !this.state.finished)
      this.error = "The connection was lost; the games that were played are kept.";
  }

  /** Matches of this server that are still there. */
  private async earlier(): Promise<void> {
    try {
      const { matches } = await this.context.connection.ask<{ matches: MatchState[] }>({ type: "matches" });
      const last = matches?.at(-1);
      if (last && !this.state && last.table) this.state = last;
    } catch {
      return;
    }
    this.context.changed();
  }

  start(resume: boolean): void {
    this.error = "";
    if (!resume) this.state = null;
    const task = this.context.connection.start<MatchState>(
      {
        type: "match",
        game: this.game,
        players: this.players.map((player) => player.trim()).filter(Boolean),
        form: this.form,
        games: this.games,
        time: "",
        openings: this.openings,
        seed: this.seed,
        sprt: this.sprt,
        match: resume ? (this.state?.match ?? null) : null,
      },
      (state) => this.hear(state),
    );
    this.task = task;
    task.done.then(
      (state) => {
        this.task = null;
        this.hear(state);
        const elo = state.elo;
        this.context.say(
          state.finished ? `The match is over${elo ? `: ${Math.round(elo.value)} Elo` : ""}.` : "The match is stopped.",
          true,
        );
      },
      (error: unknown) => {
        this.task = null;
        this.error = message(error);
        this.context.changed();
      },
    );
    this.keep();
    this.context.changed();
  }
  private hear(state: MatchState): void {
    this.state = { ...this.state, ...state };
    this.context.changed();
  }
  stop(): void {
    this.task?.stop();
  }
  set(change: Partial<Pick<MatchModel, "game" | "players" | "form" | "games" | "openings" | "seed" | "sprt">>): void {
    Object.assign(this, change);
    this.keep();
    this.context.changed();
  }
  private keep(): void {
    this.context.keep("match", {
      game: this.game,
      players: this.players.join(";"),
      form: this.form,
      games: this.games,
      openings: this.openings,
      seed: this.seed,
      sprt: this.sprt?.join(",") ?? "",
    });
  }
  key(): boolean {
    return false;
  }
}
