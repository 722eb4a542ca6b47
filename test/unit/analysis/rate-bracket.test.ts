import { expect, test } from 'vitest';
import { findBracket } from '../../../shared/analysis/rate-bracket.ts';
import type { LevelFigures } from '../../../shared/model/report.ts';

const FLIGHT = { inFlight: 1, inFlightByLittle: 1 };

/** Of each level [rate, answered a second, dropped, unexpected]. */
const bracket = (...levels: readonly (readonly [number, number, number, number?])[]) =>
  findBracket(
    levels.map(([rate, throughput, dropped, unexpected = 0]): LevelFigures => {
      const requests = { sent: rate, completed: rate, failed: 0, timedOut: 0, unexpected, dropped };
      const visits = { came: rate, left: rate - throughput, inside: 1 };
      return { rate, from: 0, to: 1, offered: rate, throughput, requests, latencyMs: null, latenessMs: null, ...FLIGHT, visits };
    }),
  );

test('the last rate that was held, and the first that was not, whatever comes after it', () => {
  expect(bracket([100, 100, 0], [200, 198, 0], [400, 380, 0], [800, 800, 0])).toEqual({
    of: 'rate',
    held: 200,
    broke: 400,
    failedAt: null,
    pace: { held: 200, broke: 400 },
  });
  expect(bracket([400, 400, 1], [100, 100, 0])).toMatchObject({ of: 'rate', held: 100, broke: 400, failedAt: 400 });
  expect(bracket([100, 100, 0])).toMatchObject({ held: 100, broke: null });
  expect(bracket([100, 50, 0], [200, 200, 0])).toMatchObject({ held: null, broke: 100 });
});

test('with errors, how far it went in pace', () => {
  expect(bracket([100, 100, 0, 2], [200, 200, 0, 3], [400, 300, 0, 6])).toEqual({
    of: 'rate',
    held: null,
    broke: 100,
    failedAt: 100,
    pace: { held: 200, broke: 400 },
  });
  // Who is dropped was not answered.
  expect(bracket([100, 100, 0, 1], [200, 200, 5])).toMatchObject({ pace: { held: 100, broke: 200 } });
});

test('what is answered after the end of a level because it came at its end is not missed; a queue that grows is', () => {
  // 100/s for 1 s: with 50 ms each, 5 come back later. A server that does 95/s has a queue of 5 then, and a mean of 26 ms.
  const level = (mean: number, throughput: number): LevelFigures => ({
    ...{ rate: 100, from: 3, to: 4, offered: 100, throughput, latenessMs: null, inFlight: mean / 10, inFlightByLittle: mean / 10 },
    requests: { sent: 100, completed: 100, failed: 0, timedOut: 0, unexpected: 0, dropped: 0 },
    visits: { came: 100, left: 100 - throughput, inside: mean / 10 },
    latencyMs: { count: 100, min: 1, mean, stdev: 1, max: 100, percentiles: {}, weak: [] },
  });
  expect(findBracket([level(50, 95)])).toMatchObject({ held: 100, broke: null });
  expect(findBracket([level(26, 95)])).toMatchObject({ held: null, broke: 100 });
});

test('of connections: those with which nothing went wrong', () => {
  const level = (connections: number, failed: number): LevelFigures => ({
    ...{ connections, from: 0, to: 1, offered: 9, throughput: 9, latencyMs: null, latenessMs: null, ...FLIGHT },
    requests: { sent: 9, completed: 9 - failed, failed, timedOut: failed, unexpected: 0, dropped: 0 },
  });
  expect(findBracket([level(1, 0), level(8, 0), level(16, 2)])).toEqual({ of: 'connections', held: 8, broke: 16, failedAt: 16 });
  expect(findBracket([])).toBeNull();
});
