/** How a comparison judges its runs together: exclusions, replacements and warnings. */

import { describe, expect, test } from 'vitest';
import { reportComparison, verdictsOf } from '../../../../electron/engine/experiments/compare/comparison-info.ts';
import { Comparison } from '../../../../electron/engine/sessions/comparison.ts';
import type { OpenSession } from '../../../../electron/engine/sessions/open-session.ts';
import { planPasses } from '../../../../shared/analysis/verdicts/order.ts';
import { STOPPED_PASS } from '../../../../shared/model/comparison/exclusion.ts';
import { type MachineSample, TIMEOUT } from '../../../../shared/model/run.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { computeComparisonWarnings } from '../../../../shared/rules/comparison-rules.ts';
import type { ComparisonHeader } from '../../../../shared/session/format.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { comparisonOf, setupOf } from '../../../helpers/comparisons.ts';
import { loadOf, planOf } from '../../../helpers/plans.ts';
import { emptyBatch, syntheticHeader } from '../../../helpers/synthetic-recording.ts';
import { verbatim, wordedAll } from '../../../helpers/worded.ts';

const ORIGIN = 1_000_000;
const US_PER_S = 1e6;
const FAILED = 1;

/** `statuses`: number of responses per status and second, 1 ms each; statuses below 100 are failures. */
function makeRun(
  statuses: Readonly<Record<number, number>>,
  { seconds = 2, speedAt = (_second: number): number => 1, gapS = 0, foreign = 1, steal = 0 } = {},
): OpenSession {
  const recording = new RunRecording();
  recording.apply({ type: 'header', header: syntheticHeader() });
  recording.apply({ type: 'resolved', node: '22.1.0', nodePath: '/usr/bin/node', url: 'http://127.0.0.1:1/', agent: true });
  recording.apply({ type: 'origin', clock: ORIGIN });
  let sent = 0;
  for (let second = 0; second < seconds; second++) {
    const all = Object.entries(statuses).flatMap(([status, count]) =>
      Array<number>(Math.round(count * speedAt(second))).fill(Number(status)),
    );
    const batch = emptyBatch(all.length);
    batch.start.set(all.map((_, row) => (second + row / all.length) * US_PER_S));
    batch.latency.fill(1_000);
    batch.status.set(all);
    sent += all.length;
    recording.apply({ type: 'requests', batch, counts: { sent, inFlight: 0 } });
    recording.apply({ type: 'machine', sample: machineSample(ORIGIN + (second + 1) * US_PER_S, second === 0 ? gapS : 0, foreign, steal) });
  }
  const counts = { sent, inFlight: 0 };
  const generator = { cpuPercent: 10, latenessMs: null, limited: false };
  recording.apply({ type: 'load-end', at: ORIGIN + seconds * US_PER_S, counts, generator });
  recording.apply({ type: 'end', ending: 'completed', failure: null });
  const nothing = (): never => {
    throw new Error('Nobody asks for the rows.');
  };
  return { recording, kind: 'run', recovered: false, rows: nothing, requestEntries: nothing, close: async () => {} };
}

function machineSample(at: number, gapS: number, foreignPercent: number, stealPercent: number): MachineSample {
  const clockGap = gapS * US_PER_S;
  return { at, clockGap, foreignPercent, stealPercent, generatorPercent: 20, generatorLateness: Number.NaN };
}

type RunOf = (variant: number, round: number) => OpenSession;

function plan(pairs: number, variants = 2, made: ComparisonHeader['made'] = 'series', profiled = false): Comparison {
  return planFor(Array(variants).fill(setupOf('plain.cjs')), made, { pairs, profiled });
}

function planFor(setups: readonly Setup[], made: ComparisonHeader['made'], rest: Parameters<typeof comparisonOf>[1]): Comparison {
  const setup = comparisonOf([...setups], rest);
  const { environment, createdAt } = syntheticHeader();
  return new Comparison({ id: 'c', name: 'c', createdAt, environment, setup, study: null, made, keepsValues: false }, planPasses(setup));
}

const noSource = async (): Promise<never> => {
  throw new Error('Nobody reads it again.');
};

async function compare(runOf: RunOf, pairs = 2, made: ComparisonHeader['made'] = 'series'): Promise<Comparison> {
  const comparison = plan(pairs, 2, made);
  for (const { index, variant, round } of comparison.passes) await comparison.finishPass(index, runOf(variant, round), noSource, null);
  comparison.ending = 'completed';
  return comparison;
}

const reasons = ({ passes }: Comparison, of: number) =>
  wordedAll(passes.filter(({ variant }) => variant === of).map(({ excluded }) => excluded));

describe('a server that quickly responds with errors', () => {
  const failing: RunOf = (variant) => makeRun(variant === 0 ? { 200: 100 } : { 500: 2_000 });

  test('is not compared but in its errors, with the reason', async () => {
    const comparison = await compare(failing, 10);
    expect(reasons(comparison, 1)).toEqual(Array(10).fill('100 % of its responses had status 500.'));
    expect(reasons(comparison, 0)).toEqual(Array(10).fill(null));
    expect(verdictsOf(comparison)).toMatchObject([{ metric: 'errors', aValue: 0, bValue: 100, pairs: 10, verdict: 'higher' }]);
    expect(wordedAll(computeComparisonWarnings(comparison))).toEqual([
      '10 runs left out. B: 100 % of its responses had status 500.',
      'Responses with a status outside 200 to 399 (500): A none, B 100 %. Latency and throughput do not include them.',
    ]);
    // The document has the reason for each run, and latency curves do not include errors.
    const { runs } = reportComparison(comparison, null);
    expect(runs.filter(({ variant }) => variant === 'B').every(({ excluded }) => wordedAll([excluded])[0]?.includes('500'))).toBe(true);
    expect([0, 1].map((variant) => comparison.latencyOf(variant).count)).toEqual([2_000, 0]);
  });

  test('what depends on all runs is not stored, but recomputed from the file', async () => {
    const { passes } = (await compare(failing)).toManifest();
    expect(passes.map(({ excluded }) => excluded)).toEqual([null, null, null, null]);
  });

  test('saved sessions are shown as they are, with the warning', async () => {
    const comparison = await compare(failing, 1, 'sessions');
    expect(comparison.passes.map(({ excluded }) => excluded)).toEqual([null, null]);
    expect(wordedAll(computeComparisonWarnings(comparison)).join()).toContain('A none, B 100 %');
  });
});

test('requests that timed out are in the percentiles of a variant, as at least their time-out', async () => {
  const comparison = await compare((variant) => makeRun(variant === 0 ? { 200: 100 } : { 200: 99, [TIMEOUT]: 1 }), 10);
  expect([0, 1].map((variant) => comparison.censoredOf(variant).count)).toEqual([0, 20]);
});

test('a page that is missing for all variants is compared by these responses', async () => {
  const comparison = await compare((variant) => makeRun({ 404: variant === 0 ? 100 : 200 }), 10);
  expect(comparison.passes.map(({ excluded }) => excluded)).toEqual(Array(20).fill(null));
  expect(verdictsOf(comparison).find(({ metric }) => metric === 'throughput')).toMatchObject({
    verdict: 'faster',
    aValue: 100,
    bValue: 200,
  });
  expect(verdictsOf(comparison).map(({ metric }) => metric)).toContain('p50');
  expect([0, 1].map((variant) => comparison.latencyOf(variant).count)).toEqual([2_000, 4_000]);
  expect(wordedAll(computeComparisonWarnings(comparison))).toEqual([
    'Responses with a status outside 200 to 399 (404): A 100 %, B 100 %. As there are no others, latency and throughput cover these.',
  ]);
});

describe('a load that differs', () => {
  const few = setupOf('plain.cjs', { load: { connections: 1 } });
  const many = setupOf('plain.cjs', { load: { connections: 3 } });
  const visitors = { ...few, load: loadOf('arrivals', { schedule: '10/s for 3s' }) };
  const toldOf = (setups: readonly Setup[], made: ComparisonHeader['made'] = 'series') => {
    const told = computeComparisonWarnings(planFor(setups, made, { pairs: 10 }));
    return wordedAll(told).filter((one) => one?.includes(' load'));
  };
  const LOADS = 'A GET, 1 connection, 400 requests; B GET, 3 connections, 400 requests.';

  test('is no warning where it is what a series compares', () => {
    expect(toldOf([few, many])).toEqual([`The load is what differs: ${LOADS}`]);
    expect(toldOf([few, visitors])).toEqual([
      'The load is what differs: A GET, 1 connection, 400 requests; B GET, 30 visitors (10/s for 3s), 3 s. In a closed load latency counts from sending, in an open one from when a request was due.',
    ]);
    expect(toldOf([few, few])).toEqual([]);
  });

  test('is one where something else differs, too, and between saved sessions', () => {
    const other = setupOf('slow.cjs', { load: { connections: 3 } });
    expect(toldOf([few, other])).toEqual([`Different load: ${LOADS} Latency depends on the load.`]);
    expect(toldOf([few, many], 'sessions')).toEqual([`Different load: ${LOADS} Latency depends on the load.`]);
  });
});

test('failures are reported from 1 % on, or if the variants differ', async () => {
  const warningsOf = async (a: Record<number, number>, b: Record<number, number>) =>
    wordedAll(computeComparisonWarnings(await compare((variant) => makeRun(variant === 0 ? a : b), 1)));
  expect(await warningsOf({ 200: 5_000, [FAILED]: 1 }, { 200: 5_000 })).toEqual([]);
  expect(await warningsOf({ 200: 980, [FAILED]: 20 }, { 200: 980, [FAILED]: 20 })).toEqual([
    'Requests that failed or got no response: A 2 %, B 2 %. Throughput covers the responses that arrived.',
  ]);
  expect(await warningsOf({ 200: 1_000 }, { 200: 998, 503: 2 })).toEqual([
    'Responses with a status outside 200 to 399 (503): A none, B 0.2 %. Latency and throughput do not include them.',
  ]);
});

test('a run that its disk did not take is read from memory again, and the comparison says that it is there only', async () => {
  const comparison = plan(1);
  const [first, second] = comparison.passes;
  const inMemory = { ...makeRun({ 200: 100 }), isOnDisk: false };
  await comparison.finishPass(first!.index, makeRun({ 200: 100 }), noSource, null);
  expect(comparison.isOnDisk).toBe(true);
  await comparison.finishPass(second!.index, inMemory, noSource, null);
  expect(comparison.isOnDisk).toBe(false);
  expect(await second!.source!()).toBe(inMemory);
});

test('more connections that bring no more throughput: the other requests wait in line', async () => {
  const toldOf = async (many: number): Promise<string> => {
    const [few, more] = [1, 50].map((connections) => ({ ...setupOf('plain.cjs'), ...planOf({ connections }) }));
    const { environment, createdAt } = syntheticHeader();
    const setup = comparisonOf([few!, more!], { pairs: 1, profiled: false });
    const header = { id: 'c', name: 'c', createdAt, environment, setup, study: null, made: 'sessions', keepsValues: false } as const;
    const comparison = new Comparison(header, planPasses(setup));
    for (const { index, variant } of comparison.passes)
      await comparison.finishPass(index, makeRun({ 200: variant === 0 ? 100 : many }), noSource, null);
    return wordedAll(computeComparisonWarnings(comparison)).join(' ');
  };
  expect(await toldOf(103)).toContain(
    'with 50 connections the server sends no more responses a second than with 1. The other requests wait in line',
  );
  expect(await toldOf(150)).not.toContain('wait in line');
});

describe('a replacement round', () => {
  test('comes before the profiled runs, in the order a longer plan would have had', () => {
    const comparison = plan(3, 3, 'series', true);
    const before = comparison.passes.slice();
    const { version } = comparison;
    comparison.exclude(4, verbatim('port in use'));
    comparison.addRound();
    const { passes } = comparison;
    expect(passes.map(({ index }) => index)).toEqual(passes.map((_, i) => i));
    expect(passes.slice(0, 9)).toEqual(before.slice(0, 9));
    const longer = planPasses({ ...comparison.setup, pairs: 4 });
    expect(passes.map(({ variant, round, kind }) => ({ variant, round, kind }))).toEqual(
      longer.map(({ variant, round, kind }) => ({ variant, round, kind })),
    );
    expect(comparison.version).toBeGreaterThan(version);
    expect(wordedAll(computeComparisonWarnings(comparison))).toEqual([
      '1 run left out. B: port in use',
      '1 round added to the planned 3, to replace what could not be measured.',
    ]);
  });
});

test('reasons that differ only in figures are reported once', () => {
  const comparison = plan(3);
  const ofB = comparison.passes.filter(({ variant }) => variant === 1);
  for (const [i, { index }] of ofB.entries()) comparison.exclude(index, verbatim(`${10 + i}.5 % of its requests failed.`));
  expect(wordedAll(computeComparisonWarnings(comparison))).toEqual(['3 runs left out. B, for example: 10.5 % of its requests failed.']);
  for (const { index } of ofB) comparison.exclude(index, STOPPED_PASS);
  expect(wordedAll(computeComparisonWarnings(comparison))).toEqual([]);
});

describe('an interrupted run', () => {
  const interrupted =
    (gapS: number): RunOf =>
    (variant, round) =>
      makeRun({ 200: 100 }, { gapS: variant === 1 && round === 1 ? gapS : 0 });
  const roundOf = ({ passes }: Comparison, of: number) =>
    wordedAll(passes.filter(({ round }) => round === of).map(({ excluded }) => excluded));

  test('excludes its whole round, also from the latency curves, with the reason', async () => {
    const comparison = await compare(interrupted(3.2), 3);
    expect([0, 2].map((round) => roundOf(comparison, round))).toEqual([
      [null, null],
      [null, null],
    ]);
    const sentence =
      'for 3.2\u00a0s, noticed 1.0\u00a0s after the start, the machine or Loopscope was suspended, or the clock was set by that amount.';
    expect(new Set(roundOf(comparison, 1))).toEqual(
      new Set([`This run was interrupted: ${sentence}`, `Another run of its round was interrupted: ${sentence}`]),
    );
    expect([0, 1].map((variant) => comparison.latencyOf(variant).count)).toEqual([400, 400]);
    expect(wordedAll(computeComparisonWarnings(comparison)).filter((warning) => warning?.includes('left out'))).toEqual([
      `1 run left out. ${comparison.passes[2]!.variant === 0 ? 'A: Another run of its round' : 'B: This run'} was interrupted: ${sentence}`,
      `1 run left out. ${comparison.passes[2]!.variant === 0 ? 'B: This run' : 'A: Another run of its round'} was interrupted: ${sentence}`,
    ]);
  });

  test('a clock set back counts like one set forward; 2 s do not count yet; saved sessions side by side are not excluded', async () => {
    expect(roundOf(await compare(interrupted(-2.1)), 1)).toHaveLength(2);
    expect(roundOf(await compare(interrupted(-2.1)), 1)).not.toContain(null);
    expect(roundOf(await compare(interrupted(2)), 1)).toEqual([null, null]);
    expect(roundOf(await compare(interrupted(9), 2, 'sessions'), 1)).toEqual([null, null]);
  });

  test('during a round its first run counts, until the other one excludes it', async () => {
    const comparison = plan(1);
    const [first, second] = comparison.passes;
    await comparison.finishPass(first!.index, makeRun({ 200: 100 }), noSource, null);
    expect(comparison.latencyOf(first!.variant).count).toBe(200);
    await comparison.finishPass(second!.index, makeRun({ 200: 100 }, { gapS: 5 }), noSource, null);
    expect(comparison.latencyOf(first!.variant).count).toBe(0);
    expect(comparison.isInterrupted(first!)).toBe(true);
  });
});

test('other programs and a busy host are warnings with figures, and exclude nothing', async () => {
  const comparison = await compare((variant) => makeRun({ 200: 100 }, { foreign: variant === 1 ? 40 : 3, steal: 4 }), 2);
  expect(comparison.passes.map(({ excluded }) => excluded)).toEqual([null, null, null, null]);
  expect(wordedAll(computeComparisonWarnings(comparison))).toEqual(
    expect.arrayContaining([
      'Other programs were busy in 2 of 4 runs; average CPU used by them, in percent of one core: A 3 %, B 40 %. No run is left out because of that: leaving out runs because they look bad would bias the comparison.',
      'The host of this virtual machine gave CPU time to others in 4 of 4 runs; average in percent of one core: A 4 %, B 4 %.',
    ]),
  );
});

describe('runs that were not steady', () => {
  const slowing = (second: number) => 1 - 0.03 * second;
  const warming = (second: number) => (second < 3 ? 0.6 : 1);

  test('are counted per variant, with what they did', async () => {
    const comparison = await compare((variant, round) => {
      return makeRun({ 200: 1_000 }, { seconds: 10, speedAt: variant === 0 ? () => 1 : round === 0 ? warming : slowing });
    }, 3);
    expect(comparison.passes.map(({ report }) => report!.steadiness?.label).sort()).toEqual([
      'falling',
      'falling',
      'rising',
      'steady',
      'steady',
      'steady',
    ]);
    expect(wordedAll(computeComparisonWarnings(comparison))).toEqual([
      '3 of 3 runs of B were not steady (2 getting slower, 1 getting faster): their figures are averages over a changing server. A longer warm-up may help.',
    ]);
  });

  test('one of ten may be chance', async () => {
    const comparison = await compare((variant, round) => {
      return makeRun({ 200: 1_000 }, { seconds: 10, speedAt: variant === 1 && round === 4 ? slowing : () => 1 });
    }, 10);
    expect(wordedAll(computeComparisonWarnings(comparison))).toEqual([]);
  });
});

test('six variants need more pairs than two', async () => {
  expect(wordedAll(computeComparisonWarnings(plan(10, 6)))).toEqual([
    'With 6 variants, 10 pairs can show a difference in the question (p50 latency) only; in any other metric that takes 12 pairs.',
  ]);
  expect(wordedAll(computeComparisonWarnings(plan(11, 6)))).toEqual([]);
  expect(wordedAll(computeComparisonWarnings(plan(10, 4)))).toEqual([]);
});

test('verdicts are recomputed only when another run has ended', async () => {
  const comparison = await compare(() => makeRun({ 200: 100 }));
  const first = verdictsOf(comparison);
  expect(verdictsOf(comparison)).toBe(first);
  comparison.exclude(3, verbatim('something'));
  expect(verdictsOf(comparison)).not.toBe(first);
});
