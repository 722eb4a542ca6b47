/** Drawn reports of runs: every figure that a rule looks at takes values below, at and above what it judges by, and may be missing. */
import type { Random } from '../../../../shared/base/statistics/random.ts';
import type { Distribution } from '../../../../shared/model/distribution.ts';
import { LEAK_CUTS, type LeakReport } from '../../../../shared/model/leak.ts';

import type { MemoryFigures } from '../../../../shared/model/memory.ts';
import {
  type BlockedCall,
  type HeapFigures,
  type HotCode,
  hasLoad,
  type LevelFigures,
  type PlannedFigures,
  type RoutesFigures,
  type RunReport,
  type WaitFigures,
} from '../../../../shared/model/report.ts';
import type { ServerFigures, ThreadFigures } from '../../../../shared/model/server-figures.ts';
import type { TimePart } from '../../../../shared/model/time-parts.ts';
import { makeReport, makeRoutes, makeSetup, makeWaits } from '../../../helpers/fake-data.ts';
import { KNOWN_CPU } from '../../../helpers/known-cpu.ts';
import { closedLoadOf } from '../../../helpers/plans.ts';
import { searchLeak } from '../../../helpers/simulated-leak.ts';

const base = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;
const DURATION_MS = 20_000;
/** A search for a leak, ended in each way. */
export const LEAKS: readonly LeakReport[] = [
  { ...searchLeak({ keeps: () => 0 }), verdict: null },
  ...[
    ...[{ keeps: () => 0 }, { keeps: (n: number) => 1_000 * n }, { keeps: (n: number) => 1_100 * Math.min(n, 30_000) }],
    ...[
      { keeps: (n: number, idleS: number) => (idleS > 0 ? 0 : 1_000 * n) },
      { keeps: (n: number, idleS: number) => (idleS > 0 ? 850 * n : 1_000 * n) },
    ],
    ...[{ keeps: (n: number) => 4e6 * Math.log(n) }, { keeps: () => 0, counts: (n: number) => ({ descriptors: n / 100 }) }],
    ...LEAK_CUTS.map((cut) => ({ keeps: (n: number) => 1_000 * n, cutAfter: [5, cut] as const })),
  ].map((server) => searchLeak(server)),
];
const SLOWEST_MS = 400;

export function drawRun(random: Random): RunReport {
  const chance = (share: number): boolean => random() < share;
  const pick = <Value>(...values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const maybe = <Value>(share: number, of: () => Value): Value | null => (chance(share) ? of() : null);

  const sent = pick(0, 3, 150, 1_000, 1_000, 1_000, 20_000);
  const unfinished = chance(0.3) ? Math.min(sent, pick(1, 10, 400)) : 0;
  const ended = sent - unfinished;
  const failed = chance(0.4) ? pick(ended, Math.ceil(ended / 100), Math.ceil(ended / 4)) : 0;
  const completed = ended - failed;
  const unexpected = chance(0.3) ? pick(completed, Math.floor(completed / 20)) : 0;
  const timedOut = pick(0, 0, failed);
  const unanswered = pick(0, unfinished, Math.floor(unfinished / 2));
  const expected = completed - unexpected;
  const moved = chance(0.2) ? pick(expected, Math.floor(expected / 10)) : 0;
  const isAlike = chance(0.7);
  const censored = chance(0.2) ? pick(1, Math.ceil(expected / 20)) : 0;
  const inFlight = pick(1, 2, 10, 20);
  // By Little's law, or of clients that pause.
  const medianMs = completed > 0 && chance(0.6) ? (inFlight * DURATION_MS) / completed : pick(2, 20, 150);
  const isOpen = chance(0.3);
  const window = maybe(0.15, () => ({ fromMs: 0, toMs: DURATION_MS }));
  const isSweep = chance(0.2);
  const isSilent = chance(0.2);
  const silentFromMs = DURATION_MS - pick(600, 3_000, 15_000);

  const latencyMs = (): Distribution => ({
    count: expected,
    min: pick(medianMs * 0.9, medianMs / inFlight, medianMs / 2),
    mean: isAlike ? medianMs * 1.02 : medianMs * 1.4,
    stdev: 1,
    max: Math.min(SLOWEST_MS, 3 * medianMs),
    percentiles: {
      ...{
        '10': isAlike ? medianMs * 0.95 : medianMs / 3,
        '50': medianMs,
        '90': medianMs * (isAlike ? 1.2 : 3),
        '95': medianMs * (isAlike ? 1.3 : 4),
      },
      '99': censored > 0 && chance(0.5) ? null : medianMs * (isAlike ? 1.4 : 5),
    },
    weak: pick([], ['99.9'], ['99', '99.9'], ['90', '95', '99'], ['50', '90', '95', '99']),
    ...(censored > 0 ? { censored, atLeast: { '99': medianMs }, ...(chance(0.5) ? { atMost: { '99': medianMs } } : {}) } : {}),
  });

  function thread(kind: ThreadFigures['kind'], number: number | null): ThreadFigures {
    return {
      ...{ kind, thread: number, tid: null, title: '', threads: 1, stoppedMs: 0, idleMs: null },
      cpuMs: DURATION_MS * pick(0.01, 0.01, 0.2, 0.6),
      waitedForCoreMs: maybe(0.8, () => DURATION_MS * pick(0, 0.02, 0.3)),
      samples: maybe(0.5, () => 900),
      blockedMs: maybe(0.5, () => DURATION_MS * pick(0, 0.2, 0.9)),
    };
  }

  function server(pid: number): ServerFigures {
    const elu = pick(0.02, 0.1, 0.55, 0.97, 0.99);
    const cpu = 100 * elu * pick(0.5, 1, 1.02);
    const rows = [thread('main', 0), thread('worker', 1), thread('profiler', null)];
    return {
      ...base.server[0]!,
      pid,
      cpuPercent: { mean: cpu + pick(0, 8, 40), max: Math.min(100, cpu + 30) },
      elu: maybe(0.9, () => ({ mean: elu, max: Math.min(1, elu + pick(0, 0.4)) })),
      gc: maybe(0.8, () => ({ count: 10, totalMs: DURATION_MS * pick(0.01, 0.4) })),
      otherThreadsPercent: maybe(0.7, () => pick(5, 15, 60)),
      ...(chance(0.4)
        ? {
            cpuByThread: {
              ...{ by: 'kernel' as const, durationMs: DURATION_MS, rows },
              ...{ processMs: 4_000, unseenMs: pick(-500, 0, 2_000), agrees: chance(0.7) },
            },
          }
        : {}),
    };
  }

  function allocations(): HeapFigures {
    const of = pick<HeapFigures['of']>('allocated', 'alive');
    const bytes = { allocatedBytes: of === 'allocated' ? 500e6 : null, liveBytes: of === 'alive' ? 8e6 : null };
    const place = { function: 'render', url: '/app/page.js', line: 7, kind: 'own' } as const;
    const share = { selfBytes: 2e6, selfPercent: pick(4, 45), totalBytes: 4e6, totalPercent: 50, samples: 40 };
    const heavy = [{ ...place, ...share, selfMargin: pick(null, 2), totalMargin: 2 }];
    return { of, ...bytes, samples: pick(30, 4_000), isInlined: chance(0.5), heavy };
  }

  function memory(): MemoryFigures {
    const first = 20e6;
    const last = first + pick(-1e6, 4.9e6, 5e6, 90e6);
    return {
      ...{ allocatedPerRequestBytes: 5_000, gc: null, ownBytes: null, levels: [] },
      liveBytes: maybe(0.8, () => ({ first, last })),
      growthPerRequestBytes: completed === 0 ? null : { value: (last - first) / completed, ci: null },
      ...pick({}, { growsOn: true as const }),
    };
  }

  function levels(): LevelFigures[] {
    const rates = pick([48, 90, 150, 220], [48, 49, 48, 47], [48, 60, 60, 60]);
    return rates.map((mean, nth) => ({
      ...{ from: nth, to: nth + 1, connections: 2 ** nth, held: nth < 2 },
      requests: { ...base.requests, sent: 300, completed: 300, failed: 0, unexpected: 0, dropped: 0, unfinished: 0 },
      latencyMs: { ...latencyMs(), count: 300 },
      throughput: mean,
      byRequest: [atLevel('home', nth, 1), atLevel('report', nth, 3)],
    })) as unknown as LevelFigures[];
  }

  /** Of a request of a plan; it is slower, and goes wrong, at higher levels. */
  function atLevel(name: string, nth: number, slower: number) {
    const ms = 10 * slower * (nth + 1);
    const requests = { ...base.requests, sent: 100, completed: 100 - nth, failed: nth * slower, unexpected: 0, dropped: 0, unfinished: 0 };
    const percentiles = { '25': ms * 0.99, '50': ms, '75': ms * 1.01 };
    return { name, requests, latencyMs: { count: 100, min: ms, mean: ms, stdev: 1, max: ms, percentiles, weak: [] } };
  }

  /** Of a request of a plan, how many were made. */
  function made(name: string, count: number): PlannedFigures {
    const requests = { ...base.requests, sent: count, completed: count, failed: 0, unexpected: 0, dropped: 0 };
    return { name, requests } as unknown as PlannedFigures;
  }

  function hot(): HotCode {
    const own = {
      function: 'render',
      url: 'file:///app/app.js',
      line: 4,
      total: 60e4,
      totalMs: pick(600, null),
      totalPercent: pick(5, 40),
      ...pick({}, { isForRequests: true as const }),
    };
    const one = {
      name: 'pug',
      kind: 'dependency' as const,
      function: 'compile',
      total: 30e4,
      totalMs: 300,
      totalPercent: pick(5, 45),
      ...pick({}, { isForRequests: true as const }),
    };
    return {
      own: maybe(0.8, () => own),
      inside: maybe(0.3, () => ({ ...own, selfPercent: 20, self: 20e4, selfMs: 200 }) as never),
      below: maybe(0.4, () => one),
      besides: maybe(0.2, () => ({ ...one, name: 'marked' })),
      outside: maybe(0.3, () => one),
      nodePercent: pick(5, 70),
      ...pick({}, {}, { callsBack: { function: 'listOnTimeout', percent: 60, calls: own } }),
      ...pick({}, { loopscopePercent: 4 }, { loopscopePercent: 30 }),
      ...pick({}, { timerPercent: 5 }, { timerPercent: 40 }),
      samples: pick(10, 150, 2_000),
      cpu: {
        ...KNOWN_CPU,
        ...pick({}, {}, { unseenMs: 4_000 }, { unseenMs: 4_000, lostMs: 3_500 }),
        by: pick(KNOWN_CPU.by, 'estimate', null),
      },
    };
  }

  function drawCalls(): BlockedCall[] {
    const calledBy = { function: 'render', url: 'file:///app/app.js', line: 4 };
    const calledByPackage = { name: 'execa', kind: 'dependency' as const, function: 'run' };
    const call = (name: string, blockedMs: number): BlockedCall => {
      return { call: name, blockedMs, samples: blockedMs, ...pick({ calledBy }, { calledBy }, { calledByPackage }, {}) };
    };
    const first = DURATION_MS * pick(0.02, 0.3, 0.8);
    return [call('spawnSync', first), ...pick([], [call('readSync', first * pick(0.1, 0.9))])];
  }

  function drawRoutes(): RoutesFigures {
    const { routes, ...others } = makeRoutes();
    return {
      ...others,
      routes: routes.map((route, nth) => ({ ...route, cpuMs: { ...route.cpuMs!, mean: nth === 0 ? 29 : pick(0.3, 28) } })),
    };
  }

  /** The one event loop is busy all the time, and no request went wrong: the rest of the latency is waiting in line, or for something else. */
  function atLimit(run: RunReport): RunReport {
    const connections = pick(2, 20);
    const [all, meanMs] = [2_000, (connections * DURATION_MS) / 2_000];
    const { plan: _, ...closed } = { ...base.load, ...closedLoadOf(base), connections, pipelining: 1, durationMs: DURATION_MS };
    return {
      ...run,
      load: closed,
      ...{ ending: 'completed', window: null, machine: null, levelChange: null, silences: [], openStreams: null },
      generator: { cpuPercent: 5, latenessMs: null, limited: false },
      requests: { sent: all, completed: all, failed: 0, timedOut: 0, unfinished: 0, dropped: 0, unexpected: 0 },
      ...{ status: { '200': all }, errors: {}, restarts: null, phases: [] },
      latencyMs: {
        ...{ count: all, min: pick(meanMs / connections, meanMs * 0.6), mean: meanMs, stdev: 1, max: 2 * meanMs, weak: [] },
        percentiles: { '10': meanMs * 0.95, '50': meanMs, '90': meanMs * 1.1, '95': meanMs * 1.1, '99': meanMs * 1.2 },
      },
      server: [{ ...base.server[0]!, cpuPercent: { mean: 99, max: 100 }, elu: { mean: 0.99, max: 1 }, otherThreadsPercent: 0 }],
    };
  }

  /** The server is idle, and each response waits until something else, which serves one at a time, is through with those before it. */
  function oneAtATime(run: RunReport): RunReport {
    const calm = atLimit(run);
    const { mean } = calm.latencyMs!;
    // If it takes longer for some, it may as well serve several.
    const spread = pick(1.01, 1.2);
    const [low, high] = [mean! / spread, mean! * spread];
    return {
      ...calm,
      load: { ...calm.load, ...closedLoadOf(base), connections: 20, workers: pick(1, 4) },
      latencyMs: {
        ...calm.latencyMs!,
        min: DURATION_MS / 2_000,
        percentiles: { '10': low, '50': mean!, '90': high, '95': high, '99': high },
      },
      server: [{ ...base.server[0]!, cpuPercent: { mean: 2, max: 5 }, elu: { mean: 0.02, max: 0.1 }, otherThreadsPercent: 0 }],
    };
  }

  /** The server is idle, and what its responses wait for is known. */
  function waiting(run: RunReport): RunReport {
    const calm = oneAtATime(run);
    const calls = pick(10, 3_000, 3_000);
    const of = makeWaits()[0]!;
    const took = (mean: number) => ({ ...of.inProgressMs, count: calls, mean });
    const row = (kind: WaitFigures['kind'], to: string, name: string): WaitFigures => ({
      ...{ ...of, kind, to, name, calls, perRequest: pick(1, 3, 21), share: pick(5, 60) },
      ...{ inProgressMs: took(pick(0.01, 25)), inLineMs: maybe(0.9, () => took(pick(0, 40))), atOnce: { max: 4, limit: pick(null, 4) } },
    });
    const part = (name: TimePart['part'], kind: TimePart['kind'], meanMs: number): TimePart => ({
      ...{ part: name, kind, to: kind && 'http://api:80', meanMs, totalMs: meanMs * 2_000, busyMs: meanMs * pick(0, 0.8) },
    });
    const [line, progress] = [pick(0, 20, 60), pick(0, 10, 30)];
    const [route] = makeRoutes().routes;
    return {
      ...calm,
      waits: [
        row('http', 'http://api:80', 'GET'),
        row('query', 'postgresql://127.0.0.1:5432', 'select * from items where id = ?'),
        ...(chance(0.5) ? [row('connect', 'tcp://10.0.0.7:80', 'connect')] : []),
        ...(chance(0.3) ? [row('connect', 'tcp://10.0.0.7:80', 'TLS handshake')] : []),
        ...(chance(0.5) ? [row('dns', 'dns://api', 'lookup')] : []),
        ...(chance(0.5) ? [row('threadpool', 'thread pool', 'Scrypt')] : []),
      ],
      routes: {
        ...makeRoutes(),
        ...{ processes: pick(undefined, undefined, 2), callsKnownPercent: pick(null, 100, 100, 60) },
        ...pick(
          {},
          {},
          { cost: { timePercent: 3, cpuPercent: 12, givenUpAtMs: null } },
          { cost: { timePercent: 14, cpuPercent: 21, givenUpAtMs: -200 } },
        ),
        routes: [
          {
            ...{ ...route!, requests: pick(5, 2_000, 2_000), serverMs: { ...route!.serverMs!, mean: 100 } },
            sequence: pick(null, { requests: 2_000, percent: 100 }, { requests: 2_000, percent: 60 }),
            parts: maybe(0.9, () => [
              ...[part('work', null, 5), part('others', null, 0), part('inLine', 'http', line)],
              ...[part('inProgress', 'http', progress), part('unexplained', null, 95 - line - progress)],
            ]),
          },
        ],
      } as RoutesFigures,
    };
  }

  /** Several requests, and code that stands out. */
  function planned(run: RunReport): RunReport {
    const calm = atLimit(run);
    return {
      ...calm,
      load: { ...calm.load, ...{ plan: { order: 'mix', requests: [{ name: 'home' }, { name: 'report' }] } as never } },
      routes: null,
      profile: {
        ...base.profile!,
        ...{ dividedBy: 'kernel', unclear: [] },
        hot: {
          ...base.profile!.hot,
          own: { function: 'render', url: 'file:///app/app.js', line: 4, total: 60e4, totalMs: 600, totalPercent: 80, isForRequests: true },
        },
      } as RunReport['profile'],
    };
  }

  const schedule = { model: 'arrivals' as const, schedule: '50/s for 20s', maxInFlight: 100 };
  const load = isOpen ? { ...base.load, ...schedule } : { ...base.load, ...closedLoadOf(base), connections: inFlight };
  const late = maybe(0.4, () => ({ p50: pick(0, 50), p99: pick(1, 48, 400) }));
  const run: RunReport = {
    ...base,
    target: { ...base.target, agent: chance(0.9) },
    load: {
      ...load,
      ...{ pipelining: pick(1, 1, 4), workers: pick(1, 1, 4), durationMs: DURATION_MS },
      ...(chance(0.2) ? { plan: { order: pick('mix', 'sequence'), requests: [{ name: 'home' }, { name: 'report' }] } as never } : {}),
    } as RunReport['load'],
    ending: pick('completed', 'completed', 'completed', 'measuring', 'stopped', 'failed', 'target-exited', 'recovered'),
    window,
    requests: {
      ...{ sent, completed, failed, timedOut, unfinished, unexpected, unanswered, oldestMs: unanswered > 0 ? 14_800 : null },
      dropped: isOpen && chance(0.3) ? 900 : 0,
      ...(chance(0.1) ? { late: { completed: 1, expected: 1 } } : {}),
      ...(chance(0.1) ? { stale: 3 } : {}),
    },
    silences: isSilent
      ? [{ from: silentFromMs * 1e3, to: DURATION_MS * 1e3, inFlight: pick(1, unfinished, inFlight), oldestStart: silentFromMs * 1e3 }]
      : pick(null, [], paused(1_500), [...paused(1_500), ...paused(9_000)]),
    lastRequests: maybe(0.5, () => ({ sentMs: pick(silentFromMs, DURATION_MS), lostSince: pick(0, 1, failed + unanswered) })),
    waitedMs: pick(0, 5_000),
    openStreams: maybe(0.1, () => {
      const events = { events: pick(0, 1, 90), eventsMs: 3_010, eventsPerSecond: pick(null, 20) };
      return { count: 4, eventStreams: pick(0, 3, 4), ...events, firstByteMs: null } as never;
    }),
    blockedAtEnd: maybe(0.2, () => ({ fromMs: silentFromMs, code: pick(null, { url: 'file:///app/s.js', line: 4 }) }) as never),
    status: {
      ...(expected - moved > 0 ? { '200': expected - moved } : {}),
      ...(moved > 0 ? { '302': moved } : {}),
      ...(unexpected > 0 ? { '503': unexpected } : {}),
    },
    errors: failed > 0 ? { [timedOut > 0 ? 'TIMEOUT' : pick('ECONNREFUSED', 'CLOSED')]: failed } : {},
    bytes: pick(0, 1e6),
    latencyMs: expected + censored === 0 ? null : latencyMs(),
    unexpectedLatencyMs: null,
    firstByteMs: pick(null, { ...latencyMs(), censored: 0 }),
    throughput: expected === 0 ? null : { ...base.throughput!, mean: expected / 20 },
    steadiness: maybe(0.5, () => ({
      label: pick('steady', 'warm-up', 'rising', 'falling', 'jumping'),
      ...pick({}, { of: 'latency' as const }),
      spreadPercent: pick(null, 30),
      warmupMs: pick(null, 3_000),
    })) as RunReport['steadiness'],
    levelChange: maybe(0.2, () => ({ atMs: pick(400, 2_700), beforeMs: 910, afterMs: 6.9 }) as never),
    memory: memory(),
    heap: pick(null, null, allocations()),
    server: pick([], [server(1)], [server(1)], [server(1)], [server(1), server(2)]),
    restarts: maybe(0.15, () => ({
      ...{ ended: 2, startedAgain: 2, isOneOfSeveral: chance(0.5), failed: pick(0, failed, 1) },
      exits: [{ code: 1, signal: null, count: 2 }],
    })) as RunReport['restarts'],
    machine: maybe(0.7, () => ({
      ...{ cores: pick(1, 2), generatorPercent: null, clockGapMs: pick(0, 0, 3_000) },
      foreignPercent: maybe(0.8, () => ({ mean: pick(1, 20, 180), max: 190 })),
      stealPercent: maybe(0.5, () => ({ mean: pick(0, 5, 90), max: 90 })),
    })),
    profile: maybe(0.7, () => ({
      ...base.profile!,
      hot: hot(),
      ...{ dividedBy: pick('kernel', null), threadCpuMs: pick(100, 4_000) },
      threads: [WORKER, ...base.profile!.threads].map((row) => ({
        ...{ ...row, waitedForCoreMs: pick(0, 5_000), blockedMs: pick(0, 15_000) },
        ...(chance(0.4) ? { blockedIn: drawCalls() } : {}),
      })),
      unclear: chance(0.2) ? [{ function: 'wait', url: 'file:///app/app.js', line: 9 }] : [],
    })) as RunReport['profile'],
    ticks: null,
    routes: maybe(0.3, drawRoutes),
    phases:
      isOpen && chance(0.5)
        ? ([
            {
              ...{ from: 0, to: 20, rate: [50, 50], held: chance(0.3), sentLate: chance(0.5), latenessMs: { p50: 1, p99: 210 } },
              requests: { sent: pick(1, 30, 1_000) },
              ...(chance(0.5) ? { fellBehind: { from: pick(0, 4), arrived: 100, answered: 71 } } : {}),
            },
          ] as never)
        : [],
    levels: isSweep ? levels() : [],
    bracket: isSweep
      ? {
          of: pick('connections', 'rate'),
          held: pick(null, 2),
          broke: pick(null, 4),
          failedAt: pick(null, 4),
          pace: { held: 2, broke: pick(null, 4) },
          ...(chance(0.3) ? DECIDED : {}),
        }
      : null,
    generator: {
      ...{ cpuPercent: pick(null, 5, 97), latenessMs: late, limited: chance(0.3) },
      ...(chance(0.2) ? { openedLate: 200 } : {}),
      ...(chance(0.2) ? { stoodStillMs: { total: pick(200, 8_000), longest: pick(100, 2_200) } } : {}),
      ...(chance(0.2) ? { busiestPercent: pick(30, 95) } : {}),
      ...(chance(0.2) ? { waitedForCorePercent: 50 } : {}),
    },
    warnings: [],
    ...(chance(0.5) ? { silentAtServer: { ms: 4_600, because: pick('waiting', 'blocked', 'still') } } : {}),
    ...(chance(0.2) ? { byRequest: [made('home', sent), made('report', pick(0, 0, sent))] } : {}),
  };
  return pick(...Array.from({ length: 18 }, () => (one: RunReport) => one), atLimit, oneAtATime, planned, waiting, waiting)(run);
}

/** A silence of 2 s in the middle of a run. */
function paused(fromMs: number) {
  return [{ from: fromMs * 1e3, to: (fromMs + 2_000) * 1e3, inFlight: 10, oldestStart: fromMs * 1e3 }];
}

const WORKER = { ...base.profile!.threads[0]!, thread: 1, blockedMs: 15_000 };

const DECIDED = { figures: { held: null, broke: { wrong: 7, requests: 100, offered: 4, holdS: 10 } } } as unknown as Pick<
  NonNullable<RunReport['bracket']>,
  'figures'
>;
