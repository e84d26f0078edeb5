// The fragment of the address holds all that is open: #/play?game=connect-four&after=4+4
import type { Position } from "./protocol";

export const ROOMS = ["home", "play", "watch", "quiz", "match", "solve", "review"] as const;
export type Room = (typeof ROOMS)[number];
export interface Link {
  room: Room;
  query: URLSearchParams;
}

const LONGEST = 60000; // characters of a link that is read

/** Read a fragment; what cannot be read is said in a sentence. */
export function readLink(fragment: string): Link | { error: string } {
  const text = fragment.replace(/^#\/?/, "");
  if (text.length > LONGEST) return { error: "This link is too long to be one of the studio's." };
  const [name = "", query = ""] = splitOnce(text, "?");
  const room = name === "" ? "home" : name;
  if (!(ROOMS as readonly string[]).includes(room))
    return { error: `This link names no room of the studio: “${shorten(name)}”.` };
  return { room: room as Room, query: new URLSearchParams(query) };
}

export function writeLink(room: Room, values: Record<string, string | number | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  const text = query.toString();
  return room === "home" ? "#/" : `#/${room}${text ? `?${text}` : ""}`;
}

export function readPosition(query: URLSearchParams, game: string): Position {
  return {
    game: query.get("game") || game,
    start: query.get("start") || null,
    actions: (query.get("after") ?? "").split(/\s+/).filter(Boolean),
  };
}

export function positionLink({ game, start, actions }: Position): Record<string, string> {
  return { game, start: start ?? "", after: actions.join(" ") };
}

export function whole(query: URLSearchParams, name: string, otherwise: number, least: number, most: number): number {
  const value = Number.parseInt(query.get(name) ?? "", 10);
  return Number.isFinite(value) ? Math.max(least, Math.min(most, value)) : otherwise;
}

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
