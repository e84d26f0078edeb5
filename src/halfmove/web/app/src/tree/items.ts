// What a drawing of a tree is given: nodes with their shape and label, and how each looks at some moment.
import type { NodeState, Picture } from "../protocol";

export interface Item {
  id: number;
  parent: number | null;
  label: string; // of the action that leads here
  role: string; // max, min, chance, leaf, or s0, s1, ... for the seats of games with several players
  text?: string; // in the node, as long as it has no value of its own
  stub?: number; // nodes below that are not drawn
  probability?: number | null;
  picture?: Picture;
}

export const SEAT_WIDTH = 112; // of a node of one of several players: room for what each of them gets

export interface Look {
  state: NodeState;
  value: string;
  window: string; // above the node: its window, or how often it was visited
  alpha?: number | null; // the ends of the window
  beta?: number | null;
}

export const UNSEEN: Look = { state: "unseen", value: "", window: "" };

/** How a node is drawn: MAX up, MIN down, chance round, the end square; others by their seat. */
export function roleOf(mover: string, seats: readonly string[] = []): string {
  if (mover === "MAX") return "max";
  if (mover === "MIN") return "min";
  if (mover === "CHANCE") return "chance";
  if (!mover) return "leaf";
  const seat = seats.indexOf(mover);
  return `s${seat < 0 ? 0 : seat}`;
}
