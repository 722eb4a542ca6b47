import { describe, expect, test } from 'vitest';
import { metricsOfLoad } from '../../../../shared/analysis/verdicts/family.ts';
import { comparisonHeadline } from '../../../../shared/analysis/verdicts/headline.ts';
import { computeDots, isWeakMetric, metricOf } from '../../../../shared/analysis/verdicts/metrics.ts';
import { planPasses } from '../../../../shared/analysis/verdicts/order.ts';
import { estimatePairsNeeded } from '../../../../shared/analysis/verdicts/pairs-needed.ts';
import { computeDetectable, estimateSensitivity } from '../../../../shared/analysis/verdicts/sensitivity.ts';
import { computeAllVerdicts, computeVerdicts } from '../../../../shared/analysis/verdicts/verdict.ts';
import { makeRandom as seededRandom } from '../../../../shared/base/statistics/random.ts';
import type { Verdict } from '../../../../shared/model/comparison/comparison.ts';
import { type Exclusion, STOPPED_PASS } from '../../../../shared/model/comparison/exclusion.ts';
import { METRIC_NAMES, type Metric } from '../../../../shared/model/comparison/metrics.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import { answeredOf } from '../../../../shared/model/distribution.ts';
import { say } from '../../../../shared/words/said.ts';
import { verbatim } from '../../../helpers/worded.ts';
import { makeNormal, makePasses, makeReport } from './runs.ts';

const RULES = { pairs: 10, question: 'p50', equivalencePercent: 5, seed: 1 } as const;
const PLAN = { ...RULES, variants: [{}, {}] };
const CLOSED = metricsOfLoad('closed');
const verdictOf = (verdicts: readonly Verdict[], metric: Metric) => verdicts.find((verdict) => verdict.metric === metric)!;

/** B takes `percent` longer (with throughput lower and costs higher accordingly), with `noise` from run to run. */
function passesWith(percent: number, noise = 0.01, rounds = 10): Pass[] {
  const normal = makeNormal(seededRandom(42));
  return makePasses(rounds, (variant) => {
    const factor = (variant === 1 ? 1 + percent / 100 : 1) * Math.exp(noise * normal());
    return makeReport({
      requestsPerSecond: 2_000 / factor,
      meanMs: 5 * factor,
      p50Ms: 4.5 * factor,
      p90Ms: 8 * factor,
      p99Ms: 14 * factor,
      stdevMs: 2 * factor,
      cpuMsPerRequest: 0.45 * factor,
      rssBytes: 80e6 * factor,
      allocatedPerRequest: 5_600 * factor,
    });
  });
}

describe('figures of a run', () => {
  test('are in the units of the metrics, over all processes', () => {
    const report = makeReport({ requestsPerSecond: 1_000, cpuMsPerRequest: 0.8, rssBytes: 50e6, allocatedPerRequest: 7_000, p99Ms: 20 });
    expect(CLOSED.map((metric) => metricOf(report, metric))).toEqual([1_000, 5, 4.5, 8, 20, 2, 0, 0.8, 7_000, 50e6]);
  });

  test('throughput is over the exact measured time, including the last part of a second', () => {
    const report = makeReport();
    const short = { ...report, requests: { ...report.requests, completed: 200 }, load: { ...report.load, durationMs: 4_300 } };
    expect(metricOf(short, 'throughput')).toBeCloseTo(46.51, 2);
  });

  test('are missing without responses or without samples of the server', () => {
    const nothing = { ...makeReport({ requestsPerSecond: 0 }), server: [] };
    expect(METRIC_NAMES.map((metric) => metricOf(nothing, metric))).toEqual(METRIC_NAMES.map(() => null));
    expect(METRIC_NAMES.some((metric) => isWeakMetric(nothing, metric))).toBe(false);
  });
});

describe('verdicts', () => {
  test('of a clear difference have the right word for each metric', () => {
    const verdicts = computeVerdicts(passesWith(20), RULES, 0, 1);
    expect(verdicts.map(({ metric, verdict, reason }) => [metric, verdict, reason])).toEqual([
      ['throughput', 'slower', null],
      ['mean', 'slower', null],
      ['p50', 'slower', null],
      ['p90', 'slower', null],
      ['p99', 'slower', null],
      ['spread', 'higher', null],
      ['cpuMsPerRequest', 'higher', null],
      ['allocatedBytesPerRequest', 'higher', null],
      ['rssBytes', 'higher', null],
    ]);
    const { a, b, aValue, bValue, differencePercent, ci, pairs, p, pHolm } = verdictOf(verdicts, 'p50');
    expect([a, b, pairs, p]).toEqual(['A', 'B', 10, 2 / 1_024]);
    // Half of the 5 % is for the question alone; once that is rejected, the eight others share all of it.
    expect(pHolm).toBeCloseTo((2 * 2) / 1_024, 12);
    expect(verdictOf(verdicts, 'mean').pHolm).toBeCloseTo((8 * 2) / 1_024, 12);
    expect(bValue / aValue).toBeCloseTo(1.2, 1);
    expect(differencePercent).toBeCloseTo(20, -0.5);
    expect(ci![0]).toBeLessThan(differencePercent!);
    expect(ci![1]).toBeGreaterThan(differencePercent!);
  });

  test('are inverted when the sides are swapped', () => {
    const passes = passesWith(20);
    const there = computeVerdicts(passes, RULES, 0, 1);
    const back = computeVerdicts(passes, RULES, 1, 0);
    expect(back.map(({ verdict }) => verdict)).toEqual([
      'faster',
      'faster',
      'faster',
      'faster',
      'faster',
      'lower',
      'lower',
      'lower',
      'lower',
    ]);
    there.forEach((verdict, i) => {
      const other = back[i]!;
      expect([other.a, other.b, other.aValue, other.p]).toEqual(['B', 'A', verdict.bValue, verdict.p]);
      expect((1 + verdict.differencePercent! / 100) * (1 + other.differencePercent! / 100)).toBeCloseTo(1, 12);
    });
  });

  test('equivalent: the whole interval is within the limit, even if a small difference is significant', () => {
    const words = (percent: number, equivalencePercent = 5) =>
      computeVerdicts(passesWith(percent, 0.005), { ...RULES, equivalencePercent }, 0, 1).map(({ verdict }) => verdict);
    expect(new Set(words(0))).toEqual(new Set(['equivalent']));
    expect(new Set(words(2))).toEqual(new Set(['equivalent']));
    expect(words(2, 1)).not.toContain('equivalent');
  });

  test('cannot tell: too much noise, with an estimate of the pairs needed', () => {
    const verdicts = computeVerdicts(passesWith(3, 0.08), RULES, 0, 1);
    const { verdict, reason, morePairs, ci } = verdictOf(verdicts, 'p50');
    expect([verdict, reason]).toEqual(['cannot tell', 'too noisy']);
    expect(morePairs).toBeGreaterThan(0);
    expect(ci![0]).toBeLessThan(0);
  });

  test('cannot tell: fewer than ten pairs show difference and interval, one look the difference alone', () => {
    const five = verdictOf(computeVerdicts(passesWith(50, 0.01, 5), { ...RULES, pairs: 5 }, 0, 1), 'mean');
    expect(five).toMatchObject({ verdict: 'cannot tell', reason: 'too few pairs', pairs: 5, morePairs: null, p: null, pHolm: null });
    expect(five.ci![0]).toBeGreaterThan(40);
    const one = verdictOf(computeVerdicts(passesWith(50, 0, 1), { ...RULES, pairs: 1 }, 0, 1), 'mean');
    expect(one).toMatchObject({ verdict: 'cannot tell', reason: 'too few pairs', ci: null, p: null, morePairs: null });
    expect(one.differencePercent).toBeCloseTo(50, 9);
    expect(computeVerdicts(passesWith(50, 0.01, 0), RULES, 0, 1)).toEqual([]);
  });

  test('cannot tell: a percentile of too few responses in any run, which is also left out of the correction', () => {
    const passes = passesWith(20).map((pass) =>
      pass.index === 7 ? { ...pass, report: makeReport({ p99Ms: 14, weak: ['99', '99.9'] }) } : pass,
    );
    const verdicts = computeVerdicts(passes, RULES, 0, 1);
    expect(verdictOf(verdicts, 'p99')).toMatchObject({ verdict: 'cannot tell', reason: 'too few answers', p: null, pHolm: null });
    const tested = verdicts.filter(({ p }) => p !== null);
    expect(tested.length).toBe(8);
    expect(tested.filter(({ metric }) => metric !== 'p50').map(({ p, pHolm }) => pHolm! / p!)).toEqual(Array(7).fill(expect.closeTo(7, 9)));
  });

  test('cannot tell before all planned pairs are finished: stopping at favourable figures must not give a verdict', () => {
    const twenty = { ...RULES, pairs: 20 };
    const twelve = verdictOf(computeVerdicts(passesWith(20, 0.01, 12), twenty, 0, 1), 'p50');
    expect(twelve).toMatchObject({ verdict: 'cannot tell', reason: 'unfinished', pairs: 12, morePairs: null, p: null });
    const stopped = passesWith(20, 0.01, 20).map((pass) =>
      pass.round < 12 ? pass : { ...pass, report: null, excluded: pass.round === 12 ? STOPPED_PASS : null },
    );
    expect(verdictOf(computeVerdicts(stopped, twenty, 0, 1), 'p50')).toMatchObject({ reason: 'unfinished', pairs: 12 });
  });

  test('a failed run excludes its pair, and no more', () => {
    const passes = passesWith(20, 0.01, 12).map((pass) =>
      pass.index === 5 ? { ...pass, report: null, excluded: verbatim('crashed') } : pass,
    );
    expect(verdictOf(computeVerdicts(passes, { ...RULES, pairs: 12 }, 0, 1), 'p50')).toMatchObject({ verdict: 'slower', pairs: 11 });
  });

  test('a replacement round counts, and is required for the verdict', () => {
    const passes = passesWith(20, 0.01, 13).map((pass) =>
      pass.index === 5 ? { ...pass, report: null, excluded: verbatim('port in use') } : pass,
    );
    const rules = { ...RULES, pairs: 12 };
    expect(verdictOf(computeVerdicts(passes, rules, 0, 1), 'p50')).toMatchObject({ verdict: 'slower', pairs: 12 });
    const awaited = passes.map((pass) => (pass.index === 25 ? { ...pass, report: null } : pass));
    expect(verdictOf(computeVerdicts(awaited, rules, 0, 1), 'p50')).toMatchObject({ reason: 'unfinished', pairs: 11, p: null });
    const stopped = passes.map((pass) => (pass.index === 25 ? { ...pass, report: null, excluded: STOPPED_PASS } : pass));
    expect(verdictOf(computeVerdicts(stopped, rules, 0, 1), 'p50')).toMatchObject({ reason: 'unfinished' });
  });

  test('of several variants are corrected together', () => {
    const normal = makeNormal(seededRandom(43));
    const three = makePasses(
      10,
      (variant) => makeReport({ p50Ms: (variant === 2 ? 6 : 4) + 0.1 * normal(), meanMs: 5 + 0.1 * normal() }),
      3,
    );
    const all = computeAllVerdicts(three, RULES, 3);
    expect(all.map(({ b }) => b)).toEqual([...Array(9).fill('B'), ...Array(9).fill('C')]);
    const found = all.find(({ b, metric }) => b === 'C' && metric === 'p50')!;
    expect(found).toMatchObject({ verdict: 'slower', p: 2 / 1_024 });
    // A quarter of the 5 % is for the question of each of two variants; alone it has half of it.
    expect(found.pHolm).toBeCloseTo((4 * 2) / 1_024, 12);
    expect(verdictOf(computeVerdicts(three, RULES, 0, 2), 'p50').pHolm).toBeCloseTo((2 * 2) / 1_024, 12);
    // Estimates and intervals do not depend on the number of variants.
    expect(all.filter(({ b }) => b === 'B').map(({ p, ci }) => [p, ci])).toEqual(
      computeVerdicts(three, RULES, 0, 1).map(({ p, ci }) => [p, ci]),
    );
  });

  test('errors do not count as throughput', () => {
    const failing = makePasses(10, (variant) =>
      makeReport({ requestsPerSecond: variant === 0 ? 2_000 : 2_080, odd: variant === 0 ? null : { status: 500, share: 0.04 } }),
    );
    const throughput = verdictOf(computeVerdicts(failing, RULES, 0, 1), 'throughput');
    expect(throughput.bValue).toBeCloseTo(2_080 * 0.96, 6);
    expect(throughput.verdict).toBe('equivalent');
  });

  test('if all variants responded only with unexpected statuses, these are compared', () => {
    const missing = passesWith(20).map((pass) => {
      const { requests, latencyMs, ...rest } = pass.report!;
      const report = {
        ...rest,
        requests: { ...requests, unexpected: requests.completed },
        latencyMs: null,
        unexpectedLatencyMs: latencyMs && answeredOf(latencyMs),
      };
      return { ...pass, report };
    });
    const [same, ...words] = computeVerdicts(missing, RULES, 0, 1)
      .sort((x, y) => Number(y.metric === 'errors') - Number(x.metric === 'errors'))
      .map(({ metric, verdict }) => [metric, verdict]);
    expect(same).toEqual(['errors', 'equivalent']);
    expect(words).toEqual(computeVerdicts(passesWith(20), RULES, 0, 1).map(({ metric, verdict }) => [metric, verdict]));
    const dotsOf = (passes: Pass[]) => computeDots(passes, 2, 'p50').filter(({ metric }) => metric !== 'errors');
    expect(dotsOf(missing)).toEqual(dotsOf(passesWith(20)));
    expect(estimateSensitivity(missing, PLAN)).toEqual(estimateSensitivity(passesWith(20), PLAN));
    // With one expected response in any run, only such responses count.
    const [first, ...others] = missing;
    expect(verdictOf(computeVerdicts([passesWith(20)[0]!, ...others], RULES, 0, 1), 'rssBytes').pairs).toBe(10);
    expect(computeVerdicts([passesWith(20)[0]!, ...others], RULES, 0, 1).map(({ metric }) => metric)).toEqual([
      'errors',
      'cpuMsPerRequest',
      'allocatedBytesPerRequest',
      'rssBytes',
    ]);
    expect(first!.report.latencyMs).toBeNull();
  });

  test('excluded and profiled runs do not count', () => {
    const passes = passesWith(20).map((pass) => (pass.index === 0 ? { ...pass, excluded: verbatim('other Node') } : pass));
    const profiled: Pass[] = [0, 1].map((variant) => ({
      index: 20 + variant,
      variant,
      round: 10,
      kind: 'profiled',
      report: makeReport(),
      excluded: null,
    }));
    expect(verdictOf(computeVerdicts([...passes, ...profiled], RULES, 0, 1), 'p50')).toMatchObject({ pairs: 9, reason: 'too few pairs' });
  });

  test('pairs are by round, whatever order the runs came in', () => {
    const passes = passesWith(20);
    expect(computeVerdicts([...passes].reverse(), RULES, 0, 1)).toEqual(
      computeVerdicts(passes, RULES, 0, 1).map((verdict) => expect.objectContaining({ p: verdict.p, aValue: verdict.aValue })),
    );
  });

  test('what a schedule and users add: latency from sending, and the length of sessions', () => {
    const passes = passesWith(0).map((pass) => {
      const slower = pass.variant === 1 ? 1.3 : 1;
      const { serviceMs, sessionMs } = makeReport({ serviceP50Ms: 4 * slower * (1 + pass.round / 1e4), sessionP50Ms: 90 / slower });
      return { ...pass, report: { ...pass.report!, serviceMs: serviceMs!, sessionMs } };
    });
    const verdicts = computeVerdicts(passes, { ...RULES, question: 'serviceP50' }, 0, 1);
    expect(verdictOf(verdicts, 'serviceP50')).toMatchObject({ verdict: 'slower', differencePercent: expect.closeTo(30, 6) });
    expect(verdictOf(verdicts, 'serviceP99')).toMatchObject({ verdict: 'slower' });
    expect(verdictOf(verdicts, 'sessionP50')).toMatchObject({ verdict: 'faster', differencePercent: expect.closeTo(-23.08, 2) });
    expect(verdictOf(verdicts, 'p50').verdict).toBe('equivalent');
  });

  test('errors are compared in percentage points over all runs, those included that are left out of the latency for them', () => {
    const passes = makePasses(10, (variant, round) => makeReport({ failed: (variant === 1 ? 0.062 : 0.002) + round / 1e4 })).map((pass) =>
      pass.variant === 1 ? { ...pass, excluded: verbatim('6.2 % of the requests failed') } : pass,
    );
    const verdicts = computeVerdicts(passes, RULES, 0, 1);
    expect(verdicts).toEqual([
      expect.objectContaining({ metric: 'errors', pairs: 10, verdict: 'higher', differencePercent: expect.closeTo(6, 6), p: 2 / 1_024 }),
    ]);
    expect(verdicts[0]!.aValue).toBeCloseTo(0.245, 6);
    expect(computeVerdicts(passes, RULES, 1, 0)[0]).toMatchObject({ verdict: 'lower', differencePercent: expect.closeTo(-6, 6) });
    const dots = computeDots(passes, 2, 'p50');
    expect(dots.find(({ metric }) => metric === 'errors')!.values[1]![0]).toBeCloseTo(6.2, 6);
    expect(dots.find(({ metric }) => metric === 'p50')!.values[1]![0]).toBeNull();
    // A machine that slept, or a stop, says nothing about the server.
    const slept = { key: 'exclusion.interrupted', params: {} };
    expect(
      computeVerdicts(
        passes.map((pass) => ({ ...pass, excluded: pass.round < 3 ? slept : null })),
        RULES,
        0,
        1,
      )[0]!.pairs,
    ).toBe(7);
  });

  test('a difference of less than half a point in errors is none; where nothing goes wrong, they cost the other metrics nothing', () => {
    const few = makePasses(10, (variant, round) => makeReport({ failed: 0.004 + variant / 1e3 + round / 1e4 }));
    expect(verdictOf(computeVerdicts(few, RULES, 0, 1), 'errors')).toMatchObject({
      verdict: 'equivalent',
      differencePercent: expect.closeTo(0.1, 6),
    });
    expect(verdictOf(computeVerdicts(passesWith(20), RULES, 0, 1), 'errors')).toBeUndefined();
    const asked = computeVerdicts(passesWith(20), { ...RULES, question: 'errors' }, 0, 1);
    expect(verdictOf(asked, 'errors')).toMatchObject({ verdict: 'equivalent', aValue: 0, bValue: 0, differencePercent: 0 });
  });

  test('a metric without figures is left out', () => {
    const blind = passesWith(20).map((pass) => ({ ...pass, report: { ...pass.report!, server: [], memory: undefined as never } }));
    expect(computeVerdicts(blind, RULES, 0, 1).map(({ metric }) => metric)).toEqual(['throughput', 'mean', 'p50', 'p90', 'p99', 'spread']);
  });
});

test('the pairs needed: to find a difference or to rule one out, whichever takes fewer', () => {
  const spread = [-1, 1, -1, 1, -1, 1, -1, 1].map((sign) => sign * 0.05);
  const at = (shift: number) => spread.map((value) => value + shift);
  const limit = Math.log(1.05);
  // Standard deviation 0.0535. Below 9 pairs the smallest p, 2/256, is above 5 % / 7; 10 pairs find 1.61 x 0.0535 = 0.086 ...
  expect(estimatePairsNeeded(at(0.1), limit, 1 / 7)).toBe(10);
  // ... and 12 pairs rule out (2.20 + 0.84 sqrt(1 + 2.20^2 / 22)) / sqrt(12) x 0.0535 = 0.0483 < 0.0488.
  expect(estimatePairsNeeded(at(0), limit, 1 / 7)).toBe(12);
  expect(estimatePairsNeeded(at(0.1), limit, 1 / 35)).toBeGreaterThan(10);
  expect(estimatePairsNeeded(at(0.0001), 0.0002, 1 / 7)).toBeNull();
});

test('dots: by variant and round, with a gap where a run has no figure', () => {
  const passes = makePasses(3, (variant, round) => makeReport({ p50Ms: 10 * variant + round + 1 }));
  const dots = computeDots(
    passes.filter(({ index }) => index !== 2),
    2,
    'p50',
  );
  expect(dots.map(({ metric }) => metric)).toEqual([...METRIC_NAMES]);
  expect(dots.find(({ metric }) => metric === 'p50')!.values).toEqual([
    [1, null, 3],
    [11, 12, 13],
  ]);
});

describe('sensitivity', () => {
  test('is computed from the noise within variants, whatever the difference between them', () => {
    const p50 = estimateSensitivity(passesWith(80, 0.05, 40), PLAN).find(({ metric }) => metric === 'p50')!;
    expect(p50.cvPercent).toBeGreaterThan(4);
    expect(p50.cvPercent).toBeLessThan(6);
    expect(p50).toMatchObject({ detectablePercent: computeDetectable(p50.cvPercent, 10, 1 / 2), pairs: 10 });
  });

  test('is not given for too few pairs, and is never below the limit of equivalence', () => {
    const of = (plan: Partial<Record<'pairs' | 'equivalencePercent', number>>, noise = 0.05) =>
      estimateSensitivity(passesWith(0, noise, 10), { ...PLAN, ...plan })[0]!;
    expect(of({ pairs: 5 })).toEqual(of({ pairs: 10 }));
    expect(of({ pairs: 1 }).pairs).toBe(10);
    // 35 other metrics share half of the 5 %: the smallest p of ten pairs, 2/1024, is too large, that of eleven as well.
    const six = estimateSensitivity(passesWith(0, 0.05, 10), { ...PLAN, variants: Array(6).fill({}) });
    expect(six.map(({ metric, pairs }) => [metric, pairs])).toEqual(
      CLOSED.filter((metric) => metric !== 'errors').map((metric) => [metric, metric === 'p50' ? 10 : 12]),
    );
    expect(of({}, 0.001).detectablePercent).toBe(5);
    expect(of({ equivalencePercent: 1 }, 0.001).detectablePercent).toBe(1);
  });

  test('needs five runs of each variant, and enough responses', () => {
    expect(estimateSensitivity(passesWith(0, 0.05, 1), PLAN)).toEqual([]);
    expect(estimateSensitivity(passesWith(0, 0.05, 4), PLAN)).toEqual([]);
    expect(estimateSensitivity(passesWith(0, 0.05, 5), PLAN)).not.toEqual([]);
    const weak = makePasses(5, () => makeReport({ weak: ['99'] }));
    expect(estimateSensitivity(weak, PLAN).map(({ metric }) => metric)).toEqual(
      CLOSED.filter((metric) => metric !== 'p99' && metric !== 'errors'),
    );
  });

  test('is not known where many runs of a variant are left out, or few of them have the figure', () => {
    const failing = (left: (pass: Pass) => boolean) =>
      estimateSensitivity(
        passesWith(0, 0.05, 20).map((pass) => (left(pass) ? { ...pass, excluded: say('exclusion.failed', { percent: '9.9' }) } : pass)),
        { ...PLAN, pairs: 20 },
      );
    expect(failing(({ variant }) => variant === 1)).toEqual([]);
    expect(failing(({ variant, round }) => variant === 1 && round < 18)).toEqual([]);
    expect(failing(({ variant, round }) => variant === 0 && round < 6)).toEqual([]);
    expect(failing(({ round }) => round < 5).map(({ metric }) => metric)).toContain('p50');
    const rare = makePasses(20, (variant, round) => makeReport({ weak: variant === 0 || round > 1 ? ['99'] : [] }));
    expect(estimateSensitivity(rare, PLAN).map(({ metric }) => metric)).not.toContain('p99');
  });

  test('counts no run that was never made, or that was stopped', () => {
    const ended = (excluded: Exclusion) =>
      passesWith(0, 0.05, 20).map((pass) => (pass.round < 8 ? pass : { ...pass, report: null, excluded }));
    for (const excluded of [STOPPED_PASS, say('exclusion.notRun')] as const)
      expect(estimateSensitivity(ended(excluded), PLAN)).toEqual(estimateSensitivity(passesWith(0, 0.05, 8), PLAN));
  });
});

describe('order', () => {
  const variants = ['a', 'b', 'c'].map((title) => ({ title, setup: {} as never }));
  const plan = (seed: number, pairs = 40) => planPasses({ variants, pairs, profiled: true, seed });

  test('every variant once in each round, profiled passes last', () => {
    const passes = plan(1);
    expect(passes.map(({ index }) => index)).toEqual(passes.map((_, i) => i));
    for (let round = 0; round < 40; round++) {
      expect(passes.slice(3 * round, 3 * round + 3).every((pass) => pass.round === round && pass.kind === 'measured')).toBe(true);
      expect(
        passes
          .slice(3 * round, 3 * round + 3)
          .map(({ variant }) => variant)
          .sort(),
      ).toEqual([0, 1, 2]);
    }
    expect(passes.slice(120).map(({ kind, variant, round }) => [kind, variant, round])).toEqual([
      ['profiled', 0, 40],
      ['profiled', 1, 40],
      ['profiled', 2, 40],
    ]);
  });

  test('is drawn from the seed, and no variant always goes first', () => {
    expect(plan(1)).toEqual(plan(1));
    expect(plan(1)).not.toEqual(plan(2));
    const firsts = plan(1).filter(({ index }) => index % 3 === 0 && index < 120);
    for (const variant of [0, 1, 2]) expect(firsts.filter((pass) => pass.variant === variant).length).toBeGreaterThan(5);
  });
});

describe('headline', () => {
  const tell = (passes: readonly Pass[], question: Metric = 'p50') =>
    comparisonHeadline(computeVerdicts(passes, { ...RULES, question }, 0, 1), question);
  const metricsOf = (some: readonly Verdict[]) => some.map(({ metric }) => metric);

  test.each(CLOSED.filter((metric) => metric !== 'errors'))(
    'leads with the question, %s; the others follow in a fixed order',
    (question) => {
      const { kind, lead, worse, better, against } = tell(passesWith(20), question);
      expect([kind, lead?.metric, better, against]).toEqual([lead!.verdict, question, [], []]);
      const told = ['p50', 'mean', 'throughput', 'p99', 'p90', 'spread', 'cpuMsPerRequest', 'allocatedBytesPerRequest', 'rssBytes'];
      expect(metricsOf(worse)).toEqual(told.filter((metric) => metric !== question));
    },
  );

  /** B has less spread and a higher mean; everything else is equal. */
  const even = (): Pass[] => {
    const normal = makeNormal(seededRandom(4));
    const about = (value: number) => value * Math.exp(0.01 * normal());
    return makePasses(10, (variant) => makeReport({ stdevMs: about(variant ? 0.3 : 2), meanMs: about(variant ? 5.7 : 5) }));
  };

  test('a metric that moves the other way is in the same sentence, whatever the question', () => {
    const spread = tell(even(), 'spread');
    expect([spread.kind, spread.lead?.metric, metricsOf(spread.against)]).toEqual(['lower', 'spread', ['mean']]);
    expect([spread.better, spread.worse]).toEqual([[], []]);
    expect(spread.equivalent.length).toBe(7);
    const mean = tell(even(), 'mean');
    expect([mean.kind, mean.lead?.metric, metricsOf(mean.against)]).toEqual(['slower', 'mean', ['spread']]);
  });

  test('a question without a difference still comes first; metrics that differ follow', () => {
    const { kind, lead, against, better, worse } = tell(even(), 'p50');
    expect([kind, lead?.metric, against, metricsOf(better), metricsOf(worse)]).toEqual(['equivalent', 'p50', [], ['spread'], ['mean']]);
    const weak = passesWith(20).map((pass) => ({
      ...pass,
      report: { ...pass.report!, latencyMs: { ...pass.report!.latencyMs!, weak: ['99'] } },
    }));
    expect(tell(weak, 'p99')).toMatchObject({ kind: 'cannot tell', lead: { metric: 'p99', reason: 'too few answers' } });
  });

  test('two metrics that move the other way are in the sentence, the rest follow it', () => {
    const passes = makePasses(10, (variant, round) => {
      const slower = (value: number) => value * (variant ? 1.5 : 1) * (1 + round / 1_000);
      return makeReport({
        stdevMs: variant ? 1 : 2 + round / 1_000,
        meanMs: slower(5),
        p50Ms: slower(4),
        p90Ms: slower(8),
        p99Ms: slower(14),
      });
    });
    const { against, worse } = tell(passes, 'spread');
    expect([metricsOf(against), metricsOf(worse)]).toEqual([
      ['p50', 'mean'],
      ['p99', 'p90'],
    ]);
  });

  test('if the question has no figures, the first other metric is reported', () => {
    const blind = passesWith(20).map((pass) => ({ ...pass, report: { ...pass.report!, server: [] } }));
    expect(tell(blind, 'rssBytes')).toMatchObject({ kind: 'slower', lead: { metric: 'p50' } });
    expect(comparisonHeadline([], 'p50')).toMatchObject({ kind: 'cannot tell', lead: null });
  });
});
