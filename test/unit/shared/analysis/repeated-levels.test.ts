/** Which levels of a sweep are run again, and what is said of it, with levels that noise makes fail or hold by chance. */
import { expect, test } from 'vitest';
import { findBracket } from '../../../../shared/analysis/rate-bracket.ts';
import { chooseRepeats } from '../../../../shared/analysis/repeated-levels.ts';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { MOST_REPEATS } from '../../../../shared/model/load/levels.ts';
import type { LevelFigures } from '../../../../shared/model/report.ts';
import { tellHeld } from '../../../../shared/phrases/levels.ts';

const FLIGHT = { inFlight: 1, inFlightByLittle: 1, latencyMs: null, latenessMs: null };

/** For a second, held or fallen behind. */
function rateOf(rate: number, isHeld: boolean, at = 0): LevelFigures {
  const behind = isHeld ? 0 : rate;
  return {
    ...{ ...FLIGHT, rate, from: at, to: at + 1, offered: rate, throughput: rate - behind },
    requests: { sent: rate, completed: rate, failed: 0, timedOut: 0, unexpected: 0, dropped: 0 },
    visits: { came: rate, left: behind, inside: 1, earlyMs: 10, lateMs: 10 + behind, behind },
  };
}

function connectionsOf(connections: number, isHeld: boolean, at = 0): LevelFigures {
  const failed = isHeld ? 0 : 1;
  return {
    ...{ ...FLIGHT, connections, from: at, to: at + 1, offered: 9, throughput: 9 },
    requests: { sent: 9, completed: 9 - failed, failed, timedOut: failed, unexpected: 0, dropped: 0 },
  };
}

type Make = typeof rateOf;

/** A sweep, and the levels that are run again after it, as the load process does. */
function sweep(values: readonly number[], holds: (level: number) => boolean, make: Make = rateOf) {
  const levels = values.map((value, at) => make(value, holds(value), at));
  const again: number[][] = [];
  let left = values.length;
  for (let round = 0; round < MOST_REPEATS; round++) {
    const chosen = chooseRepeats(levels, left);
    if (chosen.length === 0) break;
    left -= chosen.length;
    again.push([...chosen]);
    for (const level of chosen) levels.push({ ...make(level, holds(level), levels.length), repeatOf: values.indexOf(level) });
  }
  return { levels, again, bracket: findBracket(levels)! };
}

/** Each level's results in turn. */
function script(results: Readonly<Record<number, string>>): (level: number) => boolean {
  const seen = new Map<number, number>();
  return (level) => {
    const nth = seen.get(level) ?? 0;
    seen.set(level, nth + 1);
    return results[level]![nth] === '+';
  };
}

test.each([
  ['rate', rateOf],
  ['connections', connectionsOf],
] as const)('of each %s: one that failed by chance below others that held does not count', (of, make: Make) => {
  const { again, bracket } = sweep([20, 30, 40, 60, 80], script({ 20: '+', 30: '-++', 40: '+', 60: '+', 80: '-' }), make);
  expect(again).toEqual([[30], [30]]);
  expect(bracket).toMatchObject({ of, held: 60, broke: 80, heldTimes: { held: 1, times: 1 }, brokeTimes: { held: 0, times: 1 } });
  expect(bracket.contradicts).toBeUndefined();
  expect(tellHeld(bracket)).not.toContain('contradict');
});

test('a sweep whose levels agree is not run again', () => {
  expect(sweep([20, 30, 40], script({ 20: '+', 30: '+', 40: '-' }))).toMatchObject({ again: [], bracket: { held: 30, broke: 40 } });
  expect(sweep([20, 30], script({ 20: '-', 30: '-' }))).toMatchObject({ again: [], bracket: { held: null, broke: 20 } });
  expect(sweep([20, 30], script({ 20: '+', 30: '+' }))).toMatchObject({ again: [], bracket: { held: 30, broke: null } });
  // Nothing was run again, and nothing is said of how often.
  expect(sweep([20, 30], script({ 20: '+', 30: '-' })).bracket).not.toHaveProperty('heldTimes');
});

test('one that held by chance above others that fail is run again, and does not count', () => {
  const { again, bracket } = sweep([20, 30, 40], script({ 20: '+', 30: '--', 40: '+-' }));
  expect(again).toEqual([[30], [40]]);
  expect(bracket).toMatchObject({ held: 20, broke: 30, brokeTimes: { held: 0, times: 2 } });
});

test('levels that contradict each other for good are said to, with how often the highest was held', () => {
  const { bracket } = sweep([20, 30, 40, 50], script({ 20: '+', 30: '--', 40: '++', 50: '-' }));
  expect(bracket).toMatchObject({ held: 40, broke: 50, heldTimes: { held: 2, times: 2 }, contradicts: [{ level: 30, held: 0, times: 2 }] });
  expect(tellHeld(bracket)).toBe(
    '40 visitors a second: the server kept up, and all were answered as expected. At 50 that was no longer so. 40 a second was held 2 of 2 times. The levels contradict each other: a lower one was not held (30 a second: 0 of 2), so the limit is not certain.',
  );
});

test('without a time to run them again, what contradicts is said all the same', () => {
  const bracket = findBracket([rateOf(20, true), rateOf(30, false), rateOf(40, true)])!;
  expect(bracket).toMatchObject({ held: 40, broke: null, contradicts: [{ level: 30, held: 0, times: 1 }] });
  expect(tellHeld(bracket)).toContain('The levels contradict each other: a lower one was not held (30 a second: 0 of 1)');
});

test('with noise: the limit is found more often than by the first failure, and never more than one sweep is added', () => {
  const random = makeRandom(20_261_127);
  const values = [10, 20, 30, 40, 60, 80, 120];
  const tally = { first: 0, again: 0, contradicted: 0 };
  const ROUNDS = 2_000;
  for (let round = 0; round < ROUNDS; round++) {
    const limit = values[Math.floor(random() * values.length)]!;
    // One level in eight fails whatever the server can do; one in fifty above its limit holds by chance.
    const holds = (level: number) => (level <= limit ? random() >= 0.125 : random() < 0.02);
    const { levels, again, bracket } = sweep(values, holds);
    expect(again.flat().length).toBeLessThanOrEqual(values.length);
    for (const value of values) {
      const runs = levels.filter((level) => 'rate' in level && level.rate === value);
      expect(runs.length).toBeLessThanOrEqual(1 + MOST_REPEATS);
      // All runs of a level but the first follow the sweep, and say which it is.
      expect(runs.slice(1).every(({ repeatOf }) => repeatOf === values.indexOf(value))).toBe(true);
    }
    const firstFailure = values.find((_, at) => 'visits' in levels[at]! && levels[at].visits.behind > 0);
    const byFirst = values.filter((value) => firstFailure === undefined || value < firstFailure).at(-1) ?? null;
    tally.first += Number(byFirst === limit);
    tally.again += Number(bracket.held === limit);
    tally.contradicted += Number(bracket.contradicts !== undefined);
    // Between the two there is no level of which nothing is said.
    const { held, broke } = bracket;
    if (held !== null && broke !== null) expect(values.indexOf(broke)).toBe(values.indexOf(held) + 1);
  }
  expect(tally.first / ROUNDS).toBeLessThan(0.65);
  expect(tally.again / ROUNDS).toBeGreaterThan(0.8);
  expect(tally.contradicted / ROUNDS).toBeLessThan(0.1);
});
