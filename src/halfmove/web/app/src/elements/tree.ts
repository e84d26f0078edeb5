// <halfmove-tree>: a tree as it looks at one moment of a search.
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Board } from "../protocol";
import { UNSEEN, type Item, type Look } from "../tree/items";
import { layoutTree, type TreeLayout } from "../tree/layout";
import { BOARD_WIDTH, LEAF_WIDTH, NODE_WIDTH, TreeDrawing, type Scene } from "../tree/drawing";
import { sheet } from "./css";
import treeCss from "../styles/tree.css?inline";
import boardCss from "../styles/board.css?inline";

const [LEAST_LEVEL, LEAST_OF_BOARDS, MOST_LEVEL] = [104, 134, 216]; // from one level to the next
const MARGIN = { top: 62, side: 20, bottom: 44 };
const NOTE = 11.5; // pixels of the screen: names and windows
const LARGEST = 1.25; // pixels of the screen for a unit of the drawing
const WHY_ROOM = 44; // for the reason of a cut
const LETTER = 6.9; // width of a letter of the reason
const NONE: ReadonlySet<number> = new Set();

export class HalfmoveTree extends LitElement {
  static override styles = [sheet(treeCss), sheet(boardCss)];
  static override properties = {
    items: { attribute: false },
    looks: { attribute: false },
    path: { attribute: false },
    best: { attribute: false },
    cuts: { attribute: false },
    now: { attribute: false },
    moment: { attribute: false },
    why: { attribute: false },
    board: { attribute: false },
    signs: { attribute: false },
    swapped: { type: Boolean },
    zoom: { type: Number },
    least: { type: Number },
    label: {},
    cursor: { state: true },
    size: { state: true },
    plain: { type: Boolean },
  };
  declare items: readonly Item[];
  declare looks: ReadonlyMap<number, Look>;
  declare path: ReadonlySet<number>;
  declare best: ReadonlySet<number>;
  declare cuts: ReadonlySet<number>;
  declare now: number | null;
  declare moment: number; // changes when `looks` did
  declare why: { node: number; text: string } | null;
  declare board: Board | null;
  declare signs: ReadonlyMap<number, string>;
  declare swapped: boolean;
  declare plain: boolean; // without windows above the nodes and reasons below, as on a board
  declare zoom: number;
  declare least: number; // how wide a node is at least
  declare label: string;
  declare cursor: number | null;
  declare size: { width: number; height: number };
  private drawing: TreeDrawing | null = null;
  private layout: TreeLayout = { at: new Map(), width: 1, height: 1 };
  private watcher = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    if (Math.abs(width - this.size.width) > 8 || Math.abs(height - this.size.height) > 8) this.size = { width, height };
  });

  constructor() {
    super();
    this.items = [];
    this.looks = new Map();
    this.path = this.best = this.cuts = NONE;
    this.now = this.cursor = this.why = this.board = null;
    this.signs = new Map();
    this.swapped = this.plain = false;
    this.zoom = 1;
    this.moment = 0;
    this.least = 0;
    this.label = "A tree";
    this.size = { width: 640, height: 480 };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.watcher.observe(this);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watcher.disconnect();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("items") || changed.has("size") || changed.has("board")) this.layout = this.laidOut();
    if (changed.has("items") && this.cursor !== null && !this.layout.at.has(this.cursor)) this.cursor = null;
  }

  /** As high as the room that there is, within limits. */
  private laidOut(): TreeLayout {
    const inner = Math.max(this.least, this.board ? BOARD_WIDTH : NODE_WIDTH);
    const flat = layoutTree(this.items, { leaf: LEAF_WIDTH, inner, level: 1 });
    if (flat.height === 0) return flat;
    const whole = this.boxWidth(flat.width) * (this.size.height / Math.max(this.size.width, 1));
    const level = (whole - MARGIN.top - MARGIN.bottom - WHY_ROOM) / flat.height;
    return layoutTree(this.items, {
      leaf: LEAF_WIDTH,
      inner,
      level: Math.max(this.board ? LEAST_OF_BOARDS : LEAST_LEVEL, Math.min(MOST_LEVEL, level)),
    });
  }

  /** A small tree is not blown up beyond all measure. */
  private boxWidth(width: number): number {
    return Math.max(width + 2 * MARGIN.side, this.size.width / LARGEST);
  }

  override render(): TemplateResult {
    const { width, height } = this.layout;
    const top = this.plain ? 40 : MARGIN.top;
    const whole = this.boxWidth(width);
    const scale = (this.zoom * this.size.width) / whole;
    this.style.setProperty("--note", `${Math.max(14, Math.min(18, NOTE / scale))}px`); // names stay readable where a tree is small
    const box = `${(width - whole) / 2} ${-top} ${whole} ${height + top + MARGIN.bottom + (this.plain ? 0 : WHY_ROOM)}`;
    return html`<div class="scroll" part="scroll"><svg class="canvas" viewBox=${box} width="${this.zoom * 100}%" height=${this.zoom === 1 ? "100%" : `${this.zoom * this.size.height}`}
      preserveAspectRatio="xMidYMid meet" tabindex="0" role="tree" aria-label=${this.label}
      aria-activedescendant=${this.cursor === null ? nothing : `n${this.cursor}`}
      @keydown=${this.onKey} @click=${this.onClick} @blur=${() => (this.cursor = null)}>
      <defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="6" height="6"></rect><path class="hatch-line" d="M0 0v6"></path></pattern></defs>
      <g class="drawing"></g><g class="why"><path></path><rect height="28" rx="6"></rect><text y="18.500"></text></g></svg></div>`;
  }

  override updated(changed: PropertyValues<this>): void {
    const root = this.renderRoot.querySelector<SVGSVGElement>("svg.canvas")!;
    this.drawing ??= new TreeDrawing(root.querySelector(".drawing") as unknown as SVGSVGElement);
    const scene: Scene = {
      items: this.items,
      layout: this.layout,
      looks: this.looks,
      unseen: UNSEEN,
      path: this.path,
      best: this.best,
      cuts: this.cuts,
      now: this.now,
      board: this.board,
      swapped: this.swapped,
      signs: this.signs,
    };
    if (changed.has("items") || changed.has("size") || changed.has("board")) {
      this.drawing.draw(scene);
      this.describe();
    } else this.drawing.paint(scene);
    this.showWhy(root);
    if (changed.has("cursor")) this.showCursor(changed.get("cursor") as number | null | undefined);
    if (changed.has("now") || changed.has("zoom")) this.keepInView();
  }

  private describe(): void {
    const depth = new Map<number, number>();
    for (const { id, parent, label, role } of this.items) {
      depth.set(id, parent === null ? 1 : (depth.get(parent) ?? 1) + 1);
      const node = this.drawing!.element(id)!;
      node.setAttribute("role", "treeitem");
      node.setAttribute("id", `n${id}`);
      node.setAttribute("aria-level", String(depth.get(id)));
      node.setAttribute(
        "aria-label",
        [label || "root", role === "leaf" ? "" : role.toUpperCase()].filter(Boolean).join(", "),
      );
    }
  }

  private showCursor(before: number | null | undefined): void {
    if (before != null) this.drawing!.element(before)?.removeAttribute("data-cursor");
    if (this.cursor === null) return;
    const node = this.drawing!.element(this.cursor);
    const item = this.items.find(({ id }) => id === this.cursor);
    const look = this.looks.get(this.cursor);
    node?.setAttribute("data-cursor", "");
    const value = look?.value || item?.text;
    const words = [
      item?.label || "root",
      item?.role === "leaf" ? "leaf" : item?.role.toUpperCase(),
      value ? `value ${value}` : "no value",
      look?.window ? `window ${look.window}` : "",
      look?.state === "cut" ? "cut" : "",
      this.signs.get(this.cursor),
    ];
    node?.setAttribute("aria-label", words.filter(Boolean).join(", "));
    node?.setAttribute("aria-selected", String(this.cursor === this.now));
    this.dispatchEvent(new CustomEvent("cursor", { detail: this.cursor, bubbles: true, composed: true }));
  }

  /** One reason at a time, under what was cut. */
  private showWhy(root: SVGSVGElement): void {
    const group = root.querySelector(".why")!;
    const place = this.why ? this.whyPlace(this.why.node) : null;
    group.setAttribute("class", place ? "why on" : "why");
    if (!place || !this.why) return;
    const text = `cut: ${this.why.text}`;
    const width = Math.min(text.length * LETTER + 28, this.layout.width + 2 * MARGIN.side);
    const x = Math.max(-MARGIN.side, Math.min(this.layout.width + MARGIN.side - width, place.x - width / 2));
    group.querySelector("path")!.setAttribute("d", `M${place.x} ${place.y}l7 8h-14z`);
    const box = group.querySelector("rect")!;
    for (const [name, value] of Object.entries({ x, y: place.y + 7, width })) box.setAttribute(name, String(value));
    const words = group.querySelector("text")!;
    for (const [name, value] of Object.entries({ x: x + width / 2, y: place.y + 25.5 }))
      words.setAttribute(name, String(value));
    words.textContent = text;
  }

  private whyPlace(node: number): { x: number; y: number } | null {
    const below = this.items.filter(({ id, parent }) => parent === node && this.looks.get(id)?.state === "cut");
    const inside = new Set(below.map(({ id }) => id));
    for (const item of this.items) if (item.parent !== null && inside.has(item.parent)) inside.add(item.id);
    const spots = [...inside].map((id) => this.layout.at.get(id)!);
    const xs = below.map(({ id }) => this.layout.at.get(id)!.x);
    return spots.length
      ? { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.max(...spots.map(({ y }) => y)) + LEAF_WIDTH / 2 + 12 }
      : null;
  }

  /** The current node stays in the middle of what is seen. */
  private keepInView(): void {
    const box = this.renderRoot.querySelector(".scroll")!;
    if (this.now === null || (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)) return;
    const [a, b] = [this.drawing?.element(this.now)?.getBoundingClientRect(), box.getBoundingClientRect()];
    if (!a) return;
    box.scrollLeft += a.left + a.width / 2 - b.left - b.width / 2;
    box.scrollTop += a.top + a.height / 2 - b.top - b.height / 2;
  }

  private onClick(event: MouseEvent): void {
    const found = event.composedPath().find((target) => target instanceof Element && target.hasAttribute("data-node"));
    if (found instanceof Element) this.pick(Number(found.getAttribute("data-node")));
  }

  private pick(node: number): void {
    this.dispatchEvent(new CustomEvent("pick", { detail: node, bubbles: true, composed: true }));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here =
      this.items.find(({ id }) => id === (this.cursor ?? this.now)) ?? this.items.find(({ parent }) => parent === null);
    if (!here) return;
    const children = this.items.filter(({ parent }) => parent === here.id);
    const level = this.items
      .filter(({ id }) => this.layout.at.get(id)!.y === this.layout.at.get(here.id)!.y)
      .sort((a, b) => this.layout.at.get(a.id)!.x - this.layout.at.get(b.id)!.x);
    const among = level.findIndex(({ id }) => id === here.id);
    const first = this.cursor === null;
    switch (event.key) {
      case "ArrowUp":
        this.cursor = first ? here.id : (here.parent ?? here.id);
        break;
      case "ArrowDown":
        this.cursor = first ? here.id : (children[0]?.id ?? here.id);
        break;
      case "ArrowLeft":
        this.cursor = first ? here.id : level[Math.max(0, among - 1)]!.id;
        break;
      case "ArrowRight":
        this.cursor = first ? here.id : level[Math.min(level.length - 1, among + 1)]!.id;
        break;
      case "Enter":
      case " ":
        if (this.cursor === null) return;
        this.pick(this.cursor);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("halfmove-tree", HalfmoveTree);
declare global {
  interface HTMLElementTagNameMap {
    "halfmove-tree": HalfmoveTree;
  }
}
