/** Point 2 of the answer. A small simulation of a closed load on one event loop makes the figures; what the right sentence is follows from how it is built. */

import { expect, test } from 'vitest';
import { ExactDistribution, toDistribution } from '../../../../shared/load/distribution.ts';
import { hasLoad, type PlannedFigures, type RunReport } from '../../../../shared/model/report.ts';
import { type AnswerPart, computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';
import { closedLoadOf } from '../../../helpers/plans.ts';
import { makeRandom } from '../profile/draw.ts';

/** What the answer says of work and waiting. */
function waitingOf(run: RunReport): AnswerPart[] {
  const kinds = /^(waits-.*|idle|workers-blocked|little-work|try-one|generator-limit|collecting)$/;
  return computeAnswer(run).filter(({ kind }) => kinds.test(kind));
}

const base = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;

interface Server {
  readonly inFlight: number;
  /** Time on the loop, which does one thing after the other. */
  readonly workMs: (request: number) => number;
  /** After its work a request waits so long for something else; `lanes` of them at a time, the others in line for that. */
  readonly elseMs?: (request: number) => number;
  readonly lanes?: number;
}

/** Requests of a closed load until `seconds` are over. */
function simulate({ inFlight, workMs, elseMs = () => 0, lanes = Infinity }: Server, seconds = 20): RunReport {
  const endMs = seconds * 1_000;
  const latency = new ExactDistribution();
  const sent: { at: number; request: number }[] = Array.from({ length: inFlight }, (_, request) => ({ at: 0, request }));
  const free = Array.from({ length: Math.min(lanes, inFlight) }, () => 0);
  let [now, busyMs, completed, request] = [0, 0, 0, inFlight];
  for (;;) {
    sent.sort((a, b) => a.at - b.at);
    const next = sent.shift()!;
    if (next.at >= endMs) break;
    now = Math.max(now, next.at) + workMs(next.request);
    if (now > endMs) break;
    busyMs += workMs(next.request);
    const lane = free.indexOf(Math.min(...free));
    const doneAt = Math.max(now, lanes === Infinity ? now : free[lane]!) + elseMs(next.request);
    if (lanes !== Infinity) free[lane] = doneAt;
    if (doneAt <= endMs) {
      latency.record(Math.round((doneAt - next.at) * 1_000));
      completed++;
    }
    sent.push({ at: doneAt, request: request++ });
  }
  const elu = busyMs / endMs;
  return {
    ...base,
    machine: null,
    load: { ...base.load, ...closedLoadOf(base), connections: inFlight, pipelining: 1, durationMs: endMs },
    requests: { ...base.requests, sent: completed + inFlight, completed, failed: 0, unfinished: inFlight, unexpected: 0 },
    latencyMs: toDistribution(latency),
    generator: { cpuPercent: 5, latenessMs: null, limited: false },
    server: [server(elu)],
  };
}

function server(elu: number, change: Partial<RunReport['server'][number]> = {}): RunReport['server'][number] {
  const cpu = 100 * elu + 8;
  const gc = { count: 100, totalMs: 200 };
  return { ...base.server[0]!, cpuPercent: { mean: cpu, max: cpu }, elu: { mean: elu, max: 1 }, gc, otherThreadsPercent: 8, ...change };
}

/** What follows the sentence about an idle server. */
const after = (known: boolean) => [{ kind: 'little-work' }, { kind: 'try-one', known }];

const CPU_BOUND: Server = { inFlight: 20, workMs: () => 8 };

test('CPU bound: 8 ms of work, the rest in line behind 19 others', () => {
  const [part, ...more] = waitingOf(simulate(CPU_BOUND));
  expect(part).toMatchObject({ kind: 'waits-in-line', others: 19 });
  expect(part).toHaveProperty('workMs', expect.closeTo(8, 0));
  expect(part).toHaveProperty('waitMs', expect.closeTo(152, -1));
  expect(more).toEqual([]);
});

test('with a tenth of the work in timers, how much of it a response took is not said', () => {
  const run = simulate(CPU_BOUND);
  const inTimers = (timerPercent: number) => ({
    ...run,
    profile: { ...base.profile!, hot: { ...base.profile!.hot, timerPercent } },
  });
  expect(waitingOf(inTimers(5))).toMatchObject([{ kind: 'waits-in-line' }]);
  expect(waitingOf(inTimers(11))).toEqual([]);
});

test('CPU bound with work of many sizes: the same, of the mean', () => {
  const random = makeRandom(11);
  const sizes = Array.from({ length: 10_000 }, () => 2 + 12 * random());
  const [part] = waitingOf(simulate({ inFlight: 20, workMs: (request) => sizes[request]! }));
  expect(part).toMatchObject({ kind: 'waits-in-line', others: 19 });
  expect(part).toHaveProperty('workMs', expect.closeTo(8, 0));
});

test('a timer: the server is idle, and the responses wait for something else', () => {
  const parts = waitingOf(simulate({ inFlight: 20, workMs: () => 1, elseMs: () => 100 }));
  expect(parts).toMatchObject([{ kind: 'waits-elsewhere', oneByOne: false }, ...after(false)]);
  expect(parts.at(-1)).toEqual({ kind: 'try-one', known: false, levels: [1, 2, 4, 8, 16, 32, 64] });
  // The loop was busy for a fifth of the time, and helpers of V8 used 8 % of a core.
  expect(parts[0]).toHaveProperty('idlePercent', expect.closeTo(72, 0));
});

test('one socket for all: something else that serves one at a time', () => {
  const parts = waitingOf(simulate({ inFlight: 20, workMs: () => 0.5, elseMs: () => 10, lanes: 1 }));
  expect(parts).toMatchObject([{ kind: 'waits-elsewhere', oneByOne: true }, ...after(true)]);
  const four = waitingOf(simulate({ inFlight: 20, workMs: () => 0.5, elseMs: () => 10, lanes: 4 }));
  expect(four).toMatchObject([{ kind: 'waits-elsewhere', oneByOne: false }, ...after(false)]);
});

test.each<[completed: number, min: number, p10: number, p50: number, p90: number]>([
  [483, 11.702, 202.537, 205.503, 211.386],
  [483, 11.301, 202.803, 205.957, 209.806],
  [485, 11.061, 201.78, 205.483, 208.956],
  [485, 11.753, 202.42, 204.582, 208.021],
  [488, 12.54, 202.253, 204.321, 206.851],
])('one socket for all, in a recorded run: %i responses in 5 s, the quickest %f ms', (completed, min, p10, p50, p90) => {
  const run = simulate({ inFlight: 20, workMs: () => 0.5, elseMs: () => 10, lanes: 1 });
  const recorded = {
    ...run,
    load: { ...run.load, durationMs: 5_000 },
    requests: { ...run.requests, completed },
    latencyMs: { ...run.latencyMs!, min, mean: 202, percentiles: { '10': p10, '50': p50, '90': p90 } },
  };
  expect(waitingOf(recorded)).toMatchObject([{ kind: 'waits-elsewhere', oneByOne: true }, ...after(true)]);
});

test('an idle server whose clients think is idle, and its responses waited for nothing', () => {
  const run = simulate({ inFlight: 20, workMs: () => 0.5, elseMs: () => 10, lanes: 1 });
  const plan = { order: 'sequence', requests: [], hasPauses: true } as const;
  const thinking = { ...run, load: { ...run.load, plan }, requests: { ...run.requests, completed: run.requests.completed / 10 } };
  expect(waitingOf({ ...run, load: { ...run.load, plan } })).toMatchObject([{ kind: 'waits-elsewhere' }, ...after(true)]);
  const said = waitingOf(thinking).map(({ kind }) => kind);
  expect(said).toContain('idle');
  expect(tellAnswer(waitingOf(thinking)[0]!)).toMatch(
    /^The server was idle at least .* of the time; its clients paused between requests\.$/,
  );
  expect(said).not.toContain('waits-elsewhere');
  expect(said).not.toContain('try-one');
});

test('of clients that do not think it is not said that they paused: some of their requests hang, or have no whole response', () => {
  const run = simulate({ inFlight: 20, workMs: () => 0.5, elseMs: () => 100 });
  const plan = { order: 'mix', requests: [] } as const;
  const few = { ...run, load: { ...run.load, plan }, requests: { ...run.requests, completed: run.requests.completed / 10 } };
  expect(waitingOf(few)).toMatchObject([{ kind: 'waits-elsewhere' }, ...after(false)]);
  const openStreams = { count: 4, eventStreams: 4, events: 80, eventsMs: 4_000, eventsPerSecond: 20, firstByteMs: null };
  expect(waitingOf({ ...few, openStreams })).toEqual([]);
});

test('an average is over the requests of the plan that have a response', () => {
  const run = simulate({ inFlight: 20, workMs: () => 0.5, elseMs: () => 100 });
  const requests = ['page', 'events'].map((name) => ({ name, method: 'GET', url: `/${name}`, weight: 1 }) as const);
  const byRequest = requests.map(({ name }, nth) => ({ name, requests: { completed: nth === 0 ? 300 : 0 } }) as PlannedFigures);
  const planned = { ...run, load: { ...run.load, plan: { order: 'mix', requests } as const }, byRequest };
  expect(waitingOf(planned)[1]).toMatchObject({ kind: 'little-work', requests: 1 });
});

test('two at a time, the first of them quick: never called one at a time', () => {
  const random = makeRandom(7);
  const times = Array.from({ length: 10_000 }, (_, request) => (request === 0 ? 0.5 : 0.5 + random()) * 20);
  const run = simulate({ inFlight: 20, workMs: () => 0.2, elseMs: (request) => times[request]!, lanes: 2 });
  // Its rate is that of the quickest response.
  expect((run.requests.completed / run.load.durationMs) * run.latencyMs!.min).toBeCloseTo(1, 0);
  expect(waitingOf(run)).toMatchObject([{ kind: 'waits-elsewhere', oneByOne: false }, ...after(false)]);
});

test('mixed: as much in line as is certain, and for something else as much as is possible', () => {
  const [part, ...more] = waitingOf(simulate({ inFlight: 30, workMs: () => 8, elseMs: () => 100 }));
  expect(part).toMatchObject({ kind: 'waits-for-both' });
  expect(part).toHaveProperty('elseMs', expect.closeTo(100, -1));
  // 30 in flight, 125 a second: 240 ms, of which 8 are work and 100 the timer.
  expect(part).toHaveProperty('lineMs', expect.closeTo(132, -1));
  expect(more).toMatchObject([{ kind: 'try-one', known: false }]);
});

test.each<[completed: number, min: number, mean: number, p10: number, p50: number, p90: number, elu: number, cpu: number, threads: number]>(
  [
    [1321, 65.763, 149.057, 138.172, 144.212, 184.661, 0.996, 101.66, 5.79],
    [1242, 65.858, 158.394, 143.886, 151.955, 190.988, 0.993, 103.88, 6.12],
    [1310, 66.192, 150.451, 141.808, 147.215, 163.845, 0.993, 103.47, 5.63],
  ],
)('mixed, in a recorded run: %i responses in 5 s, the quickest %f ms', (completed, min, mean, p10, p50, p90, elu, cpu, threads) => {
  const run = simulate({ inFlight: 40, workMs: () => 4, elseMs: () => 60 });
  const [part, ...more] = waitingOf({
    ...run,
    load: { ...run.load, durationMs: 5_000 },
    requests: { ...run.requests, completed },
    latencyMs: { ...run.latencyMs!, min, mean, percentiles: { '10': p10, '50': p50, '90': p90 } },
    server: [server(elu, { cpuPercent: { mean: cpu, max: cpu }, otherThreadsPercent: threads })],
  });
  expect(part).toMatchObject({ kind: 'waits-for-both' });
  // The timer takes 60 ms.
  expect(part).toHaveProperty('elseMs', expect.closeTo(62, -1));
  expect(part).toHaveProperty('lineMs', expect.closeTo(mean - min, 5));
  expect(more).toMatchObject([{ kind: 'try-one', known: false }]);
});

test('garbage collection is told beside the waiting, its helpers do not silence it', () => {
  const run = simulate(CPU_BOUND);
  const collected = {
    ...run,
    server: [server(0.99, { gc: { count: 900, totalMs: 9_000 }, otherThreadsPercent: 60, cpuPercent: { mean: 159, max: 170 } })],
  };
  expect(waitingOf(collected).map(({ kind }) => kind)).toEqual(['waits-in-line', 'collecting']);
  expect(waitingOf(collected)[1]).toHaveProperty('percent', expect.closeTo(45.5, 0));
});

test('the load process was the limit; not where the server was at its own', () => {
  const limited = { cpuPercent: 97, latenessMs: null, limited: true };
  const run = { ...simulate(CPU_BOUND), generator: limited };
  expect(waitingOf({ ...run, server: [server(0.6)] })).toEqual([{ kind: 'generator-limit', percent: 97 }]);
  expect(waitingOf({ ...run, server: [server(0.98)] })).toEqual([]);
  const tookMs = (p99: number) => ({ latencyMs: { ...run.latencyMs!, percentiles: { ...run.latencyMs!.percentiles, '99': p99 } } });
  const late = { ...run, ...tookMs(60), generator: { cpuPercent: 30, latenessMs: { p50: 4, p99: 48 }, limited: true } };
  const neverFull = server(0.6, { elu: { mean: 0.6, max: 0.9 } });
  expect(waitingOf({ ...late, server: [neverFull] })).toEqual([
    { kind: 'generator-limit', percent: null, lateMs: 48, sent: run.requests.sent },
  ]);
  expect(waitingOf({ ...late, server: [server(0.98)] })).toEqual([]);
  // Most of what the slowest took is the time of the server.
  expect(waitingOf({ ...late, ...tookMs(200), server: [neverFull] })).toEqual([]);
  // All of the lateness may be of the moments in which the server was at its own limit.
  expect(waitingOf({ ...late, server: [neverFull, server(0.3)] })).toEqual([]);
  expect(waitingOf({ ...late, server: [neverFull], window: { fromMs: 0, toMs: 5_000 } })).toEqual([]);
  // Late for three seconds of a long run.
  const briefly = { ...late, generator: { ...late.generator, latenessMs: { p50: 0, p99: 2 } } };
  expect(waitingOf({ ...briefly, server: [neverFull] })).toEqual([]);
});

test.each<[why: string, change: (run: RunReport) => Partial<RunReport>]>([
  ['it still goes on', () => ({ ending: 'measuring' })],
  ['a loop that is not always busy', ({ server: [one] }) => ({ server: [{ ...one!, elu: { mean: 0.9, max: 1 } }] })],
  ['two processes at work', () => ({ server: [server(0.99), server(0.4)] })],
  ['a process without figures from inside', () => ({ server: [{ ...server(0.99), elu: null }] })],
  [
    'a loop that is busy without a processor',
    () => ({ server: [server(0.99, { cpuPercent: { mean: 40, max: 50 }, otherThreadsPercent: 0 })] }),
  ],
  ['failed requests', ({ requests }) => ({ requests: { ...requests, failed: 1 } })],
  ['a part of the run', () => ({ window: { fromMs: 0, toMs: 5_000 } })],
  [
    'other programs at work',
    () => ({ machine: { cores: 2, foreignPercent: { mean: 60, max: 90 }, stealPercent: null, generatorPercent: null, clockGapMs: 0 } }),
  ],
  ['fewer in flight than planned', ({ load }) => ({ load: { ...load, connections: 25 } })],
])('silent: %s', (_why, change) => {
  const run = simulate(CPU_BOUND);
  expect(waitingOf({ ...run, ...change(run) })).toEqual([]);
});

test('silent: requests of two kinds, of which one waits for something else', () => {
  const every = (n: number, ms: number) => (request: number) => (request % n === 0 ? ms : 0);
  expect(waitingOf(simulate({ inFlight: 20, workMs: () => 8, elseMs: every(2, 100) }))).toEqual([]);
  // A few that wait long show in the mean, not in the percentiles.
  expect(waitingOf(simulate({ inFlight: 20, workMs: () => 8, elseMs: every(20, 1_000) }))).toEqual([]);
});

test('silent: a fast server with one connection, whose load process is as busy as it', () => {
  const run = simulate({ inFlight: 1, workMs: () => 0.05, elseMs: () => 0.05 });
  expect(waitingOf({ ...run, generator: { ...run.generator, cpuPercent: 40 } })).toEqual([]);
});

test('a server whose worker thread has work is not idle, also where it waits for a core and its event loop does nothing', () => {
  const idle = simulate({ inFlight: 20, workMs: () => 0.5, elseMs: () => 100 });
  const machine = { cores: 2, foreignPercent: { mean: 120, max: 150 }, stealPercent: null, generatorPercent: null, clockGapMs: 0 };
  const row = { thread: null, tid: null, title: '', threads: 1, stoppedMs: 0, samples: null, blockedMs: null, idleMs: null };
  const threads = (ran: number, waited: number): RunReport['server'][number]['cpuByThread'] => ({
    by: 'kernel',
    durationMs: 1_000,
    processMs: ran + 30,
    unseenMs: 0,
    agrees: true,
    rows: [
      { ...row, kind: 'main', cpuMs: 30, waitedForCoreMs: 10 },
      { ...row, kind: 'worker', cpuMs: ran, waitedForCoreMs: waited },
      // None of the program's.
      { ...row, kind: 'profiler', cpuMs: 10, waitedForCoreMs: 900 },
    ],
  });
  const withThreads = (ran: number, waited: number): RunReport => ({
    ...idle,
    machine,
    server: [server(0.05, { cpuPercent: { mean: 3 + ran / 10, max: 100 }, cpuByThread: threads(ran, waited) })],
  });
  const kinds = (run: RunReport) => waitingOf(run).map(({ kind }) => kind);
  expect(kinds(withThreads(0, 0))).toContain('idle');
  expect(kinds(withThreads(350, 500))).not.toContain('idle');
  expect(kinds({ ...withThreads(350, 500), machine: null })).not.toContain('waits-elsewhere');
});

/** A server that is idle on a calm machine, with three worker threads of which each used 40 ms of a second and was blocked for `blockedMs`; null: no profile. */
function withWorkers(blockedMs: number | null, call = 'Atomics.wait'): RunReport {
  const idle = simulate({ inFlight: 20, workMs: () => 0.5, elseMs: () => 100 });
  const durationMs = 1_000;
  const rows = [0, 2, 3, 4].map((thread) => ({
    ...{ kind: thread === 0 ? ('main' as const) : ('worker' as const), thread, tid: null, title: '', threads: 1 },
    ...{
      cpuMs: 40,
      waitedForCoreMs: 0,
      stoppedMs: 0,
      idleMs: 0,
      samples: blockedMs === null ? null : 900,
      blockedMs: thread === 0 ? 0 : blockedMs,
    },
  }));
  const cpuByThread = { by: 'kernel' as const, durationMs, processMs: 160, unseenMs: 0, agrees: true, rows };
  const calls = (ms: number) => (call === '' || ms === 0 ? {} : { blockedIn: [{ call, blockedMs: ms, samples: ms }] });
  return {
    ...idle,
    load: { ...idle.load, durationMs },
    server: [server(0.05, { cpuPercent: { mean: 17, max: 20 }, cpuByThread })],
    profile:
      blockedMs === null
        ? null
        : {
            ...base.profile!,
            threads: rows.map((row) => {
              return { ...row, samples: 900, pid: 1, activeMs: 0, blockedMs: row.blockedMs ?? 0, ...calls(row.blockedMs ?? 0) };
            }),
          },
  };
}

test('worker threads that are blocked in calls are not called idle: responses may wait for these calls', () => {
  const said = (run: RunReport) => tellAnswer(waitingOf(run)[0]!).replaceAll('\u00a0', ' ');
  expect(said(withWorkers(920))).toBe(
    'The server used no core for at least 83 % of the time. Meanwhile 3 worker threads were blocked in calls (together for 2.76 s, most of it in Atomics.wait): the responses waited for these or for something else.',
  );
  // Of evaluated code it is not known in which.
  expect(said(withWorkers(920, ''))).toContain('blocked in calls (together for 2.76 s): the responses');
  expect(said(withWorkers(30))).toBe('The server was idle 83 % of the time: the responses waited for something else.');
  expect(said(withWorkers(null))).toBe(
    'The server used no core for at least 83 % of the time. Whether its 3 worker threads were idle, or blocked in calls that responses waited for, is known of runs with a CPU profile.',
  );
});

test('in which call worker threads were blocked is not what the main thread was blocked in', () => {
  const run = withWorkers(400);
  const threads = run.profile!.threads.map((row) => {
    return row.thread === 0 ? { ...row, blockedIn: [{ call: 'spawnSync', blockedMs: 2_000, samples: 700 }] } : row;
  });
  expect(tellAnswer(waitingOf({ ...run, profile: { ...run.profile!, threads } })[0]!)).toContain('most of it in Atomics.wait');
});

test('that worker threads were blocked is said on a busy machine, too, where it is not known whether the server was idle', () => {
  const waiting = (run: RunReport, waitedForCoreMs: number, unsampledMs?: number): RunReport => {
    const { cpuByThread } = run.server[0]!;
    const rows = cpuByThread!.rows.map((row) => ({ ...row, ...(row.kind === 'worker' ? { waitedForCoreMs, unsampledMs } : {}) }));
    return { ...run, server: [{ ...run.server[0]!, cpuByThread: { ...cpuByThread!, rows } }] };
  };
  const said = (run: RunReport) => waitingOf(run).map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
  const machine = { ...base.machine!, cores: 2, foreignPercent: { mean: 179, max: 185 }, stealPercent: null };
  const busy = { ...withWorkers(670), machine };
  expect(said(waiting(busy, 250))).toEqual([
    '3 worker threads were blocked in calls (together for 2.01 s, most of it in Atomics.wait), while no thread of the server ran, or waited for a core, for more than 29 % of the time. Whether responses waited for these calls is not known.',
  ]);
  expect(said(waiting(busy, 250, 120))[0]).toContain('(together for at least 2.01 s, most');
  // Blocked for less than half of the time of one thread, with one that was busy for so long, or with threads that nobody tells apart.
  expect(said(waiting({ ...withWorkers(160), machine }, 250))).toEqual([]);
  expect(said(waiting(busy, 470))).toEqual([]);
  expect(said({ ...waiting(busy, 250), server: [server(0.4, { cpuPercent: { mean: 60, max: 60 } })] })).toEqual([]);
});

test('averages over a plan of several requests say so', () => {
  const requests = ['home', 'report'].map((name) => ({ name }));
  const plan = { order: 'mix', requests } as never;
  const tell = (run: RunReport, kind: string) =>
    waitingOf({ ...run, load: { ...run.load, plan } })
      .filter((part) => part.kind === kind)
      .map((part) => tellAnswer(part));
  expect(tell(simulate(CPU_BOUND), 'waits-in-line')).toEqual([
    expect.stringMatching(/^On average over the 2 requests of the plan a response/),
  ]);
  const timer = simulate({ inFlight: 20, workMs: () => 1, elseMs: () => 100 });
  expect(tell(timer, 'little-work')).toEqual([expect.stringMatching(/^On average over the 2 requests of the plan a response/)]);
});

test('why nothing is said: other programs, unlike responses, several processes; an idle server is so on a busy machine, too', () => {
  const figures = { mean: 185, max: 190 };
  const machine = { ...base.machine!, cores: 2, foreignPercent: figures, stealPercent: null };
  const unsaid = (run: RunReport) => computeAnswer(run).filter(({ kind }) => kind === 'waiting-unsaid');
  const full = simulate({ inFlight: 20, workMs: () => 8 });
  expect(unsaid(full)).toEqual([]);
  expect(unsaid({ ...full, machine })).toEqual([{ kind: 'waiting-unsaid', why: 'programs', percent: 185 }]);
  expect(unsaid({ ...full, server: [server(0.98), server(0.5)] })).toMatchObject([{ why: 'processes' }]);
  expect(unsaid(simulate({ inFlight: 20, workMs: () => 8, elseMs: (request) => (request % 2 === 0 ? 100 : 0) }))).toMatchObject([
    { why: 'unlike' },
  ]);
  const idle = { ...full, server: [server(0.08, { cpuPercent: { mean: 8, max: 9 } })] };
  expect(waitingOf({ ...idle, machine })).toMatchObject([{ kind: 'idle', idlePercent: 92 }, { kind: 'little-work' }]);
  expect(waitingOf({ ...idle, machine })).toHaveLength(2);
  expect(tellAnswer(waitingOf({ ...idle, machine })[0]!)).toContain('or was ready to and had no core because of other programs.');
  expect(unsaid({ ...idle, machine })).toEqual([]);
});

test('an idle server: the CPU time of a request is the most that can be work; left out where it is much, or requests failed', () => {
  const run = simulate({ inFlight: 10, workMs: () => 1, elseMs: () => 10, lanes: 1 });
  const parts = waitingOf(run);
  // The loop works a tenth of the time, and helpers of V8 used 8 % of a core: 18 % of a core for 100 responses a second.
  expect(parts[1]).toEqual({ kind: 'little-work', requests: 1, workMs: expect.closeTo(1.8, 1), latencyMs: run.latencyMs!.mean });
  const kinds = (change: Partial<RunReport>) => waitingOf({ ...run, ...change }).map(({ kind }) => kind);
  for (const wrong of ['failed', 'unexpected', 'unanswered'])
    expect(kinds({ requests: { ...run.requests, [wrong]: 1 } })).toEqual(['waits-elsewhere']);
  expect(kinds({ latencyMs: { ...run.latencyMs!, mean: 6 } })).toEqual(['waits-elsewhere', 'try-one']);
  expect(kinds({ window: { fromMs: 0, toMs: 5_000 } })).toEqual(['waits-elsewhere', 'little-work']);
  expect(kinds({ load: { ...run.load, ...closedLoadOf(run), connections: 1 } })).not.toContain('try-one');
});

test('a sweep is proposed up to at least twice the connections of the run, within a limit', () => {
  const last = (inFlight: number) => {
    const part = waitingOf(simulate({ inFlight, workMs: () => 0.01, elseMs: () => 50 })).at(-1);
    return part?.kind === 'try-one' ? part.levels.at(-1) : null;
  };
  expect([2, 5, 10, 16, 17, 100].map(last)).toEqual([4, 16, 32, 32, 64, 256]);
});
