// <halfmove-piece>: one piece alone, for the palette of the editor.
import { LitElement, html, svg, nothing, type TemplateResult } from "lit";
import type { Board, Piece } from "../protocol";
import { drawPiece } from "../board/pieces";
import { CELL } from "../board/layout";
import { sheet } from "./css";
import boardCss from "../styles/board.css?inline";

export class HalfmovePiece extends LitElement {
  static override styles = sheet(boardCss);
  static override properties = { board: { attribute: false }, piece: { attribute: false } };
  declare board: Board | null;
  declare piece: Piece | null;
  constructor() {
    super();
    this.board = this.piece = null;
  }
  override render(): TemplateResult {
    const { board, piece } = this;
    return html`<svg class="board" viewBox="${-CELL / 2} ${-CELL / 2} ${CELL} ${CELL}" aria-hidden="true">${board && piece ? svg`<g>${drawPiece(board.set, piece, CELL)}</g>` : nothing}</svg>`;
  }
}
customElements.define("halfmove-piece", HalfmovePiece);
