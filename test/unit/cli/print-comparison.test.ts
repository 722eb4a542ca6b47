/** The command line prints a comparison with the same digits as the screen and reports. */
import { expect, test } from 'vitest';
import { breakable } from '../../../electron/cli/print/format.ts';
import { formatComparison } from '../../../electron/cli/print/print-comparison.ts';
import { computeAllVerdicts } from '../../../shared/analysis/verdicts/verdict.ts';
import { formatBytes, formatMs } from '../../../shared/format/figures.ts';
import { formatMetric, formatMetricDifferenceFigures, metricInterval } from '../../../shared/format/metric-figures.ts';
import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import { type Exclusion, STOPPED_PASS } from '../../../shared/model/comparison/exclusion.ts';
import type { Environment } from '../../../shared/model/report.ts';
import { say } from '../../../shared/words/said.ts';
import { FakeComparison, makeComparison } from '../../helpers/fake-comparison.ts';

const info = new FakeComparison('id', makeComparison(), null, () => {}).finishAtOnce().info;
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

function cellsOf(text: string, name: string): string[] {
  const line = text.split('\n').find((one) => one.startsWith(`│ ${name} `));
  return (line ?? '')
    .split('│')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

test('prints every metric with the digits of the report', () => {
  const text = formatComparison(info, null);
  const names = {
    throughput: 'Throughput',
    mean: 'Mean latency',
    p50: 'p50 latency',
    p99: 'p99 latency',
    spread: 'Spread (stdev), the question',
    rssBytes: 'Memory',
  } as const;
  for (const verdict of info.verdicts) {
    const name = names[verdict.metric as keyof typeof names];
    if (name === undefined) continue;
    const figures = [formatMetric(verdict.metric, verdict.aValue), formatMetric(verdict.metric, verdict.bValue)];
    const { low, high } = metricInterval(verdict.metric, verdict.ci!);
    expect(cellsOf(text, name).slice(1, 5)).toEqual(
      [...figures, formatMetricDifferenceFigures(verdict.metric, verdict.differencePercent), `${low} … ${high}`].map(plain),
    );
  }
  expect(text).not.toMatch(/[+−]0 %/);
});

test('the question comes first in the sentence and in the table, and is marked there', () => {
  const text = formatComparison(info, null);
  expect(text).toMatch(
    /^Latency of B \(Many small tasks\) varies less than that of A \(One long task\): its latency spread is \d+ µs instead of [\d.]+ ms, about 8\d % less; but median latency /,
  );
  const rows = text.split('\n').filter((line) => line.startsWith('│ '));
  expect(rows[1]).toMatch(/^│ Spread \(stdev\), the question .*│ ▲ lower, better │$/);
  expect(text.match(/the question/g)).toHaveLength(1);
  const asked = formatComparison({ ...info, setup: { ...info.setup, question: 'mean' } }, null);
  expect(asked).toMatch(/^B .* is slower than A .*: its mean latency is [\d.]+ ms instead of [\d.]+ ms, about \d+ % more;/);
  expect(cellsOf(asked, 'Mean latency, the question').at(-1)).toBe('▼ slower');
});

test('after five pairs it says that they agree, how many a verdict needs, and what to type', () => {
  const five = new FakeComparison('id', { ...makeComparison(5), question: 'p99' }, null, () => {}).finishAtOnce().info;
  const text = plain(formatComparison(five, null));
  expect(text).toMatch(
    /^The p99 latency of B \(Many small tasks\) was [\d.]+ ms instead of [\d.]+ ms, about 1\.6 times as fast\. All five pairs agree; a verdict needs ten\. Typical difference of a pair: −3\d\.\d % \(95 % interval −.* to −.*\), 5 pairs\. Use --pairs 10 to get a verdict\.$/m,
  );
  expect(cellsOf(text, 'p99 latency, the question').slice(-2)).toEqual(['no verdict', 'B lower in all 5 pairs']);
});

test('where a server stopped in its runs, nobody is told that more pairs give a verdict', () => {
  const five = new FakeComparison('id', { ...makeComparison(5), question: 'p99' }, null, () => {}).finishAtOnce().info;
  const stopped = [{ variant: 'B', runs: 5, of: 5, silentMs: 8_100 }];
  const text = plain(formatComparison({ ...five, verdicts: five.verdicts.map((one) => ({ ...one, stopped })) }, null));
  expect(text).toContain('stopped responding: in all of its 5 runs');
  expect(text).not.toContain('to get a verdict');
});

test('of ten pairs whose runs were left out nobody is told to take ten', () => {
  const without = (excluded: Exclusion): ComparisonInfo => {
    const passes = info.passes.map((pass) => (pass.round < 5 ? pass : { ...pass, excluded }));
    return { ...info, passes, verdicts: computeAllVerdicts(passes, info.setup, 2) };
  };
  const failing = plain(formatComparison(without(say('exclusion.failed', { percent: '9.9' })), null));
  expect(failing).toContain('All five pairs agree; a verdict needs ten.');
  expect(failing).not.toContain('Use --pairs');
  const stopped = without(STOPPED_PASS);
  expect(formatComparison(stopped, null)).toContain('Use --pairs 10');
});

test('different load is told before any figure, and once', () => {
  const [a, b] = info.setup.variants;
  const variants = [a!, { ...b!, setup: { ...b!.setup, load: { ...b!.setup.load, connections: 100 } } }];
  const warnings = [say('comparisonWarning.load', { values: 'A 50 connections; B 100 connections' })];
  const apart = { ...info, setup: { ...info.setup, variants, pairs: 1 }, made: 'sessions' as const, warnings };
  const text = plain(formatComparison(apart, null));
  expect(text).toMatch(
    /^Different load: A 50 connections; B 100 connections\. Latency depends on the load\.\n\nSide by side, under different load: the latency spread of B \(Many small tasks\) was \d+ µs, that of A \(One long task\) [\d.]+ ms\. It describes these two runs and is not a verdict:/,
  );
  expect(text.match(/Different load/g)).toHaveLength(1);
});

test('saved sessions side by side have no question, so no row is marked', () => {
  expect(formatComparison({ ...info, made: 'sessions' }, null)).not.toContain('the question');
});

test('where it was measured is printed once, or per variant if it differs', () => {
  const here: Environment = {
    loopscope: '0.1.0',
    os: 'Linux 6',
    arch: 'x64',
    cpu: 'Here',
    cores: 2,
    memoryBytes: 8e9,
    engineNode: '20.0.0',
  };
  const placed = (...environments: Environment[]): ComparisonInfo => ({ ...info, environments });
  expect(formatComparison(placed(here, here), null)).toMatch(/^Linux 6 x64, Here, 2 cores, 8\.00 GB; Node /m);
  const apart = formatComparison(placed(here, { ...here, cpu: 'There' }), null);
  expect(apart).toMatch(/^A on Linux 6 x64, Here, /m);
  expect(apart).toMatch(/^B on Linux 6 x64, There, /m);
});

test('of a variant that could not be measured nothing is said of a computer', () => {
  const [environment] = info.environments;
  const passes = info.passes.map((pass) => (pass.variant === 1 ? { ...pass, report: null } : pass));
  const told = formatComparison({ ...info, environments: [environment!, null], passes }, null);
  expect(told).not.toMatch(/unknown computer|^[AB] on /m);
});

test('prints three digits in a suitable unit', () => {
  const shown = [formatMs(45.678), formatMs(0.0004), formatMs(undefined), formatBytes(123_456)];
  expect(shown.map(breakable)).toEqual(['45.7 ms', '0.400 µs', '–', '123 kB']);
});

test('an interval without zero beside "cannot tell" is explained, and only then', () => {
  const explained = 'An interval without zero is not a verdict by itself';
  expect(formatComparison(info, null)).not.toContain(explained);
  const [first, ...others] = info.verdicts;
  const open = { ...first!, verdict: 'cannot tell', reason: 'too noisy', ci: [1.1, 10] } as const;
  expect(formatComparison({ ...info, verdicts: [open, ...others] }, null)).toContain(explained);
  expect(formatComparison({ ...info, verdicts: [{ ...open, ci: [-1, 10] }, ...others] }, null)).not.toContain(explained);
});
