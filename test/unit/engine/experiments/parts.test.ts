import { describe, expect, test } from 'vitest';
import { findExclusion, mayBeReplaced } from '../../../../electron/engine/experiments/compare/judge-pass.ts';
import { computePercentileCurves, spacePercentiles } from '../../../../electron/engine/experiments/compare/percentile-curves.ts';
import { MOST_RESPONSES, readResponseOrder } from '../../../../electron/engine/experiments/compare/response-order.ts';
import { PassTimes } from '../../../../electron/engine/experiments/compare/time-left.ts';
import { foretell, type Noise, pickNoise } from '../../../../electron/engine/sessions/noise.ts';
import { curvesOf } from '../../../../shared/charts/percentile-curves.ts';
import { TABLE_PERCENTILES } from '../../../../shared/charts/scales.ts';
import { formatMs } from '../../../../shared/format/figures.ts';
import { ExactDistribution } from '../../../../shared/load/distribution.ts';
import { STOPPED_PASS } from '../../../../shared/model/comparison/exclusion.ts';
import type { Metric } from '../../../../shared/model/comparison/metrics.ts';
import { fail } from '../../../../shared/model/failure.ts';
import { AS_EXPECTED, isAsExpected, type RequestBatch } from '../../../../shared/model/run.ts';
import { curveTable } from '../../../../shared/report/tables/compared/percentiles.ts';
import { comparisonOf, setupOf } from '../../../helpers/comparisons.ts';
import { emptyBatch } from '../../../helpers/synthetic-recording.ts';
import { wordedAll } from '../../../helpers/worded.ts';

describe('which runs are included', () => {
  const requests = { sent: 100, completed: 100, failed: 0, timedOut: 0, unfinished: 0, dropped: 0, unexpected: 0 };
  const completed = { ending: 'completed', failure: null } as const;
  const { failure } = fail('target-crashed', { verbatim: 'It died.' });

  test.each([
    ['all answered', completed, requests, null],
    ['a few failed', completed, { ...requests, completed: 96, failed: 4 }, null],
    ['many failed', completed, { ...requests, completed: 90, failed: 10 }, '10.0 % of its requests failed.'],
    ['nothing answered', completed, { ...requests, completed: 0 }, 'No request got a response.'],
    ['stopped', { ending: 'stopped', failure: null } as const, requests, STOPPED_PASS],
    [
      'at the limit',
      { ending: 'full', failure: null } as const,
      requests,
      'It was ended before its planned end, because it had as many requests as a run keeps.',
    ],
    ['script died', { ending: 'target-exited', failure } as const, requests, 'It died.'],
  ])('%s', (_, result, counts, why) => {
    expect(wordedAll([findExclusion(result, { requests: counts })])).toEqual([why]);
  });

  test.each([
    ['a port in use', 'failed', fail('port-in-use', { verbatim: '' }).failure, false, true],
    ['a crash before anything was measured', 'target-exited', failure, false, true],
    ['a crash under load', 'target-exited', failure, true, false],
    ['its own load process died', 'failed', fail('load-process-died', { verbatim: '' }).failure, true, true],
    ['stopped', 'stopped', null, false, false],
    ['its number of requests', 'full', null, true, false],
    ['figures', 'completed', null, true, false],
  ] as const)('another run in place of one with %s', (_, ending, why, hasMeasured, expected) => {
    expect(mayBeReplaced({ ending, failure: why }, hasMeasured)).toBe(expected);
  });
});

describe('percentile curves', () => {
  test('each further nine takes the same room, and the last point is the slowest response', () => {
    const percentiles = spacePercentiles(10_000);
    const spaced = percentiles.filter((p) => !TABLE_PERCENTILES.includes(p));
    const between = (from: number, to: number): number => spaced.filter((p) => p > from && p < to).length;
    expect(between(0, 90)).toBe(between(90, 99));
    expect(between(90, 99)).toBe(between(99, 99.9));
    expect(percentiles[0]).toBe(0);
    expect(percentiles.at(-1)).toBe(100);
    expect([...percentiles].sort((a, b) => a - b)).toEqual(percentiles);
    expect(percentiles).toEqual(expect.arrayContaining([90, 99, 99.9]));
  });

  test.each([3, 200, 100_000])('of %i responses, each listed percentile is exact, on the screen and in a report', (count) => {
    const latency = new ExactDistribution();
    for (let i = 0; i < count; i++) latency.record(1_000 * (1 + ((i * 7_919) % count)));
    const columns = computePercentileCurves([latency]);
    const [curve] = curvesOf(columns);
    const exact = TABLE_PERCENTILES.map((p) => latency.percentile(p) / 1_000);
    expect(TABLE_PERCENTILES.map((p) => curve!.at(p))).toEqual(exact);
    const cells = curveTable(columns).rows.map(([, cell]) => (typeof cell === 'string' ? cell : cell!.text.slice(1, -1)));
    expect(cells).toEqual(exact.map((ms) => formatMs(ms)));
  });

  test('requests without a response are slower than all others: where they decide, the curve ends and the table has a dash', () => {
    const [answered, censored] = [new ExactDistribution(), new ExactDistribution()];
    for (let i = 1; i <= 900; i++) answered.record(i);
    censored.record(10_000_000, 100);
    const columns = computePercentileCurves([answered], [censored]);
    const [curve] = curvesOf(columns);
    expect(curve).toMatchObject({ count: 1_000, isCut: true, last: 90 });
    expect([curve!.at(50), curve!.at(90), curve!.at(90.1), curve!.at(99)]).toEqual([0.5, 0.9, null, null]);
    const { rows, note } = curveTable(columns);
    expect(rows[TABLE_PERCENTILES.indexOf(99)]![1]).toBe('–');
    expect(note).toContain('Requests without a response count as slower than all others');
  });

  test('of merged runs, not of averages', () => {
    const [a, b, merged] = [new ExactDistribution(), new ExactDistribution(), new ExactDistribution()];
    for (let i = 0; i < 100; i++) a.record(1_000);
    b.record(2_000_000);
    merged.addAll(a);
    merged.addAll(b);
    const curves = computePercentileCurves([merged, a]);
    const at = (p: number): number => [...curves.percentile].findIndex((value) => value >= p);
    expect(curves.meta).toEqual({ variants: 2, counts: [101, 100] });
    expect(curves.ms0?.[at(99)]).toBe(1);
    expect([curves.ms0?.at(-1), curves.ms1?.at(-1)]).toEqual([2_000, 1]);
  });

  test('merging equals collecting everything at once', () => {
    const [parts, whole] = [[new ExactDistribution(), new ExactDistribution()], new ExactDistribution()];
    for (let i = 0; i < 5_000; i++) {
      const us = (i * 7_919) % 1_300_000;
      parts[i % 2]!.record(us);
      whole.record(us);
    }
    const merged = new ExactDistribution();
    for (const part of parts) merged.addAll(part);
    const all = [0.001, 1, 50, 90, 99, 99.9, 100];
    expect([merged.count, merged.min, merged.max, merged.percentiles(all)]).toEqual([
      whole.count,
      whole.min,
      whole.max,
      whole.percentiles(all),
    ]);
    expect(merged.mean).toBeCloseTo(whole.mean, 6);
    expect(merged.stdev).toBeCloseTo(whole.stdev, 6);
  });
});

describe('the order of responses', () => {
  async function* batches(total: number, size: number): AsyncGenerator<RequestBatch> {
    for (let from = 0; from < total; from += size) {
      const batch = emptyBatch(Math.min(size, total - from));
      for (let i = 0; i < batch.start.length; i++) {
        batch.start[i] = (from + i) * 1_000;
        batch.latency[i] = 500;
        batch.status[i] = 200;
      }
      yield batch;
    }
  }

  test('few are all shown', async () => {
    const { meta, startMs, latencyMs } = await readResponseOrder(batches(250, 100), 250);
    expect(meta).toEqual({ shown: 250, total: 250 });
    expect([...startMs]).toEqual(Array.from({ length: 250 }, (_, i) => i));
    expect(latencyMs[249]).toBe(0.5);
  });

  test('a status that the plan expects is told apart from one that it does not', async () => {
    async function* answered(): AsyncGenerator<RequestBatch> {
      const batch = emptyBatch(2);
      batch.status.fill(404);
      batch.unmet[1] = AS_EXPECTED;
      yield batch;
    }
    const { status, unmet } = await readResponseOrder(answered(), 2);
    expect([...status].map((one, row) => isAsExpected(one, unmet[row]))).toEqual([false, true]);
  });

  test('of many, evenly spaced ones', async () => {
    const { meta, startMs } = await readResponseOrder(batches(9_001, 128), 9_001);
    expect(meta).toEqual({ shown: MOST_RESPONSES, total: 9_001 });
    const steps = [...startMs].slice(1).map((start, i) => start - startMs[i]!);
    expect(new Set(steps)).toEqual(new Set([4, 5]));
  });

  test('rows that are missing do not leave zeros behind', async () => {
    const { meta, startMs } = await readResponseOrder(batches(10, 100), 20);
    expect(meta.shown).toBe(10);
    expect(startMs.length).toBe(10);
  });
});

const byTime = setupOf('plain.cjs', { load: { end: { by: 'duration', seconds: 3 }, warmupS: 1 } });

describe('time', () => {
  const byAmount = setupOf('plain.cjs');

  test('is as planned, then as measured in the runs of a variant; of another, the plan and what those took beyond theirs', () => {
    const times = new PassTimes(comparisonOf([byTime, byTime]), () => null);
    expect(times.left([{ variant: 0 }, { variant: 1 }], 0)).toBe(10_400);
    times.add(0, 5_000);
    times.add(0, 7_000);
    expect(times.left([{ variant: 0 }, { variant: 1 }], 1_000)).toBe(5_000 + 6_000);
    expect(times.left([{ variant: 0 }], 60_000)).toBe(0);
    expect(times.left([], 100)).toBe(0);
  });

  test('for a number of requests is estimated from the rate reached before, or from the other variants', () => {
    expect(new PassTimes(comparisonOf([byAmount, byAmount]), () => 200).expected(0)).toBe(3_200);
    const times = new PassTimes(comparisonOf([byAmount, byAmount]), () => null);
    times.add(1, 1_500);
    expect(times.expected(0)).toBe(1_500);
  });
});

describe('noise', () => {
  const noise = (at: string, script: string, sameVariants: boolean): Noise => {
    return { at, name: at, script, connections: 1, pairs: 10, sameVariants, cv: [{ metric: 'p50', percent: 5 }], rates: [] };
  };

  test('of the same script only: of an A/A check before others, then the newest', () => {
    const [other, old, aa, newest] = [noise('5', 'x', true), noise('2', 'me', false), noise('3', 'me', true), noise('4', 'me', false)];
    expect(pickNoise([other, old, aa, newest], ['me'])).toBe(aa);
    expect(pickNoise([other, old, newest], ['me'])).toBe(newest);
    expect(pickNoise([other], ['me'])).toBeNull();
  });

  test('more pairs show less: 5 % between runs is 9 % with 10 and 5.4 % with 20; where something else is asked about, 15 % and 7 %', () => {
    const of = (pairs: number, question: Metric = 'p50') =>
      foretell(noise('1', 'x', true), comparisonOf([byTime, byTime], { pairs, question }))[0]!;
    expect([of(10), of(20)].map((one) => one.detectablePercent)).toEqual([expect.closeTo(9.1, 1), expect.closeTo(5.4, 1)]);
    expect([of(10, 'mean'), of(20, 'mean')].map((one) => one.detectablePercent)).toEqual([expect.closeTo(15.2, 1), expect.closeTo(7.1, 1)]);
    expect(of(5)).toEqual(of(10));
  });
});
