/** What is said first where the load was not the one that was asked for. */
import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { hasLoad, type RunReport } from '../../../../shared/model/report.ts';
import { BAD_NEWS, computeAnswer, lineOf, tellAnswer } from '../../../../shared/rules/answer.ts';
import { applyRules, saidOf } from '../../../../shared/rules/rule.ts';
import { generatorLimited } from '../../../../shared/rules/run/load/generator-limited.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';
import { loadOf } from '../../../helpers/plans.ts';

const base = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;
const counts = { sent: 1_000, completed: 1_000, failed: 0, timedOut: 0, unfinished: 0, dropped: 0, unexpected: 0 };
const healthy = { cpuPercent: 20, latenessMs: { p50: 0.3, p99: 4 }, openedLate: 0, limited: false };

/** Visitors of a server that has time left. */
function run(change: Partial<RunReport> = {}): RunReport {
  const load = { ...base.load, ...loadOf('arrivals', { schedule: '1000/s for 4s', maxInFlight: 500 }), workers: 1 } as RunReport['load'];
  const latencyMs = { count: 1_000, min: 1, mean: 5, stdev: 1, max: 20, percentiles: { '50': 5, '90': 9, '99': 12 }, weak: [] };
  const quiet = {
    server: [],
    profile: null,
    restarts: null,
    ending: 'completed' as const,
    window: null,
    silences: [],
    phases: [],
    errors: {},
  };
  return { ...base, ...quiet, load, latencyMs, requests: counts, generator: healthy, ...change } as RunReport;
}

const told = (one: RunReport): string[] => computeAnswer(one).map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
const kinds = (one: RunReport): string[] => computeAnswer(one).map(({ kind }) => kind);

test('visitors that were never sent come first, with their share of all', () => {
  const parts = computeAnswer(run({ requests: { ...counts, dropped: 3_000 } }));
  expect(tellAnswer(parts[0]!).replaceAll('\u00a0', ' ')).toMatch(
    /^3,000 of 4,000 visitors \(75.0 %\) were never sent, because 500 requests/,
  );
  expect(BAD_NEWS).toContain(parts[0]!.kind);
  expect(lineOf(parts[0]!)).toBe('headline');
  expect(told(run({ requests: { ...counts, dropped: 3_000 } })).at(-1)).toMatch(/^1,000 of 1,000 requests that were sent completed/);
});

test('of a sweep, whose highest rates are meant to be too much, each level is judged instead', () => {
  const bracket = { of: 'rate', held: 50, broke: 100, failedAt: null } as const;
  expect(kinds(run({ requests: { ...counts, dropped: 3_000 }, bracket }))[0]).toBe('bracket');
});

test('a load process that kept up is not mentioned', () => {
  expect(kinds(run())[0]).toBe('within');
  // As on any busy machine.
  const busy = { ...healthy, waitedForCorePercent: 40, stoodStillMs: { total: 600, longest: 200 } };
  expect(kinds(run({ generator: busy }))[0]).toBe('within');
  // Of a server that takes 3 s, 20 ms are no matter.
  const slow = { ...run().latencyMs!, percentiles: { '50': 3_000, '90': 3_100, '99': 3_200 } };
  const late = { ...healthy, latenessMs: { p50: 20, p99: 40 }, limited: true };
  expect(kinds(run({ generator: late, latencyMs: slow }))).not.toContain('generator-behind');
});

test.each([
  ['half of its requests late', { latenessMs: { p50: 361, p99: 970 }, limited: true }, /half of the requests were sent more than 361 ms/],
  ['no time left', { cpuPercent: 30, waitedForCorePercent: 60, latenessMs: { p50: 0.4, p99: 80 }, limited: true }, /waited for one 60 %/],
  ['a long standstill', { stoodStillMs: { total: 2_500, longest: 2_000 } }, /stood still for 2\.50 s/],
])('of a load process with %s that is said first, and no percentile is given as one of the server', (_, health, says) => {
  const [first, ...others] = told(run({ generator: { ...healthy, ...health } }));
  expect(first).toMatch(says);
  expect(others.join(' ')).not.toMatch(/arrived within|The server was idle/);
});

test.each([
  [1, /^Loopscope could not make this load: the only request was sent 20\.0 ms after it was due/],
  [30, /half of the requests were sent more than 20\.0 ms after they were due/],
])('of %i requests the latest are told as what they are', (sent, says) => {
  const generator = { ...healthy, latenessMs: { p50: 20, p99: 40 }, limited: true };
  expect(told(run({ generator, requests: { ...counts, sent, completed: sent } }))[0]).toMatch(says);
});

test.each([
  [1, 'the only request was sent 40.0 ms after it was due (over 10.0 ms)'],
  [99, 'the latest request was sent 40.0 ms after it was due (over 10.0 ms)'],
  [100, '1 % of the requests were sent more than 40.0 ms after they were due (over 10.0 ms)'],
])('of %i requests no more is said to be late than there were', (sent, says) => {
  const generator = { ...healthy, latenessMs: { p50: 1, p99: 40 }, limited: true };
  const said = applyRules([generatorLimited], run({ generator, requests: { ...counts, sent, completed: sent } })).map(saidOf);
  expect(said.map((one) => wordSaid(one).replaceAll('\u00a0', ' ')).join()).toContain(says);
});

test('requests without a response are said before a standstill of the load process: they are no matter of times', () => {
  const generator = { ...healthy, stoodStillMs: { total: 1_360, longest: 1_360 } };
  const requests = { ...counts, sent: 186, completed: 126, unfinished: 60, unanswered: 60, oldestMs: 1_900 };
  expect(kinds(run({ generator, requests })).slice(0, 2)).toEqual(['unanswered', 'generator-behind']);
  expect(kinds(run({ generator }))[0]).toBe('generator-behind');
});

test('requests that were given up are said to be in no figure', () => {
  const left = run({ requests: { ...counts, completed: 800, unfinished: 200, unanswered: 10 } });
  expect(told(left)).toContain('190 of 1,000 requests were still in flight at the end, and are in no figure of latency.');
  expect(kinds(run({ requests: { ...counts, completed: 995, unfinished: 5 } }))).not.toContain('left-in-flight');
  // Whoever stops a run knows that.
  expect(kinds({ ...left, ending: 'stopped' } as RunReport)).not.toContain('left-in-flight');
});

test('a rate that leaves out what came after the last visitor says so', () => {
  const phase = { from: 0, to: 4, rate: [1_000, 1_000] } as unknown as RunReport['phases'][number];
  const throughput = { ...base.throughput!, mean: 50 };
  const later = told(run({ phases: [phase], throughput }));
  expect(later.join(' ')).toMatch(/1,000 of 1,000 requests completed, 200 of them while visitors still came \(50/);
  expect(told(run({ phases: [phase], throughput: { ...throughput, mean: 249 } })).join(' ')).toMatch(/requests completed, at 249/);
});
