/**
 * Servers of known capacity under one rate: of those that can serve it, hardly any is said not to hold, and of those that cannot, hardly any is not.
 */
import { describe, expect, test } from 'vitest';
import type { Seconds } from '../../../../shared/base/units.ts';
import { PhasePaces } from '../../../../shared/load/part-figures.ts';
import { allocateRows } from '../../../../shared/load/request-rows.ts';
import { Schedule } from '../../../../shared/model/load/schedule.ts';
import { type RequestBatch, TIMEOUT } from '../../../../shared/model/run.ts';
import { testCases } from '../../../helpers/cases.ts';
import { seededRandom } from '../../../helpers/random.ts';

const RUNS = 200;

type Random = () => number;

interface Server {
  /** How long it works on a request, of which it works on `at once`, in order. */
  readonly work: (random: Random, at: Seconds) => Seconds;
  readonly atOnce?: number;
  /** What a response takes besides, for each request by itself. */
  readonly delay?: (random: Random) => Seconds;
}

interface Arrivals {
  readonly rate: number;
  readonly seconds: Seconds;
  readonly poisson?: boolean;
  /** How late each is sent. */
  readonly late?: (at: Seconds) => Seconds;
  /** Each is waited for so long. */
  readonly timeout?: Seconds;
}

const same = (work: Seconds) => () => work;
const exponential = (mean: Seconds) => (random: Random) => -mean * Math.log(1 - random());

function comeTo(
  { work, atOnce = 1, delay = () => 0 }: Server,
  { rate, seconds, poisson = false, late = () => 0, timeout = Number.POSITIVE_INFINITY }: Arrivals,
  random: Random,
): RequestBatch {
  const due: Seconds[] = [];
  if (poisson) for (let at = exponential(1 / rate)(random); at < seconds; at += exponential(1 / rate)(random)) due.push(at);
  else for (let nth = 1; nth <= rate * seconds; nth++) due.push(nth / rate);
  const free = new Array<Seconds>(atOnce).fill(0);
  const rows = due.map((at) => {
    const sent = at + late(at);
    const first = free.indexOf(Math.min(...free));
    free[first] = Math.max(free[first]!, sent) + work(random, at);
    const end = free[first]! + delay(random);
    return { at, sent, end: Math.min(end, sent + timeout), status: end > sent + timeout ? TIMEOUT : 200 };
  });
  const batch = allocateRows(rows.length);
  rows
    .sort((a, b) => a.end - b.end)
    .forEach(({ at, sent, end, status }, row) => {
      batch.intended[row] = at * 1e6;
      batch.start[row] = sent * 1e6;
      batch.latency[row] = Math.round((end - at) * 1e6);
      batch.status[row] = status;
      batch.user[row] = row;
    });
  return batch;
}

function judge(server: Server, arrivals: Arrivals, random: Random): ReturnType<PhasePaces['judge']> {
  const { rate, seconds, poisson = false } = arrivals;
  const paces = new PhasePaces(new Schedule([{ from: rate, to: rate, seconds }]), poisson, null);
  const batch = comeTo(server, arrivals, random);
  for (let row = 0; row < batch.status.length; row++) paces.add(0, batch, row);
  return paces.judge(0, seconds * 1e6);
}

/** Of that many runs, in how many each was said. */
function shares(server: Server, arrivals: Arrivals, seed: number, runs = RUNS): { readonly held: number; readonly not: number } {
  const random = seededRandom(seed);
  let [held, not] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const phase = judge(server, arrivals, random);
    if (phase.held === true) held += 1;
    if (phase.held === false) not += 1;
  }
  return { held: held / runs, not: not / runs };
}

const KINDS: readonly (readonly [string, (capacity: number) => Server])[] = [
  ['one at a time, each the same', (capacity) => ({ work: same(1 / capacity) })],
  ['one at a time, uneven', (capacity) => ({ work: exponential(1 / capacity) })],
  ['four at a time, uneven', (capacity) => ({ work: exponential(4 / capacity), atOnce: 4 })],
  ['one at a time, after a wait', (capacity) => ({ work: exponential(1 / capacity), delay: (random) => 0.1 + 0.2 * random() })],
];

describe.each(KINDS)('%s', (_, make) => {
  testCases(
    [
      { rate: 50, poisson: false },
      { rate: 50, poisson: true },
    ],
    [
      { rate: 20, poisson: false },
      { rate: 200, poisson: false },
      { rate: 200, poisson: true },
    ],
  )('busy for nine tenths of the time it is not said not to hold $rate/s, Poisson: $poisson', (arrivals) => {
    for (const busy of [0.5, 0.9]) expect(shares(make(arrivals.rate / busy), { ...arrivals, seconds: 6 }, 1).not).toBeLessThan(0.02);
  });

  testCases(
    [
      // Of 300 requests whose work varies by its mean, chance alone moves a queue by 17, so that 50 too many are not always certain.
      { rate: 50, poisson: false, least: 0.75 },
      { rate: 200, poisson: true, least: 0.9 },
    ],
    [{ rate: 200, poisson: false, least: 0.9 }],
  )('of $rate/s for 6 s, a fifth more than it can serve, it is said, Poisson: $poisson', ({ least, ...arrivals }) => {
    expect(shares(make(arrivals.rate / 1.2), { ...arrivals, seconds: 6 }, 2).not).toBeGreaterThan(least);
  });
});

test('of work that varies by half of its mean, 50/s for 6 s are enough to tell', () => {
  const make = (capacity: number): Server => ({ work: (random) => (0.13 + 1.74 * random()) / capacity });
  expect(shares(make(50 / 1.2), { rate: 50, seconds: 6 }, 6).not).toBeGreaterThan(0.9);
  expect(shares(make(50 / 0.9), { rate: 50, seconds: 6 }, 7).not).toBeLessThan(0.02);
});

const saysThatItIsTooMuch = (times: number) => {
  for (const timeout of [Number.POSITIVE_INFINITY, 10, 2])
    for (const make of KINDS.map(([, of]) => of))
      for (const arrivals of [
        { rate: 80, seconds: 3 },
        { rate: 400, seconds: 6 },
        { rate: 400, seconds: 6, poisson: true },
      ]) {
        const { held, not } = shares(make(arrivals.rate / times), { ...arrivals, timeout }, 8, 40);
        expect(held).toBe(0);
        // Where few responses vary by their mean, nobody may be through for most of the time by chance.
        expect(not, JSON.stringify({ timeout, ...arrivals })).toBeGreaterThan(0.75);
      }
};
const TOO_MUCH = '%d times what it can serve is said, whether requests are waited for or time out';
test.each([3])(TOO_MUCH, saysThatItIsTooMuch);
test.each([1.5, 4, 5, 10, 20])(TOO_MUCH, { tags: ['long'] }, saysThatItIsTooMuch);

test('a server that answers nobody is not said to keep up', () => {
  const hangs: Server = { work: () => 1e6 };
  for (const rate of [5, 50, 400]) expect(judge(hangs, { rate, seconds: 3, timeout: 2 }, seededRandom(9)).held).not.toBe(true);
});

const QUICK: Server = { work: exponential(0.004) };

test.each<readonly [string, Server, Arrivals]>([
  ['responses of 2 s, however many at once', { work: same(0), delay: (random) => 1.7 + 0.6 * random() }, { rate: 10, seconds: 3 }],
  ['responses of 0.1 s to 3.9 s', { work: same(0), delay: (random) => 0.1 + 3.8 * random() }, { rate: 10, seconds: 6 }],
  ['a few slow ones at the end', { ...QUICK, delay: (random) => (random() < 0.03 ? 2 : 0) }, { rate: 50, seconds: 3 }],
  [
    'a stall of 0.9 s at the very end',
    { work: (random, at) => (at > 2.09 && at < 2.11 ? 0.9 : exponential(0.004)(random)) },
    { rate: 50, seconds: 3 },
  ],
  ['a stall amidst', { work: (random, at) => (at > 1.59 && at < 1.61 ? 0.9 : exponential(0.004)(random)) }, { rate: 50, seconds: 3 }],
  ['visitors who come in crowds', { work: same(0), delay: (random) => 0.05 * random() }, { rate: 50, seconds: 3, poisson: true }],
])('not said of %s', (_, server, arrivals) => {
  expect(shares(server, arrivals, 3).not).toBeLessThan(0.02);
});

test('of what was sent late it is not known', () => {
  const late = { rate: 50, seconds: 6, late: (at: Seconds) => 0.2 * at };
  expect(judge(QUICK, late, seededRandom(4))).toMatchObject({ held: null, sentLate: true });
});

test('where the server gets slower, it is told from when on', () => {
  const slower: Server = { work: (_, at) => (at < 4 ? 1 / 60 : 1 / 25) };
  const { held, fellBehind } = judge(slower, { rate: 50, seconds: 6 }, seededRandom(5));
  expect(held).toBe(false);
  expect(fellBehind!.from).toBeGreaterThan(3.7);
  expect(fellBehind!.from).toBeLessThan(4.3);
  expect(fellBehind!.to).toBe(6);
  expect(fellBehind!.answered / fellBehind!.arrived).toBeCloseTo(0.5, 1);
});
