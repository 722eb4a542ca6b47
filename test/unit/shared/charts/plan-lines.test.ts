/** What the load asks for over time: phases where they are, the rate that is offered, and every user once. */
import { expect, test } from 'vitest';
import { computeLoadLines } from '../../../../shared/charts/chart-lines.ts';
import { computePhaseBands, computePlanLines } from '../../../../shared/charts/plan-lines.ts';
import { LatencyDensity } from '../../../../shared/load/latency-density.ts';
import { Launches } from '../../../../shared/load/launches.ts';
import { LoadAccumulator } from '../../../../shared/load/load-accumulator.ts';
import { allocateRows } from '../../../../shared/load/request-rows.ts';
import { loadOf } from '../../../helpers/plans.ts';
import { emptyBatch } from '../../../helpers/synthetic-recording.ts';
import { SCHEDULE, visitorRows } from '../../../helpers/visitor-rows.ts';

const S = 1e6;
const sum = (values: readonly (number | null)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0);

test.each([1, 2, 3])('every row is in its second of each chart exactly once, seed %d', (seed) => {
  const batch = visitorRows(seed, 700);
  const load = new LoadAccumulator();
  load.addRows(batch, { sent: 0, inFlight: 0 });
  const arrivals = loadOf('arrivals', { schedule: SCHEDULE });
  const launches = new Launches(arrivals);
  launches.add(batch);
  const lines = computeLoadLines(load.series(0), 9_000, false);
  const { expected, unexpected, dropped, failed } = lines.outcomes;
  expect([sum(expected), sum(unexpected), sum(dropped)]).toEqual([load.completed - load.unexpected, load.unexpected, load.dropped]);
  expect(Object.fromEntries(failed.map(({ kind, values }) => [kind, sum(values)]))).toEqual(load.errorCounts());
  const { launched } = computePlanLines(arrivals, launches.columns(), lines, 6.5);
  expect(sum(launched!.odd) + sum(launched!.even!)).toBe(700 - load.dropped);
  expect(launches.columns().meta.users).toBe(700 - load.dropped);
  const density = new LatencyDensity();
  density.addRows(batch);
  expect(sum([...density.toColumns().counts])).toBe(load.latency.count);
  // As the percentiles of the whole: no second is slower than the slowest, or later than the latest.
  expect(Math.max(...lines.latenessP99.map(Number))).toBeLessThanOrEqual(load.lateness.max / 1_000);
  expect(lines.serviceP99.filter((value) => value !== null)).toHaveLength(lines.p99.filter((value) => value !== null).length);
});

test('the rate that is offered is that of the schedule, second by second, and all of it', () => {
  const spans = Array.from({ length: 7 }, (_, from) => ({ from, to: Math.min(from + 1, 6.5) }));
  const lines = { spans, completed: spans.map(() => 1) };
  const { offered, bands } = computePlanLines(loadOf('arrivals', { schedule: SCHEDULE }), null, lines, 6.5);
  expect(offered!.map((value) => Number(value!.toFixed(3)))).toEqual([3.333, 6, 8.667, 0, 10, 20, 20]);
  expect(sum(offered!.map((value, second) => value! * (spans[second]!.to - spans[second]!.from)))).toBeCloseTo(18 + 40, 9);
  expect(bands.map(({ from, to }) => [from, to])).toEqual([
    [0, 3],
    [3, 4.5],
    [4.5, 6.5],
  ]);
  expect(computePhaseBands(loadOf('arrivals', { schedule: '5/s for 3s' }), null)).toEqual([]);
  expect(computePlanLines(loadOf('closed'), null, lines, 6.5)).toEqual({ bands: [], offered: null, launched: null });
});

test('levels stand where they were: the one before was drained first, and one that was not reached is not there', () => {
  const batch = emptyBatch(4);
  [0, 0.5, 2.7, 3.1].forEach((second, row) => {
    batch.start[row] = second * S;
    batch.intended[row] = second * S;
    batch.phase[row] = row < 2 ? 0 : 1;
    batch.status[row] = 200;
  });
  const sweep = loadOf('sweep', { levels: '10/s, 20/s, 40/s', holdS: 2 });
  const launches = new Launches(sweep);
  launches.add(batch);
  const spans = [0, 1, 2, 3, 4].map((from) => ({ from, to: from + 1 }));
  const plan = computePlanLines(sweep, launches.columns(), { spans, completed: spans.map(() => 1) }, 5);
  expect(plan.bands).toEqual([
    { from: 0, to: 2, rate: [10, 10] },
    { from: 2.7, to: 4.7, rate: [20, 20] },
  ]);
  expect(plan.offered!.map((value) => Number(value!.toFixed(6)))).toEqual([10, 10, 6, 20, 14]);
  expect(plan.launched).toBeNull();
});

test('of users who make several requests, each is launched once', () => {
  const batch = emptyBatch(6);
  [0, 1, 0, 1, 0, 2].forEach((user, row) => {
    batch.user[row] = user;
    batch.connection[row] = user;
    batch.start[row] = row * 0.4 * S;
    batch.intended[row] = row * 0.4 * S;
    batch.status[row] = 200;
  });
  const users = loadOf('users');
  const launches = new Launches(users);
  launches.add(batch);
  const { launched } = computePlanLines(users, launches.columns(), { spans: [], completed: [] }, 2.2);
  expect(launched!.odd).toEqual([2, 0, 1]);
  expect(launched!.even).toBeNull();
});

test('a visitor who goes through a sequence comes with its first request', () => {
  const batch = allocateRows(5);
  [0, 1, 0, 2, 1].forEach((request, row) => {
    batch.request[row] = request;
    batch.intended[row] = row * 0.4 * S;
    batch.status[row] = 200;
  });
  const launches = new Launches(loadOf('arrivals'), 3);
  launches.add(batch);
  expect(launches.columns().meta.users).toBe(2);
  // Offered is what a server that keeps up would answer.
  const lines = { spans: [{ from: 0, to: 1 }], completed: [1] };
  const load = loadOf('arrivals', { schedule: '10/s for 1s' });
  expect(computePlanLines(load, launches.columns(), lines, 1).offered).toEqual([30]);
});
