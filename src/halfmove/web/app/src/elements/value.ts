// <halfmove-value>: how much of the game is the first seat's, as a bar beside the board.
import { LitElement, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { sheet } from "./css";

export class HalfmoveValue extends LitElement {
  static override properties = {
    share: { attribute: false },
    flipped: { type: Boolean, reflect: true },
    seats: { attribute: false },
  };
  static override styles = sheet(`
    :host { display: block; position: relative; border-radius: 6px; overflow: hidden; background: var(--sunken); min-height: 10px; }
    svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
    .second { fill: var(--min); } .first { fill: var(--max); transition: y var(--m-panel) var(--ease), height var(--m-panel) var(--ease), width var(--m-panel) var(--ease); }
    .notch { stroke: var(--surface); stroke-width: 2; vector-effect: non-scaling-stroke; } .lying { display: none; }
    @media (max-width: 719px) { .standing { display: none; } .lying { display: block; } }
    @media (prefers-reduced-motion: reduce) { .first { transition: none; } }`);
  declare share: number | null;
  declare flipped: boolean;
  declare seats: readonly string[];
  constructor() {
    super();
    this.share = null;
    this.flipped = false;
    this.seats = [];
  }
  override render(): TemplateResult {
    const known = this.share !== null;
    const part = Math.round((this.share ?? 0.5) * 1000) / 10;
    const words = known
      ? `${this.seats[0] || "The first seat"} has ${Math.round(part)} percent`
      : "Nobody knows yet who is ahead";
    const bars = (shape: SVGTemplateResult, cls: string) =>
      html`<svg class=${cls} viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label=${words}>${shape}</svg>`;
    return html`${bars(standing(part, this.flipped, known), "standing")}${bars(lying(part, known), "lying")}`;
  }
}

function standing(part: number, flipped: boolean, known: boolean): SVGTemplateResult {
  return svg`${known ? svg`<rect class="second" width="100" height="100"></rect><rect class="first" width="100" y=${flipped ? 0 : 100 - part} height=${part}></rect>` : nothing}<path class="notch" d="M0 50H100"></path>`;
}
function lying(part: number, known: boolean): SVGTemplateResult {
  return svg`${known ? svg`<rect class="second" width="100" height="100"></rect><rect class="first" width=${part} height="100"></rect>` : nothing}<path class="notch" d="M50 0V100"></path>`;
}

customElements.define("halfmove-value", HalfmoveValue);
