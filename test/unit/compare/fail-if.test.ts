import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { isMet, parseCondition } from '../../../electron/cli/fail-if.ts';
import type { Verdict } from '../../../shared/model/comparison.ts';
import type { RunReport } from '../../../shared/model/report.ts';

function verdict(metric: Verdict['metric'], word: Verdict['verdict'], differencePercent: number): Verdict {
  return {
    metric,
    a: 'A',
    b: 'B',
    aValue: 1,
    bValue: 1,
    differencePercent,
    ci: null,
    verdict: word,
    reason: null,
    pairs: 10,
    p: 0,
    pHolm: 0,
  };
}

function run(variant: string, p99: number, { failed = 0, excluded = null as string | null } = {}): RunReport {
  const latencyMs = { count: 100, min: 1, mean: 2, stdev: 0, max: p99 * 2, percentiles: { '50': 2, '99': p99 }, weak: [] };
  const load = { durationMs: 1_000 };
  return { variant, excluded, latencyMs, requests: { completed: 100 - failed, failed }, load, server: [] } as unknown as RunReport;
}

const meets = (text: string, verdicts: readonly Verdict[], runs: readonly RunReport[] = []): boolean =>
  isMet(parseCondition(text), { runs, verdicts });

describe('verdicts', () => {
  test.each([
    ['p99 slower', 'slower', 20, true],
    ['p99 higher', 'slower', 20, true],
    ['p99 differs', 'slower', 20, true],
    ['p99 faster', 'slower', 20, false],
    ['p99 slower', 'faster', -20, false],
    ['p99 lower', 'faster', -20, true],
    // However large it looks: what cannot be told fails nothing.
    ['p99 slower', 'cannot tell', 80, false],
    ['p99 differs', 'equivalent', 1, false],
    ['p50 slower', 'slower', 20, false],
  ] as const)('%s of %s is %s', (condition, word, difference, met) => {
    expect(meets(condition, [verdict('p99', word, difference)])).toBe(met);
  });

  test('of throughput less is slower', () => {
    expect(meets('throughput slower', [verdict('throughput', 'slower', -20)])).toBe(true);
    expect(meets('throughput lower', [verdict('throughput', 'slower', -20)])).toBe(true);
    expect(meets('throughput higher', [verdict('throughput', 'slower', -20)])).toBe(false);
  });

  test('costs are higher or lower', () => {
    expect(meets('cpuMsPerRequest higher', [verdict('cpuMsPerRequest', 'higher', 20)])).toBe(true);
    expect(() => parseCondition('rssBytes slower')).toThrow(InvalidArgumentError);
  });
});

describe('limits', () => {
  test.each([
    ['p99 > 200ms', 201, true],
    ['p99>200', 200, false],
    ['p99 >= 0.2s', 200, true],
    ['p99 < 200000us', 199, true],
    ['max > 399ms', 200, true],
    ['mean > 1ms', 200, true],
  ])('%s with p99 %d: %s', (condition, p99, met) => {
    expect(meets(condition, [], [run('A', p99)])).toBe(met);
  });

  test('failed requests are a share', () => {
    expect(meets('failed > 1%', [], [run('A', 1, { failed: 2 })])).toBe(true);
    expect(meets('failed > 1%', [], [run('A', 1, { failed: 1 })])).toBe(false);
  });

  test('of a comparison the medians of every variant but the first are judged', () => {
    const runs = [run('B', 100), run('A', 900), run('B', 300), run('A', 900), run('B', 310), run('B', 9_000, { excluded: 'it failed' })];
    expect(meets('p99 > 299ms', [], runs)).toBe(true);
    expect(meets('p99 > 300ms', [], runs)).toBe(false);
  });

  test('a figure that is not there meets nothing', () => {
    expect(meets('p99 > 0', [], [{ ...run('A', 1), latencyMs: null }])).toBe(false);
    expect(meets('rssBytes > 1MB', [], [run('A', 1)])).toBe(false);
  });
});

test.each(['', 'p99', 'p98.7 > 1', 'p99 > many', 'p99 > 2MB', 'speed slower', 'p99 slower than'])('%j is refused', (text) => {
  expect(() => parseCondition(text)).toThrow(InvalidArgumentError);
});
