/**
 * What is alive in the heaps of a process before and after the measured phase: one full collection each, asked by our own thread. V8 collects when the
 * loop of a thread next turns, so that it is waited for, and not for long.
 */
import type { Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import type { LiveLevels, Moment } from '../../../shared/model/memory.ts';
import type { CaptureContext, WorkerHalf } from './capture-half.ts';
import { clockUs } from './hrtime.ts';
import { type Inspector, InspectorClient } from './inspector-client.ts';
import { inEachThread } from './threads/each-thread.ts';
import { within } from './within.ts';

/** Sockets and timers have settled by then. */
const REST_MS: Milliseconds = 100;
/** Half a second for a heap of 300 MB, and as much again for a busy machine. The engine waits 3 s in all. */
const COLLECT_WITHIN_MS: Milliseconds = 2_000;
/** Threads write their levels at least ten times a second, or when they are asked. */
const LEVELS_WITHIN_MS: Milliseconds = 350;
const LOOK_EVERY_MS: Milliseconds = 5;

export interface LiveMemoryReport {
  readonly when: Moment;
  /** Null: the process did not do it in time, or cannot. */
  readonly levels: LiveLevels | null;
}

export class LiveMemory implements WorkerHalf {
  constructor(
    private readonly context: Pick<CaptureContext<LiveMemoryReport>, 'state' | 'heaps' | 'report'>,
    private readonly connect: () => Inspector = () => new InspectorClient(context.state),
  ) {}

  start(): Promise<void> {
    return this.look('before');
  }

  stop(): Promise<void> {
    return this.look('after');
  }

  /** A process that ends is not held up. */
  async leave(): Promise<void> {}

  close(): void {}

  private async look(when: Moment): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const levels = (await this.collect()) ? await this.readLevels() : null;
    this.context.report({ when, levels });
  }

  /** False: not all threads have done it. */
  private async collect(): Promise<boolean> {
    let inspector: Inspector | null = null;
    try {
      inspector = this.connect();
      const main = inspector.post('HeapProfiler.collectGarbage');
      const workers = inEachThread(inspector, (thread) => thread.post('HeapProfiler.collectGarbage'));
      const all = Promise.all([main, workers]).then(() => true);
      return (await within(all, COLLECT_WITHIN_MS)) && (await all);
    } catch {
      // A Node without inspector.
      return false;
    } finally {
      inspector?.close();
    }
  }

  private async readLevels(): Promise<LiveLevels | null> {
    const { state, heaps } = this.context;
    const collectedAt = clockUs();
    await Promise.all([heaps.askAndWait(LEVELS_WITHIN_MS), this.waitForMain(collectedAt)]);
    const main = state.read();
    if (main === null || main.clock < collectedAt) return null;
    const { heapUsed: heap, external, arrayBuffers, behind } = heaps.read(main);
    return behind > 0 ? null : { heap, external, arrayBuffers, rss: process.memoryUsage.rss() };
  }

  private async waitForMain(since: Microseconds): Promise<void> {
    const until = since + LEVELS_WITHIN_MS * 1e3;
    while (clockUs() < until && (this.context.state.read()?.clock ?? 0) < since)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
