// Which cells can be touched next, and what a touch means. An action is said by touching its cells in order.
import type { Action } from "../protocol";

export interface Touch {
  picked: number[]; // cells touched so far
  play?: Action; // what they say
  choose?: Action[]; // several actions that the same cells say
}

const begins = (clicks: readonly number[], picked: readonly number[]) => picked.every((cell, i) => clicks[i] === cell);

/** The cells that go on from what was touched, and whether something is taken there. */
export function targets(legal: readonly Action[], picked: readonly number[]): Map<number, boolean> {
  const found = new Map<number, boolean>();
  for (const { clicks, takes } of legal) {
    const cell = clicks[picked.length];
    if (cell !== undefined && begins(clicks, picked))
      found.set(cell, (found.get(cell) ?? false) || takes.includes(cell));
  }
  return found;
}

/** What is said when a cell is touched after others. */
export function touch(legal: readonly Action[], picked: readonly number[], cell: number): Touch {
  if (picked.length && cell === picked.at(-1)) {
    const here = legal.filter(({ clicks }) => clicks.length === picked.length && begins(clicks, picked));
    const again = legal.some(({ clicks }) => clicks[picked.length] === cell && begins(clicks, picked));
    if (here.length && !again) return said(here, [...picked]);
  }
  const next = [...picked, cell];
  const going = legal.filter(({ clicks }) => clicks.length >= next.length && begins(clicks, next));
  if (going.length) {
    const complete = going.filter(({ clicks }) => clicks.length === next.length);
    return complete.length === going.length ? said(complete, next) : { picked: next };
  }
  if (picked.length && cell !== picked[0]) return touch(legal, [], cell); // something else is picked up
  return { picked: [] };
}

function said(actions: Action[], picked: number[]): Touch {
  return actions.length === 1 ? { picked: [], play: actions[0] } : { picked, choose: actions };
}

/** The action that typed text names, once no other can be meant; `open` says whether more letters can follow. */
export function typed(legal: readonly Action[], text: string): { action?: Action; open: boolean } {
  const names = legal.filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()));
  const same = names.filter(({ name }) => name === text);
  const exact = same.length ? same : names.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  return { action: names.length === 1 && exact.length === 1 ? exact[0] : undefined, open: names.length > 0 };
}
