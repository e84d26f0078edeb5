// Pieces that are many in one place: seeds in pits, checkers on points, dice, the cube, things in heaps.
import { svg, nothing, type SVGTemplateResult } from "lit";
import type { Picture, Piece } from "../protocol";
import { CELL, type Box, type Layout, type Spot } from "./layout";
import { stone } from "./pieces";

const MOST_SEEDS = 12;
const STACK = 5; // checkers that are drawn on a point: of more, the number tells

export function seeds(piece: Piece, spot: Spot, upper: boolean): SVGTemplateResult {
  const count = piece.count ?? 0;
  const room = Math.min(spot.w, spot.h) / 2 - 4;
  const long = spot.h > 1.4 * spot.w;
  const places = long ? columnsOf(Math.min(count, MOST_SEEDS), spot) : scattered(Math.min(count, MOST_SEEDS), room);
  const y = upper ? -spot.h / 2 - 3 : spot.h / 2 + 12;
  return svg`${places.map(([dx, dy]) => svg`<circle class="seed" cx=${dx} cy=${dy} r="3.9"></circle>`)}<text class="count" y=${y}>${count}</text>`;
}

/** Sunflower order: evenly spread, and a seed more moves no other. */
function scattered(count: number, room: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => {
    const r = count === 1 ? 0 : room * Math.sqrt((i + 0.5) / Math.max(count, 4)) * 0.95;
    const angle = i * 2.39996;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
}

function columnsOf(count: number, spot: Spot): [number, number][] {
  return Array.from({ length: count }, (_, i) => [
    (i % 2 ? 1 : -1) * spot.w * 0.17,
    -spot.h / 2 + 14 + Math.floor(i / 2) * 10,
  ]);
}

/** Where the checkers of a stack stand, from the rim of the board inwards. */
function stackSpots(spot: Spot, count: number, layout: Layout): [number, number][] {
  const size = Math.min(spot.w, CELL) * 0.9;
  const shown = Math.min(count, STACK);
  const step = Math.min(size, (spot.h * 0.96) / Math.max(shown, 1));
  const fromTop = spot.y < layout.board.y + layout.board.height / 2;
  return Array.from({ length: shown }, (_, i) => {
    const along = size / 2 + 1 + i * step;
    return [0, fromTop ? -spot.h / 2 + along : spot.h / 2 - along];
  });
}

export function checkers(piece: Piece, spot: Spot, layout: Layout): SVGTemplateResult {
  const count = piece.count ?? 1;
  const dark = piece.dark ?? piece.seat === 1;
  const places = stackSpots(spot, count, layout);
  if (spot.shape === "tray") return borneOff(count, dark, spot);
  const top = places.at(-1);
  return svg`${places.map(([x, y]) => svg`<g transform="translate(${x} ${y})">${stone(dark, Math.min(spot.w, CELL) * 0.44)}</g>`)}
    ${count > STACK && top ? svg`<text class="stacked ${dark ? "dark" : "light"}" x=${top[0]} y=${top[1] + 5}>${count}</text>` : nothing}`;
}

/** Checkers that are home lie on their side, as slim bars. */
function borneOff(count: number, dark: boolean, spot: Spot): SVGTemplateResult {
  const slim = Math.min(9, (spot.h - 8) / 15);
  return svg`${Array.from(
    { length: count },
    (_, i) => svg`<rect class="stone ${dark ? "dark" : "light"}" stroke-width=".8" x=${-spot.w / 2 + 5}
    y=${spot.h / 2 - 5 - (i + 1) * slim} width=${spot.w - 10} height=${slim - 1.5} rx="2"></rect>`,
  )}`;
}

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [-1, 1],
    [0, 0],
    [1, -1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
};

export function die(pips: number, size: number, dark = false): SVGTemplateResult {
  return svg`<g class="die ${dark ? "dark" : "light"}"><rect x=${-size / 2} y=${-size / 2} width=${size} height=${size} rx=${size * 0.2}></rect>
    ${(PIPS[pips] ?? []).map(([x, y]) => svg`<circle cx=${x * size * 0.26} cy=${y * size * 0.26} r=${size * 0.095}></circle>`)}
    ${pips > 6 ? svg`<text y=${size * 0.16} font-size=${size * 0.45}>${pips}</text>` : nothing}</g>`;
}

/** Dice lie in the right half of the board, a little lower for the first seat. */
export function dice(picture: Picture, board: Box): SVGTemplateResult {
  if (!picture.dice?.values.length) return svg``;
  const size = 32;
  const values = picture.dice.values;
  const x = board.x + board.width * 0.72 - ((values.length - 1) * size * 1.3) / 2;
  return svg`${values.map((pips, i) => svg`<g transform="translate(${x + i * size * 1.3} ${board.y + board.height / 2})">${die(pips, size)}</g>`)}`;
}

export function cube(picture: Picture, board: Box, layout: Layout, flipped: boolean): SVGTemplateResult {
  if (!picture.cube) return svg``;
  const bar = layout.spots.find((spot) => spot.shape === "bar");
  const lower = (picture.cube.seat === 0) !== flipped;
  const y = picture.cube.seat === null ? 0.5 : lower ? 0.93 : 0.07;
  const size = 27;
  return svg`<g class="cube" transform="translate(${bar?.x ?? board.x + board.width / 2} ${board.y + board.height * y})">
    <rect x=${-size / 2} y=${-size / 2} width=${size} height=${size} rx="5"></rect><text y="5">${picture.cube.value}</text></g>`;
}
