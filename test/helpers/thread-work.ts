/** Programs whose threads say how much CPU they have used, beside what is recorded of them. */
import { expect, type TestContext, test } from 'vitest';
import { clockUs } from '../../electron/engine/machine/clock.ts';
import type { CpuByThread } from '../../shared/model/server-figures.ts';
import type { ThreadKind } from '../../shared/model/thread-times.ts';
import { computeCpuByThread } from '../../shared/session/thread-figures.ts';
import { needNode } from './nodes.ts';
import { launchServer, until } from './targets.ts';

interface Truth {
  readonly main?: number;
  readonly workers?: readonly number[];
}

/** Of a thread that goes on for a moment after it has told its truth, ms. */
const AFTER_MS = 60;
/** The kernel tells a thread that runs up to a tick (4 ms) late. */
const LATE_MS = 5;

/** Of the time of a thread that waits: what the signals of the profiler take, 10 µs each at most. */
const SAMPLING = 0.02;

const rowsOf = ({ rows }: CpuByThread, kind: ThreadKind) => rows.filter((row) => row.kind === kind);
const cpuOf = (figures: CpuByThread, kind: ThreadKind): number => rowsOf(figures, kind).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

function expectNear(told: number, truth: number, threads = 1): void {
  expect(told).toBeGreaterThan(truth - LATE_MS * threads);
  expect(told).toBeLessThan(truth + AFTER_MS * threads);
}

/** `ms`: how long each works. */
export function testThreadWork(majors: Iterable<number>, ms: number): void {
  const of = async (major: number, context: TestContext, path: string) => {
    const { recording, url, target, output } = await launchServer('thread-work.cjs', { node: needNode(major, context) });
    const recorded = (): number => recording.threadTimes(target.pid)?.whole.end.at(-1) ?? 0;
    await until(() => recorded() > 0, 'its threads are told');
    const from = clockUs();
    // On a connection of its own: one that is kept may be closed by the server just then.
    const answer = await fetch(url + path, { headers: { connection: 'close' } }).catch((error: Error) => {
      throw new Error(`it did not respond: exit ${JSON.stringify(target.exited)}, ${output.stderr}`, { cause: error });
    });
    const truth = (await answer.json()) as Truth;
    const to = clockUs();
    // What a thread does last is told when it is read next.
    await until(() => recorded() >= to + 100_000, 'all of it is told');
    const tell = () => computeCpuByThread(recording, target.pid, from, recorded())!;
    return { truth, figures: tell(), tell, recording, pid: target.pid };
  };
  const onLinux = test.runIf(process.platform === 'linux');
  for (const major of new Set(majors)) {
    onLinux(
      `Node ${major}: four busy threads on fewer cores each have the CPU that they used, and together that of the process`,
      async (context) => {
        const { truth, figures } = await of(major, context, `busy?ms=${ms}&workers=3`);
        expectNear(cpuOf(figures, 'main'), truth.main!);
        const workers = rowsOf(figures, 'worker').map(({ cpuMs }) => cpuMs);
        expect(workers).toHaveLength(3);
        const sorted = [...truth.workers!].sort((a, b) => b - a);
        for (const [at, cpuMs] of workers.entries()) expectNear(cpuMs, sorted[at]!);
        expect(figures).toMatchObject({ by: 'kernel', agrees: true });
        // Each of the four may be told late; the product itself trusts 40 ms.
        expect(Math.abs(figures.unseenMs)).toBeLessThan(Math.max(0.01 * figures.processMs, 4 * LATE_MS));
      },
    );

    onLinux(`Node ${major}: the CPU of worker threads that have ended stays in a row of its own`, async (context) => {
      const count = Math.max(6, Math.round(ms / 50));
      const { truth, figures } = await of(major, context, `ended?ms=${Math.round(ms / 8)}&workers=${count}`);
      const [ended] = rowsOf(figures, 'ended workers');
      expect(ended!.threads).toBeGreaterThan(0);
      const all = truth.workers!.reduce((sum, cpu) => sum + cpu, 0);
      expect(ended!.cpuMs).toBeGreaterThan(0.95 * all - LATE_MS);
      const sum = figures.rows.reduce((told, { cpuMs }) => told + cpuMs, 0);
      expect(Math.abs(sum - figures.processMs)).toBeLessThan(Math.max(0.01 * figures.processMs, 10));
      expect(rowsOf(figures, 'worker')).toEqual([]);
      expect(figures.agrees).toBe(true);
    });

    onLinux(`Node ${major}: a worker thread that waits uses nothing`, async (context) => {
      const { figures, recording, pid } = await of(major, context, 'idle');
      expect(rowsOf(figures, 'worker')).toHaveLength(1);
      const used = (): number => {
        const end = recording.threadTimes(pid)!.whole.end.at(-1)!;
        const [worker] = rowsOf(computeCpuByThread(recording, pid, end - ms * 1e3, end)!, 'worker');
        return worker!.cpuMs;
      };
      // It has to get to its wait first. The profiler, which is ready by then, interrupts it a thousand times a second.
      await until(() => used() < SAMPLING * ms, 'it uses no more than being sampled takes');
    });

    onLinux(`Node ${major}: garbage collection and the pool of libuv have rows of their own`, async (context) => {
      const { tell } = await of(major, context, `helpers?ms=${ms}`);
      // Where libuv has no names for its threads, they are told from workers when they are old enough.
      await until(() => cpuOf(tell(), 'libuv') > 0, 'the threads of the pool are known');
      const figures = tell();
      for (const kind of ['main', 'v8', 'libuv', 'loopscope'] as const) expect([kind, cpuOf(figures, kind) > 0]).toEqual([kind, true]);
      expect(cpuOf(figures, 'libuv')).toBeGreaterThan(cpuOf(figures, 'other') + cpuOf(figures, 'not told apart'));
      expect(figures.agrees).toBe(true);
    });

    onLinux(`Node ${major}: time in which the process is stopped is neither CPU nor waiting for a core`, async (context) => {
      const stopMs = Math.max(600, Math.round(ms / 2));
      const { figures } = await of(major, context, `stop?ms=${stopMs}`);
      const [main] = rowsOf(figures, 'main');
      // A process is stopped once all of its threads are: on a busy machine one of them may have to wait for a core first.
      const longest = Math.max(...figures.rows.map(({ cpuMs, waitedForCoreMs }) => cpuMs + (waitedForCoreMs ?? 0)));
      expect(main!.stoppedMs).toBeGreaterThan(stopMs - 200 - longest);
      expect(main!.stoppedMs).toBeGreaterThan(0);
      expect(main!.cpuMs + main!.waitedForCoreMs! + main!.stoppedMs!).toBeLessThan(figures.durationMs + LATE_MS);
    });
  }
}
