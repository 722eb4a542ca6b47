/** The shapes of the studies: what is concluded from runs of their forms that were recorded (ten pairs on two cores, other programs at work). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STUDIES_DIR } from '../../../../electron/engine/machine/paths.ts';
import { loadStudies } from '../../../../electron/engine/studies/load-studies.ts';
import { computeVerdicts } from '../../../../shared/analysis/verdicts/verdict.ts';
import { estimateCentre } from '../../../../shared/base/statistics/hodges-lehmann.ts';
import { type Figures, makePasses, makeReport } from '../../shared/analysis/runs.ts';

/** `bytesPerResponse`: on the wire, with headers. */
type Recorded = Partial<Figures> & { readonly bytesPerResponse?: number };
type Round = readonly [a: Recorded, b: Recorded];

const demos = await loadStudies(STUDIES_DIR);

function recordedRounds(study: string, form: string): readonly Round[] {
  const file = join(import.meta.dirname, `../../../fixtures/studies/${study}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly Round[]>)[form]!;
}

function verdictsOf(study: string, form: string): Record<string, string> {
  const rounds = recordedRounds(study, form);
  const { comparison } = demos.find(({ name }) => name === study)!.comparisons.find(({ name }) => name === form)!;
  const passes = makePasses(comparison.pairs, (variant, round) => makeReport(rounds[round]![variant === 0 ? 0 : 1]));
  return Object.fromEntries(computeVerdicts(passes, comparison, 0, 1).map(({ metric, verdict }) => [metric, verdict]));
}

/** B by A, of the typical pair. */
function ratioOf(study: string, form: string, figure: (run: Recorded) => number | undefined): number {
  return Math.exp(estimateCentre(recordedRounds(study, form).map(([a, b]) => Math.log(figure(b)! / figure(a)!))));
}

test('compression: a request of the page costs more CPU time and takes longer; two fifths of the bytes travel', () => {
  expect(verdictsOf('compression', 'quick')).toMatchObject({
    cpuMsPerRequest: 'higher',
    throughput: 'slower',
    p50: 'slower',
    mean: 'slower',
  });
  expect(ratioOf('compression', 'quick', ({ bytesPerResponse }) => bytesPerResponse)).toBeCloseTo(0.4, 2);
});

test('arrivals-against-clients: the median is the same, and the visitors alone find the stall at the 99th percentile', () => {
  expect(verdictsOf('arrivals-against-clients', 'quick')).toMatchObject({ p99: 'slower', p90: 'slower', p50: 'equivalent' });
  expect(ratioOf('arrivals-against-clients', 'quick', ({ p99Ms }) => p99Ms)).toBeGreaterThan(20);
  expect(ratioOf('arrivals-against-clients', 'no-stall', ({ p99Ms }) => p99Ms)).toBeLessThan(1.1);
});

test('queueing: at random the same visitors spend several times as long there', () => {
  expect(verdictsOf('queueing', 'quick')).toMatchObject({ mean: 'slower', p50: 'slower', p99: 'slower', throughput: 'equivalent' });
  expect(ratioOf('queueing', 'quick', ({ meanMs }) => meanMs)).toBeGreaterThan(3);
});

test('reverse-proxy: behind the home-made proxy at most half of the throughput is left', () => {
  expect(verdictsOf('reverse-proxy', 'quick')).toMatchObject({ throughput: 'slower', p50: 'slower', mean: 'slower' });
  expect(ratioOf('reverse-proxy', 'quick', ({ requestsPerSecond }) => requestsPerSecond)).toBeLessThan(0.5);
});

test('console-log: a page of 20 ms, one run of each, is no verdict about anything, however much they differ', () => {
  expect(ratioOf('console-log', 'slow-page', ({ p50Ms }) => p50Ms)).toBeLessThan(0.95);
  expect(new Set(Object.values(verdictsOf('console-log', 'slow-page')))).toEqual(new Set(['cannot tell']));
});

const answered = ({ failed = 0 }: Recorded): number => 1 - failed;

test('load-spike-endurance: waiting is as fast at any rate; computing fails beyond its capacity, and processes multiply only that', () => {
  const ratio = (form: string) => ratioOf('load-spike-endurance', form, answered);
  for (const form of ['quick', 'spike', 'endurance']) {
    for (const [waits] of recordedRounds('load-spike-endurance', form)) expect(Math.abs(waits.meanMs! - 310)).toBeLessThan(15);
    expect(ratio(form), form).toBeLessThan(0.6);
  }
  expect(ratio('processes')).toBeGreaterThan(2.5);
  expect(ratio('processes-sleep')).toBe(1);
  expect(ratioOf('load-spike-endurance', 'processes-sleep', ({ p50Ms }) => p50Ms)).toBeCloseTo(1, 1);
});
