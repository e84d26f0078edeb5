// What is known of a position: live best lines, and a proof for every action where the game allows it.
import { type Task, wasLost } from "../connection";
import { message, type Context } from "../context";
import type { Lines, Mark, Position, Values } from "../protocol";

const SECONDS = 8; // of a search, unless others are set
const PROOF_SECONDS = 5;
export type Limit = "seconds" | "depth" | "nodes";

export class Analysis {
  on = true;
  count = 3; // lines
  limits: Record<Limit, number | null> = { seconds: SECONDS, depth: null, nodes: null };
  limiting = false; // whether the limits are shown
  lines: Lines | null = null;
  values: Values | null = null;
  failed = ""; // why the search is gone
  private search: Task<Lines> | null = null;
  private proof: Task<Values> | null = null;
  private round = 0;

  constructor(private readonly context: Context) {}

  get busy(): boolean {
    return this.search !== null;
  }
  /** What is proven of actions. */
  get marks(): ReadonlyMap<string, Mark> {
    const proven = this.on ? (this.values?.actions ?? []).filter(({ exact }) => exact) : [];
    return new Map(proven.map(({ action, mark }) => [action, mark]));
  }

  clear(): void {
    [this.lines, this.values, this.failed] = [null, null, ""];
  }

  start(position: Position, provable: boolean): void {
    this.stop();
    this.failed = "";
    if (!this.on) return;
    const round = this.round;
    const hear = (change: () => void) => {
      if (round === this.round) change();
      this.context.changed();
    };
    const { connection } = this.context;
    this.search = connection.start<Lines>({ type: "analyse", position, lines: this.count, ...this.limits }, (lines) =>
      hear(() => (this.lines = lines)),
    );
    this.search.done.then(
      (lines) =>
        hear(() => {
          this.search = null;
          if (lines.lines?.length) this.lines = lines;
        }),
      (error: unknown) =>
        hear(() => {
          this.search = null;
          if (!wasLost(error)) this.failed = message(error);
        }),
    );
    if (!provable) return;
    this.proof = connection.start<Values>({ type: "values", position, seconds: PROOF_SECONDS }, (values) =>
      hear(() => (this.values = values)),
    );
    this.proof.done.then(
      (values) => hear(() => values.actions && (this.values = values)),
      () => undefined, // a game that cannot be proven shows no chips
    );
  }

  stop(): void {
    this.round++;
    this.search?.stop();
    this.proof?.stop();
    [this.search, this.proof] = [null, null];
  }

  setLimit(name: Limit, text: string): void {
    const value = Number(text);
    const most = name === "seconds" ? this.context.hello.limits.seconds : this.context.hello.limits.nodes;
    this.limits[name] = value > 0 ? Math.min(value, most) : null;
    if (Object.values(this.limits).every((limit) => limit === null)) this.limits.seconds = SECONDS;
  }
}
