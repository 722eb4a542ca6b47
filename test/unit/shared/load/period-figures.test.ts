/** Every row in the period in which it ended, and the percentiles of a period exactly. */
import { expect, test } from 'vitest';
import { nearestRank } from '../../../../shared/load/distribution.ts';
import { LoadAccumulator } from '../../../../shared/load/load-accumulator.ts';
import { computePeriods } from '../../../../shared/load/period-figures.ts';
import { completionOf, rowCount } from '../../../../shared/load/request-rows.ts';
import { DROPPED, isExpectedStatus } from '../../../../shared/model/run.ts';
import { visitorRows } from '../../../helpers/visitor-rows.ts';

test('the periods of a run', () => {
  const batch = visitorRows(5, 900);
  // Over half a minute instead of some seconds.
  for (let row = 0; row < rowCount(batch); row++) {
    batch.intended[row]! *= 5;
    batch.start[row]! = batch.intended[row]!;
  }
  const load = new LoadAccumulator(0, true);
  load.addRows(batch, { sent: 900, inFlight: 0 });
  load.end(34e6, { sent: 900, inFlight: 0 });
  const periods = computePeriods(load.periodSeries(), 34_000);
  expect(periods.map(({ from, to }) => [from, to])).toEqual([
    [0, 10],
    [10, 20],
    [20, 30],
    [30, 34],
  ]);
  for (const { from, to, requests, throughput, latencyMs } of periods) {
    const rows = Array.from(batch.status.keys()).filter((row) => {
      const at = completionOf(batch, row) / 1e6;
      return at >= from && (at < to || to === 34);
    });
    const ofStatus = (isIt: (status: number) => boolean) => rows.filter((row) => isIt(batch.status[row]!));
    const latencies = ofStatus(isExpectedStatus)
      .map((row) => batch.latency[row]! / 1e3)
      .sort((a, b) => a - b);
    expect(requests).toEqual({
      completed: ofStatus((status) => status >= 100).length,
      failed: ofStatus((status) => status < 100 && status !== DROPPED).length,
      unexpected: ofStatus((status) => status === 500).length,
      dropped: ofStatus((status) => status === DROPPED).length,
    });
    expect(throughput).toBeCloseTo(latencies.length / (to - from), 9);
    const at = (percentile: number) => latencies[nearestRank(percentile, latencies.length) - 1];
    expect(latencyMs).toEqual({ p50: at(50), p90: at(90), p99: at(99), max: at(100) });
  }
});

test('one period says no more than the whole run, and nobody asked for those of a window', () => {
  const load = new LoadAccumulator(0, true);
  load.addRows(visitorRows(5, 20), { sent: 20, inFlight: 0 });
  expect(computePeriods(load.periodSeries(), 9_000)).toEqual([]);
  expect(new LoadAccumulator().periodSeries()).toBeNull();
});
