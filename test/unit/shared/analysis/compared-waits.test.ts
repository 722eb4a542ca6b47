/** Waits of two variants side by side, and what is said of them. */
import { expect, test } from 'vitest';
import { compareWaits } from '../../../../shared/analysis/verdicts/compared-waits.ts';
import { computeVerdicts } from '../../../../shared/analysis/verdicts/verdict.ts';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import type { ComparedWaits } from '../../../../shared/model/comparison/compared-waits.ts';
import type { Verdict } from '../../../../shared/model/comparison/comparison.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import type { PeerCalls } from '../../../../shared/model/peer-calls.ts';
import type { RunReport, WaitFigures } from '../../../../shared/model/report.ts';
import { defaultCapture } from '../../../../shared/model/setup/captures.ts';
import { computeReasons } from '../../../../shared/rules/comparison-rules.ts';
import { comparisonOf, setupOf } from '../../../helpers/comparisons.ts';
import { type Figures, makeNormal, makePasses, makeReport } from './runs.ts';

const MYSQL = 'mysql://127.0.0.1:3306';
const API = 'http://127.0.0.1:4555';
const setup = comparisonOf([setupOf('plain.cjs'), setupOf('plain.cjs')], { pairs: 10 });

/** For each request; times in milliseconds. `idle`: the part of the progress in which the event loop had nothing to do. */
interface Each {
  readonly to?: string;
  readonly calls?: number;
  readonly progress: number;
  readonly idle?: number;
  readonly line?: readonly [ms: number, idle: number] | null;
}

function report(figures: Partial<Figures>, ...peers: readonly Each[]): RunReport {
  const run = makeReport(figures);
  const { completed } = run.requests;
  return {
    ...run,
    peers: peers.map(({ to = MYSQL, calls = 1, progress, idle = progress, line = null }): PeerCalls => {
      return {
        ...{ kind: to === API ? 'http' : 'query', to, calls: calls * completed },
        ...{ progressTotalMs: progress * completed, idleTotalMs: idle * completed },
        ...{ lineTotalMs: line && line[0] * completed, lineIdleTotalMs: line && line[1] * completed },
      };
    }),
  };
}

/** Ten pairs with noise of 2 %; `of`: what a variant is at. */
function pairs(of: (variant: number, noise: number) => RunReport, rounds = 10): Pass[] {
  const normal = makeNormal(makeRandom(7));
  return makePasses(rounds, (variant) => of(variant, 1 + 0.02 * normal()));
}

const told = (waits: ComparedWaits, verdicts: readonly Verdict[] = []): string[] =>
  computeReasons(waits, verdicts).map(({ says }) => wordSaid(says).replaceAll('\u00a0', ' '));
const part = (waits: ComparedWaits, of: string) => waits.rows.find((one) => one.part === of)!;

test('waits of each run are divided by its requests, and compared pair by pair', () => {
  const passes = pairs((variant, noise) =>
    report({ meanMs: (variant === 0 ? 25 : 17) * noise }, { calls: 2, progress: (variant === 0 ? 20 : 12) * noise, line: null }),
  );
  const waits = compareWaits(passes, setup);
  expect(waits.unknown).toEqual([]);
  expect(waits.rows.map(({ to, part: of, pairs: count, from }) => [to, of, count, from])).toEqual([
    [MYSQL, 'calls', 10, 'runs'],
    [MYSQL, 'inProgress', 10, 'runs'],
  ]);
  expect(part(waits, 'calls')).toMatchObject({ aValue: 2, bValue: 2, difference: 0 });
  const { aValue, bValue, difference, ci } = part(waits, 'inProgress');
  expect(aValue).toBeCloseTo(20, 0);
  expect(bValue).toBeCloseTo(12, 0);
  expect(difference).toBeCloseTo(-8, 0);
  expect(ci![0]).toBeLessThan(difference);
  expect(ci![1]).toBeGreaterThan(difference);
  expect(ci![1]).toBeLessThan(0);
  expect(told(waits)).toEqual([
    expect.stringMatching(
      /^A request to B waits (?:7|8)\.\d\d ms less for mysql:\/\/127\.0\.0\.1:3306 than one to A \(\d\.\d+ ms to \d\.\d+ ms\), with the mean latency (?:7|8)\.\d\d ms lower\.$/,
    ),
  ]);
  const [cpu] = computeVerdicts(passes, setup, 0, 1).filter(({ metric }) => metric === 'cpuMsPerRequest');
  expect(cpu!.verdict).toBe('equivalent');
  expect(told(waits, [cpu!])).toEqual([expect.stringMatching(/lower and CPU unchanged\.$/)]);
  expect(told(waits, [{ ...cpu!, verdict: 'lower' }])).toEqual(told(waits));
});

test('of fewer than ten pairs a difference is shown and not told', () => {
  const of = (variant: number, noise: number) =>
    report({ meanMs: (variant === 0 ? 25 : 17) * noise }, { progress: (variant === 0 ? 20 : 12) * noise });
  const few = compareWaits(pairs(of, 9), setup);
  expect(part(few, 'inProgress').ci![1]).toBeLessThan(0);
  expect(told(few)).toEqual([]);
  expect(part(compareWaits(pairs(of, 1), setup), 'inProgress').ci).toBe(null);
});

test('replies that are read later because the event loop is busy are no reason', () => {
  // As much is waited, but the loop is at other requests for more of it.
  const waits = compareWaits(
    pairs((variant, noise) =>
      report(
        { meanMs: (variant === 0 ? 25 : 45) * noise, cpuMsPerRequest: variant === 0 ? 1 : 5 },
        { progress: (variant === 0 ? 21 : 30) * noise, idle: (variant === 0 ? 17 : 9) * noise },
      ),
    ),
    setup,
  );
  const { ci, whileIdle } = part(waits, 'inProgress');
  expect(ci![0]).toBeGreaterThan(0);
  expect(whileIdle!.ci![1]).toBeLessThan(0);
  expect(told(waits)).toEqual([]);
});

test('a difference that explains little of that in latency, or goes the other way, is no reason', () => {
  const with_ = (latency: readonly [number, number], progress: readonly [number, number]) =>
    told(
      compareWaits(
        pairs((variant, noise) => report({ meanMs: latency[variant]! * noise }, { progress: progress[variant]! * noise })),
        setup,
      ),
    );
  expect(with_([25, 17], [20, 12])).toHaveLength(1);
  expect(with_([60, 20], [10, 5])).toEqual([]);
  expect(with_([17, 25], [20, 12])).toEqual([]);
  // Nothing is to be explained.
  expect(with_([25, 25], [20, 12])).toEqual([]);
});

test('the line for a socket has a row and a sentence of its own', () => {
  const waits = compareWaits(
    pairs((variant, noise) => {
      const line = (variant === 0 ? 30 : 6) * noise;
      return report({ meanMs: 21 * noise + line }, { to: API, progress: 20 * noise, line: [line, 0.9 * line] });
    }),
    setup,
  );
  expect(waits.rows.map(({ part: of }) => of)).toEqual(['calls', 'inProgress', 'inLine']);
  expect(told(waits)).toEqual([
    expect.stringMatching(/^A request to B is in line for a socket to http:\/\/127\.0\.0\.1:4555 for 2\d\.\d ms less than one to A /),
  ]);
});

test('a peer that only one variant asks is 0 in the other', () => {
  const waits = compareWaits(
    pairs((variant, noise) =>
      variant === 0
        ? report({ meanMs: 12 * noise }, { to: API, progress: 10 * noise, line: [0, 0] })
        : report({ meanMs: 5 * noise }, { progress: 3 * noise }),
    ),
    setup,
  );
  expect(waits.rows.map(({ to, part: of, aValue, bValue }) => [to, of, aValue > 0, bValue > 0])).toEqual([
    [API, 'calls', true, false],
    [API, 'inProgress', true, false],
    [MYSQL, 'calls', false, true],
    [MYSQL, 'inProgress', false, true],
  ]);
  expect(told(waits)).toEqual([expect.stringContaining(`less for ${API}`)]);
});

test('nothing is claimed where nothing differs', () => {
  let claims = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const normal = makeNormal(makeRandom(seed));
    const noisy = (value: number): number => value * (1 + 0.05 * normal());
    const passes = makePasses(10, () =>
      report({ meanMs: noisy(25) }, ...[MYSQL, API, 'redis://127.0.0.1:6379'].map((to) => ({ to, progress: noisy(7), idle: noisy(6) }))),
    );
    claims += told(compareWaits(passes, setup)).length;
  }
  expect(claims).toBeLessThanOrEqual(2);
});

test('of a variant that tells nothing it is said why', () => {
  const why = (...[first, second]: readonly Partial<RunReport>[]) => {
    const { peers: _, ...bare } = report({}, { progress: 1 });
    return compareWaits(
      makePasses(2, (variant) => ({ ...bare, ...(variant === 0 ? first : second) }) as RunReport),
      setup,
    );
  };
  const { peers } = report({}, { progress: 1 });
  const known = { peers: peers! };
  expect(why(known, {}).unknown).toEqual([{ variant: 'B', why: 'notRecorded' }]);
  expect(why(known, {}).rows).toEqual([]);
  expect(why(known, { target: { ...makeReport().target, agent: false } }).unknown).toEqual([{ variant: 'B', why: 'noAgent' }]);
  expect(why(known, { byCommand: null }).unknown).toEqual([{ variant: 'B', why: 'otherTool' }]);
  expect(why(known, { peers: [] })).toMatchObject({ unknown: [], rows: [{ bValue: 0 }, { bValue: 0 }] });
  const off = comparisonOf([setupOf('plain.cjs'), { ...setupOf('plain.cjs'), capture: { ...defaultCapture('cpu'), waits: false } }]);
  expect(
    compareWaits(
      makePasses(2, () => makeReport()),
      off,
    ).unknown,
  ).toEqual([
    { variant: 'A', why: 'notRecorded' },
    { variant: 'B', why: 'off' },
  ]);
});

test('lines for connections of a pool come from the run of each that took a profile', () => {
  const times = (mean: number, count: number) => ({ count, min: mean, mean, stdev: 0, max: mean, percentiles: {}, weak: [] });
  const profiled = (line: number): RunReport => {
    const run = makeReport();
    const { completed } = run.requests;
    const row: WaitFigures = {
      ...{ kind: 'query', to: MYSQL, name: 'select a', route: null, calls: 2 * completed, perRequest: 2, share: 50, knownPercent: 100 },
      ...{ inProgressMs: times(4, 2 * completed), inLineMs: times(line, completed), atOnce: { max: 4, limit: null } },
    };
    return { ...run, waits: [row] };
  };
  const measured = pairs((_, noise) => report({ meanMs: 25 * noise }, { calls: 2, progress: 8 * noise }));
  const passes = [
    ...measured,
    ...[0, 1].map((variant): Pass => {
      return { index: 20 + variant, variant, round: 10, kind: 'profiled', report: profiled(variant === 0 ? 6 : 1), excluded: null };
    }),
  ];
  const waits = compareWaits(passes, setup);
  expect(waits.rows.at(-1)).toMatchObject({
    part: 'inLine',
    from: 'profiles',
    aValue: 12,
    bValue: 2,
    difference: -10,
    ci: null,
    pHolm: null,
  });
  expect(told(waits)).toEqual([]);
  // Waits by request and sums without owners are not set against each other.
  const mixed = measured.map((pass) => (pass.variant === 0 ? pass : { ...pass, report: profiled(1) }));
  expect(compareWaits(mixed, setup).rows).toEqual([]);
});
