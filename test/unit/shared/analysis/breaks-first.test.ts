import { expect, test } from 'vitest';
import { findFirstWrong, findSlowedMost } from '../../../../shared/analysis/breaks-first.ts';
import type { LevelBracket, LevelFigures, LevelRequest } from '../../../../shared/model/report.ts';

/** A request of which [errors, median in ms, n]. */
function request(name: string, [unexpected, median, count]: readonly [number, number, number]): LevelRequest {
  return {
    name,
    requests: { sent: 100, completed: 100, failed: 0, timedOut: 0, unexpected, dropped: 0 },
    latencyMs: {
      count,
      min: 1,
      mean: median,
      stdev: 1,
      max: median,
      percentiles: { '25': 0.9 * median, '50': median, '75': 1.2 * median },
      weak: [],
    },
  };
}

type Fares = readonly [number, number, number];

/** How the requests home and report fare at a level. */
const level = (rate: number, home: Fares, report: Fares): LevelFigures => ({
  ...{ rate, from: 0, to: 1, offered: 200, throughput: 200, latencyMs: null, latenessMs: null, inFlight: 1, inFlightByLittle: 1 },
  requests: { sent: 200, completed: 200, failed: 0, timedOut: 0, unexpected: home[0] + report[0], dropped: 0 },
  visits: { came: 100, left: 0, inside: 1, earlyMs: 1, lateMs: 1, behind: 0 },
  byRequest: [request('home', home), request('report', report)],
});

const bracket = (failedAt: number | null, broke: number | null): LevelBracket => ({
  ...{ of: 'rate', held: null, broke: failedAt ?? broke, failedAt },
  pace: { held: null, broke },
});

test('what goes wrong first: of the lowest level with errors, the request with the largest share of them', () => {
  const levels = [level(40, [50, 2, 99], [1, 3, 99]), level(5, [0, 2, 99], [0, 20, 99]), level(20, [2, 2, 99], [4, 20, 99])];
  expect(findFirstWrong({ levels, bracket: bracket(20, null) })).toEqual({ of: 'rate', level: 20, request: 'report', percent: 4 });
  expect(findFirstWrong({ levels, bracket: bracket(null, null) })).toBeNull();
  const whole = levels.map(({ byRequest: _, ...one }) => one);
  expect(findFirstWrong({ levels: whole, bracket: bracket(20, null) })).toBeNull();
});

test('what slows down most, where the pace is lost, by its median beside the lowest rate', () => {
  const levels = [level(40, [0, 60, 99], [0, 75, 99]), level(5, [0, 1, 99], [0, 20, 99]), level(20, [0, 1, 99], [0, 21, 99])];
  expect(findSlowedMost({ levels, bracket: bracket(null, 40) })).toEqual({
    ...{ request: 'home', rate: 40, medianMs: 60 },
    ...{ lowestRate: 5, lowestMs: 1 },
  });
  // Not even the lowest was kept up with, or all were.
  expect(findSlowedMost({ levels, bracket: bracket(null, 5) })).toBeNull();
  expect(findSlowedMost({ levels, bracket: bracket(null, null) })).toBeNull();
  // Nor a difference that chance makes of so few: 10.2 and 7.43 ms, half of the others between 0.9 and 1.2 times as long.
  const noise = [level(8, [0, 10.2, 12], [0, 20, 99]), level(4, [0, 9.43, 12], [0, 20, 99])];
  expect(findSlowedMost({ levels: noise, bracket: bracket(null, 8) })).toBeNull();
  // A median of five says nothing.
  const few = [level(40, [0, 60, 5], [0, 75, 99]), level(5, [0, 1, 99], [0, 20, 99])];
  expect(findSlowedMost({ levels: few, bracket: bracket(null, 40) })).toMatchObject({ request: 'report' });
});
