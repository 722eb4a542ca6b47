/** What the time of requests in the server is made of. */
import type { Milliseconds } from '../base/units.ts';
import type { WaitKind } from './waits.ts';

/**
 * At each moment that a request is in the server, the first of these that holds:
 *
 * - `work`: the main thread is at it, be it in a call that blocks
 * - `inProgress`: a call of it to another server has been written and its reply not yet read; then what it asked of its own process: files, threads, names,
 *   connections, timers
 * - `inLine`: a call of it waits for a connection or a free socket, before what is in progress in its own process; then what waits for a thread
 * - `others`: the main thread is busy with other requests, garbage collection or anything else
 * - `unexplained`: the event loop is idle (the request waits for a lock, a worker thread, a call that is not seen), or it is not known
 *
 * Listed in the order in which they are told.
 */
export const TIME_PARTS = ['work', 'others', 'inLine', 'inProgress', 'unexplained'] as const;
export type TimePartName = (typeof TIME_PARTS)[number];

export interface TimePart {
  readonly part: TimePartName;
  /** Of what it was in line or in progress for; null: it is another part. */
  readonly kind: WaitKind | null;
  /** `postgresql://127.0.0.1:5432`, `http://127.0.0.1:4555`. */
  readonly to: string | null;
  /** Of one request. */
  readonly meanMs: Milliseconds;
  /** Of all of them. */
  readonly totalMs: Milliseconds;
  /** Of `meanMs` of what is in progress, while the event loop was busy with something else: a reply may have lain there unread. 0: it is another part. */
  readonly busyMs: Milliseconds;
}
