/**
 * What the search for a leak asks of a process between two loads, from our own thread. Each start of this half is one question; sampling goes on from the
 * first question about it to the last, in a session of its own.
 */
import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import type { Bytes } from '../../../../shared/base/units.ts';
import type { CaptureContext, WorkerHalf } from '../capture-half.ts';
import { type Inspector, InspectorClient } from '../inspector-client.ts';
import { inEachThread } from '../threads/each-thread.ts';

export type LeakQuestion =
  | { readonly ask: 'levels' }
  /** Begins to sample what is allocated and stays alive. */
  | { readonly ask: 'sample' }
  /** Collects, tells what was sampled and is alive, and ends sampling. */
  | { readonly ask: 'sampled' }
  /** Collects, and writes a snapshot of the main thread's heap. */
  | { readonly ask: 'snapshot'; readonly path: string };

export interface ThreadLevels {
  /** 0: the main thread. */
  readonly thread: number;
  readonly heap: Bytes;
  readonly external: Bytes;
  readonly arrayBuffers: Bytes;
  /** Most that V8 allows for its heap. */
  readonly limit: Bytes;
  /** Timers, sockets and whatever else keeps the loop alive; null: this Node cannot tell. */
  readonly resources: number | null;
  /** Global objects, as of node:vm. */
  readonly contexts: number;
}

export type LeakReport =
  | { readonly told: 'levels'; readonly threads: readonly ThreadLevels[]; readonly descriptors: number | null; readonly rss: Bytes }
  | { readonly told: 'sampling' }
  /** As V8 has it. */
  | { readonly told: 'sampled'; readonly profile: unknown }
  | { readonly told: 'snapshot'; readonly bytes: Bytes };

/** Bytes: a sample for so many allocated ones. What lives is sampled for next to nothing; the kept bytes of a site are right within 15 % after 1 MB. */
const SAMPLING_INTERVAL: Bytes = 32_768;

const levelsExpression = `(() => {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  const { heap_size_limit: limit, number_of_native_contexts: contexts } = require('node:v8').getHeapStatistics();
  const resources = typeof process.getActiveResourcesInfo === 'function' ? process.getActiveResourcesInfo().length : null;
  return { heap: heapUsed, external, arrayBuffers, limit, contexts, resources };
})()`;

/** Open for as long as what lives is sampled. */
let sampling: Inspector | null = null;

export class LeakAnswers implements WorkerHalf {
  constructor(private readonly context: CaptureContext<LeakReport>) {}

  async start(): Promise<void> {
    const question = this.context.options as LeakQuestion;
    const inspector = new InspectorClient(this.context.state);
    try {
      this.context.report(await answer(question, inspector, () => new InspectorClient(this.context.state)));
    } finally {
      inspector.close();
    }
  }

  async stop(): Promise<void> {}

  async leave(): Promise<void> {
    this.close();
  }

  close(): void {
    sampling?.close();
    sampling = null;
  }
}

async function answer(question: LeakQuestion, inspector: Inspector, connect: () => Inspector): Promise<LeakReport> {
  if (question.ask === 'sample') {
    sampling ??= connect();
    await sampling.post('HeapProfiler.startSampling', { samplingInterval: SAMPLING_INTERVAL });
    return { told: 'sampling' };
  }
  if (question.ask === 'sampled') {
    await inspector.post('HeapProfiler.collectGarbage');
    const reply = await sampling?.post<{ profile: unknown }>('HeapProfiler.stopSampling');
    sampling?.close();
    sampling = null;
    return { told: 'sampled', profile: reply?.profile ?? null };
  }
  if (question.ask === 'snapshot') return { told: 'snapshot', bytes: await writeSnapshot(inspector, question.path) };
  const main = await levelsOf(inspector, 0);
  const workers = await inEachThread(inspector, levelsOf);
  return { told: 'levels', threads: [main, ...workers], descriptors: countDescriptors(), rss: process.memoryUsage.rss() };
}

async function levelsOf(inspector: Inspector, thread: number): Promise<ThreadLevels> {
  await inspector.post('HeapProfiler.collectGarbage');
  return { thread, ...(await inspector.evaluate<Omit<ThreadLevels, 'thread'>>(levelsExpression, true)) };
}

/** Ours are among them, as many each time. */
function countDescriptors(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}

/** In chunks as they come, so that it is never in memory as a whole. */
async function writeSnapshot(inspector: Inspector, path: string): Promise<Bytes> {
  await inspector.post('HeapProfiler.collectGarbage');
  // Readable by its owner alone: whatever the process holds is in it.
  const file = openSync(path, 'wx', 0o600);
  try {
    let bytes = 0;
    inspector.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
      bytes += writeSync(file, chunk as string);
    });
    await inspector.post('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: false });
    return bytes;
  } finally {
    closeSync(file);
  }
}
