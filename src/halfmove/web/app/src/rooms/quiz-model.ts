// The room Quiz: questions about a tree, marked at once.
import { message, type Context, type RoomModel } from "../context";
import { download } from "../download";
import { whole } from "../link";
import type { FileReply, Marked, QuizReply, QuizSpec } from "../protocol";
import { treeItems } from "../board/treeboard";
import type { Item, Look } from "../tree/items";

export class QuizModel implements RoomModel {
  spec: QuizSpec = { tree: null, seed: 4, questions: 6, depth: 3, width: 2 };
  quiz: QuizReply | null = null;
  items: Item[] = [];
  at = 0;
  answers: string[] = [];
  marked: (Marked | null)[] = [];
  picked = new Set<number>(); // leaves
  error = "";
  name = "";

  constructor(private readonly context: Context) {}

  get question() {
    return this.quiz?.questions[this.at];
  }
  get result(): Marked | null {
    return this.marked[this.at] ?? null;
  }
  get right(): number {
    return this.marked.filter((marked) => marked?.right).length;
  }

  enter(query: URLSearchParams): void {
    const spec: QuizSpec = {
      tree: query.get("tree") || null,
      seed: whole(query, "seed", this.spec.seed, 0, 1e9),
      questions: whole(query, "questions", 6, 1, 20),
      depth: whole(query, "depth", this.spec.depth, 1, 6),
      width: whole(query, "width", this.spec.width, 1, 6),
    };
    if (this.quiz && JSON.stringify(spec) === JSON.stringify(this.spec)) return;
    this.spec = spec;
    void this.load();
  }
  leave(): void {}
  reconnected(): void {
    if (!this.quiz) void this.load();
  }

  async load(): Promise<void> {
    this.error = "";
    try {
      const quiz = await this.context.connection.ask<QuizReply>({ type: "quiz", quiz: this.spec });
      [this.quiz, this.items, this.at] = [quiz, treeItems(quiz.nodes, true), 0];
      this.answers = quiz.questions.map(() => "");
      this.marked = quiz.questions.map(() => null);
      this.picked = new Set();
      this.keep();
    } catch (error) {
      this.error = message(error);
      this.context.say(this.error, true);
    }
    this.context.changed();
  }

  private keep(): void {
    this.context.keep("quiz", { ...this.spec, tree: this.spec.tree ?? "" });
  }

  go(question: number): void {
    this.at = Math.max(0, Math.min((this.quiz?.questions.length ?? 1) - 1, question));
    this.picked = this.leavesOf(this.answers[this.at] ?? "");
    if (this.question) this.context.say(this.question.text);
    this.context.changed();
  }

  /** Leaves are named by their label; an answer lists the names. */
  private leavesOf(answer: string): Set<number> {
    const names = new Set(answer.split(/[\s,]+/).filter(Boolean));
    return new Set(this.items.filter(({ role, label }) => role === "leaf" && names.has(label)).map(({ id }) => id));
  }

  pick(node: number): void {
    const { question } = this;
    const item = this.items[node];
    if (!question || !item || this.result) return;
    if (question.form === "leaves" && item.role === "leaf") {
      if (!this.picked.delete(node)) this.picked.add(node);
      this.picked = new Set(this.picked);
      this.answers[this.at] =
        [...this.picked]
          .sort((a, b) => a - b)
          .map((id) => this.items[id]!.label)
          .join(" ") || "none";
      this.context.say(`${item.label}, ${this.picked.has(node) ? "marked as cut" : "not marked"}`);
    } else if (question.form === "action" && item.parent === (question.node ?? 0)) this.answers[this.at] = item.label;
    else return;
    this.context.changed();
  }

  answer(text: string): void {
    this.answers[this.at] = text;
  }

  async mark(): Promise<void> {
    const { question } = this;
    if (!question) return;
    const answer = this.answers[this.at] || (question.form === "leaves" ? "none" : "");
    if (!answer.trim()) {
      this.error = `Answer with ${question.how}.`;
      this.context.changed();
      return;
    }
    this.answers[this.at] = answer;
    const at = this.at;
    try {
      const marked = await this.context.connection.ask<Marked>({ type: "mark", quiz: this.spec, question: at, answer });
      this.marked[at] = marked;
      this.error = "";
      this.context.say(`${marked.right ? "Right." : `Not right: it is ${marked.solution}.`} ${marked.why}`, true);
    } catch (error) {
      this.error = message(error);
    }
    this.context.changed();
  }
  again(): void {
    [this.marked[this.at], this.answers[this.at]] = [null, ""];
    this.picked = new Set();
    this.context.changed();
  }

  /** How the nodes look: as asked, with what is marked. */
  looks(): Map<number, Look> {
    return new Map(
      this.items.map(({ id, text, role }) => [
        id,
        { state: this.picked.has(id) ? "cut" : "done", value: role === "leaf" ? (text ?? "") : "", window: "" },
      ]),
    );
  }
  signs(): Map<number, string> {
    const { question, result } = this;
    const signs = new Map<number, string>();
    if (question?.form !== "leaves" || !result) return signs;
    const solution = this.leavesOf(result.solution);
    for (const { id, role } of this.items) {
      if (role !== "leaf") continue;
      if (this.picked.has(id)) signs.set(id, solution.has(id) ? "right" : "wrong");
      else if (solution.has(id)) signs.set(id, "missing");
    }
    return signs;
  }

  async sheet(solutions: boolean, format = "html"): Promise<void> {
    await this.file({ type: "sheet", quiz: this.spec, solutions, format });
  }
  async results(): Promise<void> {
    await this.file({ type: "results", quiz: this.spec, answers: this.answers, name: this.name || "anonymous" });
  }
  private async file(request: { type: string } & Record<string, unknown>): Promise<void> {
    try {
      download(await this.context.connection.ask<FileReply>(request));
    } catch (error) {
      this.context.notice(message(error));
    }
  }

  setSpec(change: Partial<QuizSpec>): void {
    this.spec = { ...this.spec, ...change };
    void this.load();
  }

  key(event: KeyboardEvent): boolean {
    if (event.key === "Enter") {
      if (this.result) this.go(this.at + 1);
      else void this.mark();
      return true;
    }
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.go(this.at + (event.key === "ArrowLeft" ? -1 : 1));
      return true;
    }
    return false;
  }
}
