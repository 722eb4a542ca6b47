/** Which requests a function ran for: CPU time of one function by request, joined with the rows of the client. */

import type { Microseconds } from '../base/units.ts';
import type { Profile } from '../model/profile/profile.ts';
import { clientRequest } from '../model/request-story.ts';
import type { RequestBatch } from '../model/run.ts';
import { DROPPED } from '../model/run.ts';
import { NO_REQUEST } from '../model/served.ts';
import { NOT_ON_STACK, nodesWith } from '../profile/time/function-times.ts';
import { weigherOf } from '../profile/time/sample-weights.ts';
import type { FunctionName } from '../profile/tree/folds.ts';
import { withCollections } from '../profile/tree/place-collections.ts';
import type { ServedRequests } from '../session/served-requests.ts';
import { isServedAs } from './request-story.ts';

/** µs of CPU time for a row of the client; NaN: it is not known which request of the server it was. */
export type PaidBy = (batch: RequestBatch, row: number) => Microseconds;

/** `originUs`: time 0 on the engine's clock; `loadedPort`: as `isServedAs` takes it. */
export function payersOf(
  profiles: readonly Profile[],
  served: ServedRequests,
  of: FunctionName,
  originUs: Microseconds,
  loadedPort: number | null,
): PaidBy {
  const paid = paidByRow(profiles, served, of);
  const byPort = new Map<number, number[]>();
  for (let row = 0; row < served.rows; row++) {
    const port = served.get('port', row);
    const known = byPort.get(port);
    if (known === undefined) byPort.set(port, [row]);
    else known.push(row);
  }
  for (const rows of byPort.values()) rows.sort((a, b) => served.get('start', a) - served.get('start', b));
  return (batch, row) => {
    const rows = byPort.get(batch.port[row]!);
    if (rows === undefined || batch.port[row] === 0 || batch.status[row] === DROPPED) return Number.NaN;
    const request = clientRequest(batch, row);
    for (let at = firstFrom(served, rows, request.start + originUs); at < rows.length; at++) {
      const is = isServedAs(served, rows[at]!, request, originUs, loadedPort);
      if (is === 'yes') return paid[rows[at]!]!;
      if (is === 'later') break;
    }
    return Number.NaN;
  };
}

/** Of the main threads, whose samples are told apart by requests. */
function paidByRow(profiles: readonly Profile[], served: ServedRequests, of: FunctionName): Float64Array {
  const paid = new Float64Array(served.rows);
  for (const profile of profiles.map(withCollections)) {
    const { requests, sampleNode, pid } = profile;
    if (requests === undefined) continue;
    const found = nodesWith(profile, of);
    const weigh = weigherOf(profile, -Infinity, Infinity);
    for (let i = 0; i < requests.length; i++) {
      if (requests[i]! <= NO_REQUEST || found[sampleNode[i]!] === NOT_ON_STACK) continue;
      const row = served.rowOf(pid, requests[i]!);
      if (row >= 0) paid[row]! += weigh(i).weight;
    }
  }
  return paid;
}

/** Index of the first that was read at `from`, or an instant before, as both sides round. */
function firstFrom(served: ServedRequests, rows: readonly number[], from: Microseconds): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (served.get('start', rows[middle]!) < from - 10) low = middle + 1;
    else high = middle;
  }
  return low;
}
