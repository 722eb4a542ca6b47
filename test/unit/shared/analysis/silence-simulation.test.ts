/**
 * A thousand servers, whose every response is known, under a load that is cut: whether what is told of them is true. Closed loads and arrivals; servers
 * that are quick, slow, uneven, that stop for ever, for a while, or for one request in many.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { findStopped, isAboveBySilence } from '../../../../shared/analysis/silence.ts';
import { findStoppedRuns } from '../../../../shared/analysis/verdicts/stopped-variants.ts';
import type { Milliseconds } from '../../../../shared/base/units.ts';
import { boundsOf, toBoundedDistribution } from '../../../../shared/load/bounds.ts';
import { ExactDistribution, nearestRank } from '../../../../shared/load/distribution.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import type { Distribution } from '../../../../shared/model/distribution.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { SHORTEST_SILENCE, type Silence } from '../../../../shared/model/silence.ts';
import { judgeLimit } from '../../../helpers/judge-limit.ts';
import { seededRandom } from '../../../helpers/random.ts';

const SCENARIOS = 1_000;
/** Times are recorded in tenths of a millisecond, which take less room than microseconds. */
const PER_MS = 10;
/** Requests that come evenly spread. */
const EVENLY = 300;
const TOLD = ['50', '90', '99', '99.9'];
const NEVER = Number.POSITIVE_INFINITY;

type Random = () => number;
/** When a request that is sent at `at` is answered; never: Infinity. */
type Server = (at: Milliseconds, random: Random) => Milliseconds;

const KINDS = ['fast', 'slow', 'heavy', 'dead', 'hangs', 'slowing', 'bimodal', 'long poll', 'recovers'] as const;
type Kind = (typeof KINDS)[number];

/** `duration`: of the measured time. */
function makeServer(kind: Kind, duration: Milliseconds, random: Random): Server {
  const base = 20 + 180 * random();
  const quick: Server = (at, next) => at + base * (0.5 + next());
  switch (kind) {
    case 'fast':
      return quick;
    case 'slow':
      return (at, next) => at + 4_000 + 4_000 * next();
    case 'heavy':
      return (at, next) => at + base * (1 - next()) ** -0.8;
    case 'dead': {
      const dead = duration * random();
      return (at, next) => (quick(at, next) < dead ? quick(at, next) : NEVER);
    }
    case 'hangs': {
      const one = 30 + 970 * random();
      return (at, next) => (next() * one < 1 ? NEVER : quick(at, next));
    }
    case 'slowing':
      return (at, next) => at + base * (0.5 + next()) * (1 + (20 * at) / duration);
    case 'bimodal':
      return (at, next) => (next() < 0.2 ? at + 2_000 + 2_000 * next() : quick(at, next));
    case 'long poll':
      return (at, next) => (next() < 0.05 ? at + 25_000 : quick(at, next));
    case 'recovers': {
      const from = duration * 0.5 * random();
      const to = from + duration * (0.1 + 0.4 * random());
      return (at, next) => (at >= from && at < to ? quick(to, next) : quick(at, next));
    }
  }
}

interface Simulated {
  readonly kind: Kind;
  readonly run: RunReport;
  /** What every request would have taken, ascending. */
  readonly truth: readonly Milliseconds[];
  /** The same of such requests that came evenly spread over the measured time. */
  readonly evenly: readonly Milliseconds[];
  readonly told: Distribution | null;
}

interface Sent {
  readonly at: Milliseconds;
  /** When its response came, or would have come. */
  readonly answered: Milliseconds;
}

function simulate(seed: number): Simulated {
  const random = seededRandom(seed);
  const kind = KINDS[Math.floor(random() * KINDS.length)]!;
  const duration = 3_000 + 17_000 * random();
  const timeout = [duration / 2, 10_000, 30_000][Math.floor(random() * 3)]!;
  const connections = 1 + Math.floor(50 * random() ** 3);
  const isClosed = random() < 0.7;
  const server = makeServer(kind, duration, random);
  const sent = isClosed
    ? sendClosed(server, connections, duration, timeout, random)
    : sendEvenly(server, 5 + 95 * random(), duration, random);
  const evenly = sendEvenly(server, (EVENLY * 1_000) / duration, duration, random).map(({ at, answered }) => answered - at);
  const { run, truth } = cut(sent, { duration, timeout, connections: isClosed ? connections : null });
  return { kind, run, truth, evenly: evenly.sort((a, b) => a - b), told: run.latencyMs };
}

function sendEvenly(server: Server, perSecond: number, duration: Milliseconds, random: Random): Sent[] {
  const count = Math.max(1, Math.floor((perSecond * duration) / 1_000));
  return Array.from({ length: count }, (_, nth) => {
    const at = ((nth + 0.5) * duration) / count;
    return { at, answered: server(at, random) };
  });
}

function sendClosed(server: Server, connections: number, duration: Milliseconds, timeout: Milliseconds, random: Random): Sent[] {
  return Array.from({ length: connections }).flatMap(() => {
    const sent: Sent[] = [];
    for (let at = 0; at < duration; ) {
      const answered = server(at, random);
      sent.push({ at, answered });
      at = Math.min(answered, at + timeout);
    }
    return sent;
  });
}

interface Cut {
  readonly duration: Milliseconds;
  readonly timeout: Milliseconds;
  /** Null: they arrive. */
  readonly connections: number | null;
}

/** As a run is recorded: time-outs, a wait for what is old when the load ends, and what stays unanswered. */
function cut(all: readonly Sent[], { duration, timeout, connections }: Cut): { readonly run: RunReport; readonly truth: Milliseconds[] } {
  const [answered, censored] = [new ExactDistribution(), new ExactDistribution()];
  const truth: Milliseconds[] = [];
  const bytes: Milliseconds[] = [];
  let [timedOut, unanswered, unfinished, oldest, late] = [0, 0, 0, 0, 0];
  const wait = Math.min(duration / 2, 5_000);
  const inTime = all.filter((one) => one.answered <= duration && one.answered - one.at <= timeout).map((one) => one.answered - one.at);
  const p99 = inTime.sort((a, b) => a - b)[nearestRank(99, inTime.length) - 1] ?? 0;
  const old = Math.max(Math.min(1_000, duration / 2), 3 * p99);
  for (const { at, answered: end } of all) {
    const takes = end - at;
    const isOut = takes > timeout && at + timeout <= duration;
    const inFlight = !isOut && end > duration;
    // Too young to be waited for: not among the requests that percentiles are of.
    if (inFlight && duration - at <= old) {
      unfinished += 1;
      continue;
    }
    truth.push(takes);
    if (isOut) {
      timedOut += 1;
      censored.record(Math.floor(timeout * PER_MS));
    } else if (inFlight && end > duration + wait) {
      unanswered += 1;
      oldest = Math.max(oldest, duration + wait - at);
      censored.record(Math.floor((duration + wait - at) * PER_MS));
    } else {
      answered.record(Math.round(takes * PER_MS));
      if (end <= duration) bytes.push(end);
      else late += 1;
    }
  }
  const latencyMs = toBoundedDistribution(answered, censored, PER_MS);
  const requests = {
    ...{
      sent: all.length,
      completed: answered.count,
      failed: timedOut,
      timedOut,
      unfinished: unfinished + unanswered,
      dropped: 0,
      unexpected: 0,
    },
    ...{ unanswered, oldestMs: unanswered === 0 ? null : oldest },
    ...(late === 0 ? {} : { late: { completed: late, expected: late } }),
  };
  const load =
    connections === null
      ? { model: 'arrivals', schedule: '10/s for 10s', maxInFlight: 1e4, pipelining: 1, durationMs: duration }
      : { model: 'closed', connections, pipelining: 1, durationMs: duration };
  const run = {
    requests,
    latencyMs,
    unexpectedLatencyMs: null,
    window: null,
    load,
    ending: 'completed',
    lastRequests: connections === null ? lastOf(all, duration, wait, timeout) : null,
    waitedMs: wait,
    silences: silencesOf(all, bytes, duration, timeout),
  };
  return { run: run as unknown as RunReport, truth: truth.sort((a, b) => a - b) };
}

/** Of arrivals, which are all sent at the end. */
function lastOf(all: readonly Sent[], duration: Milliseconds, wait: Milliseconds, timeout: Milliseconds): RunReport['lastRequests'] {
  const isAnswered = ({ at, answered }: Sent) => answered <= duration + wait && answered - at <= timeout;
  const last = all.findLastIndex(isAnswered);
  return { sentMs: all.at(-1)!.at, lostSince: all.length - 1 - last };
}

function silencesOf(all: readonly Sent[], bytes: readonly Milliseconds[], duration: Milliseconds, timeout: Milliseconds): Silence[] {
  const ends = [0, ...[...bytes].sort((a, b) => a - b), duration];
  const sorted = [...all].sort((a, b) => a.at - b.at);
  const leaves = ({ at, answered }: Sent): Milliseconds => Math.min(answered, at + timeout);
  return ends.slice(1).flatMap((to, nth): Silence[] => {
    const from = ends[nth]!;
    if ((to - from) * 1_000 < SHORTEST_SILENCE) return [];
    const there = sorted.filter((one) => one.at < to && leaves(one) > from);
    const inFlight = there.filter((one) => leaves(one) >= to).length;
    const [oldest] = there;
    if (oldest === undefined || (to - Math.max(from, oldest.at)) * 1_000 < SHORTEST_SILENCE) return [];
    return [{ from: from * 1_000, to: to * 1_000, inFlight, oldestStart: oldest.at * 1_000 }];
  });
}

describe('a thousand simulated servers', () => {
  let all: Simulated[] = [];
  beforeAll(() => {
    all = Array.from({ length: SCENARIOS }, (_, seed) => simulate(seed + 1));
  }, 180_000);

  test('no percentile is told that is not true: it is measured, an interval, or at least so much', () => {
    const counts = { measured: 0, interval: 0, 'at least': 0, wrong: 0 };
    for (const { told, truth } of all) {
      for (const percentile of TOLD) {
        const bounds = told && boundsOf(told, percentile);
        if (bounds === null) continue;
        const true_ = truth[nearestRank(Number(percentile), truth.length) - 1]!;
        if (true_ < bounds.low - 1 / PER_MS || true_ > bounds.high + 1 / PER_MS) counts.wrong += 1;
        else counts[bounds.low === bounds.high ? 'measured' : bounds.high === NEVER ? 'at least' : 'interval'] += 1;
      }
    }
    expect(counts.wrong).toBe(0);
    // All three are said, so that the test is about each; few responses take longer than what was waited for in vain.
    for (const kind of ['measured', 'interval', 'at least'] as const) expect(counts[kind], JSON.stringify(counts)).toBeGreaterThan(0);
  });

  test('"no response came in the last seconds" is said of servers that stopped, and of none that answers slowly or all the time', () => {
    const said = (kind: Kind) =>
      all.filter((one) => one.kind === kind && one.run.latencyMs !== null && findStopped(one.run) !== null).length;
    const of = (kind: Kind) => all.filter((one) => one.kind === kind && one.run.latencyMs !== null).length;
    for (const kind of ['fast', 'slow', 'slowing', 'recovers'] as const) expect(said(kind), kind).toBe(0);
    expect(said('dead') / of('dead')).toBeGreaterThan(0.7);
  });

  test('whenever it is said, that is what happened: nobody got a byte, and somebody who waited got nothing', () => {
    for (const { run } of all) {
      const stopped = findStopped(run);
      if (stopped === null) continue;
      expect(run.requests.unanswered! + run.requests.timedOut).toBeGreaterThan(0);
      expect(stopped.inFlight).toBeGreaterThan(0);
      expect(stopped.ms).toBeGreaterThanOrEqual(1_000);
    }
  });

  test('a limit that is said to hold does so for whoever comes evenly spread far oftener than by ranks alone', () => {
    const judged = { holds: 0, false: 0, byRanks: 0, falseByRanks: 0 };
    for (const { run, evenly } of all) {
      if (run.latencyMs === null) continue;
      const limit = 2 * (evenly[Math.floor(evenly.length / 2)] ?? 0);
      if (!Number.isFinite(limit)) continue;
      const isFalse = evenly[nearestRank(99, evenly.length) - 1]! > 2 * limit;
      const bounds = boundsOf(run.latencyMs, '99');
      if (bounds !== null && bounds.high <= limit) {
        judged.byRanks += 1;
        judged.falseByRanks += isFalse ? 1 : 0;
      }
      if (judgeLimit(run, 'p99', limit) === 'held') {
        judged.holds += 1;
        judged.false += isFalse ? 1 : 0;
      }
    }
    expect(judged.holds).toBeGreaterThan(50);
    expect(judged.false, JSON.stringify(judged)).toBeLessThan(0.1 * judged.holds);
    expect(judged.falseByRanks).toBeGreaterThan(2 * judged.false);
  });

  test('where all requests meet the same server, a limit is refused by silence only if somebody who comes evenly spread waits longer', () => {
    for (const { kind, run, evenly } of all) {
      // Those that hang one by one block connections, which then see nothing of how others fare.
      if (kind === 'hangs' || kind === 'long poll' || kind === 'bimodal' || kind === 'heavy') continue;
      for (const limit of [50, 200, 1_000, 4_000]) {
        if (!isAboveBySilence(run, 'p90', limit)) continue;
        expect(evenly[evenly.length - 1]!, `${limit}`).toBeGreaterThan(limit);
      }
    }
  });
});

/** Stands still for `stall` about each `every`, at random: whoever waits then is answered when it goes on. Another draw in each run. */
function makeStalling(base: Milliseconds, stall: Milliseconds, every: Milliseconds, random: Random): Server {
  const stalls: Milliseconds[] = [];
  for (let at = -every * Math.log(1 - random()); at < SHORT_RUN * 10; at += stall - every * Math.log(1 - random())) stalls.push(at);
  return (at, next) => {
    const done = at + base * (0.5 + next());
    const met = stalls.find((from) => done >= from && done < from + stall);
    return met === undefined ? done : met + stall + base * next();
  };
}

const SHORT_RUN: Milliseconds = 2_000;
const COMPARISONS = 120;

/** In how many of the comparisons, of so many runs each, the variant is said to be silent at the end of its runs. */
function saidSilent(runs: number, serverOf: (random: Random) => (random: Random) => Server): number {
  let said = 0;
  for (let seed = 1; seed <= COMPARISONS; seed++) {
    const random = seededRandom(seed);
    const each = serverOf(random);
    const connections = 1 + Math.floor(20 * random() ** 2);
    const passes = Array.from({ length: runs }, (): Pass => {
      const sent = sendClosed(each(random), connections, SHORT_RUN, 30_000, random);
      const { run } = cut(sent, { duration: SHORT_RUN, timeout: 30_000, connections });
      // The load ends at the last response that was waited for: nothing old stays.
      const report = run.requests.unanswered === 0 ? { ...run, waitedMs: 0 } : run;
      return { kind: 'measured', variant: 0, excluded: null, report } as unknown as Pass;
    });
    if (findStoppedRuns(passes, 0) !== null) said += 1;
  }
  return said;
}

describe('short runs, each made several times', () => {
  const base = (random: Random): Milliseconds => 2 + 40 * random();
  const still =
    (quick: (base: Milliseconds) => Server) =>
    (random: Random): (() => Server) => {
      const server = quick(base(random));
      return () => server;
    };

  const saysThatItHangs = (runs: number) => {
    const hangs = (random: Random) => {
      const [ms, from] = [base(random), SHORT_RUN * (0.55 + 0.3 * random())];
      return (): Server => (at, next) => (at >= from ? NEVER : at + ms * (0.5 + next()));
    };
    expect(saidSilent(runs, hangs)).toBeGreaterThan(0.95 * COMPARISONS);
  };
  const HANGS = 'of %i runs most end in silence where the server hangs towards the end of each, and that is said';
  test.each([5])(HANGS, saysThatItHangs);
  test.each([10])(HANGS, { tags: ['long'] }, saysThatItHangs);

  const saysNothingOfStalls = (runs: number) => {
    const even = still((ms) => (at, next) => at + ms * (0.5 + next()));
    const heavy = still((ms) => (at, next) => at + Math.min(SHORT_RUN / 4, ms * (1 - next()) ** -0.6));
    const bimodal = still((ms) => (at, next) => at + (next() < 0.1 ? 8 * ms : ms) * (0.5 + next()));
    const stalling = (random: Random) => {
      const [ms, stall, every] = [base(random), SHORT_RUN * (0.05 + 0.2 * random()), SHORT_RUN * (0.2 + 3 * random())];
      return (own: Random) => makeStalling(ms, stall, every, own);
    };
    expect(saidSilent(runs, even)).toBe(0);
    for (const [name, server] of Object.entries({ heavy, bimodal, stalling }))
      expect(saidSilent(runs, server), name).toBeLessThanOrEqual(COMPARISONS / 60);
  };
  const STALLS =
    'of %i runs of servers whose responses and stalls last a quarter of a run at most, it is said in one of 60 comparisons or fewer';
  test.each([5])(STALLS, saysNothingOfStalls);
  test.each([10])(STALLS, { tags: ['long'] }, saysNothingOfStalls);
});
