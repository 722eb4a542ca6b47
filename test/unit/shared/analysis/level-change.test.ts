/** Where latency changed its level once, and that it is not said of servers that always behave alike, however uneven they are. */
import { describe, expect, test } from 'vitest';
import { findLevelChange } from '../../../../shared/analysis/level-change.ts';
import type { Milliseconds } from '../../../../shared/base/units.ts';
import { LatencyDensity } from '../../../../shared/load/latency-density.ts';
import type { LevelChange } from '../../../../shared/model/report.ts';
import { computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { seededRandom } from '../../../helpers/random.ts';
import { makeReport } from './runs.ts';

type Random = () => number;
/** How long a request takes that is sent at this time. */
type Server = (at: Milliseconds) => Milliseconds;

/** A closed load; what is in flight at its end has no latency. */
function measure(server: Server, connections: number, duration: Milliseconds): LevelChange | null {
  const density = new LatencyDensity({ rowsPerDecade: 60, cell: 50_000, mostColumns: 128 });
  for (let connection = 0; connection < connections; connection++) {
    for (let at = 0; at < duration; ) {
      const took = Math.max(0.05, server(at));
      if (at + took <= duration) density.add(at * 1_000, took * 1_000);
      at += took;
    }
  }
  return findLevelChange(density.toColumns(), duration);
}

const uneven = (random: Random, ms: Milliseconds): Milliseconds => ms * (0.7 + 0.6 * random());

test.each([1, 10, 50])('a server that is slow for its first 2.5 s, with %i connections', (connections) => {
  const random = seededRandom(connections);
  const change = measure((at) => uneven(random, at < 2_500 ? 300 : 6), connections, 8_000);
  expect(change!.atMs).toBeGreaterThan(2_200);
  expect(change!.atMs).toBeLessThan(2_950);
  expect(change!.beforeMs / 300).toBeCloseTo(1, 0);
  expect(change!.afterMs / 6).toBeCloseTo(1, 0);
});

test('one that becomes slow near the end, of which there are few responses', () => {
  const random = seededRandom(3);
  const change = measure((at) => uneven(random, at < 6_500 ? 6 : 300), 5, 8_000);
  expect(change!.atMs).toBeGreaterThan(6_300);
  expect(change!.after).toBeLessThan(40);
  expect(change!.afterMs).toBeGreaterThan(200);
});

describe('it is not said', () => {
  const random = seededRandom(5);
  test.each<[string, Server]>([
    ['of a moment at the start, as of code that is compiled', (at) => uneven(random, at < 300 ? 60 : 6)],
    ['of a server that is slow for a while in between', (at) => uneven(random, at > 2_000 && at < 3_500 ? 300 : 6)],
    ['of a queue that grows', (at) => 5 + at / 10],
    ['of a change that is small', (at) => uneven(random, at < 2_500 ? 14 : 6)],
    ['of two kinds of requests', () => uneven(random, random() < 0.3 ? 300 : 6)],
    ['of a server that alternates', (at) => uneven(random, at % 2_000 < 1_000 ? 300 : 6)],
    ['of a start that hardly changes the average', (at) => uneven(random, at < 900 ? 22 : 6)],
  ])('%s', (_, server) => expect(measure(server, 10, 8_000)).toBeNull());

  test('of the first 50 ms of a run that is over in 100 ms', () => {
    expect(measure((at) => uneven(random, at < 50 ? 1.6 : 0.4), 2, 100)).toBeNull();
    expect(measure((at) => uneven(random, at < 500 ? 1.6 : 0.4), 2, 1_000)).not.toBeNull();
  });
});

const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Servers that behave alike all the time; what goes together in them lasts a twentieth of the run at most. */
const STATIONARY: Readonly<Record<string, (random: Random, duration: Milliseconds, ms: Milliseconds) => Server>> = {
  exponential: (random, _, ms) => () => -ms * Math.log(1 - random()),
  'heavy tailed': (random, _, ms) => () => ms * (1 - random()) ** -0.8,
  'log-normal': (random, _, ms) => () => ms * Math.exp(1.2 * normal(random)),
  bimodal: (random, _, ms) => {
    const [share, times] = [0.05 + 0.9 * random(), 5 + 50 * random()];
    return () => uneven(random, random() < share ? ms : times * ms);
  },
  autocorrelated: (random, duration, ms) => {
    const [steps, sigma] = [200, 0.5 + random()];
    const kept = Math.exp(-1 / (0.05 * steps * random() + 0.1));
    let level = normal(random);
    const levels = Array.from({ length: steps }, () => {
      level = kept * level + Math.sqrt(1 - kept ** 2) * normal(random);
      return level;
    });
    return (at) => uneven(random, ms * Math.exp(sigma * levels[Math.min(steps - 1, Math.floor((steps * at) / duration))]!));
  },
  'in bursts': (random, duration, ms) => {
    const [quick, slow, times] = [duration * 0.05 * (0.1 + random()), duration * 0.05 * (0.1 + random()), 5 + 50 * random()];
    const bursts: Milliseconds[] = [];
    for (let at = 0; at < duration; ) {
      at += -quick * Math.log(1 - random());
      const end = at - slow * Math.log(1 - random());
      bursts.push(at, end);
      at = end;
    }
    return (at) => uneven(random, (bursts.findIndex((edge) => edge > at) % 2 === 1 ? times : 1) * ms);
  },
  'stalling now and then': (random, duration, ms) => {
    const stall = duration * 0.05 * random();
    return () => uneven(random, ms) + (random() < 0.01 ? stall : 0);
  },
};

const RUNS = 120;

test('of 840 runs of servers that always behave alike, it is said of fewer than one in 200', { timeout: 60_000 }, () => {
  const said = Object.entries(STATIONARY).map(([name, make]): [string, number] => {
    let count = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const random = seededRandom(seed);
      const duration = 2_000 + 18_000 * random() ** 2;
      const connections = 1 + Math.floor(30 * random() ** 2);
      if (measure(make(random, duration, 1 + 40 * random()), connections, duration) !== null) count += 1;
    }
    return [name, count];
  });
  expect(
    said.reduce((sum, [, count]) => sum + count, 0),
    JSON.stringify(said),
  ).toBeLessThanOrEqual((RUNS * said.length) / 200);
});

test('the answer says both levels, and no percentile or average of both', () => {
  const levelChange = { atMs: 2_700, beforeMs: 911, afterMs: 6.93, before: 30, after: 3_500 };
  const run = { ...makeReport(), ending: 'completed', levelChange };
  const parts = computeAnswer(run);
  expect(parts[0]).toMatchObject({ kind: 'level-change' });
  expect(tellAnswer(parts[0]!).replaceAll('\u00a0', ' ')).toMatch(
    /^Until 2\.7 s responses took about 910 ms, from then on about 6\.90 ms: /,
  );
  expect(parts.map(({ kind }) => kind).join()).not.toMatch(/within|not-enough|waits|idle|little-work|try-one|unsaid/);
});
