/** The event loop over time, of a server that waits in calls while a profile is taken. */
import { expect, test } from 'vitest';
import { CPU_OF_MAIN_THREAD, type DividedBy, type Profile } from '../../../../shared/model/profile/profile.ts';
import type { ServerSample } from '../../../../shared/model/run.ts';
import { divideSamples } from '../../../../shared/profile/time/divide-samples.ts';
import { loopWithCalls } from '../../../../shared/session/loop-in-calls.ts';
import { ServerSeries } from '../../../../shared/session/server-series.ts';
import { drawProfile } from '../profile/draw.ts';

const ORIGIN = 1_000_000;

/** 20 ms of which the second half is in spawnSync, then 20 ms idle: the kernel saw the thread run for 10 ms. */
function profileOf(by: DividedBy, change: Partial<Profile> = {}): Profile {
  const profile = drawProfile(`
    time 0  5000  10000           15000            20000   40000
    a       a     spawnSync@core  spawnSync@core   (idle)
    .       .     spawn@native    spawn@native     .`);
  const ends = [10_000, 20_000, 40_000];
  const known = {
    start: 0,
    end: Float64Array.from(ends),
    ran: Float64Array.of(10_000, 0, 0),
    waited: new Float64Array(3),
    stopped: new Uint16Array(3),
  };
  return { ...profile, ...CPU_OF_MAIN_THREAD, pid: 7, division: divideSamples(profile, known, by), ...change };
}

function seriesOf(...rows: readonly (readonly [atUs: number, elu: number, pid?: number])[]): ServerSeries {
  const series = new ServerSeries();
  for (const [at, elu, pid = 7] of rows) series.push({ at: ORIGIN + at, elu, pid } as ServerSample);
  return series;
}

const busy = (series: ServerSeries, ...profiles: readonly Profile[]) => {
  const found = loopWithCalls(series, profiles, ORIGIN);
  return found && [...found].map((share) => Number(share.toFixed(3)));
};

test('each sample has the calls of its own time, and none is busier than always', () => {
  const series = seriesOf([0, 0], [15_000, 0.667], [15_000, 0.2, 8], [20_000, 0.4], [40_000, 0.01]);
  expect(busy(series, profileOf('kernel'))).toEqual([0, 1, 0.2, 1, 0.01]);
  expect(busy(seriesOf([0, 0], [40_000, 0.25]), profileOf('kernel'))).toEqual([0, 0.5]);
});

test('nothing is added to what Node said itself, to another thread, or where no call waited', () => {
  const series = seriesOf([0, 0], [40_000, 0.5]);
  expect(busy(series, profileOf('node'))).toBeNull();
  expect(busy(series, profileOf('kernel', { thread: 1 }))).toBeNull();
  expect(busy(series, profileOf('kernel', { pid: 8 }))).toBeNull();
  expect(busy(seriesOf([20_000, 0], [40_000, 0.1]), profileOf('kernel'))).toBeNull();
});

test('nothing is added where less than 1 % of the time was in such calls, which samples are wrong by', () => {
  const series = seriesOf([0, 0], [40_000, 0.25], [2_000_000, 0.1]);
  const rests = (endMs: number): Profile => {
    const profile = profileOf('kernel');
    const { intervals } = profile.division!;
    const end = Float64Array.from([...intervals.end, endMs * 1e3]);
    const longer = Object.fromEntries(
      Object.entries(intervals).map(([key, of]) => [key, typeof of === 'number' ? of : Float64Array.from([...(of as Float64Array), 0])]),
    );
    return { ...profile, division: { ...profile.division!, intervals: { ...intervals, ...longer, end } as typeof intervals } };
  };
  expect(busy(series, rests(900))).not.toBeNull();
  expect(busy(series, rests(1_100))).toBeNull();
});
