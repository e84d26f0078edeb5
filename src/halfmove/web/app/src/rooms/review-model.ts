// The review of a game: its value ply by ply, where it was lost, and what was better.
import { type Task, wasLost } from "../connection";
import { message, type Context, type RoomModel } from "../context";
import { positionLink, readPosition } from "../link";
import type { Judged, Position, PositionReply, Reviewed } from "../protocol";

export interface Why {
  action: string;
  worth: string;
  answer: string[];
  better: string;
  better_worth: string;
  better_line: string[];
  text: string;
}
const SECONDS = 0.5; // a ply

export class ReviewModel implements RoomModel {
  position: Position = { game: "", start: null, actions: [] };
  judged: Judged[] = [];
  reviewed: Reviewed | null = null;
  task: Task<Reviewed> | null = null;
  at = 0; // plies shown
  reply: PositionReply | null = null;
  why: Why | null = null;
  asking = "";
  error = "";
  flipped = false;
  private asked = 0;

  constructor(private readonly context: Context) {}

  get here(): Judged | undefined {
    return this.judged.find(({ ply }) => ply === this.at);
  }

  enter(query: URLSearchParams): void {
    const position = readPosition(query, "");
    if (!position.game || !position.actions.length) {
      this.error = "A review needs a game with some actions: play one, then choose Review.";
      this.context.changed();
      return;
    }
    if (JSON.stringify(position) === JSON.stringify(this.position) && this.judged.length) return;
    [this.position, this.error] = [position, ""];
    void this.review();
  }
  leave(): void {
    this.task?.stop();
  }
  reconnected(): void {
    if (this.position.game) void this.review();
  }

  async review(): Promise<void> {
    this.task?.stop();
    [this.judged, this.reviewed, this.error, this.why] = [[], null, "", null];
    this.at = this.position.actions.length;
    void this.show();
    const task = this.context.connection.start<Reviewed>(
      { type: "review", position: this.position, seconds: SECONDS },
      (judged) => {
        this.judged = [...this.judged, judged as unknown as Judged].sort((a, b) => a.ply - b.ply);
        this.context.changed();
      },
    );
    this.task = task;
    try {
      const reviewed = await task.done;
      if (this.task !== task) return;
      this.reviewed = reviewed;
      const first = reviewed.mistakes[0];
      this.context.say(first ? `${reviewed.mistakes.length} mistakes. ${first.text}` : "No mistakes were found.", true);
      if (first) this.go(first.ply);
    } catch (error) {
      if (this.task === task && !wasLost(error)) this.error = message(error);
    }
    if (this.task === task) this.task = null;
    this.context.changed();
  }

  go(ply: number): void {
    this.at = Math.max(0, Math.min(this.position.actions.length, ply));
    this.why = null;
    void this.show();
  }
  private async show(): Promise<void> {
    const ticket = ++this.asked;
    try {
      const reply = await this.context.connection.ask<PositionReply>({
        type: "position",
        position: { ...this.position, actions: this.position.actions.slice(0, this.at) },
      });
      if (ticket !== this.asked) return;
      this.reply = reply;
      const mistake = this.reviewed?.mistakes.find(({ ply }) => ply === this.at);
      this.context.say(mistake?.text ?? `Ply ${this.at}. ${reply.situation}.`);
    } catch (error) {
      if (ticket === this.asked) this.error = message(error);
    }
    this.context.changed();
  }
  /** Why not another action, in the position before the ply that is shown? */
  async ask(action: string): Promise<void> {
    this.asking = action;
    const before = { ...this.position, actions: this.position.actions.slice(0, Math.max(0, this.at - 1)) };
    try {
      this.why = await this.context.connection.ask<Why>({ type: "why", position: before, action: action.trim() });
      this.context.say(this.why.text, true);
    } catch (error) {
      this.context.notice(message(error));
    }
    this.context.changed();
  }
  link() {
    return positionLink(this.position);
  }
  key(event: KeyboardEvent): boolean {
    const goal: Record<string, number> = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      Home: 0,
      End: this.position.actions.length,
    };
    if (event.key === "f") {
      this.flipped = !this.flipped;
      return true;
    }
    if (goal[event.key] === undefined) return false;
    this.go(goal[event.key]!);
    return true;
  }
}
