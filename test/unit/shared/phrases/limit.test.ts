/** What a search for the highest rate has found, in words. */
import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { tellGaveWay, tellLimit, tellNext } from '../../../../shared/phrases/limit.ts';
import { drawLimits } from '../../../helpers/simulated-limits.ts';

const ALL = drawLimits();
const UNWORDED = /undefined|NaN|Infinity|\[object|run\.limit|advice\.|[{}]|\bnone\b|\.\.| {2}/;

test('each ending, and whatever gave way, has its words', () => {
  for (const limit of ALL)
    for (const told of [tellLimit(limit), tellGaveWay(limit) ?? '.']) {
      expect(told).not.toMatch(UNWORDED);
      expect(told).toMatch(/\.$/);
    }
  expect(new Set(ALL.map(({ verdict }) => verdict?.word)).size).toBe(7);
});

test('the limit, the rate that it stands on, and the one that broke, with how often each held', () => {
  const found = ALL[1]!;
  expect(tellLimit(found)).toMatch(/^Holds 9\d\/s: \d+\/s held 3 of 3 times, 1\d\d\/s 0 of [123]\./);
  expect(tellGaveWay(found)).toMatch(/^(At 1\d\d\/s|1\d\d\/s broke).*; the main thread was busy 96\s% of the time\.$/);
  expect(wordSaid(tellNext(found)!)).toContain('a second process');
});

test('where the load process was full, it is no limit of the server', () => {
  const late = ALL.find(({ verdict }) => verdict?.because?.by === 'generator')!;
  expect(tellLimit(late)).toMatch(/^Holds at least 9\d\/s: .* the load process was full: whether the server would hold it is not known\./);
});

test('where the server had no core for a part of the time, its limit is said to be one of the machine', () => {
  const full = ALL.find(({ gaveWay }) => gaveWay?.resource === 'processor')!;
  expect(tellGaveWay(full)).toMatch(
    /and for 31\s% of the time it had to wait for one: the machine was full, and on one that is not the server may hold more\.$/,
  );
  const main = { ...full, gaveWay: { resource: 'main thread', busyPercent: 98, noCorePercent: 40 } } as const;
  expect(tellGaveWay(main)).toMatch(/busy 98\s% of the time, and for 40\s% of the time ready to run without a core: the machine was full/);
});

test('a limit that falls is none', () => {
  const falling = ALL.find(({ verdict }) => verdict?.word === 'falling')!;
  expect(tellLimit(falling)).toContain('it fell while it was looked for');
});
