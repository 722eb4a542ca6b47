/** The part of autocannon 9 that engine/load uses; the package ships no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  /** Of a response, as its parser gives it; `headers`: names and values in turn. */
  export interface Head {
    readonly versionMajor: number;
    readonly versionMinor: number;
    readonly statusCode: number;
    readonly statusMessage: string;
    readonly headers: readonly string[];
  }

  /** One connection of a run. It replaces its socket when that ends or fails, and keeps what it waited for on the old one. */
  export interface Client extends EventEmitter {
    /** The newest. */
    readonly conn: Socket;
    /** After so many requests it sends none, and is done with the next response. */
    responseMax?: number;
    /** Its timeout, in milliseconds from now. */
    readonly timeoutTicker: { reschedule(ms: number): void };
    /** A request is about to be sent. */
    on(event: 'request', listener: () => void): this;
    /** Before the body of that response. */
    on(event: 'headers', listener: (head: Head) => void): this;
    /** A piece of the body. */
    on(event: 'body', listener: (piece: Uint8Array) => void): this;
    /** `duration`: milliseconds with fractions, since the oldest request that it waits for. */
    on(event: 'response', listener: (status: number, bytes: number, duration: number) => void): this;
    on(event: 'connError', listener: (error: NodeJS.ErrnoException) => void): this;
    /** Comes once for each pipelined request, after the socket was replaced. */
    on(event: 'timeout', listener: () => void): this;
    /** It will send nothing more. */
    on(event: 'done', listener: () => void): this;
  }

  export interface Options {
    url: string;
    method: string;
    headers: Record<string, string>;
    body?: string;
    servername?: string;
    connections: number;
    pipelining: number;
    /** Seconds, at least 1. */
    timeout: number;
    /** Seconds; ignored where there is an amount. */
    duration?: number;
    amount?: number;
    /** Called for each connection before it is opened. */
    setupClient(client: Client): void;
  }

  /** Of the run; it ends on the next of its ticks, which come each second. */
  export interface Tracker {
    stop(): void;
  }

  export default function autocannon(options: Options, done: (error: Error | null, result: unknown) => void): Tracker;
}
