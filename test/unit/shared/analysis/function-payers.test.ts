/** Which requests a function ran for, drawn by hand: samples of requests of the server, joined with rows of the client. */
import { expect, test } from 'vitest';
import { payersOf } from '../../../../shared/analysis/function-payers.ts';
import { allocateRows } from '../../../../shared/load/request-rows.ts';
import { CPU_OF_MAIN_THREAD } from '../../../../shared/model/profile/profile.ts';
import { DROPPED } from '../../../../shared/model/run.ts';
import { ProfileMerger } from '../../../../shared/profile/time/merge-slices.ts';
import { ServedRequests } from '../../../../shared/session/served-requests.ts';
import { drawSlice } from '../profile/draw.ts';

const [PID, ORIGIN, SERVER_PORT] = [7, 1_000_000, 80];
const of = { function: 'f', url: 'file:///app/main.js', line: 1 };

function profile() {
  const merger = new ProfileMerger({ pid: PID, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  merger.addSlice({
    ...drawSlice(`time 0 1000 2000 3000 4000 5000 6000 7000
                  f f g f (idle) g f
                  . g f . . . g`),
    // 0: in none; -1: not known.
    requests: [1, 1, 2, 0, -1, 3, 3],
  });
  return merger.toProfile(0, {});
}

/** Number, begin, end, port of the client: the first and the last are on one connection. */
const SERVED = [
  [1, 0, 2_000, 5_001],
  [2, 2_000, 3_000, 5_002],
  [3, 5_000, 7_000, 5_001],
] as const;

function served(): ServedRequests {
  const all = new ServedRequests();
  all.add({
    routes: ['GET /'],
    lost: 0,
    rows: {
      pid: SERVED.map(() => PID),
      request: SERVED.map(([request]) => request),
      route: SERVED.map(() => 0),
      start: SERVED.map(([, start]) => ORIGIN + start),
      end: SERVED.map(([, , end]) => ORIGIN + end),
      status: SERVED.map(() => 200),
      running: SERVED.map(() => 0),
      port: SERVED.map(([, , , port]) => port),
      localPort: SERVED.map(() => SERVER_PORT),
    },
  });
  return all;
}

/** What rows of the client have paid, each: when it was sent, its latency, its port, its status. */
function paid(rows: readonly (readonly [number, number, number, number?])[], loadedPort = SERVER_PORT): number[] {
  const batch = allocateRows(rows.length);
  rows.forEach(([start, latency, port, status = 200], row) => {
    batch.intended[row] = start;
    batch.start[row] = start;
    batch.latency[row] = latency;
    batch.port[row] = port;
    batch.status[row] = status;
  });
  const paidBy = payersOf([profile()], served(), of, ORIGIN, loadedPort);
  return rows.map((_, row) => paidBy(batch, row));
}

test('each pays for the samples of its own that have the function on the stack', () => {
  expect(
    paid([
      [-500, 3_000, 5_001],
      [1_900, 1_200, 5_002],
      [4_800, 2_500, 5_001],
    ]),
  ).toEqual([2_000, 1_000, 1_000]);
});

test('of what the server did not see it is not known: another port, another time, dropped, another server', () => {
  expect(
    paid([
      [-500, 3_000, 5_009],
      [8_000, 3_000, 5_001],
      [-500, 3_000, 5_001, DROPPED],
      [-500, 3_000, 0],
      [-500, 3_000, 5_001, 500],
    ]),
  ).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  expect(paid([[-500, 3_000, 5_001]], 3_000)).toEqual([Number.NaN]);
});
