// Where the cells of a board are, in units of the drawing. The server gives lengths in cells.
import type { Board, Label } from "../protocol";

export const CELL = 45;

export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
  shape: string;
  name: string;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Layout {
  box: Box; // with the names beside the board
  board: Box; // the board itself
  spots: Spot[];
  labels: Label[]; // in units of the drawing
  rows: number[][] | null; // cells as they are seen from the top; null where a board has no rows
}

const SHAPES: Record<string, string> = {
  squares: "square",
  hexes: "hex",
  points: "point",
  pits: "pit",
  backgammon: "up",
  heaps: "object",
  maze: "floor",
  tiles: "tile",
  table: "card",
};
const PADS: Record<string, number> = { hexes: 10, heaps: 14, pits: 14, backgammon: 8, tiles: 4 };
const LABEL_ROOM = 0.05; // of the longer side of the board

export function layoutOf(board: Board, flipped = false, small = false): Layout {
  const [width, height] = [board.width * CELL, board.height * CELL];
  const spots = board.cells.map(({ name, x, y, w = 1, h, shape }) => {
    const kind = shape ?? SHAPES[board.kind] ?? "square";
    return {
      x: (flipped ? board.width - x : x) * CELL,
      y: (flipped ? board.height - y : y) * CELL,
      w: w * CELL,
      h: (h ?? (kind === "hex" ? 2 / Math.sqrt(3) : kind === "card" ? 1 : w)) * CELL,
      shape: flipped && kind === "up" ? "down" : flipped && kind === "down" ? "up" : kind,
      name,
    };
  });
  const pad = board.drop ? 5 : (PADS[board.kind] ?? 0);
  const labels = small ? [] : placedLabels(board, flipped);
  const room = LABEL_ROOM * Math.max(width, height);
  const has = (side: Label["side"]) => (labels.some((label) => label.side === side) ? room : 0);
  const [left, top] = [has("left"), has("top")];
  const slim = board.kind === "heaps" ? Math.max(0, (0.9 * height - width) / 2) : 0; // a single heap stands on a wide table
  return {
    box: {
      x: -pad - left - slim,
      y: -pad - top,
      width: width + 2 * (pad + slim) + left + has("right"),
      height: height + 2 * pad + top + has("bottom"),
    },
    board: { x: -pad - slim, y: -pad, width: width + 2 * (pad + slim), height: height + 2 * pad },
    spots,
    labels: labels.map((label) => ({ ...label, ...beside(label, width, height, pad, room) })),
    rows: ["squares", "points", "hexes", "tiles", "maze"].includes(board.kind) ? rowsOf(spots) : null,
  };
}

function beside(
  { side, x, y }: Label,
  width: number,
  height: number,
  pad: number,
  room: number,
): { x: number; y: number } {
  switch (side) {
    case "inside":
      return { x: x * CELL, y: y * CELL + room * 0.22 };
    case "bottom":
      return { x: x * CELL, y: height + pad + room * 0.75 };
    case "top":
      return { x: x * CELL, y: -pad - room * 0.3 };
    case "left":
      return { x: -pad - room * 0.5, y: y * CELL + room * 0.22 };
    default:
      return { x: width + pad + room * 0.5, y: y * CELL + room * 0.22 };
  }
}

/** Names stay on their side when a board is turned, unless opposite sides have different names. */
function placedLabels(board: Board, flipped: boolean): Label[] {
  if (!flipped) return board.labels;
  const sides = new Set(board.labels.map((label) => label.side));
  const opposite: Record<Label["side"], Label["side"]> = {
    top: "bottom",
    bottom: "top",
    left: "right",
    right: "left",
    inside: "inside",
  };
  return board.labels.map(({ text, x, y, side }) => ({
    text,
    x: board.width - x,
    y: board.height - y,
    side: sides.has(opposite[side]) ? opposite[side] : side,
  }));
}

function rowsOf(spots: Spot[]): number[][] {
  const rows = new Map<number, number[]>();
  const order = spots.map((_, cell) => cell).sort((a, b) => spots[a]!.y - spots[b]!.y || spots[a]!.x - spots[b]!.x);
  for (const cell of order) {
    const key = Math.round(spots[cell]!.y);
    const row = rows.get(key);
    if (row) row.push(cell);
    else rows.set(key, [cell]);
  }
  return [...rows.values()];
}

/** The nearest cell in a direction: straight ahead counts more than aside. */
export function neighbour(spots: readonly Spot[], from: number, dx: number, dy: number): number {
  const here = spots[from];
  if (!here) return 0;
  let best = from;
  let least = Infinity;
  spots.forEach((spot, cell) => {
    const ahead = (spot.x - here.x) * dx + (spot.y - here.y) * dy;
    const aside = Math.abs((spot.x - here.x) * dy) + Math.abs((spot.y - here.y) * dx);
    if (cell === from || spot.shape === "wall" || ahead <= 1) return;
    const cost = ahead + 2.2 * aside;
    if (cost < least) [least, best] = [cost, cell];
  });
  return best;
}
