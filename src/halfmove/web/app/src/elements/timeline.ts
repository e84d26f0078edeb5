// <halfmove-timeline>: one bar a step, as high as the node is deep; two searches stand above and hang below one line.
import { LitElement, html, svg, nothing, type TemplateResult } from "lit";
import { sheet } from "./css";

export interface TimelineBar {
  at: number;
  depth: number;
  role: string;
  cut: boolean;
  track: number;
}

const HEIGHT = 44;

export class HalfmoveTimeline extends LitElement {
  static override properties = {
    bars: { attribute: false },
    at: { type: Number },
    last: { type: Number },
    two: { type: Boolean },
    words: {},
    width: { state: true },
  };
  static override styles = sheet(`
    :host { display: block; position: relative; height: 44px; min-width: 0; } svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
    input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; margin: 0; cursor: pointer; }
    :host(:focus-within) svg { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
    .past { fill: var(--sunken); } .middle { stroke: var(--line); } path { fill: none; stroke-linecap: round; }
    .max, .s0 { stroke: var(--max); } .min, .s1 { stroke: var(--min); } .chance, .s3 { stroke: var(--chance); } .s2 { stroke: var(--win); } .leaf { stroke: var(--ink-3); } .cut { stroke: var(--ink); stroke-width: 1.8; }
    .head { fill: var(--now); stroke: var(--ink); stroke-width: 1; }`);
  declare bars: readonly TimelineBar[];
  declare at: number;
  declare last: number;
  declare two: boolean;
  declare words: string;
  declare width: number;
  private drawn: { bars: readonly TimelineBar[]; width: number; shapes: TemplateResult | unknown } | null = null;
  private watcher = new ResizeObserver(([entry]) => (this.width = entry!.contentRect.width));
  constructor() {
    super();
    this.bars = [];
    this.at = this.last = 0;
    this.two = false;
    this.words = "";
    this.width = 600;
  }
  override connectedCallback(): void {
    super.connectedCallback();
    this.watcher.observe(this);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watcher.disconnect();
  }

  /** One path for each colour: the bars do not change while one steps. */
  private shapes(): unknown {
    if (this.drawn?.bars === this.bars && this.drawn.width === this.width) return this.drawn.shapes;
    const paths = new Map<string, string>();
    const cuts: string[] = [];
    const deepest = Math.max(1, ...this.bars.map(({ depth }) => depth));
    const room = this.two ? HEIGHT / 2 - 6 : HEIGHT - 12;
    for (const { at, depth, role, cut, track } of this.bars) {
      const x = at * this.width;
      const long = 2 + (room - 3) * (depth / deepest);
      const base = this.two ? HEIGHT / 2 + (track === 0 ? 3 : -3) : HEIGHT - 5;
      const tip = this.two && track === 0 ? base + long : base - long;
      paths.set(role, `${paths.get(role) ?? ""}M${x.toFixed(1)} ${base}V${tip.toFixed(1)}`);
      if (cut) cuts.push(`M${(x - 4).toFixed(1)} ${(tip - 3).toFixed(1)}l8 6m0 -6l-8 6`);
    }
    const count = Math.max(1, this.bars.filter(({ track }) => track === 0).length);
    const thick = Math.max(1, Math.min(5, (this.width / count) * 0.45));
    const shapes = svg`${[...paths].map(([role, d]) => svg`<path class=${role} stroke-width=${thick} d=${d}></path>`)}${cuts.length > 80 ? nothing : svg`<path class="cut" d=${cuts.join("")}></path>`}`;
    this.drawn = { bars: this.bars, width: this.width, shapes };
    return shapes;
  }

  override render(): TemplateResult {
    const x = ((this.at + 0.5) / (this.last + 1)) * this.width;
    return html`<svg aria-hidden="true"><rect class="past" width=${Math.max(0, x)} height="100%" rx="4"></rect>${this.two ? svg`<line class="middle" x1="0" x2="100%" y1="22" y2="22"></line>` : nothing}
      ${this.shapes()}<rect class="head" x=${x - 2.5} y="-2" width="5" height="48" rx="2"></rect></svg>
      <input type="range" min="0" max=${this.last} .value=${String(this.at)} aria-label="Step of the search" aria-valuetext=${this.words}
        @input=${(event: Event) => this.dispatchEvent(new CustomEvent("seek", { detail: Number((event.target as HTMLInputElement).value), bubbles: true, composed: true }))}>`;
  }
}
customElements.define("halfmove-timeline", HalfmoveTimeline);
