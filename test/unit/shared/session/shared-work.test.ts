import { expect, test } from 'vitest';
import type { SharedExchanges } from '../../../../shared/model/served.ts';
import { sharesAsked } from '../../../../shared/session/shared-work.ts';
import { seededRandom } from '../../../helpers/random.ts';

const exchange = (count: number, us: number, ...routes: number[]): SharedExchanges => ({ pid: 1, shared: 0, time: 0, count, us, routes });

test('a route has asked for the work after which its requests continued', () => {
  expect([...sharesAsked([exchange(30, 300, 0), exchange(30, 700, 1)])!]).toEqual([
    [1, 70],
    [0, 30],
  ]);
});

test('shares are told in steps of 5 % that add up to 100', () => {
  expect([...sharesAsked([exchange(40, 1, 0), exchange(40, 1, 1), exchange(40, 1, 2)])!.values()]).toEqual([35, 35, 30]);
  expect([...sharesAsked([exchange(900, 990, 0), exchange(10, 10, 1)])!]).toEqual([[0, 100]]);
});

test('what no request asked for is missing from 100', () => {
  expect([...sharesAsked([exchange(50, 500, 0), exchange(10, 500)])!]).toEqual([[0, 50]]);
});

test('below 50 completions nothing is told, nor where mostly several requests continue at once', () => {
  expect(sharesAsked([])).toBeNull();
  expect(sharesAsked([exchange(49, 490, 0)])).toBeNull();
  expect(sharesAsked([exchange(20, 490, 0, 1), exchange(10, 510, 0)])).not.toBeNull();
  expect(sharesAsked([exchange(100, 510, 0, 1), exchange(100, 490, 0)])).toBeNull();
  // Several of one route are no question of whose it is.
  expect(sharesAsked([exchange(30, 510, 0, 0), exchange(30, 490, 1)])).not.toBeNull();
});

test('where replies are read in pieces, so that what a route takes alone is partly another one’s, nothing is told', () => {
  const inPieces = [exchange(100, 47_700, 0), exchange(100, 60_300, 1), exchange(100, 49_700, 0, 1)];
  expect(sharesAsked(inPieces)).toBeNull();
  expect(sharesAsked([...inPieces.slice(0, 2), exchange(100, 60_000, 0, 1)])).not.toBeNull();
  // Of a route that never continues alone it is not known what it takes.
  expect(sharesAsked([...inPieces.slice(0, 2), exchange(100, 10_000, 0, 2)])).not.toBeNull();
});

test('where several continue at once, each is expected to have asked for what its route does on average', () => {
  const random = seededRandom(7);
  const cost = [10, 30, 110];
  const truth = [0, 0, 0];
  const exchanges: SharedExchanges[] = [];
  for (let i = 0; i < 3_000; i++) {
    const size = random() < 0.75 ? 1 : 2 + Math.floor(random() * 3);
    const routes = Array.from({ length: size }, () => (random() < 0.5 ? 0 : random() < 0.66 ? 1 : 2));
    const parts = routes.map((route) => cost[route]! * (0.7 + 0.6 * random()));
    routes.forEach((route, at) => {
      truth[route]! += parts[at]!;
    });
    const us = parts.reduce((sum, part) => sum + part, 0);
    exchanges.push(exchange(1, us, ...routes.sort((a, b) => a - b)));
  }
  const all = truth.reduce((sum, us) => sum + us, 0);
  const told = sharesAsked(exchanges)!;
  for (const [route, us] of truth.entries()) expect(Math.abs(told.get(route)! - (100 * us) / all)).toBeLessThanOrEqual(5);
});
