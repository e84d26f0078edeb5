// Playing cards: a rank and the letter of a suit, or the back of a card.
import { svg, nothing, type SVGTemplateResult } from "lit";

/** Suits around their middle, from -1 to 1. */
const SUITS: Record<string, string> = {
  S: "M0 -1C.2 -.55 .95 -.2 .95 .3C.95 .7 .4 .8 .12 .5C.15 .75 .25 .9 .4 1H-.4C-.25 .9 -.15 .75 -.12 .5C-.4 .8 -.95 .7 -.95 .3C-.95 -.2 -.2 -.55 0 -1Z",
  H: "M0 1C-.3 .5 -1 .1 -1 -.4C-1 -.9 -.3 -1 0 -.5C.3 -1 1 -.9 1 -.4C1 .1 .3 .5 0 1Z",
  D: "M0 -1L.75 0L0 1L-.75 0Z",
  C: "M0 -1A.45 .45 0 0 1 .4 -.34A.47 .47 0 1 1 .12 .48C.15 .75 .25 .9 .4 1H-.4C-.25 .9 -.15 .75 -.12 .48A.47 .47 0 1 1 -.4 -.34A.45 .45 0 0 1 0 -1Z",
};

export function card(letter: string, width: number, height: number): SVGTemplateResult {
  const face = svg`<rect class="card ${letter ? "face" : "back"}" x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx="4"></rect>`;
  if (!letter)
    return svg`${face}<rect class="card border" x=${-width / 2 + 3} y=${-height / 2 + 3} width=${width - 6} height=${height - 6} rx="2"></rect>`;
  const suit = letter.length > 1 ? letter.at(-1)! : "";
  const shape = SUITS[suit];
  const rank = shape ? letter.slice(0, -1) : letter;
  const colour = suit === "H" || suit === "D" ? "red" : "black";
  return svg`${face}<text class="rank ${colour}" y=${shape ? -height * 0.08 : height * 0.14} font-size=${height * 0.42}>${rank === "T" ? "10" : rank}</text>
    ${shape ? svg`<path class="suit ${colour}" transform="translate(0 ${height * 0.25}) scale(${width * 0.26})" d=${shape}></path>` : nothing}`;
}
