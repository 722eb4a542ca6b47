import { expect, test } from 'vitest';
import { computeSteadiness } from '../../../../shared/derive/steadiness.ts';
import { computeWarnings } from '../../../../shared/derive/warnings.ts';
import { LoadAccumulator } from '../../../../shared/load/load-accumulator.ts';
import type { RunSteadiness } from '../../../../shared/model/report.ts';
import { emptyBatch } from '../../../helpers/synthetic-recording.ts';
import { wordedAll } from '../../../helpers/worded.ts';
import { makeReport } from '../analysis/runs.ts';

const US_PER_S = 1e6;

/** So many answers with that status in each second. */
function makeLoad(answers: readonly number[], { status = 200, ended = true, partOfASecond = 0.4 } = {}): LoadAccumulator {
  const load = new LoadAccumulator();
  answers.forEach((count, second) => {
    const batch = emptyBatch(count);
    for (let row = 0; row < count; row++) batch.start[row] = (second + row / count) * US_PER_S;
    batch.status.fill(status);
    load.addRows(batch, { sent: 0, inFlight: 0 });
  });
  if (ended) load.end((answers.length - 1 + partOfASecond) * US_PER_S, { sent: 0, inFlight: 0 });
  return load;
}

const level = (seconds: number, count: number) => Array<number>(seconds).fill(count);

test('is judged from whole seconds only', () => {
  expect(computeSteadiness(makeLoad([...level(10, 500), 200]))).toEqual({ label: 'steady', spreadPercent: 0, warmupMs: null });
  expect(computeSteadiness(makeLoad([...level(30, 500), ...level(70, 1_000), 400]))).toEqual({
    label: 'warm-up',
    spreadPercent: 100,
    warmupMs: 30_000,
  });
});

test('gives no label to runs that are short, unfinished, all errors or with few responses', () => {
  expect(computeSteadiness(makeLoad([...level(9, 500), 200]))).toBeNull();
  expect(computeSteadiness(makeLoad([...level(10, 99), 200]))).toBeNull();
  expect(computeSteadiness(makeLoad(level(12, 500), { ended: false }))).toBeNull();
  expect(computeSteadiness(makeLoad(level(12, 500), { status: 500 }))).toBeNull();
});

test('a second without responses is a jump without a percentage', () => {
  const found = computeSteadiness(makeLoad([500, 500, 500, 500, 0, 0, 500, 500, 500, 500, 200]));
  expect(found).toEqual({ label: 'jumping', spreadPercent: null, warmupMs: null });
});

test('at a set rate it is judged by how long the typical request took in each second, also of a part', () => {
  const at = (latencies: readonly number[], perSecond = 30) => {
    const load = new LoadAccumulator();
    latencies.forEach((ms, second) => {
      const batch = emptyBatch(perSecond);
      for (let row = 0; row < perSecond; row++) batch.start[row] = (second + row / perSecond / 2) * US_PER_S;
      // A little noise, the same every other second.
      batch.latency.fill(1e3 * (ms + 0.02 * (second % 2)));
      batch.status.fill(200);
      load.addRows(batch, { sent: 0, inFlight: 0 });
    });
    load.end(latencies.length * US_PER_S, { sent: 0, inFlight: 0 });
    return load;
  };
  const slope = (from: number, to: number) => Array.from({ length: 20 }, (_, i) => from + ((to - from) * i) / 19);
  expect(computeSteadiness(at(level(20, 5)), 'latency')).toMatchObject({ label: 'steady', of: 'latency' });
  expect(computeSteadiness(at(slope(5, 9)), 'latency')).toMatchObject({ label: 'falling', warmupMs: null });
  expect(computeSteadiness(at(slope(9, 5)), 'latency')).toMatchObject({ label: 'rising' });
  expect(computeSteadiness(at([...level(8, 5), ...level(4, 20), ...level(8, 5)]), 'latency')).toMatchObject({ label: 'jumping' });
  // The rate stays the same, so throughput has nothing to say.
  expect(computeSteadiness(at(slope(5, 9), 200))).toMatchObject({ label: 'steady' });
  const parts = at([...level(12, 5), ...slope(5, 9)]);
  expect(computeSteadiness(parts, 'latency', 0, 12)).toMatchObject({ label: 'steady' });
  expect(computeSteadiness(parts, 'latency', 12, 32)).toMatchObject({ label: 'falling' });
  expect([computeSteadiness(parts, 'latency', 0, 9.9), computeSteadiness(at(level(20, 5), 10), 'latency')]).toEqual([null, null]);
});

test('warns about a run that was not steady', () => {
  const said = (steadiness: RunSteadiness | null) => wordedAll(computeWarnings({ ...makeReport(), steadiness }));
  expect(said(null)).toEqual([]);
  expect(said({ label: 'steady', spreadPercent: 2, warmupMs: null })).toEqual([]);
  expect(said({ label: 'warm-up', spreadPercent: 66.2, warmupMs: 3_000 })).toEqual([
    'The run was not steady: it was warming up for its first 3 s (fifths of the run differ by 66 %). A longer warm-up avoids this.',
  ]);
  expect(said({ label: 'falling', spreadPercent: 12, warmupMs: null })).toEqual([
    'The run was not steady: throughput kept falling (fifths of the run differ by 12 %).',
  ]);
  expect(said({ label: 'jumping', spreadPercent: null, warmupMs: null })).toEqual(['The run was not steady: throughput jumped.']);
  expect(said({ label: 'falling', of: 'latency', spreadPercent: 80, warmupMs: null })).toEqual([
    'The run was not steady: at the same arrival rate, latency kept rising (fifths of the run differ by 80 %).',
  ]);
});
