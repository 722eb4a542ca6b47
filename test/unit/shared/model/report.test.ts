import { describe, expect, test } from 'vitest';
import { otherThreadsPercent } from '../../../../shared/analysis/other-threads.ts';
import { metricOf } from '../../../../shared/analysis/verdicts/metrics.ts';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveReport } from '../../../../shared/derive/sections/sections.ts';
import { summarize } from '../../../../shared/derive/summary.ts';
import { LoadAccumulator } from '../../../../shared/load/load-accumulator.ts';
import { cpuPerRequest } from '../../../../shared/model/comparison/metrics.ts';
import { CPU_OF_MAIN_THREAD } from '../../../../shared/model/profile/profile.ts';
import { CPU_TIME } from '../../../../shared/model/profile/selection.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { type GeneratorHealth, UNANSWERED } from '../../../../shared/model/run.ts';
import { SETTINGS } from '../../../../shared/model/setup/settings.ts';
import { defaultOf, type Load, type Setup } from '../../../../shared/model/setup/setup.ts';
import type { Liveness } from '../../../../shared/model/silence.ts';
import { generatorText } from '../../../../shared/phrases/load-plan.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { totalsTable, unansweredUnknown } from '../../../../shared/report/tables/counts.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { emptyBatch, NO_LIVENESS, syntheticEntries, syntheticHeader } from '../../../helpers/synthetic-recording.ts';
import { wordedAll } from '../../../helpers/worded.ts';

const ORIGIN = 1_000_000;

function recordingOf(...entries: RecordingEntry[]): RunRecording {
  const recording = new RunRecording();
  const header: RecordingEntry[] = [
    { type: 'header', header: syntheticHeader() },
    { type: 'resolved', node: '22.1.0', nodePath: '/usr/bin/node', url: 'http://127.0.0.1:1/', agent: true },
    { type: 'origin', clock: ORIGIN },
  ];
  for (const entry of [...header, ...entries]) recording.apply(entry);
  return recording;
}

/** `count` requests of 1 ms, one each millisecond, with this status. */
function requests(count: number, status: number, fromMs = 0): Extract<RecordingEntry, { type: 'requests' }> {
  const batch = emptyBatch(count);
  for (let row = 0; row < count; row++) {
    batch.start[row] = (fromMs + row) * 1_000;
    batch.latency[row] = 1_000;
    batch.status[row] = status;
  }
  return { type: 'requests', batch, counts: { sent: count, inFlight: 0 } };
}

const phaseEnd = (atMs: number): RecordingEntry => ({ type: 'phase-end', at: ORIGIN + atMs * 1_000 });

function end(atMs: number, sent: number, inFlight: number): RecordingEntry {
  return {
    type: 'load-end',
    at: ORIGIN + atMs * 1_000,
    counts: { sent, inFlight },
    generator: { cpuPercent: 12, latenessMs: null, limited: false },
  };
}

const whole = (recording: RunRecording) => deriveReport(new RunPart(recording));

test('in a sweep of connections nothing is late, and the time of the service is the latency', async () => {
  const swept = (levels: string) => {
    const recording = recordingOf(requests(400, 200), end(500, 400, 0));
    const { header } = recording;
    const load = { ...(defaultOf({ ...SETTINGS.load, default: 'sweep' }) as Load), levels } as Load;
    recording.apply({ type: 'header', header: { ...header!, setup: { ...header!.setup, load } } });
    return whole(recording);
  };
  expect(await swept('1,5')).toMatchObject({ serviceMs: null, latenessMs: null });
  expect(await swept('100/s,200/s')).toMatchObject({ serviceMs: { count: 400 }, latenessMs: { max: 0 } });
});

describe('requests', () => {
  test('sent = completed + failed + unfinished', async () => {
    const { requests: r } = await whole(recordingOf(requests(400, 200), requests(10, 503, 400), requests(3, 1, 410), end(500, 420, 7)));
    const counts = { sent: 420, completed: 410, failed: 3, timedOut: 3, unfinished: 7, dropped: 0, unexpected: 10 };
    expect(r).toEqual({ ...counts, unanswered: null, oldestMs: null });
  });

  test('those that stayed unanswered are a part of the unfinished ones, and neither completed nor failed', async () => {
    const late = requests(2, UNANSWERED, 390);
    late.batch.latency.set([600_000, 1_500_000]);
    const liveness: RecordingEntry = { type: 'liveness', liveness: { ...NO_LIVENESS, waited: 1_000_000 } };
    const run = await whole(recordingOf(requests(400, 200), phaseEnd(500), late, liveness, end(500, 405, 3)));
    expect(run.requests).toMatchObject({ sent: 405, completed: 400, failed: 0, unfinished: 5, unanswered: 2, oldestMs: 1_500 });
    expect(run).toMatchObject({
      errors: {},
      waitedMs: 1_000,
      silences: [],
      openStreams: null,
      latencyMs: { count: 400, censored: 2, max: null, answered: { max: 1 } },
    });
    expect(metricOf(run, 'errors')).toBeCloseTo((100 * 2) / 402, 9);
  });

  test('of the last ones it is known when they were sent, and how many after the last with a response got none', async () => {
    const lastOf = async (...entries: RecordingEntry[]) => (await whole(recordingOf(...entries, end(3_000, 0, 0)))).lastRequests;
    expect(await lastOf()).toBeNull();
    expect(await lastOf(requests(400, 200))).toEqual({ sentMs: 399, lostSince: 0 });
    // They hang while others are answered; what is lost is told later than what was sent meanwhile.
    expect(await lastOf(requests(400, 200), requests(5, 3, 100))).toEqual({ sentMs: 399, lostSince: 0 });
    expect(await lastOf(requests(400, 200), requests(5, 3, 397), requests(3, UNANSWERED, 500))).toEqual({ sentMs: 502, lostSince: 5 });
    expect(await lastOf(requests(5_000, 3, 100), requests(1, 200, 2_099))).toEqual({ sentMs: 5_099, lostSince: 3_000 });
  });

  test('what was answered after the measured phase has a latency, and is in no throughput', async () => {
    const rows = [requests(400, 200), phaseEnd(2_000), requests(100, 200, 2_001)];
    const liveness: RecordingEntry = { type: 'liveness', liveness: NO_LIVENESS };
    const run = await whole(recordingOf(...rows, liveness, end(2_000, 500, 0)));
    expect(run).toMatchObject({ requests: { completed: 500, unanswered: 0, oldestMs: null }, latencyMs: { count: 500 } });
    expect(run.load.durationMs).toBe(2_000);
    expect(run.throughput).toMatchObject({ mean: 200, seconds: 2 });
    expect(run.status).toEqual({ 200: 500 });
  });

  test('responses after the end of a schedule are in the measured time, and in no throughput', async () => {
    const recording = recordingOf();
    const { header } = recording;
    const load = { ...(defaultOf({ ...SETTINGS.load, default: 'arrivals' }) as Load), schedule: '200/s for 2s' } as Load;
    recording.apply({ type: 'header', header: { ...header!, setup: { ...header!.setup, load } } });
    for (const entry of [requests(400, 200), requests(100, 200, 3_800), end(4_000, 500, 0)]) recording.apply(entry);
    const run = await whole(recording);
    expect(run).toMatchObject({ requests: { completed: 500 }, latencyMs: { count: 500 }, load: { durationMs: 4_000 } });
    expect(run.throughput).toMatchObject({ mean: 200, seconds: 2 });
    expect(summarize(recording).requestsPerSecond).toBe(200);
    expect([...recording.load.series(0).completed]).toEqual([400, 0, 0, 100]);
  });

  test('a session that was recorded before this was measured does not say that there were none', async () => {
    const run = await whole(recordingOf(requests(400, 200), end(500, 400, 0)));
    expect(run).toMatchObject({ requests: { unanswered: null, oldestMs: null }, silences: null, waitedMs: null, openStreams: null });
    const open = { ...run, ending: 'completed', requests: { ...run.requests, unfinished: 4 } } as const;
    expect(unansweredUnknown(run)).toBeNull();
    expect(unansweredUnknown(open)).toBe('not known: recorded before this was measured');
    expect(unansweredUnknown({ ...open, ending: 'target-exited' })).toBe('not known');
    expect(unansweredUnknown({ ...open, load: { ...open.load, client: 'k6' } })).toBe('not known: k6 does not say');
    expect(unansweredUnknown({ ...open, byCommand: null })).toBe('not known: the load command does not say');
    expect(totalsTable(open).rows.map((row) => row.map(cellText))).toContainEqual([
      'of these without a response',
      'not known: recorded before this was measured',
    ]);
  });

  test('streams that are open at the end are told by kind, with how many events came a second', async () => {
    const eventTimes = { first: 500_000, last: 2_400_000, withFirst: 1 };
    const stream = { kind: 'event-stream', start: 0, firstByte: 500_000, events: 20, eventTimes } as const;
    const later = { ...stream, start: 1_000_000, events: 11, eventTimes: { first: 500_000, last: 1_500_000, withFirst: 1 } };
    const other = { kind: 'other', start: 0, firstByte: 2_000, events: 0 } as const;
    expect(await openStreamsOf(2_500_000, [stream, later, other])).toMatchObject({
      ...{ count: 3, eventStreams: 2, events: 31, eventsMs: 2_500, eventsPerSecond: 20 },
      firstByteMs: { count: 3, min: 2 },
    });
  });

  test.each([
    ['at once', 0, 3_000, 200, 3_010, 5],
    ['after an interval', 200, 3_000, 200, 3_010, 5],
    ['after a second of its own', 1_000, 3_000, 200, 3_010, 5],
    ['with nine others that were waiting for it', 0, 3_000, 200, 3_010, 5, 9],
    ['and was fewer than ten intervals before the last', 1_000, 3_000, 1_000, 3_010, null],
    ['with 40 others, and few followed', 0, 3_000, 1_000, 3_010, null, 40],
    ['and they stopped coming: the time since then counts', 0, 1_000, 100, 2_100, 5],
  ])('the rate of a stream whose first event came %s', async (_, firstMs, lastMs, everyMs, endMs, rate, besides = 0) => {
    const events = besides + 1 + (lastMs - firstMs) / everyMs;
    const eventTimes = { first: firstMs * 1e3, last: lastMs * 1e3, withFirst: besides + 1 };
    const stream = { kind: 'event-stream', start: 0, firstByte: 100, events, eventTimes } as const;
    const told = await openStreamsOf(endMs * 1e3, [stream, stream]);
    expect(told).toMatchObject({ events: 2 * events, eventsMs: endMs });
    if (rate === null) expect(told!.eventsPerSecond).toBeNull();
    else expect(told!.eventsPerSecond).toBeCloseTo(2 * rate);
  });

  test('no rate is told where one of the streams had no event, or it is not known when they came', async () => {
    const eventTimes = { first: 0, last: 2_000_000, withFirst: 1 };
    const stream = { kind: 'event-stream', start: 0, firstByte: 100, events: 21, eventTimes } as const;
    const { eventTimes: _, ...earlier } = stream;
    expect(await openStreamsOf(2_010_000, [stream])).toMatchObject({ eventsPerSecond: 10 });
    expect(await openStreamsOf(2_010_000, [stream, { ...earlier, events: 0 }])).toMatchObject({ events: 21, eventsPerSecond: null });
    expect(await openStreamsOf(2_010_000, [earlier])).toMatchObject({ events: 21, eventsMs: 2_010, eventsPerSecond: null });
  });

  test('during a run, rows may be ahead of the last count', async () => {
    const { requests: r } = await whole(recordingOf({ ...requests(5, 200), counts: { sent: 3, inFlight: 0 } } as RecordingEntry));
    expect([r.sent, r.unfinished]).toEqual([5, 0]);
  });
});

/** What is told of streams that were open at `endUs`. */
async function openStreamsOf(endUs: number, streams: Liveness['streams']): Promise<RunReport['openStreams']> {
  const liveness: RecordingEntry = { type: 'liveness', liveness: { ...NO_LIVENESS, waited: endUs - 2_000_000, streams } };
  return (await whole(recordingOf(phaseEnd(2_000), liveness, end(2_000, 3, 3)))).openStreams;
}

/** Two processes that were sampled in `handle` for 3 of 4 s, with a sample each millisecond, and used this much CPU. */
function profiled(cpuPercent: number, pids = [7, 8], lastLookS = 4, lastSliceS = 4): RunRecording {
  const recording = recordingOf(requests(4_000, 200), end(4_000, 4_000, 0));
  for (const pid of pids) {
    const frame = (functionName: string) => ({ functionName, scriptId: '1', url: 'file:///srv/app.js', lineNumber: 1, columnNumber: 1 });
    const nodes = ['(root)', '(idle)', 'handle'].map((name, index) => ({
      id: index + 1,
      callFrame: frame(name),
      children: index === 0 ? [2, 3] : [],
    }));
    nodes[1]!.callFrame.url = '';
    const samples = Array.from({ length: 1_000 * lastSliceS }, (_, ms) => (ms % 4 === 0 ? 2 : 3));
    const profile = { nodes, startTime: ORIGIN, endTime: ORIGIN + lastSliceS * 1e6, samples, timeDeltas: samples.map(() => 1_000) };
    recording.apply({ type: 'slice', pid, ...CPU_OF_MAIN_THREAD, intervalUs: 1_000, profile });
    for (let at = 0; at <= lastLookS; at += 0.5) {
      const sample = { at: ORIGIN + at * 1e6 - 100, pid, cpuPercent, rss: 1, heapUsed: 1, elu: 0.7, loopStall: 0, gcCount: 0, gcTime: 0 };
      recording.apply({ type: 'server', samples: [sample] });
    }
  }
  return recording;
}

/** How long the main thread of a process ran, in intervals of half a second. */
const threadTimes = (pid: number, ran: number, waited: number): RecordingEntry => {
  const of = (value: number) => Array.from({ length: 8 }, () => value);
  const thread = { series: 1, kind: 'main', tid: pid, startTicks: null, thread: 0, title: '', start: ORIGIN, ended: false } as const;
  const end = Array.from({ length: 8 }, (_, row) => ORIGIN + (row + 1) * 5e5);
  const rows = { end, ran: of(ran), waited: of(waited), series: of(1), stopped: of(0) };
  return { type: 'thread-times', pid, by: 'kernel', threads: [thread], start: ORIGIN, rows };
};

describe('an event loop that is blocked when the load ends', () => {
  /** Spins in `spin` from 1 s on; as sampled each half second until 4.5 s, with `stallAt` the age of the stall. */
  const blocked = async (stallAt: (s: number) => number, others: readonly number[] = []) => {
    const recording = recordingOf(requests(1_000, 200), end(4_000, 1_010, 10));
    const frame = (functionName: string, url: string) => ({ functionName, scriptId: '1', url, lineNumber: 3, columnNumber: 1 });
    const names = ['(root)', '(idle)', 'answer', 'spin'];
    const nodes = names.map((name, index) => ({
      ...{ id: index + 1, callFrame: frame(name, name.startsWith('(') ? '' : 'file:///srv/app.js') },
      children: index === 0 ? [2, 3, 4] : [],
    }));
    const samples = Array.from({ length: 4_000 }, (_, ms) => (ms >= 1_000 ? 4 : ms % 2 === 0 ? 2 : 3));
    const profile = { nodes, startTime: ORIGIN, endTime: ORIGIN + 4e6, samples, timeDeltas: samples.map(() => 1_000) };
    recording.apply({ type: 'slice', pid: 7, ...CPU_OF_MAIN_THREAD, intervalUs: 1_000, profile });
    for (let s = 0; s <= 4.5; s += 0.5) {
      const loop = { elu: 1, loopStall: stallAt(s) * 1e6, gcCount: 0, gcTime: 0 };
      const sample = { at: ORIGIN + s * 1e6 - 100, pid: 7, cpuPercent: 100, rss: 1, heapUsed: 1, ...loop };
      recording.apply({ type: 'server', samples: [sample, ...others.map((pid) => ({ ...sample, pid, loopStall: 0 }))] });
    }
    return (await whole(recording)).blockedAtEnd;
  };

  test('is told with since when, and with the code that ran then', async () => {
    expect(await blocked((s) => Math.max(0, s - 1))).toEqual({
      ...{ pid: 7, fromMs: expect.closeTo(1_000, 0) },
      code: { function: 'spin', url: 'file:///srv/app.js', line: 4 },
    });
  });

  test('is told to be one of several where other processes have loops', async () => {
    expect(await blocked((s) => Math.max(0, s - 1), [8, 9])).toMatchObject({ pid: 7, isOneOfSeveral: true });
  });

  test('is not told of shorter stalls, nor of one that was over', async () => {
    expect(await blocked((s) => Math.max(0, s - 3.5))).toBeNull();
    expect(await blocked(() => 0)).toBeNull();
    expect(await blocked((s) => (s <= 3 ? Math.max(0, s - 1) : 0))).toBeNull();
    expect(await blocked((s) => (s <= 4 ? Math.max(0, s - 1) : 0.1))).toBeNull();
  });
});

describe('what became of the time of threads', () => {
  const parts = ['cpuMs', 'blockedMs', 'idleMs', 'waitedForCoreMs'] as const;

  test('as the kernel told it of each, summed over several processes', async () => {
    const recording = profiled(25);
    for (const pid of [7, 8]) recording.apply(threadTimes(pid, 100_000, 150_000));
    const { profile } = await whole(recording);
    expect(profile).toMatchObject({ processes: 2, dividedBy: 'kernel', unseenPercent: 0 });
    for (const thread of profile!.threads) expect(parts.map((part) => Math.round(thread[part]! / 10) * 10)).toEqual([800, 0, 2_000, 1_200]);
    expect([profile!.threadCpuMs, profile!.blockedMs, profile!.activeMs].map((ms) => Math.round(ms / 10) * 10)).toEqual([1_600, 0, 1_600]);
    expect(profile!.heavy[0]).toMatchObject({ function: 'handle', selfPercent: 100, blockedMs: 0 });
    expect(profile!.heavy[0]!.selfMs! / 1e3).toBeCloseTo(1.6, 2);
  });

  test('with the CPU time after its last slice, which is of no function, where a thread ended before it handed over the rest', async () => {
    const lost = async (recording: RunRecording, isOfKernel: boolean) => {
      if (isOfKernel) recording.apply(threadTimes(7, 100_000, 150_000));
      const run = await whole(recording);
      const { hot, unseenPercent, threads, weight } = run.profile!;
      return { cpu: hot.cpu, unseen: unseenPercent!, lostMs: threads[0]!.lostMs, weightMs: weight / 1e3 };
    };
    const none = await lost(profiled(20, [7]), true);
    expect([none.cpu.cpuMs, none.cpu.lostMs, none.lostMs]).toEqual([expect.closeTo(800, 0), 0, undefined]);
    const told = await lost(profiled(20, [7], 4, 2.999), true);
    expect([told.cpu.cpuMs, told.cpu.unseenMs, told.cpu.lostMs]).toEqual([800, 200, 200].map((ms) => expect.closeTo(ms, 0)));
    expect([told.weightMs, told.unseen, told.lostMs]).toEqual([600, 25, 1_000].map((figure) => expect.closeTo(figure, -1)));
    // Where nobody told its threads apart, too.
    const estimated = await lost(profiled(20, [7], 4, 2.999), false);
    expect([estimated.cpu.by, estimated.cpu.cpuMs, estimated.cpu.lostMs]).toEqual([
      'estimate',
      expect.closeTo(800, -1),
      expect.closeTo(200, -1),
    ]);
    // Between the blocks of a run that measures what profiling costs there are no samples to lose.
    const inBlocks = profiled(20, [7], 4, 2.999);
    inBlocks.apply({ type: 'blocks', pair: [] as never });
    expect((await lost(inBlocks, true)).cpu.lostMs).toBe(0);
  });

  test('where only that of the process is known, as an estimate; where nothing is, by counting samples', async () => {
    const estimated = (await whole(profiled(25))).profile!;
    expect(estimated.dividedBy).toBe('estimate');
    expect(estimated.threads.every(({ waitedForCoreMs }) => waitedForCoreMs === null)).toBe(true);
    expect(estimated.processMs / 1e3).toBeCloseTo(8, 1);
    expect(estimated.threadCpuMs / 1e3).toBeCloseTo(2, 1);
    expect(estimated.cpuMs! / 1e3).toBeCloseTo(2, 2);
    // A process cannot use more in one thread than there is time.
    expect((await whole(profiled(180, [7]))).profile!.threadCpuMs / 1e3).toBeCloseTo(4, 1);
    // Of the last 2.5 s it is not known: three samples of four worked.
    expect((await whole(profiled(50, [7], 1.5))).profile!.threadCpuMs / 1e3).toBeCloseTo(0.75 + 2.5 * 0.75, 1);
  });

  test('of a main thread of which nothing or only the end was told, as an estimate, and nothing is said of other threads', async () => {
    const told = threadTimes(7, 100_000, 150_000) as Extract<RecordingEntry, { type: 'thread-times' }>;
    const row = { end: [ORIGIN + 4e6], ran: [1e6], waited: [0], series: [0], stopped: [0] };
    const late = { ...row, end: [ORIGIN + 3.9e6, ORIGIN + 4e6], ran: [0, 9], waited: [0, 0], series: [1, 1], stopped: [0, 0] };
    for (const lost of [
      { ...told, threads: [], rows: row },
      { ...told, rows: row },
      { ...told, threads: told.threads.map((thread) => ({ ...thread, start: ORIGIN + 3.8e6 })), rows: late },
    ]) {
      const recording = profiled(25, [7]);
      recording.apply({ ...told, threads: [], rows: row });
      recording.apply(lost);
      const run = await whole(recording);
      expect(run.profile).toMatchObject({ dividedBy: 'estimate' });
      expect(run.profile!.threadCpuMs / 1e3).toBeCloseTo(1, 1);
      expect(run.profile!.heavy[0]).toMatchObject({ function: 'handle', selfPercent: 100 });
      expect(otherThreadsPercent(run.server)).toBe(0);
      expect(run.warnings).toEqual([expect.objectContaining({ key: 'runWarning.threadsUnseen' })]);
      const { rows, processMs } = run.server[0]!.cpuByThread!;
      expect(rows[0]).toMatchObject({ kind: 'main', thread: 0, samples: 4_000, waitedForCoreMs: null });
      expect(rows.reduce((sum, { cpuMs }) => sum + cpuMs, 0)).toBeCloseTo(processMs, 1);
    }
  });

  test('warns where they waited for a core for a fifth of the time in which they could have run', async () => {
    const told = async (ran: number, waited: number): Promise<string[]> => {
      const recording = profiled(25, [7]);
      recording.apply(threadTimes(7, ran, waited));
      return wordedAll((await whole(recording)).warnings).flatMap((one) => (one === null ? [] : [one.replaceAll('\u00a0', ' ')]));
    };
    expect(await told(250_000, 100_000)).toEqual([
      expect.stringMatching(/^The threads in the profile ran for 2.00 s and waited 800 ms for a core, because the machine was busy/),
    ]);
    expect(await told(250_000, 50_000)).toEqual([]);
    expect(await told(20_000, 200_000)).toEqual([]);
  });
});

describe('warnings', () => {
  test('a clean run has none', async () => {
    expect(
      (await whole(recordingOf(requests(2_500, 200), end(2_500, 2_500, 0), { type: 'end', ending: 'completed', failure: null }))).warnings,
    ).toEqual([]);
  });

  test('warns about failures, unexpected statuses, an early end, a missing agent and a busy load process', async () => {
    const { warnings } = await whole(
      recordingOf(
        { type: 'resolved', node: '22.1.0', nodePath: '', url: '', agent: false },
        requests(900, 200),
        requests(50, 500, 900),
        requests(50, 3, 950),
        { ...end(1_000, 1_000, 0), generator: { cpuPercent: 97.2, latenessMs: null, limited: true } } as RecordingEntry,
        { type: 'end', ending: 'target-exited', failure: null },
      ),
    );
    expect(wordedAll(warnings)).toEqual([
      'The server ended before the run did; the figures cover the time until then.',
      '5 % of the requests (50) failed: 50 ECONNRESET (the server reset the connection). The latency covers only the other requests.',
      '5 % of the requests (50) got a status outside 200 to 399: 50 with status 500 (Internal Server Error). They are not included in latency and throughput.',
      'The load generator was the bottleneck, not your server (a load process used 97 % of a core, over 80 %): the throughput is a lower bound. More load processes can send more: -w 2.',
      'The server ran without the agent: there are no figures from inside its process and no profile.',
    ]);
  });

  test('a script that never became a server is not said to have run without the agent', async () => {
    const { warnings } = await whole(recordingOf({ type: 'end', ending: 'failed', failure: null }));
    // Nor that its figures are of a part: it has none.
    expect(wordedAll(warnings)).toEqual([]);
  });

  test('large counts are grouped as everywhere', async () => {
    const { warnings } = await whole(recordingOf(requests(1_000, 200), requests(106_990, 500, 1_000)));
    expect(wordedAll(warnings).join(' ')).toContain('(106,990) got a status outside 200 to 399: 106,990 with status 500 ');
  });

  test('of several load processes the busiest counts, and more are advised only if there are connections for them', async () => {
    const generator = { cpuPercent: 164.4, busiestPercent: 90.6, latenessMs: null, limited: true };
    const told = async (client: Partial<Setup['client']>, connections: number) => {
      const header = syntheticHeader();
      const setup = {
        ...header.setup,
        load: { ...header.setup.load, connections },
        client: { ...header.setup.client, ...client },
      } as Setup;
      const ended = { ...end(2_500, 2_500, 0), generator } as RecordingEntry;
      const run = await whole(recordingOf({ type: 'header', header: { ...header, setup } }, requests(2_500, 200), ended));
      return [run.load.workers, ...wordedAll(run.warnings)];
    };
    const limit =
      'The load generator was the bottleneck, not your server (a load process used 91 % of a core, over 80 %): the throughput is a lower bound.';
    expect(await told({ workers: 2 }, 10)).toEqual([2, `${limit} More load processes can send more: -w 3.`]);
    expect(await told({ workers: 2 }, 2)).toEqual([2, limit]);
  });

  test('the cores that load processes were kept on stand beside their CPU', () => {
    const told = (workers: number, generator: Partial<GeneratorHealth>) =>
      generatorText({
        load: { workers } as RunReport['load'],
        generator: { cpuPercent: 41, latenessMs: null, limited: false, ...generator },
      }).replaceAll('\u00a0', ' ');
    expect(told(1, {})).toBe('41.0 %');
    expect(told(1, { pinnedTo: [7] })).toBe('41.0 %, pinned to core 7');
    expect(told(2, { busiestPercent: 30, pinnedTo: [6, 7] })).toBe('41.0 % in 2 processes, 30.0 % in the busiest, pinned to cores 6, 7');
  });

  test('a burst of connections after a stall of the load process is not the doing of the server', async () => {
    const told = async (openedLate: number) => {
      const generator = { cpuPercent: 12, latenessMs: { p50: 0.2, p99: 4 }, openedLate, limited: false };
      return wordedAll((await whole(recordingOf(requests(2_500, 200), { ...end(2_500, 2_500, 0), generator } as RecordingEntry))).warnings);
    };
    expect(await told(9)).toEqual([]);
    expect(await told(1_312)).toEqual([
      'The load process was held up: requests that had become due meanwhile were sent together, and 1,312 connections were opened for requests over 10 ms late. If the server was slow then, that burst may be why.',
    ]);
  });

  test('one failure in many is not rounded to zero', async () => {
    const { warnings } = await whole(recordingOf(requests(2_500, 200), requests(1, 1, 2_500), end(2_600, 2_501, 0)));
    expect(wordedAll(warnings)).toEqual([
      'Less than 0.1 % of the requests (1) failed: 1 TIMEOUT (no complete response in time). Those that timed out count in the latency as at least their time-out; it covers no others that failed.',
    ]);
  });
});

test('lists of sessions leave out weak percentiles', () => {
  const summary = summarize(recordingOf(requests(100, 200), end(100, 100, 0)));
  expect(summary).toMatchObject({ completed: 100, failed: 0, p50Ms: 1, p99Ms: null, connections: 50 });
});

test('requests a second leave out unexpected statuses, in a run as in a comparison', async () => {
  const { throughput, requests: counts } = await whole(recordingOf(requests(900, 200), requests(300, 503, 900), end(3_000, 1_200, 0)));
  expect(counts).toMatchObject({ completed: 1_200, unexpected: 300 });
  expect(throughput!.mean).toBeCloseTo(300);
});

describe('server figures', () => {
  const sample = (atMs: number, cpuPercent: number, elu = 0.5) =>
    ({ at: ORIGIN + atMs * 1_000, pid: 9, cpuPercent, rss: 1e6, heapUsed: 1, elu, loopStall: 2_000, gcCount: 1, gcTime: 500 }) as const;

  test('means are weighted by time: a late sample counts for what it covers', async () => {
    // before      300 ms at 10 %   900 ms at 90 %   mostly after the end
    const samples = [sample(0, 55), sample(300, 10), sample(1_200, 90), sample(1_830, 1)];
    const { server } = await whole(recordingOf({ type: 'server', samples }, requests(1_500, 200), end(1_500, 1_500, 0)));
    expect(server).toEqual([
      {
        ...{ pid: 9, startedMs: null, endedMs: null, exit: null },
        role: 'child',
        sampled: { intervals: 2, ms: 1_200 },
        cpuPercent: { mean: 70, max: 90 },
        rssBytes: { mean: 1e6, max: 1e6 },
        ownBytes: null,
        elu: { mean: 0.5, max: 0.5 },
        loopDelayMs: { max: 2 },
        gc: { count: 2, totalMs: 1 },
        seenMs: 1_200,
        otherThreadsPercent: null,
        system: null,
      },
    ]);
  });

  test('a process without agent has no event-loop figures', async () => {
    const { server } = await whole(
      recordingOf({ type: 'server', samples: [sample(100, 10, Number.NaN)] }, requests(500, 200), end(500, 500, 0)),
    );
    expect(server[0]).toMatchObject({ elu: null, loopDelayMs: null, gc: null });
  });

  test('a window has its own figures', async () => {
    const recording = recordingOf(
      { type: 'server', samples: [sample(100, 10), sample(200, 20), sample(300, 30)] },
      requests(500, 200),
      end(500, 500, 0),
    );
    const { server } = deriveReport(new RunPart(recording, { window: { fromMs: 150, toMs: 250 }, counted: new LoadAccumulator() }));
    expect(server[0]).toMatchObject({ sampled: { intervals: 2, ms: 100 }, cpuPercent: { mean: 25, max: 30 } });
  });

  test('a load that is over within one interval has its means, of all of the interval, and no maximum', async () => {
    const { server, load, ...run } = await whole(
      recordingOf({ type: 'server', samples: [sample(-2_000, 1), sample(-3, 10), sample(17, 40, 0.3)] }, requests(4, 200), end(4, 4, 0)),
    );
    expect(load.durationMs).toBeLessThan(17);
    expect(server[0]).toMatchObject({
      sampled: { intervals: 1, ms: 20 },
      cpuPercent: { mean: 40, max: null },
      elu: { mean: 0.3, max: null },
      gc: { count: 1, totalMs: 0.5 },
    });
    // 40 % of 20 ms; of the load alone it would be less than was used.
    expect(cpuPerRequest({ server, ...load, completed: run.requests.completed })).toBeCloseTo(2);
  });

  test('a process that was there for a part of the load is not taken for one that used as much all the time', async () => {
    const { server } = await whole(
      recordingOf({ type: 'server', samples: [sample(100, 0), sample(200, 50)] }, requests(500, 200), end(500, 500, 0)),
    );
    expect(cpuPerRequest({ server, durationMs: 500, completed: 500 })).toBeCloseTo(0.1);
  });
});

describe('the recording', () => {
  test('has the time spent in each state', () => {
    const recording = new RunRecording();
    recording.apply({ type: 'state', state: 'launching', at: 1_000 });
    recording.apply({ type: 'state', state: 'waiting', at: 3_000 });
    expect(recording.elapsedMs(10_000)).toEqual({ launching: 2, waiting: 7 });
    recording.apply({ type: 'state', state: 'failed', at: 4_000 });
    expect(recording.elapsedMs(10_000)).toEqual({ launching: 2, waiting: 1, failed: 0 });
  });

  test('keeps a megabyte of output and counts what it dropped', () => {
    const recording = new RunRecording();
    const line = 'x'.repeat(1_000);
    for (let i = 0; i < 2_000; i++) recording.apply({ type: 'output', stream: 'stdout', text: line, at: i });
    const { text, droppedBytes } = recording.output();
    expect(text.reduce((sum, piece) => sum + piece.text.length, 0) + droppedBytes).toBe(2_000_000);
    expect(droppedBytes).toBeGreaterThanOrEqual(2_000_000 - 1024 * 1024);
    recording.apply({ type: 'output', stream: 'stdout', text: `${'y'.repeat(3_000_000)}end`, at: 1 });
    expect(recording.output().text.at(-1)!.text.endsWith('end')).toBe(true);
  });

  test('detects a blocked event loop and its end', () => {
    const recording = recordingOf(
      { type: 'process', process: { pid: 9, parentPid: 1, role: 'main', title: '', node: '' } },
      { type: 'state', state: 'measuring', at: ORIGIN },
    );
    const sample = (at: number, loopStall: number): RecordingEntry => ({
      type: 'server',
      samples: [{ at, pid: 9, cpuPercent: 100, rss: 0, heapUsed: 0, elu: 1, loopStall, gcCount: 0, gcTime: 0 }],
    });
    recording.apply(sample(ORIGIN + 2e6, 1_500_000));
    expect(recording.blockedMs(ORIGIN + 2.1e6)).toBe(1_500);
    recording.apply(sample(ORIGIN + 3e6, 1_000));
    expect(recording.blockedMs(ORIGIN + 3.1e6)).toBe(0);
  });

  test('the generator is the limit after three seconds over 80 % of a core or 10 ms late, until one is not', () => {
    const recording = recordingOf({ type: 'state', state: 'measuring', at: ORIGIN });
    let at = ORIGIN;
    const isLimitAfter = (generatorPercent: number, lateMs: number): boolean => {
      at += 1e6;
      const others = { clockGap: 0, foreignPercent: 0, stealPercent: 0 };
      recording.apply({ type: 'machine', sample: { ...others, at, generatorPercent, generatorLateness: lateMs * 1e3 } });
      return recording.isGeneratorLimit;
    };
    expect([isLimitAfter(95, 1), isLimitAfter(40, 30), isLimitAfter(81, 11)]).toEqual([false, false, true]);
    expect([isLimitAfter(80, 10), isLimitAfter(95, 0), isLimitAfter(95, Number.NaN), isLimitAfter(95, 0)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    recording.apply({ type: 'state', state: 'stopping', at });
    expect(recording.isGeneratorLimit).toBe(false);
  });

  test('returns the same profiles until new data arrives', () => {
    const recording = new RunRecording();
    const entries = [...syntheticEntries({ seconds: 3 })];
    for (const entry of entries) recording.apply(entry);
    const first = recording.profiles(CPU_TIME);
    expect(first.length).toBe(2);
    expect(recording.profiles(CPU_TIME)).toBe(first);
    const version = recording.profileVersion;
    recording.apply(entries.find((entry) => entry.type === 'slice')!);
    expect(recording.profileVersion).toBeGreaterThan(version);
    expect(recording.profiles(CPU_TIME)).not.toBe(first);
  });

  test('server series count from time 0 and in milliseconds', () => {
    const recording = new RunRecording();
    for (const entry of syntheticEntries({ seconds: 1 })) recording.apply(entry);
    const series = recording.serverSeries(18);
    expect(series.meta.fromRow).toBe(18);
    expect([...series.atMs]).toEqual([912.3455, 920]);
    expect([...series.pid]).toEqual([4_001, 4_002]);
    expect(series.elu[1]).toBeNaN();
  });
});
