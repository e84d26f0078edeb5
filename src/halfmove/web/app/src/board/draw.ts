// What stands on a board: pieces, marks and chips, for the large boards and for the small ones in trees and cards.
import { svg, nothing, type SVGTemplateResult } from "lit";
import type { Board, Mark, Picture, Piece } from "../protocol";
import { ground, hexagon } from "./ground";
import { CELL, layoutOf, type Layout, type Spot } from "./layout";
import { card } from "./cards";
import { drawPiece } from "./pieces";
import { checkers, dice, seeds } from "./things";

const LETTERS: Record<Mark, string> = { win: "W", draw: "D", loss: "L" };

/** The shape of a cell. */
export function outline(board: Board, spot: Spot, cls: string, inset = 0): SVGTemplateResult {
  const { x, y, w, h } = spot;
  if (board.drop) return svg`<circle class=${cls} cx=${x} cy=${y} r=${CELL * 0.4 - inset}></circle>`;
  switch (spot.shape) {
    case "hex":
      return svg`<polygon class=${cls} points=${hexagon(spot, CELL / Math.sqrt(3) - inset)}></polygon>`;
    case "point":
      return svg`<circle class=${cls} cx=${x} cy=${y} r=${CELL * 0.5 - inset}></circle>`;
    case "pit":
    case "store":
      return svg`<rect class=${cls} x=${x - w / 2 - 1 + inset} y=${y - h / 2 - 1 + inset} width=${w + 2 - 2 * inset} height=${h + 2 - 2 * inset} rx=${Math.min(w, h) / 2 + 1 - inset}></rect>`;
    case "object":
      return svg`<ellipse class=${cls} cx=${x} cy=${y} rx=${w * 0.45 - inset} ry=${h * 0.36 - inset}></ellipse>`;
    default: {
      const round = board.kind === "tiles" || board.kind === "table" ? 6 : board.set === "marks" ? 5 : 0;
      return svg`<rect class=${cls} x=${x - w / 2 + inset} y=${y - h / 2 + inset} width=${w - 2 * inset} height=${h - 2 * inset} rx=${round}></rect>`;
    }
  }
}

export function marked(board: Board, layout: Layout, marks: readonly number[]): unknown {
  return marks.map((cell) => {
    const spot = layout.spots[cell];
    return spot ? outline(board, spot, "last", board.drop ? -3 : board.set === "marks" ? 2.5 : 0) : nothing;
  });
}

export function pieces(
  board: Board,
  picture: Picture,
  layout: Layout,
  dragged: { cell: number; x: number; y: number } | null = null,
): unknown {
  return picture.pieces.map((piece) => {
    const spot = layout.spots[piece.at];
    if (!spot) return nothing;
    const held = dragged?.cell === piece.at ? dragged : null;
    const [x, y] = held ? [held.x, held.y] : [spot.x + (piece.dx ?? 0) * CELL, spot.y + (piece.dy ?? 0) * CELL];
    return svg`<g class="piece ${held ? "held" : ""}" data-at=${piece.at} transform="translate(${x} ${y})">${drawn(board, piece, spot, layout)}</g>`;
  });
}

function drawn(board: Board, piece: Piece, spot: Spot, layout: Layout): SVGTemplateResult {
  switch (board.kind) {
    case "pits":
      return seeds(piece, spot, spot.y < layout.board.y + layout.board.height / 2 + 1);
    case "backgammon":
      return checkers(piece, spot, layout);
    case "table":
      return card(piece.letter, spot.w * 0.94, spot.h);
    case "heaps":
      return svg`<ellipse class="thing" rx=${spot.w * 0.4} ry=${spot.h * 0.3}></ellipse>`;
    default:
      return drawPiece(board.set, piece, Math.min(spot.w, spot.h));
  }
}

/** Cells that are not seen lie under a veil; those that may not be taken have a small square. */
export function veils(board: Board, layout: Layout, picture: Picture): SVGTemplateResult {
  const at = (cell: number) => layout.spots[cell];
  const square = CELL * 0.3;
  return svg`${picture.hidden.map((cell) => (at(cell) ? outline(board, at(cell)!, "veil") : nothing))}
    ${picture.barred.map((cell) => {
      const spot = at(cell);
      if (!spot) return nothing;
      return svg`<rect class="barred" x=${spot.x - square / 2} y=${spot.y - square / 2} width=${square} height=${square}></rect>`;
    })}`;
}

/** A board without names and targets, as wide as `size`, with its middle at the origin. */
export function smallBoard(
  board: Board,
  picture: Picture,
  marks: readonly number[],
  size: number,
  swapped = false,
): SVGTemplateResult {
  const layout = layoutOf(board, false, true);
  const { x, y, width, height } = layout.box;
  const seen = swapped
    ? {
        ...picture,
        pieces: picture.pieces.map((piece) => ({ ...piece, seat: piece.seat === null ? null : 1 - piece.seat })),
      }
    : picture;
  return svg`<svg class="board" x=${-size / 2} y=${-size / 2} width=${size} height=${size} viewBox="${x} ${y} ${width} ${height}">
    ${ground(board, layout)}${marked(board, layout, marks)}${pieces(board, seen, layout)}${veils(board, layout, picture)}${dice(picture, layout.board)}</svg>`;
}

/** What is proven of an action: colour, shape and letter. */
export function chip(mark: Mark, x: number, y: number, size: number): SVGTemplateResult {
  const r = size / 2;
  const shape =
    mark === "win"
      ? svg`<circle r=${r}></circle>`
      : mark === "draw"
        ? svg`<rect x=${-r * 0.9} y=${-r * 0.9} width=${r * 1.8} height=${r * 1.8} rx=${r * 0.3}></rect>`
        : svg`<rect x=${-r * 0.82} y=${-r * 0.82} width=${r * 1.64} height=${r * 1.64} rx=${r * 0.2} transform="rotate(45)"></rect>`;
  return svg`<g class="chip ${mark}" transform="translate(${x} ${y})">${shape}<text y=${size * 0.19} font-size=${size * 0.55}>${LETTERS[mark]}</text></g>`;
}
