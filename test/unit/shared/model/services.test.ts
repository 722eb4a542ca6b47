/** Unknown services: what is drawn, how guesses are read, and what is reported. */
import { expect, test } from 'vitest';
import { readWorkers } from '../../../../electron/cli/commands/services-command.ts';
import { readYes } from '../../../../electron/cli/read-yes.ts';
import { drawServices } from '../../../../shared/analysis/probe/draw-services.ts';
import type { ServiceTruth } from '../../../../shared/model/services.ts';
import { judgeGuess, sayScore, sayTruth, servicesTable } from '../../../../shared/report/services.ts';
import { cellText } from '../../../../shared/report/table.ts';

const LIMIT: ServiceTruth = { kind: 'limit', workers: 9, serviceMs: 70 };
const SYNCHRONOUS: ServiceTruth = { kind: 'synchronous', workers: 1, serviceMs: 80 };
const UNLIMITED: ServiceTruth = { kind: 'no-limit', workers: null, serviceMs: 40 };

test('a number draws the same two services of different kinds each time, and other numbers others', () => {
  const all = Array.from({ length: 200 }, (_, seed) => drawServices(seed + 1));
  for (const [at, [a, b]] of all.entries()) {
    expect(a.kind).not.toBe(b.kind);
    expect(drawServices(at + 1)).toEqual([a, b]);
  }
  const drawn = all.flat();
  expect(new Set(drawn.map(({ kind }) => kind)).size).toBe(4);
  const workersOf = (kind: string) =>
    [...new Set(drawn.filter((one) => one.kind === kind).map(({ workers }) => workers))].sort((x, y) => x! - y!);
  expect(workersOf('limit')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  expect(workersOf('processes')).toEqual([2, 3, 4]);
  expect(workersOf('synchronous')).toEqual([1]);
  expect(workersOf('no-limit')).toEqual([null]);
  expect(new Set(drawn.map(({ serviceMs }) => serviceMs))).toEqual(new Set([30, 35, 40, 45, 50, 55, 60]));
});

test('answers typed at a terminal', () => {
  expect(['1000', '1001', '16', '', 'none', 'no limit', '0', '-1', '3.5', 'many'].map(readWorkers)).toEqual([
    1000,
    undefined,
    16,
    null,
    'no-limit',
    'no-limit',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['y', 'yes', 'no', 'n', '', 'perhaps'].map(readYes)).toEqual([true, true, false, false, null, undefined]);
});

test.each([
  [{ workers: 9, synchronous: false }, LIMIT, { workers: true, synchronous: true }],
  [{ workers: 8, synchronous: true }, LIMIT, { workers: false, synchronous: false }],
  [{ workers: 'no-limit', synchronous: null }, UNLIMITED, { workers: true, synchronous: null }],
  [{ workers: null, synchronous: true }, SYNCHRONOUS, { workers: null, synchronous: true }],
  [null, SYNCHRONOUS, { workers: null, synchronous: null }],
] as const)('answers %j about %j', (guess, truth, right) => {
  expect(judgeGuess(guess, truth)).toEqual(right);
});

test('the table has the guess, the probe and the truth; the score counts the guesses that were made', () => {
  const known = [
    { name: 'A', guess: { workers: 9, synchronous: true }, probe: null, truth: LIMIT },
    { name: 'B', guess: { workers: null, synchronous: null }, probe: null, truth: UNLIMITED },
  ];
  expect(sayScore(known)).toBe('1 of 2 guesses are right.');
  expect(sayScore(known.map((one) => ({ ...one, guess: null })))).toBe('No guesses were made.');
  expect(servicesTable(known).rows.map((row) => row.map(cellText))).toEqual([
    ['A: at once', '9 ✓', 'not probed', '9'],
    ['A: does /light wait?', 'yes ✗', 'not probed', 'no'],
    ['A: service time', '–', '–', '70.0\u00a0ms'],
    ['B: at once', '–', 'not probed', 'no limit'],
    ['B: does /light wait?', '–', 'not probed', 'no'],
    ['B: service time', '–', '–', '40.0\u00a0ms'],
  ]);
  expect(sayTruth('A', LIMIT)).toBe(
    'A is one process that works on 9 requests at once, 70.0\u00a0ms each, and lets the others wait in line.',
  );
});
