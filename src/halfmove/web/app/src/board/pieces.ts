// Drawings of pieces, in a box of 45 by 45 around the middle of a place. A piece is a letter and a seat.
import { svg, nothing, type SVGTemplateResult } from "lit";
import type { Piece } from "../protocol";

const BOX = 45;
const FOOT = "M12.2 33h20.600c1 0 1.700.7 1.700 1.600V38H10.500v-3.400c0-.9.7-1.600 1.700-1.600z";
const SKIRT = "M16.200 27.600h12.600c.5 2 1.600 3.800 3.200 5.400H13c1.600-1.600 2.700-3.400 3.200-5.400z";

/** Outlines of the chess pieces: what is filled, and what is only a line. */
const CHESS: Record<string, { shapes: string[]; lines?: string; eye?: [number, number] }> = {
  p: {
    shapes: [
      "M19.300 20.400h6.400c.3 5 2.200 9.300 5.600 12.600H13.700c3.400-3.300 5.300-7.600 5.600-12.600z",
      "M22.500 7.200a5.600 5.600 0 1 1 0 11.200 5.600 5.600 0 0 1 0-11.200z",
      "M17.300 18h10.400c.8 0 1.400.6 1.400 1.300s-.6 1.300-1.400 1.300H17.300c-.8 0-1.400-.6-1.400-1.300s.6-1.300 1.400-1.300z",
    ],
  },
  r: {
    shapes: [
      "M16.100 17.600h12.800c.2 6 .9 11 2.300 15.400H13.800c1.400-4.400 2.100-9.400 2.300-15.400z",
      "M12 8h4.900v3.300h3.200V8h4.800v3.300h3.200V8H33v7.100l-3 2.500H15l-3-2.500z",
    ],
    lines: "M15.600 28.400h13.800",
  },
  n: {
    shapes: [
      "M13.500 33c-.5-6.200 5.700-8.900 6.700-14.200-2.100 1.100-3.300 2.700-5.200 3.200-1.200.4-1.900 1.900-3.500 1.500-2.100-.5-3.200-2.800-2.200-4.800 1-1.900 2.300-2.900 2.900-4.900.7-2.300 2.100-4 3.900-5.100l-.7-3.900c2.100.4 3.600 1.400 4.700 2.900 7.900.5 13.200 7.300 13.200 16.900 0 3.100-.3 5.700-.8 8.400z",
    ],
    lines: "M24.200 11.400c3.600 2.300 5.300 6.700 5.400 12.200M12.300 19.800l1.300-.7",
    eye: [17.2, 13.6],
  },
  b: {
    shapes: [
      SKIRT,
      "M16 25.100h13c.8 0 1.300.5 1.300 1.200s-.5 1.300-1.300 1.300H16c-.8 0-1.300-.6-1.300-1.300s.5-1.200 1.300-1.200z",
      "M22.500 9.200c5 3.500 7.300 7.100 7.300 10.800 0 2-.8 3.800-2.200 5.100H17.400c-1.400-1.300-2.200-3.100-2.200-5.100 0-3.700 2.300-7.300 7.300-10.800z",
      "M22.500 4.900a2.300 2.300 0 1 1 0 4.600 2.300 2.300 0 0 1 0-4.600z",
    ],
    lines: "M26 12.600l-3.900 6.200",
  },
  q: {
    shapes: [
      SKIRT,
      "M9.400 14.600l5 11.600c.3.900 1 1.400 2 1.400h12.200c1 0 1.700-.5 2-1.400l5-11.600-5.700 5.600-1.400-9.200-3.700 8.200-2.300-9.600-2.300 9.600-3.700-8.200-1.400 9.200z",
      "M9 11.200a1.900 1.900 0 1 1 0 3.800 1.900 1.900 0 0 1 0-3.800zM16.300 7.800a1.900 1.900 0 1 1 0 3.800 1.900 1.900 0 0 1 0-3.800zM28.700 7.800a1.900 1.900 0 1 1 0 3.800 1.900 1.900 0 0 1 0-3.800zM36 11.200a1.900 1.900 0 1 1 0 3.800 1.900 1.900 0 0 1 0-3.800zM22.500 6a1.900 1.900 0 1 1 0 3.800 1.900 1.900 0 0 1 0-3.800z",
    ],
    lines: "M15.600 24.600h13.800",
  },
  k: {
    shapes: [
      SKIRT,
      "M21.100 4h2.800v2.700h2.800v2.700h-2.800v4.200h-2.800V9.400h-2.800V6.700h2.800z",
      "M22.500 16.200c1.300-2.400 3.500-3.600 5.900-3.600 3.900 0 6.800 2.800 6.800 6.500 0 3.400-2.300 5.300-3.800 7.700-.4.600-.9.800-1.600.8H15.200c-.7 0-1.200-.2-1.600-.8-1.500-2.400-3.800-4.300-3.800-7.700 0-3.700 2.900-6.500 6.800-6.500 2.400 0 4.600 1.200 5.900 3.600z",
    ],
    lines: "M22.500 16.200v11.400M15.400 24.400c4.700-1.100 9.500-1.100 14.200 0",
  },
};

/** A piece whose middle is at the origin, in a cell as wide as `size`. */
export function drawPiece(set: string, piece: Piece, size: number): SVGTemplateResult {
  const { letter, seat } = piece;
  const dark = piece.dark ?? seat === 1;
  switch (set) {
    case "chess":
      return chessPiece(letter.toLowerCase(), dark, size);
    case "stones":
    case "checkers":
      return stone(dark, size * 0.43);
    case "draughts":
      return svg`${stone(dark, size * 0.42)}${letter.toLowerCase() === "k" ? crown(dark, size * 0.42) : nothing}`;
    case "marks":
      return mark(letter, seat ?? 0, size);
    case "tiles":
      return tile(String(piece.count ?? letter), size);
    case "coins":
    case "seeds":
      return svg`<circle class="seed" r=${size * 0.12}></circle>`;
    case "tokens":
      return token(piece, size);
    case "fleet":
      return shipPart(letter, size);
    default:
      return seat === null ? svg`<circle class="seed" r=${size * 0.2}></circle>` : disc(seat, size * 0.4);
  }
}

function chessPiece(kind: string, dark: boolean, size: number): SVGTemplateResult {
  const drawing = CHESS[kind];
  if (!drawing) return lettered(kind.toUpperCase(), dark ? 1 : 0, size);
  const scale = size / BOX;
  return svg`<g class="man ${tone(dark)}" transform="scale(${scale * 1.06}) translate(-22.5 -22)">
    ${drawing.shapes.map((d) => svg`<path d=${d}></path>`)}<path d=${FOOT}></path>
    ${drawing.lines ? svg`<path class="line" d=${drawing.lines}></path>` : nothing}
    ${drawing.eye ? svg`<circle class="eye" cx=${drawing.eye[0]} cy=${drawing.eye[1]} r="1.2"></circle>` : nothing}
  </g>`;
}

const tone = (dark: boolean) => (dark ? "dark" : "light");

export function stone(dark: boolean, radius: number): SVGTemplateResult {
  return svg`<circle class="stone ${tone(dark)}" r=${radius} stroke-width=${radius * 0.07}></circle>
    <circle class="shine ${tone(dark)}" r=${radius * 0.68} stroke-width=${radius * 0.08}></circle>`;
}

function crown(dark: boolean, radius: number): SVGTemplateResult {
  return svg`<path class="crown ${tone(dark)}" transform="scale(${radius / 20})"
    d="M-9.500-5.500l2 11.500h15l2-11.500-5 4.500-4.500-7-4.500 7z"></path>`;
}

function lettered(letter: string, seat: number, size: number): SVGTemplateResult {
  return svg`<circle class="disc s${seat}" r=${size * 0.4}></circle><text class="letter s${seat}"
    y=${size * 0.14} font-size=${size * (letter.length > 2 ? 0.26 : 0.4)}>${letter}</text>`;
}

/** Who and what stands in a maze: an eater, ghosts, food; else a disc with its letter. */
function token(piece: Piece, size: number): SVGTemplateResult {
  const turn = { right: 0, down: 90, left: 180, up: 270 }[piece.turn ?? "right"] ?? 0;
  const r = size * 0.4;
  switch (piece.letter) {
    case ".":
      return svg`<circle class="food" r=${size * 0.08}></circle>`;
    case "o":
      return svg`<circle class="food" r=${size * 0.2}></circle>`;
    case "P":
      return svg`<path class="disc s0" transform="rotate(${turn})" d="M0 0L${r * 0.8} ${-r * 0.6}A${r} ${r} 0 1 0 ${r * 0.8} ${r * 0.6}z"></path>`;
    case "G":
    case "S":
      return svg`<path class="${piece.letter === "S" ? "scared" : "disc s1"}" d=${ghost(r)}></path>
        <circle class="sign s1" cx=${-r * 0.36} cy=${-r * 0.2} r=${r * 0.17}></circle><circle class="sign s1" cx=${r * 0.36} cy=${-r * 0.2} r=${r * 0.17}></circle>`;
    default:
      if (piece.seat === null) return svg`<circle class="burrow" r=${r}></circle>`;
      return piece.letter ? lettered(piece.letter, piece.seat ?? 0, size) : disc(piece.seat ?? 0, r);
  }
}

/** A part of a ship, whether it was hit, or where a shot met the water. */
function shipPart(letter: string, size: number): SVGTemplateResult {
  const [half, reach] = [size * 0.4, size * 0.22];
  if (letter === "W") return svg`<circle class="splash" r=${size * 0.12}></circle>`;
  return svg`<rect class="hull" x=${-half} y=${-half} width=${2 * half} height=${2 * half} rx=${size / 6}></rect>
    ${letter === "H" ? svg`<path class="struck" d="M${-reach} ${-reach}L${reach} ${reach}M${-reach} ${reach}L${reach} ${-reach}"></path>` : nothing}`;
}

function ghost(r: number): string {
  const foot = (2 * r) / 6;
  return `M${-r} ${r}V0A${r} ${r} 0 0 1 ${r} 0V${r}l${-foot} ${-foot}l${-foot} ${foot}l${-foot} ${-foot}l${-foot} ${foot}l${-foot} ${-foot}z`;
}

/** A disc of a seat, with the triangle that stands for it: up for the first, down for the second. */
export function disc(seat: number, radius: number): SVGTemplateResult {
  const half = radius * 0.45;
  return svg`<circle class="disc s${seat}" r=${radius}></circle>${seatSign(seat, half)}`;
}

export function seatSign(seat: number, half: number, cls = "sign"): SVGTemplateResult {
  const name = `${cls} s${seat}`;
  if (seat === 0) return svg`<path class=${name} d="M0 ${-half * 0.93}l${half} ${half * 1.73}h${-2 * half}z"></path>`;
  if (seat === 1) return svg`<path class=${name} d="M0 ${half * 0.93}l${half} ${-half * 1.73}h${-2 * half}z"></path>`;
  if (seat === 2)
    return svg`<rect class=${name} x=${-half * 0.8} y=${-half * 0.8} width=${half * 1.6} height=${half * 1.6}></rect>`;
  return svg`<path class=${name} d="M0 ${-half}L${half} 0 0 ${half} ${-half} 0z"></path>`;
}

function mark(letter: string, seat: number, size: number): SVGTemplateResult {
  const r = size * 0.27;
  return letter.toUpperCase() === "O"
    ? svg`<circle class="mark s${seat}" r=${r} stroke-width=${size * 0.12}></circle>`
    : svg`<path class="mark s${seat}" stroke-width=${size * 0.12} d="M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}"></path>`;
}

function tile(letter: string, size: number): SVGTemplateResult {
  const power = Math.max(1, Math.min(11, Math.round(Math.log2(Number(letter) || 2))));
  return svg`<rect class="tile p${power}" x=${-size * 0.45} y=${-size * 0.45} width=${size * 0.9} height=${size * 0.9} rx=${size * 0.08}></rect>
    <text class="number p${power}" y=${size * 0.13} font-size=${size * (letter.length > 3 ? 0.28 : letter.length > 2 ? 0.34 : 0.42)}>${letter}</text>`;
}
