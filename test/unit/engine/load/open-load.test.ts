/** Users and arrivals, by the client that makes the load of a run, on a machine whose time is simulated. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { PlanSessions } from '../../../../electron/engine/load/plan/plan-sessions.ts';
import { ArrivalsSource } from '../../../../electron/engine/load/sources/arrivals-source.ts';
import { ClosedSource } from '../../../../electron/engine/load/sources/closed-source.ts';
import type { Source } from '../../../../electron/engine/load/sources/source.ts';
import { UsersSource } from '../../../../electron/engine/load/sources/users-source.ts';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { computeParts } from '../../../../shared/load/part-figures.ts';
import { SessionLengths } from '../../../../shared/load/session-lengths.ts';
import { computeWindow } from '../../../../shared/load/window.ts';
import { type Phase, Schedule } from '../../../../shared/model/load/schedule.ts';
import { DROPPED } from '../../../../shared/model/run.ts';
import { silentUs } from '../../../../shared/model/silence.ts';
import { compilePlan } from '../../../../shared/plan/program.ts';
import { loadOf } from '../../../helpers/plans.ts';
import { MS, ON_DEMAND, Played, S } from '../../../helpers/played-load.ts';
import { planOf as planOfText } from '../../../helpers/request-plans.ts';
import type { SimulatedServer } from '../../../helpers/simulated-machine.ts';

const constant = (rate: number, seconds: number): Phase => ({ from: rate, to: rate, seconds });
const arrivals = (phases: readonly Phase[], seed: number | null = null, part = { nth: 0, of: 1 }): Source =>
  new ArrivalsSource(new Schedule(phases), seed === null ? null : makeRandom(seed), part);

/** Answers after 1 ms, but not during the first second of each ten. */
const stalls: SimulatedServer = (now) => {
  const within = now % (10 * S);
  return within < S ? now - within + S + MS : now + MS;
};
const quick: SimulatedServer = (now) => now + MS;
const hangs: SimulatedServer = () => null;

function sessionsOf(plan: string, hasVisitors: boolean): PlanSessions {
  const program = compilePlan(planOfText(`plan: 1\n${plan}`), { tables: new Map(), bodies: new Map() });
  return new PlanSessions({ program, target: 'http://127.0.0.1:1', keepAlive: true, seed: 1, part: { nth: 0, of: 1 }, hasVisitors });
}

describe('arrivals', () => {
  test.each([
    ['evenly spaced', null],
    ['at random', 7],
  ])('a server that stalls for 1 s in 10 s at 100/s, %s: the median is short, p99 900 ms, the mean 50 ms', (_, seed) => {
    const { load } = new Played(arrivals([constant(100, 300)], seed), stalls).run();
    expect(load.latency.percentile(50)).toBeLessThanOrEqual(5 * MS);
    expect(Math.abs(load.latency.percentile(99) - 900 * MS)).toBeLessThanOrEqual(20 * MS);
    expect(Math.abs(load.latency.mean - 50 * MS)).toBeLessThanOrEqual(3 * MS);
    expect(load.failed).toBe(0);
  });

  test('a stall of 100 s after 100 s of 1 ms gives the percentiles that HdrHistogram publishes as corrected', () => {
    let begins = 0;
    const server: SimulatedServer = (now) => {
      begins ||= now;
      const since = now - begins;
      // The first comes at 10 ms, the last before the stall 99.99 s later; timers are up to a millisecond off.
      return since < 100 * S - 5 * MS ? now + MS : Math.max(now, begins + 200 * S) + MS;
    };
    const { load } = new Played(arrivals([constant(100, 200)]), server, ON_DEMAND, { timeoutS: 300 }).run();
    expect([load.counts.sent, load.dropped, load.failed]).toEqual([20_000, 0, 0]);
    const { latency } = load;
    const [p30, p50] = latency.percentiles([30, 50]);
    // Timers wake up to a millisecond early or late.
    for (const us of [p30!, p50!]) expect(Math.abs(us - MS)).toBeLessThanOrEqual(MS);
    for (const [p, us] of [
      [75, 50 * S],
      [90, 80 * S],
      [99, 98 * S],
      [99.99, 100 * S],
    ] as const)
      expect(Math.abs(latency.percentile(p) / us - 1), `p${p}`).toBeLessThanOrEqual(0.001);
    expect(Math.abs(latency.mean / 25_000_500 - 1)).toBeLessThanOrEqual(0.001);
  });

  test('a stall shows in every figure of latency: of the run, a window, a phase, a request of a plan', async () => {
    const { load, batches, atUs } = new Played(arrivals([constant(100, 300)]), stalls).run();
    const durationUs = atUs!;
    const twoPhases = loadOf('arrivals', { schedule: '100/s for 150s, 100/s for 150s' });
    const window = await computeWindow(batches, { fromMs: 0, toMs: durationUs / MS }, durationUs);
    const parts = await computeParts({ load: twoPhases, names: ['a', 'b'], durationUs }, batches);
    const [half] = parts.phases;
    const told = [load.latency, window.latency].map((one) => one.percentiles([50, 99]).map((us) => us / MS));
    told.push(...[half!, parts.byRequest[0]!].map(({ latencyMs }) => [latencyMs!.percentiles['50']!, latencyMs!.percentiles['99']!]));
    for (const [p50, p99] of told) {
      expect(p50).toBeLessThanOrEqual(5);
      expect(p99).toBeGreaterThanOrEqual(800);
    }
  });

  test('where a response takes 6 s, a closed connection sends 10 requests a minute, and arrivals at 1/s are 60', () => {
    const slow: SimulatedServer = (now) => now + 6 * S;
    const closed = new Played(new ClosedSource(Infinity), slow, { connections: 1, opens: 'ahead', duration: 60 * S }).run();
    expect(closed.load.counts.sent).toBe(10);
    expect(new Played(arrivals([constant(1, 60)]), slow).run().load.counts.sent).toBe(60);
  });

  test('closed load does not see the stall, as its label says', () => {
    const played = new Played(new ClosedSource(Infinity), stalls, { connections: 1, opens: 'ahead', duration: 100 * S }).run();
    expect(played.load.latency.percentile(99)).toBeLessThanOrEqual(2 * MS);
  });

  test('where no response comes, requests in flight reach their limit, and later arrivals are dropped and counted', () => {
    const played = new Played(arrivals([constant(50, 10)]), hangs, { opens: 'on demand', connections: 100 }, { timeoutS: 30 });
    played.run(10.2 * S);
    expect(played.load.counts).toEqual({ sent: 100, inFlight: 100 });
    expect(played.load.dropped).toBe(400);
    played.run();
    expect(played.load.counts).toEqual({ sent: 100, inFlight: 0 });
    expect([played.load.dropped, played.load.failed, played.load.unanswered]).toEqual([400, 0, 100]);
    // 5 s after the schedule nobody waits any more; the first of them came after 20 ms, the last after 2 s.
    const [status, latencies] = [played.column('status'), played.column('latency')];
    const ages = latencies.filter((_, row) => status[row] !== DROPPED).sort((a, b) => b - a);
    expect(Math.abs(ages[0]! - 14.98 * S)).toBeLessThan(30 * MS);
    expect(Math.abs(ages.at(-1)! - 13 * S)).toBeLessThan(30 * MS);
    expect(Math.abs(played.atUs! - 10 * S)).toBeLessThan(30 * MS);
  });

  test('are sent when they are due, whatever the server does, each phase as many as it has', () => {
    const played = new Played(arrivals([constant(10, 10), constant(200, 2), constant(10, 10)]), stalls).run();
    const phases = played.column('phase');
    expect([0, 1, 2].map((phase) => phases.filter((one) => one === phase).length)).toEqual([100, 400, 100]);
    const [starts, intended] = [played.column('start'), played.column('intended')];
    starts.forEach((start, i) => {
      expect(start - intended[i]!).toBeGreaterThanOrEqual(0);
      expect(start - intended[i]!).toBeLessThan(MS);
    });
    // What is sent early by the look-ahead is so by less than a millisecond.
    const regular = intended.sort((a, b) => a - b).slice(0, 100);
    expect(Math.max(...regular.map((at, i) => Math.abs(at - (i + 1) * 100 * MS)))).toBeLessThanOrEqual(MS);
    expect(played.atUs! / S).toBeCloseTo(22, 1);
  });

  test('a pause at the end is waited for; parts are together the whole', () => {
    const phases = [constant(30, 5), constant(0, 3)];
    const whole = new Played(arrivals(phases, 4), quick).run();
    expect(whole.atUs! / S).toBeCloseTo(8, 2);
    const parts = [0, 1, 2].map((nth) => new Played(arrivals(phases, 4, { nth, of: 3 }), quick).run());
    const ofParts = parts.flatMap((part) => part.column('intended')).sort((a, b) => a - b);
    const ofWhole = whole.column('intended').sort((a, b) => a - b);
    expect(ofParts).toHaveLength(ofWhole.length);
    expect(Math.max(...ofParts.map((at, i) => Math.abs(at - ofWhole[i]!)))).toBeLessThanOrEqual(MS);
  });

  test('what a process that is held up sends late is neither left out nor re-timed, and the process is named as the limit', () => {
    const played = new Played(arrivals([constant(100, 10)]), quick);
    played.run(2 * S);
    // Nothing runs for 4 s, then all timers at once.
    played.machine.time += 4 * S;
    played.run();
    expect(played.load.counts).toEqual({ sent: 1_000, inFlight: 0 });
    expect(played.load.latency.max).toBeGreaterThan(3.9 * S);
    expect(played.load.lateness.max).toBeGreaterThan(3.9 * S);
    expect(played.load.lateness.percentile(50)).toBeLessThan(MS);
    expect(played.generator!.limited).toBe(true);
    expect(new Played(arrivals([constant(100, 10)]), quick).run().generator!.limited).toBe(false);
  });

  test('a short load of which half is sent late was limited by the process that makes it', () => {
    const played = new Played(arrivals([constant(100, 1)]), quick);
    played.run(0.2 * S);
    played.machine.time += 0.7 * S;
    expect(played.run().generator).toMatchObject({ limited: true, stoodStillMs: { longest: expect.closeTo(680, -2) } });
  });

  test('responses that come while the process does not run are read before anything is given up, and nothing was silent', () => {
    const played = new Played(arrivals([constant(1_000, 1)]), (now) => now + 300 * MS);
    played.run(0.2 * S);
    // As long as the rest of the load, the wait for late responses and the time-out together.
    played.machine.time += 20 * S;
    played.run();
    expect([played.load.failed, played.load.unanswered, played.load.counts.inFlight]).toEqual([0, 0, 0]);
    expect(played.load.completed).toBe(1_000);
    expect(Math.max(0, ...played.liveness!.silences.map(silentUs))).toBeLessThan(0.4 * S);
  });

  test('who cannot be sent for 5 s is not sent any more, and is counted', () => {
    // Each request takes the process 10 ms.
    const played: Played = new Played(arrivals([constant(1_000, 3)]), (now) => {
      played.machine.time += 10 * MS;
      return now + 20 * MS;
    });
    played.run();
    expect(played.load.dropped).toBeGreaterThan(1_000);
    expect(played.load.counts.sent + played.load.dropped).toBe(3_000);
    expect(played.load.completed).toBe(played.load.counts.sent);
    expect(played.generator!.limited).toBe(true);
    expect(played.atUs! / S).toBeLessThan(20);
  });

  test('a server that stays silent until after the process runs again has been silent meanwhile', () => {
    const played = new Played(arrivals([constant(100, 4)]), hangs);
    played.run(1 * S);
    played.machine.time += 1 * S;
    played.run();
    expect(played.load.unanswered).toBe(400);
    expect(Math.max(...played.liveness!.silences.map(silentUs))).toBeGreaterThan(3.9 * S);
  });

  test('connections that are opened for what is sent late are counted', () => {
    const openedLate = (server: SimulatedServer, heldUp: number) => {
      const played = new Played(arrivals([constant(100, 10)]), server);
      played.run(2 * S);
      played.machine.time += heldUp;
      return { counted: played.run().generator!.openedLate, opened: played.machine.opened, most: played.machine.mostOpen };
    };
    // Half a second of visitors comes at once; one of them finds the connection of those before, and those of the last 10 ms are not late.
    const burst = openedLate(quick, 0.5 * S);
    expect(burst.most).toBeGreaterThan(45);
    expect(burst.counted).toBeGreaterThanOrEqual(burst.opened - 3);
    expect(burst.counted).toBeLessThan(burst.opened);
    // A server that stalls needs as many, but that is its own doing.
    const slow = openedLate(stalls, 0);
    expect(slow.most).toBeGreaterThan(90);
    expect(slow.counted).toBe(0);
  });

  test('all requests of a visitor belong to the phase in which the visitor came', async () => {
    const phases = [constant(10, 3), constant(20, 3)];
    const sessions = sessionsOf('sequence: [{ url: /a, think: 0.2 }, { url: /b, think: 0.2 }, { url: /c }]', true);
    const played = new Played(arrivals(phases), quick, { ...ON_DEMAND, sessions }).run();
    const [user, phase] = [played.column('user'), played.column('phase')];
    expect([0, 1].map((one) => phase.filter((own) => own === one).length)).toEqual([3 * 30, 3 * 60]);
    // The 30th is the last of the first phase.
    expect(phase).toEqual(user.map((own) => (own < 30 ? 0 : 1)));
  });

  test('connections are reused, and closed before the server closes them', () => {
    // One visitor each 100 ms, then one each 10 s: Node closes after 5 s.
    const { machine, load } = new Played(arrivals([constant(10, 10), constant(0.1, 100)]), quick).run();
    expect(load.completed).toBe(110);
    expect(machine.mostOpen).toBe(1);
    expect(machine.opened).toBe(1 + 10);
    expect(load.errorCounts()).toEqual({});
  });

  test('two hours: every visitor is served, and memory stays as it is', { tags: ['long'] }, () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const played = new Played(arrivals([constant(10, 7_200)], 1), stalls, ON_DEMAND, { keepsRows: false });
    const usedAfter = (seconds: number) => {
      played.run(seconds * S);
      // V8 frees the buffers that one collection has found beside the program; the next one waits for that.
      collect();
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const early = usedAfter(600);
    const late = usedAfter(6_500);
    expect(late - early).toBeLessThan(2e6);
    played.run();
    expect(Math.abs(played.load.counts.sent - 72_000)).toBeLessThan(5 * Math.sqrt(72_000));
    expect(played.load.counts).toEqual({ sent: played.machine.requests, inFlight: 0 });
    expect(played.machine.mostOpen).toBeLessThan(60);
  });
});

describe('users', () => {
  const users = (spread: number) => new UsersSource({ users: 50, first: 0, part: { nth: 0, of: 1 }, requests: 20, spread });
  const play = (spread: number) => new Played(users(spread), quick, { opens: 'by user', connections: 50 }).run();

  test('each makes its requests one after the other, on a connection of its own', () => {
    const played = play(0);
    expect(played.load.completed).toBe(1_000);
    expect(played.machine.opened).toBe(50);
    const [user, connection] = [played.column('user'), played.column('connection')];
    expect(user).toEqual(connection);
    for (let i = 0; i < 50; i++) expect(user.filter((one) => one === i)).toHaveLength(20);
    // 20 x 1 ms and the connecting, for all at once.
    expect(played.atUs! / MS).toBeCloseTo(20, 0);
  });

  test('sessions equal the sum of their parts: what their requests took, and the thinking in between', () => {
    const sessions = sessionsOf('sequence: [{ url: /a, think: [0.5, 2] }, { url: /b, think: 1 }, { url: /c, think: 9 }]', false);
    const source = new UsersSource({ users: 50, first: 0, part: { nth: 0, of: 1 }, requests: 3, spread: 20 * S });
    const played = new Played(source, stalls, { opens: 'by user', connections: 50, sessions }).run();
    const [user, request, intended, latency] = (['user', 'request', 'intended', 'latency'] as const).map((name) => played.column(name));
    const lengths = new SessionLengths(3);
    for (const batch of played.batches) lengths.add(batch);
    expect(lengths.lengths.count).toBe(50);
    const sums = Array.from({ length: 50 }, (_, one) => {
      const rows = user!.flatMap((own, row) => (own === one ? [row] : [])).sort((a, b) => request![a]! - request![b]!);
      expect(rows.map((row) => request![row])).toEqual([0, 1, 2]);
      const thought = rows.slice(1).map((row, at) => intended![row]! - intended![rows[at]!]! - latency![rows[at]!]!);
      // Up to a millisecond early, as the timers are.
      expect(thought[0]).toBeGreaterThanOrEqual(0.5 * S - MS);
      expect(thought[0]).toBeLessThanOrEqual(2 * S);
      expect(Math.abs(thought[1]! - S)).toBeLessThanOrEqual(MS);
      return rows.reduce((sum, row) => sum + latency![row]!, 0) + thought[0]! + thought[1]!;
    });
    expect(Math.abs(lengths.lengths.mean - sums.reduce((sum, one) => sum + one, 0) / 50)).toBeLessThanOrEqual(3);
    expect(Math.abs(lengths.lengths.max - Math.max(...sums))).toBeLessThanOrEqual(3);
  });

  test('come one after the other over a time', () => {
    const played = play(10 * S);
    const [user, start] = [played.column('user'), played.column('start')];
    for (let i = 0; i < 50; i++) {
      const first = Math.min(...start.filter((_, row) => user[row] === i));
      expect(Math.abs(first - i * 200 * MS)).toBeLessThanOrEqual(MS);
    }
    expect(played.load.lateness.max).toBeLessThan(MS);
  });
});

describe('a sweep', () => {
  test('holds each level, and waits until it is drained before the next', () => {
    // One worker: each request waits for those before it.
    let freeAt = 0;
    const oneAtATime: SimulatedServer = (now) => {
      freeAt = Math.max(now, freeAt) + 20 * MS;
      return freeAt;
    };
    const levels = [1, 2, 4].map((connections) => ({ connections, source: new ClosedSource(Infinity), duration: 3 * S }));
    const played = new Played(levels, oneAtATime, { opens: 'ahead' }).run();
    const [phase, start, latency] = [played.column('phase'), played.column('start'), played.column('latency')];
    levels.forEach(({ connections }, level) => {
      const rows = phase.flatMap((own, row) => (own === level ? [row] : []));
      const starts = rows.map((row) => start[row]!);
      expect(Math.abs(Math.max(...starts) - Math.min(...starts) - 3 * S)).toBeLessThan(connections * 21 * MS);
      // Little's law, at each level: as many in flight as there are connections.
      const meanUs = rows.reduce((sum, row) => sum + latency[row]!, 0) / rows.length;
      expect(((rows.length / 3) * meanUs) / S / connections).toBeCloseTo(1, 1);
      const before = phase.flatMap((own, row) => (own === level - 1 ? [start[row]! + latency[row]!] : []));
      expect(Math.min(...starts)).toBeGreaterThan(Math.max(-1, ...before));
    });
    expect(played.load.counts).toEqual({ sent: phase.length, inFlight: 0 });
  });

  test('of rates, with what each level drops; stopped, it keeps what it has', () => {
    const at = (rate: number) => ({ source: arrivals([constant(rate, 2)]), connections: 10, opens: 'on demand' as const });
    const slow: SimulatedServer = (now) => now + 100 * MS;
    // 10 at a time, 100 ms each: 100/s is what can be in flight.
    const played = new Played([at(50), at(100), at(400)], slow).run();
    expect(played.load.counts.sent + played.load.dropped).toBe(1_100);
    const status = played.column('status');
    const sent = [0, 1, 2].map((level) => played.column('phase').filter((own, row) => own === level && status[row] !== DROPPED).length);
    expect(sent.slice(0, 1)).toEqual([100]);
    expect(sent[2]! / 200).toBeCloseTo(1, 1);

    // A visitor who makes several requests makes all of them in the level in which it came.
    const sessions = sessionsOf('sequence: [{ url: /a, think: 0.5 }, { url: /b }]', true);
    const visited = new Played([at(5), at(10)], quick, { opens: 'on demand', connections: 100, sessions }).run();
    expect([0, 1].map((level) => visited.column('phase').filter((own) => own === level).length)).toEqual([20, 40]);

    const stopped = new Played([at(50), at(100)], slow);
    stopped.run(2.5 * S);
    stopped.stop();
    expect(stopped.run().load.counts.sent).toBeGreaterThan(100);
    expect(stopped.load.counts.sent).toBeLessThan(200);
    expect(stopped.atUs! / S).toBeCloseTo(2.5, 1);
  });
});
