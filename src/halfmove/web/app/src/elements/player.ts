// <halfmove-player>: a watched search with its own steps, for notebooks and single files.
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Shown } from "../embed";
import { icon } from "../icons";
import { roleOf } from "../tree/items";
import { Story } from "../tree/story";
import { calm, sheet } from "./css";
import type { TimelineBar } from "./timeline";

const PACE = 700; // milliseconds a step

export class StoryPlayer extends LitElement {
  static override properties = { data: { attribute: false } };
  static override styles = sheet(`
    :host { display: grid; gap: 8px; padding: 14px; } .tree { height: min(60vh, 480px); position: relative; } .bar { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 14px; align-items: center; }
    p { margin: 0; min-height: 2.8em; font: 550 17px/1.35 var(--sans); background: var(--now-soft); box-shadow: inset 4px 0 0 var(--now); border-radius: 8px; padding: 10px 14px; }
    .bar div { display: flex; align-items: center; } button { width: 36px; height: 36px; border: 0; border-radius: 8px; background: none; color: inherit; cursor: pointer; padding: 8px; } button:hover { background: var(--sunken); } button:focus-visible { outline: 2px solid var(--focus); } svg { display: block; width: 20px; height: 20px; } h2 { margin: 0; font: 700 18px var(--sans); } .num { font: 600 14px var(--mono); }`);
  declare data: Shown | null;
  private story: Story | null = null;
  private bars: TimelineBar[] = [];
  private running = 0;
  constructor() {
    super();
    this.data = null;
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.pause();
  }
  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("data") || !this.data?.watch) return;
    const { watch, nodes, steps, tree, pictures } = this.data;
    this.story = new Story(watch, nodes ?? [], steps ?? [], tree);
    for (const [node, picture] of Object.entries(pictures ?? {})) this.story.pictures.set(Number(node), picture);
    this.story.go(0);
    this.bars = (steps ?? []).map((step, i) => ({
      at: (i + 0.5) / steps!.length,
      depth: step.depth,
      role: roleOf(step.mover),
      cut: step.kind === "cut",
      track: 0,
    }));
  }
  private go(to: number): void {
    this.story?.go(Math.max(0, to));
    this.requestUpdate();
  }
  private pause(): void {
    clearInterval(this.running);
    this.running = 0;
  }
  private run(): void {
    if (this.running) this.pause();
    else
      this.running = window.setInterval(
        () => (this.story!.at >= this.story!.last ? (this.pause(), this.requestUpdate()) : this.go(this.story!.at + 1)),
        calm() ? 2 * PACE : PACE,
      );
    this.requestUpdate();
  }
  override render(): TemplateResult | typeof nothing {
    const { story } = this;
    if (!story) return nothing;
    const view = story.view();
    const key = (event: KeyboardEvent) => {
      const goal: Record<string, number> = {
        ArrowLeft: story.at - 1,
        ArrowRight: story.at + 1,
        Home: 0,
        End: story.last,
      };
      if (goal[event.key] === undefined || event.defaultPrevented) return;
      event.preventDefault();
      this.pause();
      this.go(goal[event.key]!);
    };
    return html`<div @keydown=${key}><h2>${story.watched.title}</h2><div class="tree"><halfmove-tree .items=${view.items} .looks=${view.looks} .path=${view.path} .best=${view.best} .cuts=${view.cuts} .now=${view.now} .moment=${view.moment} .why=${view.why} .board=${story.pictures.size ? story.watched.board : null} .label="The tree as ${story.watched.title} sees it"></halfmove-tree></div>
      <p aria-live="polite">${story.step?.text ?? ""}</p>
      <div class="bar"><div><button aria-label="One step back" @click=${() => (this.pause(), this.go(story.at - 1))}>${icon("prev")}</button></div>
        <halfmove-timeline .bars=${this.bars} .at=${story.at} .last=${story.last} .words=${story.step?.text ?? ""} @seek=${(event: CustomEvent<number>) => (this.pause(), this.go(event.detail))}></halfmove-timeline>
        <div><button aria-label="Run or pause" @click=${() => this.run()}>${icon(this.running ? "pause" : "go")}</button><button aria-label="One step on" @click=${() => (this.pause(), this.go(story.at + 1))}>${icon("next")}</button><span class="num">${story.at + 1} / ${story.last + 1}</span></div></div></div>`;
  }
}
customElements.define("halfmove-player", StoryPlayer);
