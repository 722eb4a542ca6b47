/**
 * What the search for a leak asks of a process between two loads, from our own thread. Each start of this half is one question.
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
  /** Collects, and writes a snapshot of the main thread's heap. Objects have the same numbers in each until `end`. */
  | { readonly ask: 'snapshot'; readonly path: string }
  /** Nothing more is asked. */
  | { readonly ask: 'end' };

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
  | { readonly told: 'sampled'; readonly sites: readonly SampledSite[]; readonly bytes: Bytes }
  | { readonly told: 'snapshot'; readonly bytes: Bytes }
  | { readonly told: 'end' };

/** What a function has allocated itself, and what V8 has inlined into it, that is alive. */
export interface SampledSite {
  readonly name: string;
  readonly url: string;
  /** From 0 on. */
  readonly line: number;
  readonly bytes: Bytes;
}

/** The largest of them. */
const MOST_SITES = 20;

/** Bytes: a sample for so many allocated ones. What lives is sampled for next to nothing; the kept bytes of a site are right within 15 % after 1 MB. */
const SAMPLING_INTERVAL: Bytes = 32_768;

const levelsExpression = `(() => {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  const { heap_size_limit: limit, number_of_native_contexts: contexts } = require('node:v8').getHeapStatistics();
  const resources = typeof process.getActiveResourcesInfo === 'function' ? process.getActiveResourcesInfo().length : null;
  return { heap: heapUsed, external, arrayBuffers, limit, contexts, resources };
})()`;

/** What goes on from one question to another: sampling, and the numbers of objects, which V8 forgets when a session ends. */
class LastingSession {
  readonly inspector: Inspector;
  /** Where a snapshot is written to. */
  private file = 0;
  private bytes = 0;

  constructor(connect: () => Inspector) {
    this.inspector = connect();
    this.inspector.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
      this.bytes += writeSync(this.file, chunk as string);
    });
  }

  /** In chunks as they come, so that it is never in memory as a whole. */
  async writeSnapshot(path: string): Promise<Bytes> {
    await this.inspector.post('HeapProfiler.collectGarbage');
    // Readable by its owner alone: whatever the process holds is in it.
    this.file = openSync(path, 'wx', 0o600);
    this.bytes = 0;
    try {
      await this.inspector.post('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      return this.bytes;
    } finally {
      closeSync(this.file);
    }
  }
}

let lasting: LastingSession | null = null;

function endLasting(): void {
  lasting?.inspector.close();
  lasting = null;
}

export class LeakAnswers implements WorkerHalf {
  constructor(private readonly context: CaptureContext<LeakReport>) {}

  async start(): Promise<void> {
    this.context.report(await answer(this.context.options as LeakQuestion, () => new InspectorClient(this.context.state)));
  }

  async stop(): Promise<void> {}

  async leave(): Promise<void> {
    this.close();
  }

  close(): void {
    endLasting();
  }
}

async function answer(question: LeakQuestion, connect: () => Inspector): Promise<LeakReport> {
  if (question.ask === 'levels') return readLevels(connect());
  if (question.ask === 'end') {
    endLasting();
    return { told: 'end' };
  }
  lasting ??= new LastingSession(connect);
  const { inspector } = lasting;
  if (question.ask === 'sample') {
    await inspector.post('HeapProfiler.startSampling', { samplingInterval: SAMPLING_INTERVAL });
    return { told: 'sampling' };
  }
  if (question.ask === 'snapshot') return { told: 'snapshot', bytes: await lasting.writeSnapshot(question.path) };
  await inspector.post('HeapProfiler.collectGarbage');
  const { profile } = await inspector.post<{ profile: { head: SampledNode } }>('HeapProfiler.stopSampling');
  return { told: 'sampled', ...sumSites(profile.head) };
}

async function readLevels(inspector: Inspector): Promise<LeakReport> {
  try {
    const main = await levelsOf(inspector, 0);
    const workers = await inEachThread(inspector, levelsOf);
    return { told: 'levels', threads: [main, ...workers], descriptors: countDescriptors(), rss: process.memoryUsage.rss() };
  } finally {
    inspector.close();
  }
}

/** A node of V8's tree. */
interface SampledNode {
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly selfSize: Bytes;
  readonly children: readonly SampledNode[];
}

function sumSites(head: SampledNode): { readonly sites: readonly SampledSite[]; readonly bytes: Bytes } {
  const sites = new Map<string, SampledSite>();
  let all = 0;
  const left = [head];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    left.push(...node.children);
    const { functionName: name, url, lineNumber: line } = node.callFrame;
    all += node.selfSize;
    const key = `${url}:${line}:${name}`;
    sites.set(key, { name, url, line, bytes: (sites.get(key)?.bytes ?? 0) + node.selfSize });
  }
  return { sites: [...sites.values()].sort((a, b) => b.bytes - a.bytes).slice(0, MOST_SITES), bytes: all };
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
