// What a board is made of, below its pieces: one drawing for each kind of board.
import { svg, nothing, type SVGTemplateResult } from "lit";
import type { Board } from "../protocol";
import { CELL, type Box, type Layout, type Spot } from "./layout";

export function ground(board: Board, layout: Layout): SVGTemplateResult {
  switch (board.kind) {
    case "squares":
      return squares(board, layout);
    case "tiles":
      return svg`${sheet(layout.board, "tray", 8)}${layout.spots.map((spot) => svg`<rect class="slot" x=${spot.x - spot.w * 0.45} y=${spot.y - spot.h * 0.45} width=${spot.w * 0.9} height=${spot.h * 0.9} rx="4"></rect>`)}`;
    case "points":
      return points(board, layout);
    case "hexes":
      return hexes(board, layout);
    case "pits":
      return svg`${sheet(layout.board, "wood-2", 24)}${layout.spots.map((spot) => hollow(spot))}`;
    case "backgammon":
      return backgammon(layout);
    case "heaps":
      return sheet(layout.board, "wood-1", 8);
    case "maze":
      return maze(layout);
    case "table":
      return sheet(layout.board, "felt-1", 12);
    default:
      return svg``;
  }
}

function sheet({ x, y, width, height }: Box, cls: string, radius: number): SVGTemplateResult {
  return svg`<rect class=${cls} x=${x} y=${y} width=${width} height=${height} rx=${radius}></rect>`;
}

function squares(board: Board, layout: Layout): SVGTemplateResult {
  const { spots } = layout;
  if (board.drop)
    return svg`${sheet(layout.board, "holes", 10)}${spots.map(({ x, y }) => svg`<circle class="hole" cx=${x} cy=${y} r=${CELL * 0.4}></circle>`)}`;
  if (board.set === "marks" && board.cells.length <= 25)
    return svg`<path class="hash" stroke-width=${board.width * CELL * 0.014} d=${inner(board)}></path>`;
  if (board.set === "fleet")
    return svg`${spots.map(({ x, y }) => svg`<rect class="water" x=${x - CELL / 2} y=${y - CELL / 2} width=${CELL} height=${CELL}></rect>`)}`;
  if (board.set === "tokens")
    return svg`${sheet(layout.board, "paper", 6)}<path class="rule paper" d=${inner(board)}></path>${spots.map(({ x, y }) => svg`<circle class="grain" cx=${x} cy=${y} r="2.2"></circle>`)}`;
  if (board.checkered) {
    const dark = spots.filter(({ x, y }) => (Math.floor(x / CELL) + Math.floor(y / CELL)) % 2);
    const d = dark.map(({ x, y }) => `M${x - CELL / 2} ${y - CELL / 2}h${CELL}v${CELL}h${-CELL}z`).join("");
    return svg`<g clip-path="inset(0 round 6px)">${sheet(layout.board, `${board.material}-1`, 0)}<path class="${board.material}-2" d=${d}></path></g>`;
  }
  return svg`${sheet(layout.board, `${board.material}-1`, 6)}<path class="rule ${board.material}" d=${inner(board)}></path>${stars(board, layout)}`;
}

/** The lines between squares, without the rim. */
function inner(board: Board): string {
  let d = "";
  for (let i = 1; i < board.width; i++) d += `M${i * CELL} 0V${board.height * CELL}`;
  for (let i = 1; i < board.height; i++) d += `M0 ${i * CELL}H${board.width * CELL}`;
  return d;
}

function stars(board: Board, layout: Layout): SVGTemplateResult[] {
  return board.stars.map(
    (cell) =>
      svg`<circle class="star ${board.material}" cx=${layout.spots[cell]!.x} cy=${layout.spots[cell]!.y} r="3.2"></circle>`,
  );
}

function points(board: Board, layout: Layout): SVGTemplateResult {
  const at = (cell: number) => `${layout.spots[cell]!.x} ${layout.spots[cell]!.y}`;
  const few = board.cells.length <= 60; // a mill board shows its points, Go does not
  return svg`${sheet(layout.board, `${board.material}-1`, 7)}
    <path class="lines ${board.material}" stroke-width=${few ? 2.2 : 1.4} d=${board.lines.map(([a, b]) => `M${at(a)}L${at(b)}`).join("")}></path>
    ${few && !board.stars.length ? layout.spots.map(({ x, y }) => svg`<circle class="star ${board.material}" cx=${x} cy=${y} r="4.2"></circle>`) : nothing}
    ${stars(board, layout)}`;
}

const CORNERS = [0, 1, 2, 3, 4, 5].map((i) => [Math.sin((i * Math.PI) / 3), -Math.cos((i * Math.PI) / 3)] as const); // from the top, clockwise
const HEX = CELL / Math.sqrt(3); // from the middle of a cell to its corners

export function hexagon({ x, y }: Spot, radius: number): string {
  return CORNERS.map(([dx, dy]) => `${(x + dx * radius).toFixed(1)},${(y + dy * radius).toFixed(1)}`).join(" ");
}

function hexes(board: Board, layout: Layout): SVGTemplateResult {
  return svg`${rims(board, layout).map(([seat, d]) => svg`<path class="rim s${seat}" d=${d}></path>`)}
    ${layout.spots.map((spot) => svg`<polygon class="hex" points=${hexagon(spot, HEX)}></polygon>`)}`;
}

/** The sides of the board that belong to seats, turned with the board. */
function rims(board: Board, layout: Layout): [number, string][] {
  const [first] = layout.spots;
  const flipped = first !== undefined && Math.abs(first.x - board.cells[0]!.x * CELL) > 1;
  const at = ([x, y]: [number, number]) =>
    flipped ? `${(board.width - x) * CELL} ${(board.height - y) * CELL}` : `${x * CELL} ${y * CELL}`;
  return board.edges.map(({ seat, points: ends }) => [seat, `M${ends.map(at).join("L")}`]);
}

function hollow({ x, y, w, h }: Spot): SVGTemplateResult {
  const [width, height] = [w + 2, h + 2];
  return svg`<rect class="pit" x=${x - width / 2} y=${y - height / 2} width=${width} height=${height} rx=${Math.min(width, height) / 2}></rect>`;
}

function backgammon(layout: Layout): SVGTemplateResult {
  const triangles = layout.spots
    .map((spot, cell) => ({ spot, cell }))
    .filter(({ spot }) => spot.shape === "up" || spot.shape === "down");
  const middle = layout.board.x + layout.board.width / 2;
  const bar = layout.spots.find((spot) => spot.shape === "bar");
  const split = bar?.x ?? middle;
  const half = (side: (x: number) => boolean) => triangles.filter(({ spot }) => side(spot.x));
  return svg`${sheet(layout.board, "wood-3", 9)}
    ${[half((x) => x < split), half((x) => x >= split)].map((part) => {
      const left = Math.min(...part.map(({ spot }) => spot.x - spot.w / 2));
      const right = Math.max(...part.map(({ spot }) => spot.x + spot.w / 2));
      const top = Math.min(...part.map(({ spot }) => spot.y - spot.h / 2));
      const bottom = Math.max(...part.map(({ spot }) => spot.y + spot.h / 2));
      return sheet({ x: left, y: top, width: right - left, height: bottom - top }, "felt-1", 3);
    })}
    ${layout.spots.filter((spot) => spot.shape === "tray").map((spot) => svg`<rect class="well" x=${spot.x - spot.w / 2 + 3} y=${spot.y - spot.h / 2 + 3} width=${spot.w - 6} height=${spot.h - 6} rx="3"></rect>`)}
    ${triangles.map(({ spot }, i) => {
      const up = spot.shape === "up";
      const column = Math.round((spot.x - layout.board.x) / spot.w);
      const base = up ? spot.y + spot.h / 2 : spot.y - spot.h / 2;
      const tip = up ? base - spot.h * 0.86 : base + spot.h * 0.86;
      return svg`<path class="${(column + (up ? 0 : 1)) % 2 ? "felt-line" : "wood-1"}" data-i=${i} d="M${spot.x - spot.w * 0.46} ${base}H${spot.x + spot.w * 0.46}L${spot.x} ${tip}z"></path>`;
    })}`;
}

/** Floors are paper; what is not floor is wall. */
function maze(layout: Layout): SVGTemplateResult {
  const floor = layout.spots.filter((spot) => spot.shape !== "wall");
  const cell = ({ x, y, w, h }: Spot) => `M${x - w / 2 - 0.3} ${y - h / 2 - 0.3}h${w + 0.6}v${h + 0.6}h${-w - 0.6}z`;
  return svg`${sheet(layout.board, "wall", 6)}<path class="paper-1" d=${floor.map(cell).join("")}></path>`;
}
