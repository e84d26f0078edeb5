// <halfmove-window>: alpha, beta and the value on a number line from minus to plus infinity.
import { LitElement, html, svg, nothing, type TemplateResult } from "lit";
import { number } from "../words";
import { sheet } from "./css";

const [LEFT, RIGHT, FROM, TO] = [14, 346, 44, 316]; // infinities, and the least and greatest number

export class HalfmoveWindow extends LitElement {
  static override properties = {
    alpha: { attribute: false },
    beta: { attribute: false },
    value: { attribute: false },
    low: { type: Number },
    high: { type: Number },
    shut: { type: Boolean },
    small: { type: Boolean, reflect: true },
  };
  static override styles = sheet(`
    :host { display: block; } svg { display: block; width: 100%; height: auto; overflow: visible; }
    text { font: 700 13px var(--mono); text-anchor: middle; fill: var(--ink); } :host([small]) text { font-size: 21px; } .tick, .line { stroke: var(--line-2); fill: none; } .line { stroke-width: 1.5; }
    .span { fill: var(--now); opacity: .55; } .span.shut { opacity: .25; } .a path { stroke: var(--max); } .b path { stroke: var(--min); } .a path, .b path { stroke-width: 4; stroke-linecap: round; }
    .a text { fill: var(--max); } .b text { fill: var(--min); } .ring { fill: var(--surface); stroke: var(--ink); stroke-width: 2.5; }
    g { transition: transform var(--m-step) var(--ease); } @media (prefers-reduced-motion: reduce) { g { transition: none; } }`);
  declare alpha: number | null;
  declare beta: number | null;
  declare value: number | null;
  declare low: number;
  declare high: number;
  declare shut: boolean;
  declare small: boolean;
  constructor() {
    super();
    this.alpha = this.beta = this.value = null;
    [this.low, this.high, this.shut, this.small] = [0, 1, false, false];
  }
  override render(): TemplateResult {
    const span = this.high - this.low || 1;
    const x = (n: number) => Math.max(LEFT, Math.min(RIGHT, FROM + ((n - this.low) / span) * (TO - FROM)));
    const a = this.alpha === null ? LEFT : x(this.alpha);
    const b = this.beta === null ? RIGHT : x(this.beta);
    const words = `The window is from ${this.alpha === null ? "minus infinity" : number(this.alpha)} to ${this.beta === null ? "plus infinity" : number(this.beta)}${this.value === null ? "" : `, the value ${number(this.value)}`}`;
    const wide = this.small ? 46 : 26; // half the width of a label
    const near = Math.abs(b - a) < 2 * wide;
    return html`<svg viewBox="0 0 360 74" role="img" aria-label=${words}><path class="line" d="M${LEFT} 40H${RIGHT}"></path>
      ${[0, 1, 2, 3].map((i) => svg`<path class="tick" d="M${FROM + ((TO - FROM) * i) / 3} 37v6"></path>`)}
      <rect class="span ${this.shut || b <= a ? "shut" : ""}" x=${Math.min(a, b)} y="34" width=${Math.max(1, Math.abs(b - a))} height="12" rx="3"></rect>
      <g class="a" transform="translate(${a} 0)"><path d="M0 28V52"></path><text x=${Math.max(LEFT + wide - a, near ? -wide : 0)} y="18">α ${this.alpha === null ? "−∞" : number(this.alpha)}</text></g>
      <g class="b" transform="translate(${b} 0)"><path d="M0 28V52"></path><text x=${Math.min(RIGHT - wide - b, near ? wide : 0)} y="18">β ${this.beta === null ? "+∞" : number(this.beta)}</text></g>
      ${this.value === null ? nothing : svg`<g transform="translate(${x(this.value)} 0)"><circle class="ring" cy="40" r="7"></circle><text y="69">${number(this.value)}</text></g>`}</svg>`;
  }
}
customElements.define("halfmove-window", HalfmoveWindow);
