// The position editor: pieces of a palette are put on cells, or the state is written as text.
import type { Piece, Position, PositionReply } from "../protocol";

export class Editor {
  pieces: Piece[];
  tool: Piece | null;
  mover: number;
  text: string | null; // where a game has no palette
  error = "";

  constructor({ board, picture, mover, written }: PositionReply) {
    this.pieces = [...picture.pieces];
    this.tool = board.palette[0] ?? null;
    this.mover = Math.max(0, mover ?? 0);
    this.text = board.palette.length ? null : (written ?? "");
  }

  /** Put the chosen piece on a cell, or take away what stands there. */
  touch(cell: number): void {
    const there = this.pieces.find(({ at }) => at === cell);
    const rest = this.pieces.filter(({ at }) => at !== cell);
    const same = there && this.tool && there.letter === this.tool.letter && there.seat === this.tool.seat;
    this.pieces = this.tool && !same ? [...rest, { ...this.tool, at: cell }] : rest;
  }

  /** What to ask the server: whether this is a state of the game. */
  request(position: Position): { type: string } & Record<string, unknown> {
    if (this.text !== null) return { type: "position", position: { ...position, start: this.text, actions: [] } };
    const pieces = this.pieces.map(({ at, letter, seat }) => ({ at, letter, seat }));
    return { type: "edit", position, pieces, mover: this.mover };
  }
}
