import { html, type TemplateResult } from "lit";
import { icon } from "../icons";

const KEYS: [string, [string, string][]][] = [
  [
    "Everywhere",
    [
      ["/", "open a game, a tree, a position"],
      ["?", "this sheet"],
      ["Esc", "close, let go"],
      ["Tab", "rooms, setup, board, controls, analysis"],
    ],
  ],
  [
    "Play",
    [
      ["← →", "back and on through the actions"],
      ["Home End", "the start, the end"],
      ["space", "play the best line"],
      ["Z", "undo"],
      ["H", "hint"],
      ["F", "flip the board"],
      ["E", "edit the position"],
      ["L", "lines on or off"],
    ],
  ],
  [
    "On a board",
    [
      ["arrows", "from cell to cell; in sliding games, slide"],
      ["Enter", "pick up, put down"],
      ["letters", "type an action: a column, a square, Nf3"],
      ["Esc", "let go"],
    ],
  ],
  [
    "Watch",
    [
      ["← →", "one step back, one step on"],
      ["Home End", "the first step, the last"],
      ["space", "run and pause"],
    ],
  ],
  [
    "On a tree",
    [
      ["↑ ↓", "parent, first child"],
      ["← →", "neighbours on the same level"],
      ["Enter", "go to this node; in a quiz, mark it"],
    ],
  ],
];

export function helpSheet(close: () => void): TemplateResult {
  return html`<section class="sheet panel" aria-label="All keys"><header><h2>All keys</h2><button class="icon" aria-label="Close" @click=${close}>${icon("close")}</button></header>
    <div class="in sheetgrid">${KEYS.map(([title, keys]) => html`<div><h3>${title}</h3><dl class="keysheet">${keys.map(([key, text]) => html`<dt>${key.split(" ").map((part) => html`<kbd>${part}</kbd>`)}</dt><dd>${text}</dd>`)}</dl></div>`)}</div>
    <p class="in quiet">Keys are off while a field is edited.</p></section>`;
}
