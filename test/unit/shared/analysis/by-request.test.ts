/** Requests of a plan compared one by one: a family of their own. */
import { expect, test } from 'vitest';
import { compareRequests, MOST_REQUESTS } from '../../../../shared/analysis/by-request.ts';
import { computeVerdicts } from '../../../../shared/analysis/verdicts/verdict.ts';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import type { Metric } from '../../../../shared/model/comparison/metrics.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import type { PlannedFigures } from '../../../../shared/model/report.ts';
import { type Figures, makeNormal, makePasses, makeReport } from './runs.ts';

const RULES = { pairs: 12, question: 'p50', equivalencePercent: 5, seed: 1 } as const;

function planned(name: string, figures: Partial<Figures> = {}): PlannedFigures {
  const { requests, status, errors, latencyMs } = makeReport(figures);
  const { unfinished: _, ...counts } = requests;
  return { name, share: 50, requests: counts, status, errors, bytes: 0, offered: 0, throughput: 0, latencyMs, latenessMs: null };
}

/** Runs of a plan whose requests have these figures. */
function passesOf(requests: (variant: number, noise: () => number, round: number) => PlannedFigures[], rounds = 12): Pass[] {
  const normal = makeNormal(makeRandom(7));
  return makePasses(rounds, (variant, round) => ({
    ...makeReport({ p50Ms: 4.5 * Math.exp(0.01 * normal()) }),
    byRequest: requests(variant, () => Math.exp(0.01 * normal()), round),
  }));
}

test('a request that got slower is found, and the one that did not is not', () => {
  const passes = passesOf((variant, noise) => [
    planned('page', { p50Ms: 4 * noise() }),
    planned('search', { p50Ms: (variant === 1 ? 6 : 5) * noise() }),
  ]);
  const { figures, verdicts, left } = compareRequests(passes, RULES, 2, true);
  expect(left).toBe(0);
  const wordOf = (name: string, metric: Metric) =>
    verdicts.find(({ request, metric: of }) => request === name && of === metric)?.verdict ?? null;
  expect([wordOf('search', 'p50'), wordOf('page', 'p50')]).toEqual(['slower', 'equivalent']);
  // Nothing failed, and what the server did is not known of a request.
  expect(new Set(verdicts.map(({ metric }) => metric))).toEqual(new Set(['mean', 'p50', 'p99']));
  expect(figures.map(({ request, variant, runs, requests }) => [request, variant, runs, requests])).toEqual(
    ['page', 'search'].flatMap((name) => ['A', 'B'].map((variant) => [name, variant, 12, 12 * 20_000])),
  );
  expect(figures[2]!.p50Ms).toBeCloseTo(5, 0);
});

test('half of its 5 % is for the question of all requests; the whole runs pay nothing for it', () => {
  const two = passesOf((variant, noise) =>
    ['a', 'b'].map((name) => planned(name, { p50Ms: (4 + variant) * noise(), meanMs: 5 * noise() })),
  );
  const { verdicts } = compareRequests(two, RULES, 2, true);
  const smallest = 2 / 2 ** 12;
  // Of two requests each has a quarter of the level at first; the second, once the first is rejected, a half.
  const asked = verdicts.filter(({ metric }) => metric === 'p50');
  expect(asked.map(({ p }) => p)).toEqual([smallest, smallest]);
  expect(Math.max(...asked.map(({ pHolm }) => pHolm!))).toBeCloseTo(smallest * 4, 12);
  const alone = two.map((pass) => ({ ...pass, report: { ...pass.report!, byRequest: [] } }));
  expect(computeVerdicts(two, RULES, 0, 1)).toEqual(computeVerdicts(alone, RULES, 0, 1));
  // Memory has no figure per request: then all tests have equal parts.
  const equal = compareRequests(two, { ...RULES, question: 'rssBytes' }, 2, true).verdicts;
  const first = Math.min(...equal.map(({ pHolm }) => pHolm!));
  expect(first).toBeCloseTo(smallest * equal.length, 12);
});

test('too few runs, too few responses, runs still to come: figures, and no verdict', () => {
  const slower = (variant: number) => [planned('page', { p50Ms: 4 + variant, weak: ['99'] }), planned('search', { p50Ms: 5 })];
  const few = compareRequests(passesOf(slower, 5), { ...RULES, pairs: 5 }, 2, true);
  expect(few.verdicts.every(({ reason, verdict }) => verdict === 'cannot tell' && reason?.startsWith('too few'))).toBe(true);
  const weak = compareRequests(passesOf(slower), RULES, 2, true);
  expect(weak.verdicts.find(({ request, metric }) => request === 'page' && metric === 'p99')!.reason).toBe('too few answers');
  expect(weak.figures[0]!.weak).toEqual(['p99']);
  const running = compareRequests(passesOf(slower), RULES, 2, false);
  expect([running.figures.length, running.verdicts]).toEqual([4, []]);
});

test('failures count of all runs; what only one variant asks for has figures and no verdict', () => {
  const passes = passesOf((variant, noise, round) => [
    planned('page', { failed: variant === 1 ? 0.02 * noise() : 0 }),
    ...(variant === 1 ? [planned('extra')] : []),
    ...(round === 0 ? [planned('search', { requestsPerSecond: 0 })] : []),
  ]);
  const { figures, verdicts } = compareRequests(passes, RULES, 2, true);
  expect(verdicts.find(({ metric }) => metric === 'errors')).toMatchObject({ request: 'page', verdict: 'higher' });
  expect(figures.map(({ request, variant }) => `${request} ${variant}`)).toEqual(['page A', 'page B', 'extra B']);
  expect(figures[1]!.errorsPercent).toBeCloseTo(2, 0);
  expect(new Set(verdicts.map(({ request }) => request))).toEqual(new Set(['page']));
});

test('of a recording with hundreds of requests the first are compared, and it is said how many are not', () => {
  const names = Array.from({ length: MOST_REQUESTS + 7 }, (_, index) => `r${index}`);
  const { figures, left } = compareRequests(
    passesOf(() => names.map((name) => planned(name)), 2),
    RULES,
    2,
    true,
  );
  expect([figures.length, left]).toEqual([2 * MOST_REQUESTS, 7]);
});
