// The elements alone, in one module: for notebooks (anywidget calls `render`) and for pages of a single file (`show`).
import "./elements/all";
import { complete } from "./complete";
import tokens from "./styles/tokens.css?inline";
import { StoryPlayer } from "./elements/player";
import type { Board, Picture, Step, TreeNode, WatchNode, Watched } from "./protocol";

/** What is shown: a watched search with its nodes and steps, or a board. */
export interface Shown {
  watch?: Watched;
  nodes?: WatchNode[];
  steps?: Step[];
  tree?: TreeNode[];
  pictures?: Record<string, Picture>;
  board?: Board;
  picture?: Picture;
  marks?: number[];
  text?: string;
  label?: string;
  theme?: "light" | "dark";
}

/** Tokens on this element, not on a page that is not ours; fonts are the reader's own. */
function dress(element: HTMLElement, theme: string): void {
  const rules = tokens.replaceAll(":root", ".halfmove").replaceAll('[data-theme="', '.halfmove[data-theme="');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `${rules} .halfmove { display: block; background: var(--surface); color: var(--ink); font-family: var(--sans); border-radius: 8px; }`,
  );
  const root = element.getRootNode() as Document | ShadowRoot;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  element.classList.add("halfmove");
  element.dataset["theme"] = theme;
}

export function show(element: HTMLElement, given: Shown): void {
  const data = complete({ ...given } as Shown & Record<string, unknown>);
  dress(element, data.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  if (data.watch && data.nodes && data.steps) {
    const player = document.createElement("halfmove-player") as StoryPlayer;
    player.data = data;
    element.replaceChildren(player);
  } else if (data.board && data.picture) {
    const board = document.createElement("halfmove-board");
    Object.assign(board, {
      board: data.board,
      picture: data.picture,
      marks: data.marks ?? [],
      text: data.text ?? "",
      label: data.label ?? "Board",
    });
    element.replaceChildren(board);
  }
}

/** anywidget: `value` of the model is what `show` takes. */
function render({
  model,
  el,
}: {
  model: { get(name: string): Shown; on(event: string, run: () => void): void };
  el: HTMLElement;
}): void {
  const draw = () => show(el, model.get("value"));
  model.on("change:value", draw);
  draw();
}

export default { render };
