// What every room is given: the connection, what the server offers, and how to say that something changed.
import type { Connection } from "./connection";
import type { Hello } from "./protocol";
import type { Room } from "./link";

export interface Context {
  readonly connection: Connection;
  readonly hello: Hello; // rooms but the first one are entered once it is there
  changed(): void; // draw again
  say(text: string, urgent?: boolean): void; // to a screen reader
  notice(text: string, action?: { text: string; run(): void }): void; // one sentence at the foot of the page
  go(room: Room, values?: Record<string, string | number | null | undefined>): void; // open a room
  keep(room: Room, values: Record<string, string | number | null | undefined>): void; // write what is open into the address
}

/** One room: its state, what can be done in it, and its keys. */
export interface RoomModel {
  enter(query: URLSearchParams): void;
  leave(): void;
  reconnected(): void;
  key(event: KeyboardEvent): boolean; // whether the key meant something
}

export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
