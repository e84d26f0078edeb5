// Searches that were recorded: their nodes, steps and bars, and how two of them go together.
import type { Context } from "../context";
import type { TimelineBar } from "../elements/timeline";
import type { Bar, Picture, Position, Step, TreeNode, WatchNode, Watched } from "../protocol";
import { roleOf } from "../tree/items";
import { LargeStory } from "../tree/large";
import { Story } from "../tree/story";

const FITS = 6000; // nodes of a search that the page keeps whole
const BUCKETS = 400; // bars of a timeline

export interface Track {
  watched: Watched;
  story: Story | LargeStory;
  bars: Bar[];
}

/** Record a search; `skeleton` is the tree as it was typed, `progress` hears how many nodes there are so far. */
export async function recorded(
  context: Context,
  what: { position: Position; search: string; seed: number },
  skeleton: readonly TreeNode[] | undefined,
  progress: (nodes: number) => void,
): Promise<Track> {
  const { connection } = context;
  const task = connection.start<Watched>({ type: "watch", ...what }, ({ nodes }) => progress(nodes));
  const watched = await task.done;
  const { watch } = watched;
  const { bars } = await connection.ask<{ bars: Bar[] }>({ type: "timeline", watch, buckets: BUCKETS });
  const page = context.hello.limits.page;
  if (watched.nodes > FITS || watched.steps > 4 * FITS)
    return { watched, bars, story: new LargeStory(connection, watched, page) };
  const nodes = await pages<WatchNode>(context, "nodes", watch);
  const steps = await pages<Step>(context, "steps", watch);
  nodes.sort((a, b) => a.number - b.number);
  return { watched, bars, story: new Story(watched, nodes, steps, skeleton) };
}

async function pages<T>(context: Context, type: "nodes" | "steps", watch: string): Promise<T[]> {
  const count = context.hello.limits.page;
  const found: T[] = [];
  for (;;) {
    const reply = await context.connection.ask<Record<string, T[]>>({ type, watch, from: found.length, count });
    const part = reply[type] ?? [];
    found.push(...part);
    if (part.length < count) return found;
  }
}

/** The joint steps of two searches of one tree. */
export async function jointSteps(context: Context, lead: Track, other: Track): Promise<[number, number][]> {
  const request = { type: "align", first: lead.watched.watch, second: other.watched.watch };
  return (await context.connection.ask<{ pairs: [number, number][] }>(request)).pairs;
}

export async function boardsOf(context: Context, { watch }: Watched, nodes: number[]): Promise<Map<number, Picture>> {
  const request = { type: "board", watch, nodes };
  const { pictures } = await context.connection.ask<{ pictures: Record<string, Picture> }>(request);
  return new Map(Object.entries(pictures).map(([node, picture]) => [Number(node), picture]));
}

/** Bars for the timeline: one a step and search, or one for several steps; a gap is work saved. */
export function timelineBars(tracks: readonly Track[], pairs: [number, number][] | null, total: number): TimelineBar[] {
  const movers = new Set(tracks.flatMap(({ bars }) => bars.map(({ mover }) => mover)));
  const seats = [...movers].filter((mover) => mover && !["MAX", "MIN", "CHANCE"].includes(mover)).sort();
  const drawn = (bar: Bar, joint: number, track: number): TimelineBar => ({
    at: (joint + 0.5) / total,
    depth: bar.depth,
    role: roleOf(bar.mover, seats),
    cut: bar.cut,
    track,
  });
  if (!pairs) return (tracks[0]?.bars ?? []).map((bar) => drawn(bar, bar.step, 0));
  const stride = Math.max(1, Math.ceil(total / BUCKETS));
  return tracks.flatMap(({ bars }, track) => {
    const shown: TimelineBar[] = [];
    let before = -1;
    for (let joint = 0; joint < total; joint += stride) {
      const step = pairs[joint]![track]!;
      const bar = bars[step]?.step === step ? bars[step] : bars.findLast((candidate) => candidate.step <= step);
      if (step !== before && bar) shown.push(drawn(bar, joint, track));
      before = step;
    }
    return shown;
  });
}
