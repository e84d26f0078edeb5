// The room Play: one game, and who sits where. What is known of a position, clocks and the editor are parts of it.
import { type Task, wasLost } from "../connection";
import { message, type Context, type RoomModel } from "../context";
import { positionLink, readPosition } from "../link";
import type { Action, FileReply, GameEntry, Piece, Position, PositionReply } from "../protocol";
import { typed } from "../board/touch";
import { download } from "../download";
import { Analysis, type Limit } from "./play-analysis";
import { Clocks } from "./play-clock";
import { Editor } from "./play-editor";

const THINK_SECONDS = 1;
const ROLL_PAUSE = 350; // milliseconds in which a roll can be awaited
export const HUMAN = "human";

export class PlayModel implements RoomModel {
  actions: string[] = []; // of the whole game, also those after what is shown
  at = 0; // how many of them are shown
  start: string | null = null;
  game = "";
  reply: PositionReply | null = null;
  textBefore = ""; // what the game showed before the last action
  error = "";
  failed = ""; // why a player does not answer
  seats: string[] = [];
  strength = 60;
  flipped = false;
  thinking: Task<{ action: string }> | null = null;
  hint: Action | null = null;
  hintText = "";
  typed = "";
  typedError = "";
  pasted: string | null = null;
  pasteError = "";
  editor: Editor | null = null;
  readonly analysis: Analysis;
  readonly clocks: Clocks;
  revealed = -1; // the seat that looks at the screen, where several people play a game that hides something
  private open = false; // the game has ended, and nothing is hidden any more
  private pending = false; // an answer about what is shown is awaited
  private asked = 0;

  constructor(private readonly context: Context) {
    this.analysis = new Analysis(context);
    this.clocks = new Clocks(
      () => (this.live && this.actions.length && !this.reply?.over ? this.seatToMove : null),
      context.changed,
      (seat) => {
        this.stopAll();
        context.say(`${this.reply!.seats[seat]} is out of time.`, true);
      },
    );
  }

  get entry(): GameEntry | undefined {
    const name = this.game.split(":")[0];
    return this.context.hello.games.find((game) => game.name === name);
  }
  get position(): Position {
    return { game: this.game, start: this.start, actions: this.actions.slice(0, this.at) };
  }
  /** Whether the last action is what is shown. */
  get live(): boolean {
    return this.at === this.actions.length;
  }
  private get seatToMove(): number | null {
    const mover = this.reply?.mover ?? null;
    return mover !== null && mover >= 0 ? mover : null;
  }
  private isPerson(seat: number): boolean {
    return (this.seats[seat] ?? HUMAN) === HUMAN;
  }
  /** The seats of those who sit at the screen; nobody, where there is nothing to hide from anybody. */
  private get people(): number[] {
    return this.open ? [] : this.seats.flatMap((_, seat) => (this.isPerson(seat) ? [seat] : []));
  }
  /** Who is to take the screen before anything is shown, where several people play a game that hides something. */
  get awaited(): string | null {
    const viewer = this.reply?.viewer;
    if (viewer === undefined || this.people.length < 2 || viewer === this.revealed) return null;
    return this.reply!.seats[viewer] || `seat ${viewer + 1}`;
  }
  reveal(): void {
    this.revealed = this.reply?.viewer ?? -1;
    this.context.changed();
  }
  /** Whether a person may act on the board now. */
  get canAct(): boolean {
    const seat = this.seatToMove;
    const busy = this.awaited !== null || this.pending || this.thinking || this.editor || this.clocks.flagged !== null;
    return seat !== null && !this.reply?.over && !busy && this.isPerson(seat);
  }
  /** The first seat's share of the game, from 0 to 1, where it is known. */
  get bar(): number | null {
    const over = this.reply?.over;
    if (over) return over.winners.length !== 1 ? 0.5 : over.winners[0] === 0 ? 1 : 0;
    return this.analysis.lines?.bar ?? null;
  }

  enter(query: URLSearchParams): void {
    const { open, games } = this.context.hello;
    const position = readPosition(query, open?.game ?? games[0]?.name ?? "");
    if (query.has("lines")) this.analysis.on = query.get("lines") !== "0";
    if (query.has("clock")) this.clocks.read(query.get("clock") ?? "");
    if (this.reply && JSON.stringify(position) === JSON.stringify({ ...this.position, actions: this.actions })) {
      this.context.changed();
      return;
    }
    [this.game, this.start, this.actions] = [position.game, position.start, position.actions];
    this.at = this.actions.length;
    this.flipped = query.get("flip") === "1";
    [this.reply, this.editor] = [null, null];
    this.seats = query.get("seats")?.split(",").filter(Boolean) ?? [];
    if (!this.seats.length && this.entry) this.seats = this.defaultSeats(this.entry.players);
    [this.open, this.revealed] = [false, -1];
    const strength = /strong:strength=(\d+)/.exec(this.seats.join(" "))?.[1];
    if (strength) this.strength = Math.min(100, Number(strength));
    void this.show();
  }
  leave(): void {
    this.stopAll();
    this.clocks.stop();
  }
  reconnected(): void {
    void this.show();
  }

  /** Ask for what is shown, and let whoever is to move go on. */
  async show(): Promise<void> {
    const ticket = ++this.asked;
    this.pending = true;
    this.stopAll();
    [this.hint, this.hintText, this.typed, this.typedError, this.failed] = [null, "", "", "", ""];
    try {
      const reply = await this.context.connection.ask<PositionReply>({
        type: "position",
        position: this.position,
        people: this.people,
      });
      if (ticket === this.asked) this.accept(reply);
    } catch (error) {
      if (ticket !== this.asked || wasLost(error)) return;
      this.pending = false;
      this.refuse(message(error));
    }
    this.context.changed();
  }

  /** What cannot be shown leaves what was shown before. */
  private refuse(text: string): void {
    this.error = text;
    if (this.reply) {
      const { game, start, actions } = this.reply.position;
      [this.game, this.start, this.actions, this.at] = [game, start, [...actions], actions.length];
    }
    this.context.say(text, true);
  }

  private accept(reply: PositionReply): void {
    const first = this.reply?.position.game !== reply.position.game;
    if (reply.over) this.open = true;
    const next = this.reply?.position.actions.length === reply.position.actions.length - 1;
    this.textBefore = !first && next ? this.reply!.text : "";
    this.reply = reply;
    [this.error, this.pending] = ["", false];
    [this.game, this.start] = [reply.position.game, reply.position.start];
    this.actions = [...reply.position.actions, ...this.actions.slice(this.at)];
    this.analysis.clear();
    if (this.seats.length !== reply.seats.length) this.seats = this.defaultSeats(reply.seats.length);
    if (first) this.clocks.reset(reply.seats.length);
    this.keep();
    this.announce(reply);
    if (reply.over || this.clocks.flagged !== null) return;
    this.analyse();
    if (this.live && !this.editor) this.goOn(reply);
  }

  private defaultSeats(players: number): string[] {
    const engine = this.context.hello.players.length ? `strong:strength=${this.strength}` : HUMAN;
    return Array.from({ length: players }, (_, seat) => (seat === 0 ? HUMAN : engine));
  }

  private announce(reply: PositionReply): void {
    const { last_action: last, over } = reply;
    const mover = reply.movers.at(-1);
    const who = mover === undefined ? "" : mover < 0 ? "Chance" : (reply.seats[mover] ?? "");
    const before = last?.name ? `${who}: ${last.words || last.name}. ` : "";
    if (over) this.context.say(over.text, true);
    else if (this.awaited !== null) this.context.say(`The screen is for ${this.awaited}.`);
    else this.context.say(`${before}${reply.situation}.`);
  }

  /** Chance rolls, a player that is no person thinks, and a clock runs. */
  private goOn(reply: PositionReply): void {
    const ticket = this.asked;
    const seat = this.seatToMove;
    if (reply.mover !== null && seat === null) {
      const pause = reply.movers.length && reply.viewer === undefined ? ROLL_PAUSE : 0; // a deal is not watched
      setTimeout(() => ticket === this.asked && void this.roll(), pause);
      return;
    }
    this.clocks.start();
    if (seat === null || this.isPerson(seat)) return;
    const { base, step, left } = this.clocks;
    const time = base ? { clock: { remaining: left[seat], increment: step } } : { seconds: THINK_SECONDS };
    const request = { type: "choose", position: this.position, player: this.seats[seat], ...time, seed: this.at };
    this.thinking = this.context.connection.start<{ action: string }>(request);
    this.thinking.done.then(
      ({ action }) => ticket === this.asked && this.act(action),
      (error: unknown) => {
        if (ticket !== this.asked || wasLost(error)) return;
        this.thinking = null;
        this.failed = message(error);
        this.context.changed();
      },
    );
  }

  private async roll(): Promise<void> {
    const ticket = this.asked;
    try {
      const request = { type: "roll", position: this.position };
      const { action } = await this.context.connection.ask<{ action: string }>(request);
      if (ticket === this.asked) this.act(action);
    } catch (error) {
      if (ticket === this.asked) this.failed = message(error);
      this.context.changed();
    }
  }

  /** Take an action in the position that is shown; what came after it is forgotten. */
  act(name: string): void {
    if (this.seatToMove !== null) this.clocks.acted(this.seatToMove);
    this.thinking = null;
    this.open = false;
    this.actions = [...this.actions.slice(0, this.at), name];
    this.at = this.actions.length;
    void this.show();
  }

  /** What stands in the field; Enter plays it. */
  type(text: string, enter: boolean): void {
    [this.typed, this.typedError] = [text, ""];
    const written = text.trim();
    if (enter && written) {
      const legal = this.reply?.legal ?? [];
      const { action, open } = typed(legal, written);
      const meant = legal.find(({ name }) => name === written) ?? action;
      if (meant && this.canAct) this.act(meant.name);
      else
        this.typedError = open ? `“${written}” can mean several actions.` : `“${written}” is not a legal action here.`;
      if (this.typedError) this.context.say(this.typedError, true);
    }
    this.context.changed();
  }

  browse(to: number): void {
    const goal = Math.max(0, Math.min(this.actions.length, to));
    if (goal === this.at) return;
    this.at = goal;
    void this.show();
  }

  /** Back to where a person was to move. */
  undo(): void {
    if (!this.reply || !this.at) return;
    const { movers } = this.reply;
    let to = this.at - 1;
    while (to > 0 && !(movers[to]! >= 0 && this.isPerson(movers[to]!))) to--;
    [this.at, this.clocks.flagged, this.open] = [to, null, false];
    this.actions = this.actions.slice(0, to);
    void this.show();
  }
  restart(): void {
    [this.actions, this.at, this.open, this.revealed] = [[], 0, false, -1];
    this.clocks.reset(this.reply?.seats.length ?? 2);
    void this.show();
  }
  flip(): void {
    this.flipped = !this.flipped;
    this.context.changed();
  }

  setSeat(seat: number, player: string): void {
    this.seats = this.seats.map((old, i) => (i === seat ? player : old));
    void this.show();
  }
  setStrength(strength: number): void {
    this.strength = strength;
    this.seats = this.seats.map((seat) => (seat.startsWith("strong") ? `strong:strength=${strength}` : seat));
    this.keep();
    this.context.changed();
  }
  setClock(choice: number): void {
    this.clocks.choice = choice;
    this.clocks.reset(this.reply?.seats.length ?? 2);
    this.keep();
    this.context.changed();
  }

  /** The same game with other parameters, from its start. */
  setParameters(values: Record<string, string>): void {
    const parameters = this.entry?.parameters ?? [];
    const changed = parameters.filter(({ name, default: usual }) => (values[name] ?? usual) !== usual);
    const name = this.game.split(":")[0]!;
    const spec = changed.map((parameter) => `${parameter.name}=${values[parameter.name]}`).join(",");
    this.context.go("play", { ...this.link(), game: spec ? `${name}:${spec}` : name, start: "", after: "" });
  }
  parameter(name: string, usual: string): string {
    const given = this.game.split(":")[1]?.split(",");
    return given?.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? usual;
  }

  analyse(): void {
    if (!this.reply || this.reply.over || this.seatToMove === null || this.editor) return;
    if (this.reply.viewer !== undefined && !this.isPerson(this.seatToMove)) return; // it would tell what another holds
    const { entry } = this;
    this.analysis.start(this.position, !entry || (entry.players === 2 && !entry.chance && !entry.secrets));
    this.context.changed();
  }
  toggleAnalysis(): void {
    this.analysis.on = !this.analysis.on;
    if (this.analysis.on) this.analyse();
    else this.analysis.stop();
    this.keep();
    this.context.changed();
  }
  stopAnalysis(): void {
    this.analysis.stop();
    this.context.changed();
  }
  setLines(count: number): void {
    this.analysis.count = count;
    this.analyse();
  }
  setLimit(name: Limit, text: string): void {
    this.analysis.setLimit(name, text);
    this.analyse();
  }
  toggleLimits(): void {
    this.analysis.limiting = !this.analysis.limiting;
    this.context.changed();
  }
  private stopAll(): void {
    this.analysis.stop();
    this.thinking?.stop();
    this.thinking = null;
  }

  async askHint(): Promise<void> {
    if (!this.canAct) return;
    const ticket = this.asked;
    try {
      const request = { type: "hint", position: this.position };
      const { action, worth } = await this.context.connection.ask<{ action: string; worth: string }>(request);
      if (ticket !== this.asked) return;
      this.hint = this.reply!.legal.find(({ name }) => name === action) ?? null;
      this.hintText = `${action}${worth ? `: ${worth}` : ""}`;
      this.context.say(`Hint: ${this.hintText}`);
    } catch (error) {
      this.failed = message(error);
    }
    this.context.changed();
  }

  /** Play the best action that is known. */
  playBest(): void {
    const best = this.analysis.lines?.lines[0]?.action ?? this.hint?.name;
    if (best && this.reply?.legal.some(({ name }) => name === best) && this.live && !this.thinking) this.act(best);
    else void this.askHint();
  }

  togglePaste(): void {
    [this.pasted, this.pasteError] = [this.pasted === null ? "" : null, ""];
    this.context.changed();
  }
  async paste(text: string): Promise<void> {
    this.pasted = text;
    try {
      const reply = await this.context.connection.ask<PositionReply>({ type: "read", game: this.game, text });
      [this.pasted, this.pasteError] = [null, ""];
      this.replace(reply);
      this.context.notice(`Read as ${reply.read_as ?? "a position"}.`);
    } catch (error) {
      this.pasteError = message(error);
      this.context.say(this.pasteError, true);
    }
    this.context.changed();
  }
  /** Go on from a position that was read or edited. */
  private replace(reply: PositionReply): void {
    this.asked++;
    this.stopAll();
    [this.actions, this.clocks.flagged, this.open] = [reply.position.actions, null, false];
    this.at = this.actions.length;
    this.accept(reply);
  }

  toggleEditor(): void {
    if (!this.reply) return;
    this.stopAll();
    this.editor = this.editor ? null : new Editor(this.reply);
    if (!this.editor) void this.show();
    this.context.changed();
  }
  chooseTool(piece: Piece | null): void {
    if (this.editor) this.editor.tool = piece;
    this.context.changed();
  }
  editCell(cell: number): void {
    this.editor?.touch(cell);
    this.context.changed();
  }
  async finishEdit(): Promise<void> {
    const { editor } = this;
    if (!editor) return;
    try {
      const reply = await this.context.connection.ask<PositionReply>(editor.request(this.position));
      this.editor = null;
      this.replace(reply);
    } catch (error) {
      editor.error = message(error);
      this.context.say(editor.error, true);
    }
    this.context.changed();
  }

  /** Save the record of the game, or a picture of the board. */
  async save(format: string): Promise<void> {
    const players = this.seats.map((seat) => (seat === HUMAN ? "You" : seat));
    const record = { type: "record", position: { ...this.position, actions: this.actions }, players, format };
    const request = format === "svg" ? { type: "draw", position: this.position, format, people: this.people } : record;
    try {
      download(await this.context.connection.ask<FileReply>(request));
    } catch (error) {
      this.context.notice(message(error));
    }
  }

  link(): Record<string, string | number> {
    const position = { game: this.game, start: this.start, actions: this.actions };
    const lines = this.analysis.on ? "" : "0";
    return { ...positionLink(position), seats: this.seats.join(","), lines, clock: this.clocks.name };
  }
  private keep(): void {
    this.context.keep("play", this.link());
  }

  key(event: KeyboardEvent): boolean {
    const meant: Record<string, () => void> = {
      ArrowLeft: () => this.browse(this.at - 1),
      ArrowRight: () => this.browse(this.at + 1),
      Home: () => this.browse(0),
      End: () => this.browse(this.actions.length),
      " ": () => this.playBest(),
      z: () => this.undo(),
      h: () => void this.askHint(),
      f: () => this.flip(),
      e: () => this.toggleEditor(),
      l: () => this.toggleAnalysis(),
    };
    meant[event.key]?.();
    return event.key in meant;
  }
}
