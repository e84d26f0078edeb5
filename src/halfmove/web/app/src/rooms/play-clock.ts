// The clocks of a game: the page keeps them, the server keeps the time of a search.

export const CLOCKS = [
  { text: "no clock", base: 0, step: 0 },
  { text: "1 min", base: 60, step: 0 },
  { text: "3 min + 2 s", base: 180, step: 2 },
  { text: "5 min + 3 s", base: 300, step: 3 },
  { text: "15 min + 10 s", base: 900, step: 10 },
];
const TICK = 100; // milliseconds

export class Clocks {
  choice = 0;
  left: number[] = []; // seconds, by seat
  flagged: number | null = null; // who is out of time
  private ticker = 0;
  private ticked = 0;

  /** `running` tells whose clock runs now, if any; `fell` hears of a flag. */
  constructor(
    private readonly running: () => number | null,
    private readonly changed: () => void,
    private readonly fell: (seat: number) => void,
  ) {}

  get base(): number {
    return CLOCKS[this.choice]!.base;
  }
  get step(): number {
    return CLOCKS[this.choice]!.step;
  }
  /** As it stands in a link: seconds, plus seconds for each action. */
  get name(): string {
    return this.base ? `${this.base}+${this.step}` : "";
  }
  read(name: string): void {
    this.choice = Math.max(
      0,
      CLOCKS.findIndex(({ base, step }) => `${base}+${step}` === name),
    );
  }

  reset(seats: number): void {
    this.left = Array.from({ length: seats }, () => this.base);
    this.flagged = null;
  }
  /** Whoever acted gets his increment. */
  acted(seat: number): void {
    if (this.base && this.left[seat] !== undefined) this.left[seat]! += this.step;
  }

  start(): void {
    this.ticked = performance.now();
    if (!this.ticker && this.base) this.ticker = window.setInterval(() => this.tick(), TICK);
  }
  stop(): void {
    clearInterval(this.ticker);
    this.ticker = 0;
  }

  private tick(): void {
    const now = performance.now();
    const passed = (now - this.ticked) / 1000;
    this.ticked = now;
    const seat = this.running();
    if (!this.base || seat === null || this.flagged !== null) return;
    this.left[seat] = Math.max(0, (this.left[seat] ?? 0) - passed);
    if (this.left[seat] === 0) {
      this.flagged = seat;
      this.fell(seat);
    }
    this.changed();
  }
}
