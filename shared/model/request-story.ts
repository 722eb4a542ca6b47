/** What happened to one request, from when it was due until its response was complete. */
import type { Microseconds, TimeWindow } from '../base/units.ts';
import type { HotCode } from './report.ts';
import { ABSENT, type RequestBatch } from './run.ts';
import type { WaitKind } from './waits.ts';

/**
 * In the order in which a request meets them; those between `queue` and `wire` take turns while it is in the server:
 *
 *   due ── late ── connect ── queue ──┬─ running, blocked, others, outside, busy, collector, ─┬── wire ── complete
 *                            read by Node  waiting, unexplained, idle, unknown     handed to the system
 *
 * `blocked` is in a call that waits, which it made. `busy` stands for `running`, `others` and `outside` where samples are not told apart by
 * requests; `blocked` is then of whomever. `waiting` is with one of its waits in line or in progress, whatever the event loop did for others;
 * `unexplained` is idle without any; `idle` stands for both where it is not recorded what requests waited for.
 */
export const STORY_PARTS = [
  'late',
  'connect',
  'queue',
  'running',
  'blocked',
  'others',
  'outside',
  'busy',
  'collector',
  'waiting',
  'unexplained',
  'idle',
  'unknown',
  'wire',
] as const;
export type StoryPart = (typeof STORY_PARTS)[number];

/** µs since the request was due. Stretches follow each other without gaps. */
export interface StoryStretch {
  readonly part: StoryPart;
  readonly from: Microseconds;
  readonly to: Microseconds;
}

/** What the main thread worked on while the request waited for it or was in it. */
export interface WorkMeanwhile {
  /** Null: requests that are not known, because they had no response when the run ended. */
  readonly route: string | null;
  readonly us: Microseconds;
  readonly requests: number;
}

/** What the request asked of another server, of Node, or of a timer. */
export interface CallMeanwhile {
  readonly kind: WaitKind;
  /** `postgresql://127.0.0.1:5432`, `http://127.0.0.1:4555`. */
  readonly to: string;
  /** A statement without its values, a command, a method; empty: not known. */
  readonly name: string;
  /** When it was first written, µs since the request was due. */
  readonly from: Microseconds;
  /** In progress from then on. */
  readonly us: Microseconds;
  /** In line before, for a connection, a free socket or a thread. Null: not known. */
  readonly lineUs: Microseconds | null;
  /** 0: it failed. Null: it has none. */
  readonly status: number | null;
}

/** When it was what, and who else was worked on meanwhile. */
export interface RequestTimes {
  readonly latencyUs: Microseconds;
  readonly stretches: readonly StoryStretch[];
  readonly totals: Readonly<Record<StoryPart, Microseconds>>;
  readonly route: string;
  readonly pid: number;
  /** Its number in its process. */
  readonly request: number;
  /** How long the main thread worked for it, exact; what is drawn is from samples. Null: samples are not told apart by requests. */
  readonly runningUs: Microseconds | null;
  /** Whether that is CPU time; else time on the main thread, waiting for a core included. */
  readonly isCpuTime: boolean;
  /** The call that most of `blocked` is in. Null: there is none, or it is not known in which. */
  readonly blockedIn: string | null;
  /** So long calls of it were in progress while the main thread worked for others or collected garbage: a reply that came then was not read yet. */
  readonly busyWaitingUs: Microseconds;
  /** From when it was sent until it left the server; the most first. */
  readonly meanwhile: readonly WorkMeanwhile[];
  /** In the order in which they were written. */
  readonly calls: readonly CallMeanwhile[];
  /** Whose replies it was `waiting` for, the longest first. */
  readonly waitedFor: readonly string[];
  /** Samples while it was in the server. */
  readonly samples: number;
  /** Asked time between samples: what is shorter may not be in the picture. */
  readonly intervalUs: Microseconds;
  readonly flight: TimeWindow;
}

export interface RequestStory extends RequestTimes {
  /** What the main thread of its process ran in that time, for whomever. */
  readonly hot: HotCode;
}

/** Why there is no story. */
export const NO_STORY = ['no-spans', 'pipelined', 'no-port', 'not-sent', 'not-seen', 'no-profile'] as const;
export type NoStory = (typeof NO_STORY)[number];

/** A request as the client recorded it; times since time 0. */
export interface ClientRequest {
  readonly intended: Microseconds;
  readonly start: Microseconds;
  /** 0: its connection was open. */
  readonly connect: Microseconds;
  readonly latency: Microseconds;
  readonly status: number;
  readonly port: number;
}

/** `nth`: which of the run, in order of completion. */
export interface FoundRequest {
  readonly request: ClientRequest;
  readonly nth: number;
}

const US_PER_MS = 1_000;

/** From when it was due to its end, which is inside: a list of the requests that ended in it has this one. */
export function flightOf({ intended, latency }: Pick<ClientRequest, 'intended' | 'latency'>): TimeWindow {
  return { fromMs: intended / US_PER_MS, toMs: (intended + latency + 1) / US_PER_MS };
}

export function clientRequest(rows: RequestBatch, row: number): ClientRequest {
  const connect = rows.connect[row]!;
  return {
    intended: rows.intended[row]!,
    start: rows.start[row]!,
    connect: connect === ABSENT ? 0 : connect,
    latency: rows.latency[row]!,
    status: rows.status[row]!,
    port: rows.port[row]!,
  };
}
