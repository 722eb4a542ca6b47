/** Where the throughput of a sweep of connections stops rising, and how many requests are served at a time, where that is certain. */
import { expect, test } from 'vitest';
import { findKnee } from '../../../../shared/analysis/knee.ts';
import { findBracket } from '../../../../shared/analysis/rate-bracket.ts';
import type { LevelFigures, RunReport } from '../../../../shared/model/report.ts';
import { computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { loadOf } from '../../../helpers/plans.ts';
import { makeReport } from './runs.ts';

const HOLD_S = 2;

/** `[connections, responses a second, median ms]` of each level. */
function sweep(levels: readonly (readonly [number, number, number])[], { eluMax = 0.4, failed = 0 } = {}): RunReport {
  const report = makeReport();
  const figures = levels.map(([connections, throughput, p50], nth): LevelFigures => {
    const completed = Math.round(throughput * HOLD_S);
    return {
      ...{ connections, from: nth * HOLD_S, to: (nth + 1) * HOLD_S, offered: throughput, throughput },
      ...{ inFlight: connections, inFlightByLittle: connections, latenessMs: null },
      requests: { sent: completed + failed, completed, failed, timedOut: 0, dropped: 0, unexpected: 0 },
      latencyMs: { ...report.latencyMs!, count: completed, percentiles: { '50': p50 } },
    };
  });
  const idle = { cpuPercent: { mean: 8, max: 30 }, elu: { mean: 0.08, max: eluMax } };
  return {
    ...report,
    ...{ ending: 'completed', levels: figures, bracket: findBracket(figures) },
    load: { ...report.load, ...loadOf('sweep', { levels: '1,2,4,8', holdS: HOLD_S }) } as RunReport['load'],
    generator: { cpuPercent: 3, latenessMs: null, limited: false },
    server: report.server.map((process) => ({ ...process, ...idle })),
  };
}

const POOL_OF_TWO = [
  [1, 23.2, 42],
  [2, 46.6, 42.3],
  [4, 48.1, 82],
  [8, 48, 165],
] as const;

test('a pool of two: the knee, and how many are served at a time by Little', () => {
  const run = sweep(POOL_OF_TWO);
  expect(findKnee(run)).toMatchObject({ connections: 2, aloneMs: 42, atATime: 2 });
  const said = computeAnswer(run).map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
  expect(said[1]).toBe(
    'From 2 connections on throughput stays at about 48.0/s, and only the waiting grows: it looks as if about 2 requests are served at a time (48.0/s × 42.0 ms, which a request takes alone).',
  );
  expect(said.join(' ')).not.toMatch(/on average/);
});

test('where the levels do not decide it, the number is not said', () => {
  const numberOf = (...of: Parameters<typeof sweep>) => {
    const knee = computeAnswer(sweep(...of)).find((part) => part.kind === 'knee');
    return knee?.kind === 'knee' ? knee.atATime : 'no knee';
  };
  // A loop that was busy at some level may be the limit.
  expect(numberOf(POOL_OF_TWO, { eluMax: 0.97 })).toBeNull();
  // Neither one nor two.
  expect(
    numberOf([
      [1, 23, 42],
      [2, 35, 56],
      [4, 35, 112],
      [8, 35, 224],
    ]),
  ).toBeNull();
  // Responses take longer the more there are.
  expect(
    numberOf([
      [1, 23, 42],
      [2, 32, 60],
      [4, 46, 84],
      [8, 48, 165],
      [16, 48, 330],
    ]),
  ).toBeNull();
  // Nobody was alone.
  expect(
    numberOf([
      [2, 46, 42],
      [4, 48, 82],
      [8, 48, 165],
    ]),
  ).toBeNull();
});

test('there is no knee where throughput rises until the last levels, or requests went wrong', () => {
  expect(
    findKnee(
      sweep([
        [1, 23, 42],
        [2, 46, 42],
        [4, 92, 42],
        [8, 180, 42],
      ]),
    ),
  ).toBeNull();
  expect(
    findKnee(
      sweep([
        [1, 23, 42],
        [2, 46, 42],
        [4, 92, 42],
        [6, 94, 60],
      ]),
    ),
  ).toBeNull();
  expect(findKnee(sweep(POOL_OF_TWO, { failed: 1 }))).toBeNull();
});

test('without a knee it is said that throughput still rose, and how to go on', () => {
  const toldOf = (...of: Parameters<typeof sweep>) =>
    computeAnswer(sweep(...of))
      .filter(({ kind }) => kind === 'no-knee')
      .map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
  const rising = [
    [1, 17.5, 52],
    [2, 37, 53],
    [4, 71, 55],
    [8, 89, 90],
  ] as const;
  expect(toldOf(rising)).toEqual([
    'Throughput still rose at the last level (89.0/s with 8 connections): no limit was found up to there. Try --sweep 1,8,16,32.',
  ]);
  expect(toldOf(rising.slice(1).map(([c, rate, p50]) => [c * 500, rate, p50] as const))).toEqual([
    expect.stringMatching(/no limit was found up to there\.$/),
  ]);
  // The last but one may be the knee.
  expect(toldOf([...rising.slice(0, 3), [6, 73, 82]])).toEqual([
    expect.stringMatching(
      /^Throughput at the last level \(73\.0\/s with 6 connections\) is about that of the level before: .* Try --sweep 1,6,12,24\.$/,
    ),
  ]);
  expect(toldOf([...rising.slice(0, 3), [8, 50, 160]])).toEqual([]);
  expect(toldOf(POOL_OF_TWO)).toEqual([]);
  expect(toldOf(rising, { failed: 1 })).toEqual([]);
  // Of one connection there are few in any short level.
  expect(toldOf([[1, 9, 52], ...rising.slice(1)])).toHaveLength(1);
  expect(toldOf([...rising.slice(0, 2), [4, 9, 52], [8, 89, 90]])).toEqual([]);
});
