/** Comparisons of runs whose requests other tools made: their own figures, and no verdict that their convention does not bear. */
import { describe, expect, test } from 'vitest';
import { findExclusion } from '../../../../electron/engine/experiments/compare/judge-pass.ts';
import { areStatusesAlike, describeOdd, isOdd } from '../../../../shared/analysis/statuses.ts';
import { metricOf } from '../../../../shared/analysis/verdicts/metrics.ts';
import { computeVerdicts } from '../../../../shared/analysis/verdicts/verdict.ts';
import { timesOf } from '../../../../shared/load/foreign/load-reader.ts';
import type { Verdict } from '../../../../shared/model/comparison/comparison.ts';
import { METRIC_NAMES, type Metric } from '../../../../shared/model/comparison/metrics.ts';
import { type Known, loadResult } from '../../../../shared/model/load/load-result.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { tellHeadline } from '../../../../shared/phrases/headline.ts';
import { failedRequests } from '../../../../shared/rules/comparison/failed-requests.ts';
import { impossibleFigures } from '../../../../shared/rules/comparison/impossible-figures.ts';
import { oddStatuses } from '../../../../shared/rules/comparison/odd-statuses.ts';
import { applyRules, saidOf } from '../../../../shared/rules/rule.ts';
import { wordedAll } from '../../../helpers/worded.ts';
import { makePasses, makeReport } from './runs.ts';

const DIFFERENCES = [{ field: 'script', values: ['a.js', 'b.js'] }];

const RULES = { pairs: 10, question: 'p50', equivalencePercent: 5, seed: 1 } as const;
const SETUP = { ...RULES, variants: [{ title: 'old' }, { title: 'new' }] };

/** Of a run of 10 s: the rows that the report of ours would have are not there. */
function byTool(known: Known | null, cpuMs = 1_000): RunReport {
  const usual = makeReport({ requestsPerSecond: 100, cpuMsPerRequest: cpuMs / 1_000 });
  const none = { sent: 0, completed: 0, failed: 0, timedOut: 0, unfinished: 0, dropped: 0, unexpected: 0 };
  return { ...usual, requests: none, status: {}, latencyMs: null, byCommand: known === null ? null : loadResult(known) };
}

const ab = (p50: number, more: Partial<Known> = {}) =>
  byTool({
    tool: 'ab',
    requests: { completed: 1_000, failed: 0 },
    rate: { mean: 100, stdev: null, min: null, max: null, percentiles: {} },
    times: {
      latency: timesOf({
        count: 1_000,
        min: 1,
        mean: p50,
        stdev: 1.5,
        max: p50 + 50,
        percentiles: { '50': p50, '90': p50 + 9, '99': p50 + 20 },
      }),
    },
    ...more,
  });

const wrk = (p50: number) =>
  byTool({ tool: 'wrk', requests: { completed: 500 }, times: { latency: timesOf({ count: 500, percentiles: { '50': p50 } }) } });

const verdictOf = (verdicts: readonly Verdict[], metric: Metric) => verdicts.find((verdict) => verdict.metric === metric);
const compared = (a: (round: number) => RunReport, b: (round: number) => RunReport) =>
  computeVerdicts(
    makePasses(10, (variant, round) => (variant === 0 ? a(round) : b(round))),
    RULES,
    0,
    1,
  );
/** So that not every run is the same. */
const noise = (round: number) => 1 + 0.001 * ((round * 7) % 5);

describe('figures', () => {
  test('are those that the tool tells; what is per request is computed from its count', () => {
    const run = ab(40, { requests: { completed: 1_000, failed: 10, unexpected: 90 } });
    const figures = Object.fromEntries(METRIC_NAMES.map((metric) => [metric, metricOf(run, metric)]));
    expect(figures).toEqual({
      ...{ throughput: 100, mean: 40, p50: 40, p90: 49, p99: 60, spread: 1.5, serviceP50: null, serviceP99: null, sessionP50: null },
      // Those that failed are among those that ab counts as complete.
      errors: expect.closeTo(10, 5),
      cpuMsPerRequest: expect.closeTo(1, 5),
      // The tool's own count is not asked.
      allocatedBytesPerRequest: null,
      rssBytes: 80e6,
    });
  });

  test('the throughput of autocannon is none of a load that was done within its only second', () => {
    const rate = { mean: 200, stdev: 0, min: 200, max: 200, percentiles: {} };
    const throughput = (sent: number) => metricOf(byTool({ tool: 'autocannon', requests: { sent, completed: 200 }, rate }), 'throughput');
    expect([throughput(200), throughput(210)]).toEqual([null, 200]);
  });

  test('of what could not be read are those of the server that need no number of requests', () => {
    const told = METRIC_NAMES.filter((metric) => metricOf(byTool(null), metric) !== null);
    expect(told).toEqual(['rssBytes']);
    expect(findExclusion({ ending: 'completed', failure: null }, byTool(null))).toBeNull();
  });

  test('of a server that rejects everything do not pass for those of a fast one', () => {
    const rejected = ab(40, { requests: { completed: 1_000, failed: 0, unexpected: 800 } });
    expect([isOdd(ab(40)), isOdd(rejected)]).toEqual([false, true]);
    expect(wordedAll([describeOdd(rejected)])).toEqual(['80 % of its responses had a status outside 200 to 399.']);
    const none = ab(40, { requests: { completed: 0, failed: 10 } });
    expect(wordedAll([findExclusion({ ending: 'completed', failure: null }, none)])).toEqual(['No request got a response.']);
  });
});

describe('what went wrong', () => {
  /** What a comparison of results of these tools says of it. */
  const told = (...known: readonly Known[]): (string | null)[] => {
    const passes = makePasses(2, (variant) => byTool(known[variant]!)).map((pass) => ({ ...pass, failed: null, environment: null }));
    const variants = known.map(({ tool }) => ({ title: tool, tool }));
    const compared = {
      setup: { ...RULES, variants },
      header: { made: 'sessions' },
      ending: 'completed',
      recovered: false,
      passes,
    } as never;
    return wordedAll(applyRules([failedRequests, oddStatuses, impossibleFigures], compared).map(saidOf));
  };
  const all = { completed: 1_000, failed: 0, unexpected: 0 };

  test('is not known where a file does not say it, and not none', () => {
    expect(told({ tool: 'ab', requests: { completed: 1_000 } }, { tool: 'autocannon', requests: { ...all, unexpected: 100 } })).toEqual([
      'Requests that failed or got no response: A not known, B none. Throughput covers the responses that arrived.',
      'Responses with a status outside 200 to 399: A not known, B 10 %. Figures of another tool may include them.',
    ]);
    expect(told({ tool: 'ab', requests: all }, { tool: 'autocannon', requests: all })).toEqual([]);
  });

  test('is not known where requests are in no count', () => {
    const lost: Known = { tool: 'autocannon', requests: { ...all, sent: 1_500 }, connections: 4 };
    expect(told(lost, { ...lost, requests: { ...all, sent: 1_004 } })[0]).toMatch(/no response: A not known, B none/);
    expect(metricOf(byTool(lost), 'errors')).toBeNull();
  });

  test('is counted by the names that a tool has for it', () => {
    const errors = { ECONNREFUSED: 250 };
    const artillery = { tool: 'artillery', requests: { sent: 1_000, completed: 750 }, status: { 200: 750 }, errors } as const;
    const k6 = { tool: 'k6', requests: { sent: 1_000 }, errors: { http_req_failed: 50, checks: 7 } } as const;
    expect(told(artillery, k6)).toEqual([
      'Requests that failed or got no response: A 25 %, B not known. Throughput covers the responses that arrived.',
      'Responses with a status outside 200 to 399: A none, B not known. Figures of another tool may include them.',
    ]);
    expect([metricOf(byTool(artillery), 'errors'), metricOf(byTool(k6), 'errors')]).toEqual([25, 5]);
  });

  test('is not known where a tool does not tell failures from responses, or counts one request several times', () => {
    const known = (requests: Partial<Known['requests']>, errors: Known['errors']): Known => ({
      ...{ tool: 'ab', requests: { ...all, ...requests }, errors },
    });
    const lengths = known({ unexpected: 40 }, { Length: 50 });
    const causes = known({ failed: 20 }, { Exceptions: 10, Receive: 10 });
    const late: Known = { tool: 'wrk', requests: { ...all, failed: null, timedOut: 3 }, errors: { read: 51, timeout: 3 } };
    for (const one of [lengths, causes, late]) {
      expect(told(one, { tool: 'autocannon', requests: all })[0]).toMatch(/no response: A not known, B none/);
      expect(metricOf(byTool(one), 'errors')).toBeNull();
    }
    const missing = known({ failed: 50 }, { Length: 50 });
    const apart = known({ failed: 30 }, { Receive: 10, Write: 20 });
    for (const one of [missing, apart]) {
      expect(told(one, { tool: 'autocannon', requests: all })[0]).not.toContain('A not known');
      expect(metricOf(byTool(one), 'errors')).toBeGreaterThan(2);
    }
  });

  test('is the same by class as by status', () => {
    const old: Known = { tool: 'autocannon', requests: { ...all, unexpected: 100 }, status: { '2xx': 900, '5xx': 100 } };
    const recent: Known = { tool: 'autocannon', requests: { completed: 1_000, failed: 0 }, status: { 200: 900, 503: 60, 500: 40 } };
    expect(told(old, recent)).toEqual([
      'Responses with a status outside 200 to 399: A 10 %, B 10 %. Figures of another tool may include them.',
    ]);
    const passes = makePasses(2, (variant) => byTool(variant === 0 ? old : recent));
    expect(areStatusesAlike(passes)).toBe(true);
    const other = { ...recent, status: { 200: 900, 404: 100 } };
    expect(areStatusesAlike(makePasses(2, (variant) => byTool(variant === 0 ? old : other)))).toBe(false);
  });

  test('latencies that add up to more than the connections had are not compared', () => {
    const more: Partial<Known> = { connections: 3, durationMs: 10_000 };
    const figures = (['mean', 'p50', 'p99', 'spread', 'throughput'] as const).map((metric) => metricOf(ab(40, more), metric));
    expect(figures).toEqual([null, null, null, null, 100]);
    expect(told(ab(40, more).byCommand!, { tool: 'ab', requests: all }).join().replaceAll('\u00a0', ' ')).toContain(
      'A: figures that contradict each other are not compared. Impossible in this file: the latencies of 1,000 responses add up to 40.0 s',
    );
    expect(metricOf(ab(40, { ...more, connections: 4 }), 'p50')).toBe(40);
  });

  test('figures that contradict each other are not compared, and are said', () => {
    const latency = timesOf({ mean: 310, max: 1_490, percentiles: { '50': 1, '99': 1 } });
    const impossible: Known = { tool: 'wrk', requests: { completed: 1_000, unexpected: 0 }, times: { latency } };
    expect([metricOf(byTool(impossible), 'p50'), metricOf(byTool(impossible), 'mean')]).toEqual([null, null]);
    expect(told(impossible, { tool: 'wrk', requests: { completed: 1_000, unexpected: 0 } })).toEqual([
      'A: figures that contradict each other are not compared. Impossible in this file: latency of 310 ms on average, and within 1 ms for 99 %.',
    ]);
  });
});

describe('verdicts', () => {
  test('are given within one convention', () => {
    const verdicts = compared(
      (round) => ab(Math.round(400 * noise(round))),
      (round) => ab(Math.round(600 * noise(round))),
    );
    expect(verdictOf(verdicts, 'p50')).toMatchObject({ verdict: 'slower', reason: null });
    expect(verdictOf(verdicts, 'errors')).toBeUndefined();
  });

  test('are not across two: neither a difference nor a verdict, but what the server used is compared', () => {
    const verdicts = compared(
      (round) => ab(Math.round(400 * noise(round))),
      (round) => ({ ...wrk(600 * noise(round)), server: makeReport({ rssBytes: 160e6 * noise(round) }).server }),
    );
    const apart = { verdict: 'cannot tell', reason: 'two conventions', differencePercent: null, ci: null, p: null };
    expect(verdictOf(verdicts, 'p50')).toMatchObject(apart);
    expect(verdictOf(verdicts, 'rssBytes')).toMatchObject({ verdict: 'higher' });
    const { lead, rest, sign } = tellHeadline(verdicts, 'B', {
      setup: SETUP,
      made: 'series',
      isOver: true,
      warnings: [],
      differences: DIFFERENCES,
    });
    expect(sign).toBeNull();
    expect(lead.replaceAll(/\s/g, ' ')).toBe(
      'Timed in two ways, so without a verdict: the median latency of B (new) was 601 ms, that of A (old) 401 ms.',
    );
    expect(rest.join(' ')).not.toContain('Typical difference');
    expect(rest.join(' ')).toMatch(/Worse: CPU per request .*, memory \+100/);
  });

  test('are not between wrk and wrk2, of which only one counts the wait before the send', () => {
    const verdicts = compared(
      (round) => wrk(20 * noise(round)),
      (round) =>
        byTool({ tool: 'wrk2', requests: { completed: 500 }, times: { latency: timesOf({ percentiles: { '50': 600 * noise(round) } }) } }),
    );
    expect(verdictOf(verdicts, 'p50')).toMatchObject({ verdict: 'cannot tell', reason: 'two conventions', differencePercent: null });
  });

  test('tell no difference of times below the whole milliseconds that a tool tells', () => {
    const autocannon = (mean: number, p50: number) =>
      byTool({
        tool: 'autocannon',
        requests: { completed: 1_000, failed: 0 },
        status: { 200: 1_000 },
        times: { latency: timesOf({ count: 1_000, min: 1, mean, stdev: 1.5, max: 14, percentiles: { '50': p50, '90': 2 } }) },
      });
    const short = compared(
      () => autocannon(0.35, 0),
      () => autocannon(0.01, 0),
    );
    const none = { verdict: 'cannot tell', reason: 'below resolution', differencePercent: null, ci: null, p: null };
    expect(verdictOf(short, 'mean')).toMatchObject(none);
    expect(verdictOf(short, 'p50')).toMatchObject({ ...none, aValue: 0, bValue: 0 });
    expect(verdictOf(short, 'p90')).toMatchObject({ reason: 'whole milliseconds', differencePercent: 0 });
    const { lead, rest } = tellHeadline(short, 'B', {
      setup: SETUP,
      made: 'sessions',
      isOver: true,
      warnings: [],
      differences: DIFFERENCES,
    });
    expect(lead.replaceAll(/\s/g, ' ')).toBe(
      'Not compared, as it was timed in whole milliseconds: the median latency of B (new) was less than 1 ms, that of A (old) less than 1 ms.',
    );
    expect(rest[0]).toContain('do not tell how much less it was');
    // Artillery times whole milliseconds, of which its percentiles have fractions.
    const artillery = (p50: number) =>
      byTool({ tool: 'artillery', times: { latency: timesOf({ count: 100, min: 0, max: 9, percentiles: { '50': p50 } }) } });
    const sketched = compared(
      () => artillery(0.5),
      () => artillery(2.1),
    );
    expect(verdictOf(sketched, 'p50')).toMatchObject(none);
    // wrk times microseconds.
    const fine = compared(
      (round) => wrk(0.05 * noise(round)),
      (round) => wrk(0.35 * noise(round)),
    );
    expect(verdictOf(fine, 'p50')).toMatchObject({ verdict: 'slower' });
  });

  test('are not where rounding to whole milliseconds is more than what counts as a difference', () => {
    const coarse = compared(
      () => ab(2),
      () => ab(2),
    );
    expect(verdictOf(coarse, 'p50')).toMatchObject({ verdict: 'cannot tell', reason: 'whole milliseconds' });
    expect(verdictOf(coarse, 'throughput')).toMatchObject({ verdict: 'equivalent' });
    const close = compared(
      () => ab(2),
      (round) => ab(round === 0 ? 3 : 9),
    );
    expect(verdictOf(close, 'p50')).toMatchObject({ verdict: 'cannot tell', reason: 'whole milliseconds' });
    // Which way it goes is certain where every pair differs by more than rounding can.
    const apart = compared(
      () => ab(2),
      () => ab(9),
    );
    expect(verdictOf(apart, 'p50')).toMatchObject({ verdict: 'slower', reason: null });
    // From 20 ms on it cannot make 5 % of nothing.
    const fine = compared(
      () => ab(20),
      () => ab(20),
    );
    expect(verdictOf(fine, 'p50')).toMatchObject({ verdict: 'equivalent' });
    // wrk tells fractions.
    const wrks = compared(
      (round) => wrk(2.05 * noise(round)),
      (round) => wrk(2.05 * noise(round + 1)),
    );
    expect(verdictOf(wrks, 'p50')).toMatchObject({ verdict: 'equivalent' });
  });
});
