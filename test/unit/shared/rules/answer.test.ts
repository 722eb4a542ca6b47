import { expect, test } from 'vitest';
import type { Distribution } from '../../../../shared/model/distribution.ts';
import { hasLoad, type RunReport } from '../../../../shared/model/report.ts';
import { BAD_NEWS, computeAnswer, lineOf, tellAnswer } from '../../../../shared/rules/answer.ts';
import { headlinePercentile } from '../../../../shared/rules/run/latency/within.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';
import { KNOWN_CPU } from '../../../helpers/known-cpu.ts';
import { closedLoadOf } from '../../../helpers/plans.ts';
import { messageOf } from '../../../helpers/worded.ts';

const base = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;

function distribution(count: number, weak: string[]): Distribution {
  return { count, min: 1, mean: 5, stdev: 1, max: 20, percentiles: { '50': 5, '90': 9, '95': 10, '99': 12 }, weak };
}

function run(change: Partial<RunReport>): RunReport {
  return { ...base, server: [], profile: null, ending: 'measuring', ...change };
}

const none = { failed: 0, timedOut: 0, unfinished: 0, dropped: 0, unexpected: 0 };

test('the headline is the highest percentile with enough responses', () => {
  expect(headlinePercentile(distribution(400, ['99.9']))).toEqual({ percent: 99, ms: 12 });
  expect(headlinePercentile(distribution(200, ['99', '99.9']))).toEqual({ percent: 95, ms: 10 });
  expect(headlinePercentile(distribution(8, ['90', '95', '99']))).toEqual({ percent: 50, ms: 5 });
  expect(headlinePercentile(distribution(3, ['50', '90', '95', '99']))).toBeNull();
});

test('failures come before successes', () => {
  const parts = computeAnswer(
    run({ requests: { ...none, sent: 200, completed: 190, failed: 10, unexpected: 4 }, latencyMs: distribution(400, []) }),
  );
  expect(parts.map(({ kind }) => kind)).toEqual(['failures', 'within', 'expected']);
  expect(parts[2]).toMatchObject({ expected: 186, sent: 200 });
  expect(parts[0]).toMatchObject({ kind: 'failures', count: 14, of: 200 });
});

test('that a server ended no response any more comes before the percentiles of a client that does not count the unanswered', () => {
  const requests = { ...none, sent: 200, completed: 200 };
  const parts = computeAnswer(run({ requests, latencyMs: distribution(400, []), silentAtServer: { ms: 4_600, because: 'waiting' } }));
  expect(parts.map(({ kind }) => kind).slice(0, 2)).toEqual(['served-until', 'within']);
  expect(BAD_NEWS).toContain('served-until');
});

test('where some responses had an unexpected status, a percentile is said to be of the others', () => {
  const said = (unexpected: number, latencyMs: Distribution) =>
    computeAnswer(
      run({ requests: { ...none, sent: 200, completed: 200, unexpected }, status: { 200: 200 - unexpected, 500: unexpected }, latencyMs }),
    )
      .filter(({ kind }) => kind === 'within')
      .map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
  expect(said(50, distribution(400, []))).toEqual(['99 % of responses with an expected status arrived within 12.0 ms.']);
  expect(said(0, distribution(400, []))).toEqual(['99 % of responses arrived within 12.0 ms.']);
  expect(said(50, { ...distribution(400, []), censored: 1 })).toEqual([
    'Of the requests that got an expected status or no response in time, 99 % were answered within 12.0 ms.',
  ]);
});

test('where requests failed as well, what was answered in time is not said to be of all', () => {
  const said = (failed: number, timedOut: number) =>
    computeAnswer(
      run({
        requests: { ...none, sent: 400, completed: 400 - failed, failed, timedOut },
        latencyMs: { ...distribution(400, []), censored: 1 },
      }),
    )
      .filter(({ kind }) => kind === 'within')
      .map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
  expect(said(0, 0)).toEqual(['99 % of requests were answered within 12.0 ms.']);
  expect(said(2, 2)).toEqual(['99 % of requests were answered within 12.0 ms.']);
  expect(said(40, 2)).toEqual(['Of the requests that got a response or none in time, 99 % were answered within 12.0 ms.']);
});

test('with too few responses it says so and names no percentile', () => {
  const parts = computeAnswer(
    run({ requests: { ...none, sent: 3, completed: 3 }, latencyMs: distribution(3, ['50', '90', '95', '99']), throughput: null }),
  );
  expect(parts).toEqual([
    { kind: 'not-enough', count: 3 },
    { kind: 'completed', completed: 3, sent: 3, perSecond: null },
  ]);
});

test('a sweep is told by what was held, not by percentiles of all of its levels', () => {
  const answered = (held: number | null, broke: number | null, pace?: { held: number | null; broke: number | null }) =>
    computeAnswer(
      run({
        requests: { ...none, sent: 400, completed: 400 },
        latencyMs: distribution(400, []),
        bracket: { of: 'rate', held, broke, failedAt: null, ...(pace && { pace }) },
      }),
    ).map(tellAnswer)[0];
  expect(answered(150, 200)).toMatch(/^150 visitors a second: the server kept up, .* At 200 that was no longer so\.$/);
  expect(answered(200, null)).toMatch(/^The server kept up with every rate, up to 200 visitors a second/);
  expect(answered(null, 50)).toMatch(/^The server kept up with no rate: at 50/);
  expect(answered(50, 100, { held: 150, broke: 200 })).toMatch(
    / Errors aside, 150 visitors a second were answered as fast as they came; 200 were not\.$/,
  );
  // Where a few requests always go wrong, what the server keeps up with is the answer.
  const atAll = 'Some requests went wrong already at the lowest rate, 50 a second.';
  expect(answered(null, 50, { held: 150, broke: 200 })).toBe(
    `150 visitors a second were answered as fast as they came; 200 were not. ${atAll}`,
  );
  expect(answered(null, 50, { held: 200, broke: null })).toBe(`All rates were answered as fast as they came. ${atAll}`);
  expect(answered(null, 50, { held: null, broke: 50 })).toMatch(/^The server kept up with no rate: at 50/);
});

test('no response with an expected status: the reason comes first, and there is no latency', () => {
  const parts = computeAnswer(run({ requests: { ...none, sent: 9, completed: 9, unexpected: 9 }, status: { 404: 9 }, latencyMs: null }));
  expect(parts).toEqual([{ kind: 'load-failed', failure: expect.anything() }]);
  const [part] = parts;
  expect(part?.kind === 'load-failed' && messageOf(part.failure)).toContain('9 with status 404');
});

test('if other threads did much of the work, event-loop utilization is not reported alone', () => {
  const process = (cpu: number, elu: number) => ({ ...base.server[0]!, cpuPercent: { mean: cpu, max: cpu }, elu: { mean: elu, max: elu } });
  const last = (...server: ReturnType<typeof process>[]) =>
    computeAnswer({ ...base, server })
      .filter(({ kind }) => kind !== 'waiting-unsaid')
      .at(-1);
  expect(last(process(138, 0.24))).toEqual({ kind: 'threads', percent: 114, loopPercent: 24 });
  // A server of one thread with the garbage collector's helpers beside it, and eight of them.
  expect(last(process(118, 0.98))).toMatchObject({ kind: 'loop' });
  expect(last(...Array.from({ length: 8 }, () => process(110, 0.95)))).toMatchObject({ kind: 'loop', percent: 95 });
  // Mostly idle, which is said; a worker thread used a quarter of a core all the same.
  expect(last(process(30, 0.04))).toEqual({ kind: 'threads', percent: 26, loopPercent: 4 });
});

test('where there are several event loops, it is said that the figures are those of the busiest, and of how many', () => {
  const calm = { cores: 2, foreignPercent: { mean: 3, max: 9 }, stealPercent: null } as never;
  const one = (role: 'main' | 'cluster worker' | 'child', elu: number, waitedForCoreMs = 0, cpu = 100 * elu) => ({
    ...{ ...base.server[0]!, role, cpuPercent: { mean: cpu, max: cpu }, elu: { mean: elu, max: 1 } },
    cpuByThread: {
      ...{ by: 'kernel', agrees: true, durationMs: 5_000, processMs: 50 * cpu, unseenMs: 0 },
      rows: [{ kind: 'main', cpuMs: 5_000 * elu - waitedForCoreMs, waitedForCoreMs }],
    } as never,
  });
  const told = (...server: ReturnType<typeof one>[]) =>
    computeAnswer({ ...base, machine: calm, server })
      .flatMap((part) => (part.kind === 'loop' ? [tellAnswer(part).replaceAll('\u00a0', ' ')] : []))
      .join();
  expect(told(one('main', 0.04), one('cluster worker', 0.64), one('cluster worker', 0.2))).toBe(
    'The event loop of the busiest of 2 cluster workers was busy 64.0 % of the time.',
  );
  expect(told(one('main', 0.05), one('cluster worker', 0.9, 1_200), one('cluster worker', 0.2), one('cluster worker', 0.02))).toBe(
    'The main thread of the busiest of 3 cluster workers ran for 66.0 % of the time; for 24.0 % it was ready to and had no core. Its event loop was busy 90.0 % of the time, which includes both.',
  );
  expect(told(one('main', 0.1), one('cluster worker', 0.8))).toBe(
    'The event loop of the busiest of 2 processes was busy 80.0 % of the time.',
  );
  expect(told(one('main', 0.6), one('child', 0.8))).toBe('The event loop of the busiest of 2 processes was busy 80.0 % of the time.');
  expect(told(one('main', 0.6))).toBe('The server’s event loop was busy 60.0 % of the time.');
  // Without an agent its loop is not known.
  expect(told(one('main', 0.6), { ...one('child', 0.1, 0, 3), elu: null as never })).toMatch(/^The server’s event loop was busy/);
  // What listens has none: what is known of another process is not said of the server.
  const unseen = { ...one('child', 0.1, 0, 3), elu: null as never, serves: true as const };
  expect(told(one('main', 0.6), unseen)).toBe('The event loop of the one process that reports was busy 60.0 % of the time.');
  expect(told(one('main', 0.6, 1_200), unseen)).toMatch(/^The main thread of the one process that reports ran for 36.0 % of the time/);
  expect(told(one('main', 0.3), unseen)).toBe('');
  expect(told({ ...one('main', 0.6), serves: true as const }, unseen)).toMatch(/^The server’s event loop was busy/);
  // A script that waits in `spawnSync` for the server that it has started.
  const launcher = one('main', 1, 0, 0.5);
  expect(told(launcher, { ...one('child', 0.6), serves: true as const })).toBe('The server’s event loop was busy 60.0 % of the time.');
  expect(told(one('main', 1), { ...one('child', 0.6), serves: true as const })).toMatch(/^The event loop of the busiest of 2 processes/);
  const several = [one('main', 0.04), one('cluster worker', 0.64), one('cluster worker', 0.2)];
  const pool = several.map((server) => ({ ...server, cpuByThread: undefined, otherThreadsPercent: 60 }));
  const [threads] = computeAnswer({ ...base, machine: calm, server: pool }).filter(({ kind }) => kind === 'threads');
  expect(tellAnswer(threads!).replaceAll('\u00a0', ' ')).toBe(
    'Threads other than the main ones used 180.0 % of a core; the event loop of the busiest of 2 cluster workers was busy 64.0 % of the time.',
  );
});

test('waiting for a core is not called the work of an event loop', () => {
  const busyMachine = { cores: 2, foreignPercent: { mean: 180, max: 190 }, stealPercent: null } as never;
  const calm = { cores: 2, foreignPercent: { mean: 3, max: 9 }, stealPercent: null } as never;
  const threads = (cpuMs: number, waitedForCoreMs: number | null, agrees = true) =>
    ({ by: 'kernel', agrees, durationMs: 5_000, processMs: cpuMs, unseenMs: 0, rows: [{ kind: 'main', cpuMs, waitedForCoreMs }] }) as never;
  const told = (machine: never, cpuByThread: never, cpu = 4, elu = 0.4): string => {
    const server = [{ ...base.server[0]!, cpuPercent: { mean: cpu, max: cpu }, elu: { mean: elu, max: 1 }, cpuByThread }];
    const part = computeAnswer({
      ...base,
      machine,
      server,
      latencyMs: null,
      requests: { ...none, sent: 50, completed: 0, unanswered: 10 },
    });
    return part.flatMap((one) => (one.kind === 'loop' ? [tellAnswer(one).replaceAll('\u00a0', ' ')] : [])).join();
  };
  const plain = 'The server’s event loop was busy 40.0 % of the time.';
  const both = 'Its event loop was busy 40.0 % of the time, which includes both.';
  expect(told(busyMachine, threads(75, 2_150))).toBe(
    `The server’s main thread ran for 1.5 % of the time; for 38.5 % it was ready to and had no core, because the machine was busy. ${both}`,
  );
  // By a quota, or by its own threads.
  expect(told(calm, threads(75, 1_900))).toBe(
    `The server’s main thread ran for 1.5 % of the time; for 38.0 % it was ready to and had no core. ${both}`,
  );
  // It ran nearly all of that time, or was blocked in a call: both are busy.
  expect(told(busyMachine, threads(1_960, 60), 45)).toBe(plain);
  expect(told(busyMachine, threads(75, 40))).toBe(plain);
  // How long it waited is not known.
  const atMost = 'The server’s process used 4.0 % of a core. Its event loop was busy at most 40.0 % of the time: that it is ready to work';
  expect(told(busyMachine, null as never)).toContain(atMost);
  expect(told(busyMachine, threads(75, 2_150, false))).toContain(atMost);
  expect(told(calm, null as never)).toBe(plain);
  expect(told(busyMachine, null as never, 38)).toBe(plain);
});

test('if no request was sent, that is the only sentence', () => {
  expect(computeAnswer(run({ requests: { ...none, sent: 0, completed: 0 }, latencyMs: null }))).toEqual([{ kind: 'nothing' }]);
});

test('a loop says nothing of the server where a process whose loop is not known, or was seen for a moment only, has worked more', () => {
  const [one] = base.server;
  const kinds = (...server: (typeof base)['server']) => computeAnswer({ ...base, server }).map(({ kind }) => kind);
  const idle = { ...one!, elu: { mean: 0.03, max: 0.1 }, cpuPercent: { mean: 5, max: 9 } };
  const inside = { ...idle, cpuPercent: { mean: 75, max: 80 }, elu: { mean: 0.8, max: 0.9 } };
  expect(kinds(inside)).toContain('loop');
  expect(kinds(idle, { ...inside, elu: null })).not.toContain('loop');
  expect(kinds({ ...inside, seenMs: 0.1 * base.load.durationMs }, { ...inside, seenMs: 0.1 * base.load.durationMs })).not.toContain('loop');
  // A helper that was there for a moment.
  expect(kinds(inside, { ...inside, elu: null, seenMs: 0.02 * base.load.durationMs })).toContain('loop');
});

test('the busiest event loop is named; processes without the agent do not count as idle', () => {
  const parts = computeAnswer({ ...base, server: base.server.map((one, index) => (index === 0 ? one : { ...one, elu: null })) });
  expect(parts[parts.length - 1]).toEqual({
    ...{ kind: 'loop', percent: base.server[0]!.elu!.mean * 100 },
    // Others worked as well, and do not report.
    busiest: { of: 'reporting', count: 1 },
  });
  expect(computeAnswer({ ...base, server: base.server.map((one) => ({ ...one, elu: null })) }).some(({ kind }) => kind === 'loop')).toBe(
    false,
  );
});

test('a load that was redirected says so before its latency; not for a few, nor for pages that one has already', () => {
  const answered = (status: Record<string, number>) =>
    computeAnswer(run({ requests: { ...none, sent: 200, completed: 200 }, status, latencyMs: distribution(200, []) }));
  expect(answered({ 302: 200 }).slice(0, 2)).toMatchObject([{ kind: 'redirects', percent: 100, status: '302' }, { kind: 'within' }]);
  expect(answered({ 200: 60, 301: 40, 307: 100 })[0]).toEqual({ kind: 'redirects', percent: 70, status: '307', to: null });
  expect(answered({ 200: 140, 302: 60 })[0]).toMatchObject({ kind: 'within' });
  expect(answered({ 304: 200 })[0]).toMatchObject({ kind: 'within' });
});

test('a redirect that the plan names is not remarked upon; those beside it are', () => {
  const first = (met: number) => {
    const status = { 302: 200 };
    const requests = { ...none, sent: 200, completed: 200 };
    return computeAnswer(run({ requests, status, metStatus: { 302: met }, latencyMs: distribution(200, []) }))[0];
  };
  expect(first(200)).toMatchObject({ kind: 'within' });
  expect(first(80)).toMatchObject({ kind: 'redirects', percent: 60, status: '302' });
});

test('an idle server: first how little of the response time is work, then which code took that little, last what to do next', () => {
  const mean = (value: number) => ({ mean: value, max: value });
  const idle = run({
    ending: 'completed',
    load: { ...base.load, ...closedLoadOf(base), connections: 10, durationMs: 10_000 },
    requests: { ...none, sent: 870, completed: 860, unfinished: 10 },
    latencyMs: { ...distribution(860, ['99.9']), mean: 115 },
    machine: null,
    generator: { cpuPercent: 3, latenessMs: null, limited: false },
    server: [{ ...base.server[0]!, sampled: { intervals: 40, ms: 10_000 }, cpuPercent: mean(13.76), elu: mean(0.2) }],
    profile: {
      ...base.profile!,
      activeMs: 800,
      cpuMs: 800,
      hot: {
        own: {
          ...{ function: '(anonymous)', url: 'file:///app/server.js', line: 26, total: 1, totalMs: 290, totalPercent: 36 },
          isForRequests: true,
        },
        inside: null,
        below: null,
        besides: null,
        outside: null,
        nodePercent: 40,
        samples: 800,
        cpu: KNOWN_CPU,
      },
    },
  });
  const said = computeAnswer(idle)
    .filter((part) => lineOf(part) === 'why')
    .map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
  expect(said).toEqual([
    'The server was idle 80 % of the time: the responses waited for something else.',
    'On average a response took 115 ms, of which at most 1.60 ms was CPU time of the server.',
    '36 % of this CPU time is in server.js:26 and what it calls: 337 µs a request on average.',
    'Try --sweep 1,2,4,8,16,32: the number of connections from which on throughput stays the same shows how many requests are served at a time.',
  ]);
});
