// One WebSocket to the server. Questions have one answer, tasks have many and can be stopped; a lost connection is tried again.
import { complete } from "./complete";
import type { Failure, Hello } from "./protocol";

const AGAIN = 2000; // milliseconds until a lost connection is tried again
const FIRST_AGAIN = 300;

export type Reply = { id?: number; type: string; last?: boolean } & Record<string, unknown>;

/** What went wrong, in one sentence for people. */
export class StudioError extends Error {
  readonly kind: string;
  readonly field: string | undefined;
  readonly at: number | undefined;
  constructor({ kind, text, field, at }: Omit<Failure, "type">) {
    super(text);
    [this.kind, this.field, this.at] = [kind, field, at];
  }
}

export const LOST = new StudioError({ kind: "lost", text: "The connection was lost." });

/** Whether the connection is to blame: then everything is asked again later. */
export function wasLost(error: unknown): boolean {
  return error === LOST;
}

interface Waiting {
  each: (reply: Reply) => void;
  done: (reply: Reply) => void;
  failed: (error: StudioError) => void;
}

export interface Task<T> {
  id: number;
  done: Promise<T>;
  stop(): void;
}

export interface Listener {
  hello(hello: Hello): void;
  refused(text: string): void; // the server cannot say hello: what is wrong
  lost(code: number): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private tries = 0;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = ({ data }) => this.receive(complete(JSON.parse(data as string) as Reply));
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      this.socket = null;
      const all = [...this.waiting.values()];
      this.waiting.clear();
      for (const { failed } of all) failed(LOST);
      this.listener.lost(code);
      setTimeout(() => this.open(), this.tries++ ? AGAIN : FIRST_AGAIN);
    };
  }

  private receive(reply: Reply): void {
    if (reply.type === "hello") {
      this.tries = 0;
      this.listener.hello(reply as unknown as Hello);
      return;
    }
    if (reply.type === "error" && !reply.id) {
      this.listener.refused((reply as unknown as Failure).text);
      return;
    }
    const waiting = reply.id === undefined ? undefined : this.waiting.get(reply.id);
    if (!waiting) return;
    if (reply.type === "error") {
      this.waiting.delete(reply.id!);
      waiting.failed(new StudioError(reply as unknown as Failure));
    } else if (reply.last === false || (reply.last === undefined && PARTIAL.has(reply.type))) waiting.each(reply);
    else {
      this.waiting.delete(reply.id!);
      waiting.done(reply);
    }
  }

  /** Ask something that takes a while: `each` hears what comes before the last reply. */
  start<T>(message: { type: string } & Record<string, unknown>, each: (reply: T) => void = () => undefined): Task<T> {
    const id = this.next++;
    const done = new Promise<T>((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(LOST);
        return;
      }
      this.waiting.set(id, {
        each: each as unknown as Waiting["each"],
        done: resolve as unknown as Waiting["done"],
        failed: reject,
      });
      this.socket.send(JSON.stringify({ id, ...message }));
    });
    done.catch(() => undefined); // whoever waits for it hears of an error; nobody has to
    return {
      id,
      done,
      stop: () => {
        if (this.waiting.has(id)) void this.ask({ type: "stop", task: id }).catch(() => undefined);
      },
    };
  }

  ask<T>(message: { type: string } & Record<string, unknown>): Promise<T> {
    return this.start<T>(message).done;
  }
}

const PARTIAL = new Set(["lines", "recording", "judged", "solving"]); // types that are followed by others
