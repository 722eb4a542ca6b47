/**
 * Whether responses kept arriving: the times of a run in which none did, and which were still arriving when its load had ended.
 *
 * Progress is the first or any further byte of any response, so an event stream and a slow download are alive, and so is a server that answers
 * one route while a long poll of another waits.
 */
import type { Microseconds, Milliseconds, PerSecond } from '../base/units.ts';
import type { Distribution } from './distribution.ts';

/** Between the responses of an ordinary server there are shorter gaps. */
export const SHORTEST_SILENCE: Microseconds = 50_000;
/** Only the longest are kept: those of a dead server are few and long. */
export const MOST_SILENCES = 1_000;
/** As many as connections there may be (`maxInFlight`): those left out are in no count of events. */
export const MOST_OPEN_STREAMS = 50_000;

/** No byte of any response arrived for at least `SHORTEST_SILENCE`, though a request was in flight. Times in µs since time 0. */
export interface Silence {
  /** The last byte before it, or time 0. */
  readonly from: Microseconds;
  /** The next byte, or the end of the measured phase. */
  readonly to: Microseconds;
  /** Requests in flight at its end. */
  readonly inFlight: number;
  /** When the oldest request that was in flight during it was sent; it may have failed meanwhile. */
  readonly oldestStart: Microseconds;
}

/** `event-stream`: text/event-stream. `other`: a download, a long poll. */
export const STREAM_KINDS = ['event-stream', 'other'] as const;

/** A request that was in flight at the end, and whose response still arrived while late responses were waited for: it is alive. */
export interface OpenStream {
  readonly kind: (typeof STREAM_KINDS)[number];
  /** When it was sent, µs since time 0. */
  readonly start: Microseconds;
  /** From then to the first byte. */
  readonly firstByte: Microseconds;
  /** Events of an event stream so far, each ended by a blank line; 0 for others. */
  readonly events: number;
  /** When they came; absent: there was none, it is no event stream, or it was recorded before this was measured. */
  readonly eventTimes?: EventTimes | undefined;
}

/** When the events of a stream were read, from when its request was sent. */
export interface EventTimes {
  readonly first: Microseconds;
  readonly last: Microseconds;
  /** How many came at once with the first. */
  readonly withFirst: number;
}

/** The requests before time 0, which are in no other figure. */
export interface WarmUpCounts {
  readonly sent: number;
  /** Those that got a whole response, whatever its status. */
  readonly answered: number;
}

/** What is recorded of a run when its load has ended. */
export interface Liveness {
  /** In the order of time; the longest, where there were more than `MOST_SILENCES`. */
  readonly silences: readonly Silence[];
  /** How many shorter ones are left out. */
  readonly silencesLeftOut: number;
  /** How long responses were waited for after the load had ended; 0: nothing was in flight that had to be waited for. */
  readonly waited: Microseconds;
  /** The first `MOST_OPEN_STREAMS`. */
  readonly streams: readonly OpenStream[];
  readonly streamsLeftOut: number;
  /** False: this client does not say what is in flight when its load ends, so that nothing is known to be unanswered. */
  readonly knowsUnanswered: boolean;
  /** Absent: there was none, or it was recorded before this was counted. */
  readonly warmUp?: WarmUpCounts | undefined;
}

/** Requests that were alive when the load had ended, as a report tells them. */
export interface OpenStreams {
  readonly count: number;
  /** Of these, with content type text/event-stream. */
  readonly eventStreams: number;
  /** Events of all event streams, from when the first of these was asked for to the end, so long before. */
  readonly events: number;
  readonly eventsMs: Milliseconds;
  /** Their rates added up. Null: too few events of any of them, or it was recorded before it was measured when they came. */
  readonly eventsPerSecond: PerSecond | null;
  readonly firstByteMs: Distribution | null;
}

/** How long a request waited without a byte of any response: from the last byte, or from the oldest request if that was sent later. */
export function silentUs({ from, to, oldestStart }: Silence): Microseconds {
  return Math.max(0, to - Math.max(from, oldestStart));
}
