/** Which code ran right before requests waited for one thing. */
import { expect, test } from 'vitest';
import { waitCallers } from '../../../../shared/analysis/wait-callers.ts';
import type { WaitCallers } from '../../../../shared/model/longest-waits.ts';
import { CPU_OF_MAIN_THREAD, type Frame, type Profile } from '../../../../shared/model/profile/profile.ts';
import type { WaitKind } from '../../../../shared/model/waits.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { waitCallersTable } from '../../../../shared/report/wait-callers-table.ts';
import { OTHER, PID, type PlantedWait, servedOf, waitsOf } from '../../../helpers/planted-waits.ts';

const frame = (name: string, kind: Frame['kind'], url: string, line: number): Frame => ({ name, kind, url, line, column: 0 });
const FRAMES: readonly Frame[] = [
  frame('(root)', 'native', '', -1),
  frame('(idle)', 'native', '', -1),
  frame('handle', 'dependency', 'file:///app/node_modules/express/index.js', 5),
  frame('load', 'own', 'file:///app/load.js', 11),
  frame('query', 'dependency', 'file:///app/node_modules/pg/index.js', 7),
];
/** Nodes: the root, idle, a framework, own code below it, and a driver below that. */
const [IDLE, HANDLE, LOAD, QUERY] = [1, 2, 3, 4];

/** Samples of 1 ms: time, node and request. */
function profileOf(...samples: readonly (readonly [at: number, node: number, request: number])[]): Profile {
  return {
    ...{ ...CPU_OF_MAIN_THREAD, pid: PID, intervalUs: 1_000, frames: FRAMES },
    parent: Int32Array.of(-1, 0, 0, HANDLE, LOAD),
    frame: Int32Array.of(0, 1, 2, 3, 4),
    sampleNode: Int32Array.from(samples, ([, node]) => node),
    sampleTime: Float64Array.from(samples, ([at]) => at),
    requests: Int32Array.from(samples, ([, , request]) => request),
    ...{ startTime: 0, endTime: 100_000, weights: null },
  };
}

function callersOf(waits: readonly PlantedWait[], profile: Profile, kind: WaitKind = 'http'): WaitCallers {
  const given = waits.map((one) => ({ ...one, kind, to: OTHER, name: 'GET' }));
  const of = { kind, to: OTHER, name: 'GET', requests: null };
  return waitCallers(waitsOf(...given), servedOf([1, 0, 90_000], [2, 0, 90_000]), { from: 0, to: 100_000 }, of, [profile], 0);
}
const LOADED = { function: 'load', url: 'file:///app/load.js', line: 12 };

test('the innermost own function on the stack of the last sample before the call, if that was of its request', () => {
  const profile = profileOf([1_000, QUERY, 1], [2_000, HANDLE, 1], [10_000, LOAD, 1], [10_500, HANDLE, 2]);
  expect(callersOf([{ request: 1, at: [1_400, 5_000] }], profile)).toEqual({ calls: 1, samples: 1, callers: [{ ...LOADED, samples: 1 }] });
  // In no function of the user's own; then another request ran.
  expect(callersOf([{ request: 1, at: [2_100, 5_000] }], profile)).toEqual({ calls: 1, samples: 1, callers: [] });
  expect(callersOf([{ request: 1, at: [10_600, 20_000] }], profile)).toEqual({ calls: 1, samples: 0, callers: [] });
});

test('a sample that is older than two intervals, or taken while the event loop was idle, tells nothing', () => {
  const profile = profileOf([1_000, LOAD, 1], [20_000, IDLE, 1]);
  expect(callersOf([{ request: 1, at: [3_000, 5_000] }], profile).samples).toBe(1);
  expect(callersOf([{ request: 1, at: [3_001, 5_000] }], profile).samples).toBe(0);
  expect(callersOf([{ request: 1, at: [20_100, 25_000] }], profile).samples).toBe(0);
});

test('what was in line was asked for when its line began, which of a pool of connections is not known', () => {
  const profile = profileOf([1_000, LOAD, 1]);
  const inLine = [{ request: 1, at: [9_000, 12_000], line: 7_500 }] as const;
  expect(callersOf(inLine, profile, 'http').samples).toBe(1);
  expect(callersOf(inLine, profile, 'file').samples).toBe(1);
  expect(callersOf(inLine, profile, 'query')).toEqual({ calls: 1, samples: 0, callers: [] });
  expect(callersOf([{ request: 1, at: [1_500, 2_000] }], profile, 'query').samples).toBe(1);
});

test('it is told with how many samples say so, from 15 % of them on, and that it is not known where there are too few', () => {
  const callers = (seen: number, samples: number) => ({ calls: 1_000, samples, callers: [{ ...LOADED, samples: seen }] });
  const table = waitCallersTable('http', callers(18, 120));
  if (typeof table === 'string') throw new Error(table);
  expect(table.rows.map((row) => row.map(cellText))).toEqual([['load', 'app/load.js:12', '18 of 120 samples', '15']]);
  expect(table.note).toMatch(/120 of 1,000\..* a driver may send later/);
  expect(waitCallersTable('file', callers(18, 120))).toMatchObject({ note: expect.not.stringContaining('driver') });
  expect(waitCallersTable('http', callers(17, 120))).toMatch(
    /not known: of 120 samples .* the 1,000 calls, at most 17 were in one function/,
  );
  expect(waitCallersTable('http', { calls: 1, samples: 40, callers: [] })).toMatch(
    /right before the call, none was in a function of your own/,
  );
  expect(waitCallersTable('http', callers(19, 19))).toMatch(/the 1,000 calls 19 samples were taken of their requests, and it takes 20/);
  expect(waitCallersTable('http', { calls: 5, samples: 0, callers: [] })).toMatch(/the 5 calls no sample was taken/);
});
