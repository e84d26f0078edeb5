// <halfmove-board>: any board from the server's description. It knows no rules: it is told which touches mean what.
import { LitElement, html, svg, nothing, type PropertyValues, type SVGTemplateResult, type TemplateResult } from "lit";
import type { Action, Board, Mark, Picture, Piece } from "../protocol";
import { chip, marked, outline, pieces, veils } from "../board/draw";
import { ground } from "../board/ground";
import { CELL, layoutOf, neighbour, type Layout, type Spot } from "../board/layout";
import { cube, dice } from "../board/things";
import { targets, touch, typed } from "../board/touch";
import { plainBoard } from "../board/plain";
import { treeBoard } from "../board/treeboard";
import { calm, sheet } from "./css";
import boardCss from "../styles/board.css?inline";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const LABEL = 14.5; // pixels: names beside the board, however large it is
const CHIP_ROOM = 34; // above boards into which pieces are dropped
const SHORTCUTS = "zhfel"; // letters that the page knows
const SWIPE = 36; // pixels
const TYPING_PAUSE = 1500; // milliseconds after which typing begins anew

export class HalfmoveBoard extends LitElement {
  static override styles = sheet(boardCss);
  static override properties = {
    board: { attribute: false },
    picture: { attribute: false },
    legal: { attribute: false },
    marks: { attribute: false },
    values: { attribute: false },
    hint: { attribute: false },
    text: { attribute: false },
    was: { attribute: false },
    label: {},
    flipped: { type: Boolean },
    small: { type: Boolean, reflect: true },
    chips: { type: Boolean },
    wide: { state: true },
    picked: { state: true },
    focused: { state: true },
    choices: { state: true },
    dragged: { state: true },
  };
  declare board: Board | null;
  declare picture: Picture | null;
  declare legal: readonly Action[];
  declare marks: readonly number[];
  declare values: ReadonlyMap<string, Mark>;
  declare hint: Action | null;
  declare text: string;
  declare was: string; // the text before the last action
  declare label: string;
  declare flipped: boolean;
  declare small: boolean;
  declare chips: boolean; // whether room is kept for what is proven of actions
  declare wide: number;
  declare picked: number[];
  declare focused: number;
  declare choices: Action[];
  declare dragged: { cell: number; x: number; y: number } | null;
  private layout: Layout | null = null;
  private typing = "";
  private typedAt = 0;
  private pressed = -1;
  private byMouse = true; // how the board was reached
  private downAt = { x: 0, y: 0 };
  private earlier: Piece[] = [];
  private watcher = new ResizeObserver(([entry]) => {
    const { width } = entry!.contentRect;
    if (Math.abs(width - this.wide) > 0.05 * width) this.wide = width;
  });

  constructor() {
    super();
    this.board = this.picture = this.hint = this.dragged = null;
    this.legal = this.marks = this.picked = this.choices = [];
    this.values = new Map();
    this.text = this.was = this.label = "";
    this.flipped = this.small = this.chips = false;
    this.wide = 0;
    this.focused = -1;
  }

  override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("board") || changed.has("flipped") || changed.has("small") || changed.has("chips"))
      this.layout = this.board && this.board.cells.length ? this.laidOut(this.board) : null;
    if (changed.has("legal")) [this.picked, this.choices] = [[], []];
    if (changed.has("picture")) this.earlier = (changed.get("picture") as Picture | null)?.pieces ?? [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.watcher.observe(this);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watcher.disconnect();
  }

  private laidOut(board: Board): Layout {
    const layout = layoutOf(board, this.flipped, this.small);
    if (!board.drop || this.small || !this.chips) return layout;
    const { x, y, width, height } = layout.box;
    return { ...layout, box: { x, y: y - CHIP_ROOM, width, height: height + CHIP_ROOM } };
  }

  /** The proportions of the drawing, for the page around it: its shape, and what is above and below the board itself. */
  get proportions(): { ratio: number; above: number; below: number } {
    const { box, board } = this.layout ?? {};
    if (!box || !board) return { ratio: 1, above: 0, below: 0 };
    return {
      ratio: box.width / box.height,
      above: (board.y - box.y) / box.width,
      below: (box.y + box.height - board.y - board.height) / box.width,
    };
  }

  override render(): TemplateResult {
    const { board, picture, layout } = this;
    if (!board || !picture) return html`<div class="blank"></div>`;
    if (board.kind === "tree" && board.nodes)
      return treeBoard(board.nodes, picture.node, this.label, this.legal, (action) => this.say(action), this.small);
    if (!layout) return plainBoard(picture, this.text, this.was, this.small);
    const { x, y, width, height } = layout.box;
    const type = (LABEL * width) / (this.wide || 600);
    const cells = this.small ? nothing : this.cells(board, layout);
    const role = this.small ? "img" : layout.rows ? "grid" : "listbox";
    return html`<svg viewBox="${x} ${y} ${width} ${height}" class="board ${board.kind} ${this.legal.length ? "live" : ""}" role=${role} aria-label=${this.label || "Board"}
        @keydown=${this.onKey} @keyup=${this.onKeyUp} @pointerdown=${this.onDown} @pointermove=${this.onMove} @pointerup=${this.onUp} @click=${this.onClick}>
        ${ground(board, layout)}
        ${layout.labels.map((label) => svg`<text class="coord ${label.side}" font-size=${type} x=${label.x} y=${label.y}>${label.text}</text>`)}
        ${marked(board, layout, this.marks)}
        ${pieces(board, picture, layout, this.dragged)}
        ${veils(board, layout, picture)}
        ${this.small ? nothing : this.overlay(board, layout, picture)}
        ${cells}
      </svg>${this.choices.length ? this.chooser() : nothing}`;
  }

  private chooser(): TemplateResult {
    return html`<div class="chooser" role="group" aria-label="Which action">
      ${this.choices.map((action) => html`<button @click=${() => this.say(action)}>${action.name}</button>`)}
      <button class="quiet" @click=${() => ([this.picked, this.choices] = [[], []])}>Cancel</button></div>`;
  }

  /** What is said on top of the pieces: targets, what is picked up, the hint, and what is known of actions. */
  private overlay(board: Board, layout: Layout, picture: Picture): SVGTemplateResult {
    const next = targets(this.legal, this.picked);
    const occupied = new Set(picture.pieces.map(({ at }) => at));
    const start = this.picked.length === 0;
    const quiet = start && this.legal.some(({ clicks }) => clicks.length > 1); // what can be picked up is not marked
    return svg`${dice(picture, layout.board)}${cube(picture, layout.board, layout, this.flipped)}
      ${quiet ? nothing : [...next].map(([cell, takes]) => this.target(board, layout.spots[cell]!, takes || occupied.has(cell)))}
      ${this.picked.map((cell) => outline(board, layout.spots[cell]!, "picked", 1.5))}
      ${this.hint ? this.arrow(layout, this.hint) : nothing}
      ${this.known(board, layout)}`;
  }

  private target(board: Board, spot: Spot, taken: boolean): SVGTemplateResult {
    if (board.drop) return svg`<circle class="target ring" cx=${spot.x} cy=${spot.y} r=${CELL * 0.4}></circle>`;
    if (["pit", "object", "store", "tray", "bar"].includes(spot.shape)) return outline(board, spot, "target ring", 1);
    if (spot.shape === "up" || spot.shape === "down") {
      const y = spot.shape === "up" ? spot.y + spot.h / 2 - 18 : spot.y - spot.h / 2 + 18;
      return svg`<circle class="target ring" cx=${spot.x} cy=${y} r="16"></circle>`;
    }
    if (taken) return svg`<circle class="target ring" cx=${spot.x} cy=${spot.y} r=${CELL * 0.44}></circle>`;
    const many = this.legal.length > 40;
    if (this.legal.length > 60) return svg``; // nearly everywhere: what can be touched shows itself
    return svg`<circle class="target dot ${many ? "faint" : ""}" cx=${spot.x} cy=${spot.y} r=${many ? CELL * 0.07 : board.set === "marks" ? CELL * 0.08 : CELL * 0.13}></circle>`;
  }

  private known(board: Board, layout: Layout): unknown {
    if (!this.values.size) return nothing;
    const depth = this.picked.length;
    return this.legal.map((action) => {
      const mark = this.values.get(action.name);
      const cell = action.clicks[depth];
      if (
        !mark ||
        cell === undefined ||
        action.clicks.length !== depth + 1 ||
        !this.picked.every((place, i) => action.clicks[i] === place)
      )
        return nothing;
      const { x, y } = layout.spots[cell]!;
      return chip(mark, x, board.drop ? layout.board.y - 17 : y, board.drop ? 19 : 18);
    });
  }

  /** From where an action begins to where it ends; a ring where that is one place. */
  private arrow(layout: Layout, action: Action): unknown {
    const [from, to] = [layout.spots[action.clicks[0] ?? -1], layout.spots[action.clicks.at(-1) ?? -1]];
    if (!from || !to) return nothing;
    if (from === to) return svg`<circle class="hint" cx=${from.x} cy=${from.y} r=${CELL * 0.3}></circle>`;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const end = length - 2;
    return svg`<path class="arrow" transform="translate(${from.x} ${from.y}) rotate(${angle})" d="M8-3.500H${end - 16}V-11L${end} 0 ${end - 16} 11V3.500H8z"></path>`;
  }

  private cells(board: Board, layout: Layout): unknown {
    const next = targets(this.legal, this.picked);
    const standing = new Map<number, string[]>();
    for (const piece of this.picture!.pieces)
      standing.set(piece.at, [...(standing.get(piece.at) ?? []), piece.words ?? piece.letter]);
    const focus = this.focusCell();
    const role = layout.rows ? "gridcell" : "option";
    const draw = (cell: number) => {
      const spot = layout.spots[cell]!;
      if (spot.shape === "wall") return nothing;
      const can = next.has(cell) ? (this.picked.length ? "can go here" : "can be chosen") : "";
      const picked = this.picked.includes(cell);
      const unseen = this.picture!.hidden.includes(cell) ? "not seen" : "";
      const label = [spot.name, ...(standing.get(cell) ?? []), unseen, picked ? "picked up" : can]
        .filter(Boolean)
        .join(", ");
      return svg`<g class="cell ${next.has(cell) ? "can" : ""}" role=${role} id="c${cell}" data-cell=${cell} tabindex=${cell === focus ? 0 : -1} aria-label=${label} aria-selected=${picked}
        @focus=${() => (this.focused = cell)}>${outline(board, spot, "hit")}${outline(board, spot, "ring outer", 1.2)}${outline(board, spot, "ring inner", 3.2)}</g>`;
    };
    return layout.rows
      ? layout.rows.map((row) => svg`<g role="row">${row.map(draw)}</g>`)
      : layout.spots.map((_, cell) => draw(cell));
  }

  private focusCell(): number {
    if (this.layout?.spots[this.focused]) return this.focused;
    return this.legal[0]?.clicks[0] ?? this.layout?.spots.findIndex((spot) => spot.shape !== "wall") ?? 0;
  }

  /** Touch a cell, as a click, a tap or Enter does. */
  touch(cell: number): void {
    this.dispatchEvent(new CustomEvent("cell", { detail: cell, bubbles: true, composed: true }));
    if (!this.legal.length) return;
    const meant = this.board?.drop ? this.inColumn(cell) : cell;
    const { picked, play, choose } = touch(this.legal, this.picked, meant);
    this.picked = picked;
    this.choices = choose ?? [];
    if (play) this.say(play);
  }

  private inColumn(cell: number): number {
    const { spots } = this.layout!;
    return (
      [...targets(this.legal, this.picked).keys()].find((target) => Math.abs(spots[target]!.x - spots[cell]!.x) < 1) ??
      cell
    );
  }

  private say(action: Action): void {
    [this.picked, this.choices] = [[], []];
    this.dispatchEvent(new CustomEvent("action", { detail: action.name, bubbles: true, composed: true }));
  }

  private cellOf(event: Event): number {
    const found = event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-cell"));
    return found instanceof Element ? Number(found.getAttribute("data-cell")) : -1;
  }

  /** A swipe means what an arrow key means, where the game says so. */
  private swiped(event: PointerEvent): boolean {
    const [dx, dy] = [event.clientX - this.downAt.x, event.clientY - this.downAt.y];
    if (!this.legal.some(({ key }) => key) || Math.hypot(dx, dy) < SWIPE) return false;
    const way = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";
    const meant = this.legal.find(({ key }) => key === way);
    if (meant) this.say(meant);
    return true;
  }

  private onDown(event: PointerEvent): void {
    this.downAt = { x: event.clientX, y: event.clientY };
    this.byMouse = true;
    const cell = this.cellOf(event);
    this.pressed = cell;
    if (cell < 0 || event.button) return;
    this.focused = cell;
    this.touch(cell);
  }

  private onMove(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || !event.buttons || this.pressed < 0 || !this.picked.includes(this.pressed))
      return;
    const drawing = this.renderRoot.querySelector("svg")!;
    const matrix = drawing.getScreenCTM()?.inverse();
    if (!matrix || !["squares", "points", "maze"].includes(this.board!.kind)) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const spot = this.layout!.spots[this.pressed]!;
    if (this.dragged || Math.hypot(x - spot.x, y - spot.y) > CELL / 4) this.dragged = { cell: this.pressed, x, y };
  }

  private onUp(event: PointerEvent): void {
    if (this.swiped(event)) return;
    const over = (this.renderRoot as ShadowRoot).elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    const cell = over ? Number(over.getAttribute("data-cell")) : -1;
    const moved = cell !== this.pressed && this.picked.includes(this.pressed);
    this.pressed = -1;
    if (this.dragged) this.earlier = []; // it already is where it was dropped
    this.dragged = null;
    if (moved && cell >= 0) this.touch(cell);
  }

  private onClick(event: MouseEvent): void {
    if (event.detail === 0) this.touch(this.cellOf(event)); // from a screen reader, without a pointer
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (event.key.length > 1) this.byMouse = false; // arrows, Enter, Tab
    if (arrow) {
      const named = event.key.slice(5).toLowerCase();
      const meant = this.legal.find(({ key }) => key === named);
      if (meant) this.say(meant);
      else this.focusOn(neighbour(this.layout!.spots, this.focusCell(), ...arrow));
    } else if (event.key === "Enter" || (event.key === " " && !this.typing)) this.touch(this.focusCell());
    else if (event.key === "Escape") {
      if (!this.picked.length && !this.typing) return;
      [this.picked, this.choices, this.typing] = [[], [], ""];
    } else if (event.key.length !== 1 || this.isShortcut(event) || !this.typeKey(event.key, event.timeStamp)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whoever came by mouse means undo by Z and a hint by H; whoever came by keyboard types actions. */
  private isShortcut(event: KeyboardEvent): boolean {
    const typing = this.typing && event.timeStamp - this.typedAt < TYPING_PAUSE;
    return !typing && this.byMouse && SHORTCUTS.includes(event.key.toLowerCase());
  }

  /** Letters on a board name an action; those that cannot are left to the page. */
  typeKey(key: string, now: number): boolean {
    const before = now - this.typedAt < TYPING_PAUSE ? this.typing : "";
    const { action, open } = typed(this.legal, before + key);
    if (!open) return false;
    [this.typing, this.typedAt] = [action ? "" : before + key, now];
    if (action) this.say(action);
    this.dispatchEvent(new CustomEvent("typing", { detail: this.typing, bubbles: true, composed: true }));
    return true;
  }

  /** Tab brings here whoever uses the keyboard: the key that did it is let go on the board. */
  private onKeyUp(event: KeyboardEvent): void {
    if (event.key === "Tab") this.byMouse = false;
  }

  private focusOn(cell: number): void {
    this.focused = cell;
    void this.updateComplete.then(() => this.renderRoot.querySelector<SVGGElement>(`#c${cell}`)?.focus());
  }

  /** The last action moves its piece; nothing else moves. */
  override updated(changed: PropertyValues<this>): void {
    if (!changed.has("picture") || !this.earlier.length || this.small || calm() || !this.layout) return;
    const { spots } = this.layout;
    const same = (a: Piece, b: Piece) => a.letter === b.letter && a.seat === b.seat;
    const now = this.picture!.pieces;
    for (const piece of now) {
      if (
        !this.marks.includes(piece.at) ||
        this.earlier.some((old) => old.at === piece.at && same(old, piece) && old.count === piece.count)
      )
        continue;
      const from = this.earlier.find(
        (old) => same(old, piece) && this.marks.includes(old.at) && !now.some((other) => other.at === old.at),
      );
      const [a, b] = [from ? spots[from.at] : undefined, spots[piece.at]];
      const drop = this.board!.drop && b ? { x: b.x, y: -CELL / 2 } : undefined;
      const start = a ?? drop;
      if (!start || !b || ["pits", "backgammon", "heaps"].includes(this.board!.kind)) continue;
      const time = Number.parseInt(getComputedStyle(this).getPropertyValue("--m-piece")) || 180;
      this.renderRoot
        .querySelector(`.piece[data-at="${piece.at}"]`)
        ?.animate(
          [{ transform: `translate(${start.x}px, ${start.y}px)` }, { transform: `translate(${b.x}px, ${b.y}px)` }],
          { duration: time, easing: "cubic-bezier(.2,.7,.2,1)" },
        );
    }
  }
}

customElements.define("halfmove-board", HalfmoveBoard);
declare global {
  interface HTMLElementTagNameMap {
    "halfmove-board": HalfmoveBoard;
  }
}
