/**
 * Samples what one thread allocates in its heap, by V8's sampling heap profiler: a sample for each so many allocated bytes, with the stack. V8 names
 * functions as they are compiled: what is inlined counts for its caller.
 *
 *   allocated   V8 keeps the samples of what has been collected, too, so the profile is read and begun anew in slices. Node 20 and later.
 *   alive       one profile from start to stop, read after a full collection: what was allocated meanwhile and is kept
 */
import type { Bytes, Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import type { HeapKind } from '../../../shared/model/setup/captures.ts';
import type { V8CallFrame } from '../../../shared/profile/import/v8-profile.ts';
import type { CaptureContext } from './capture-half.ts';
import { clockUs } from './hrtime.ts';
import type { Inspector, ScriptsReport } from './inspector-client.ts';
import type { ThreadProfiler } from './threads/thread-profiles.ts';

/** What the engine asks for. */
export interface HeapOptions {
  readonly intervalBytes: Bytes;
  readonly of: HeapKind;
  readonly sliceMs: Milliseconds;
}

export type HeapReport = ({ readonly type: 'slice' } & HeapSlice) | ScriptsReport;

/** Samples have numbers in the order of their allocation, and no times. */
export interface HeapSlice {
  readonly of: HeapKind;
  /** `size`: of all samples in it. */
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: V8CallFrame;
    readonly children: readonly number[];
    readonly size: Bytes;
  }[];
  readonly samples: readonly HeapSample[];
  /** At the start, and from then on in order of time. */
  readonly looks: readonly HeapLook[];
}

export interface HeapSample {
  readonly ordinal: number;
  readonly nodeId: number;
  /** Of all that it stands for. */
  readonly size: Bytes;
}

/** So many samples had been taken by then, on the agent's clock, which is the engine's. */
export interface HeapLook {
  readonly at: Microseconds;
  readonly ordinal: number;
}

/** As V8 tells it. */
interface SampledHeap {
  readonly head: HeapNode;
  readonly samples: readonly HeapSample[];
}

interface HeapNode {
  readonly id: number;
  readonly callFrame: V8CallFrame;
  readonly selfSize: Bytes;
  readonly children: readonly HeapNode[];
}

/** Node 18 samples what is alive, whatever it is asked for. */
const TELLS_COLLECTED = Number.parseInt(process.versions.node, 10) >= 20;

export class HeapProfiler implements ThreadProfiler {
  private readonly options: HeapOptions;
  private readonly of: HeapKind;
  private timer: NodeJS.Timeout | undefined;
  private rotating: Promise<void> = Promise.resolve();
  private isBusy = false;
  private isSampling = false;
  private looks: HeapLook[] = [];
  hasReported = false;

  constructor(
    private readonly context: Pick<CaptureContext<HeapReport>, 'options' | 'report'>,
    private readonly inspector: Inspector,
  ) {
    // The engine's own words: it is this agent's engine.
    this.options = context.options as HeapOptions;
    this.of = TELLS_COLLECTED ? this.options.of : 'alive';
  }

  async prepare(): Promise<void> {}

  async start(): Promise<void> {
    await this.begin();
    this.timer = setInterval(() => {
      // A blocked thread responds late: its slice is then longer, and no second command waits behind the first.
      if (!this.isBusy) this.rotating = this.rotate().catch(() => {});
    }, this.options.sliceMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.rotating;
    if (this.of === 'alive') {
      await this.look();
      await this.inspector.post('HeapProfiler.collectGarbage');
    }
    await this.end();
    this.context.report(await this.inspector.reportScripts());
  }

  /** The thread is at its end, and responds no more. All slices but the last have been told. */
  async leave(): Promise<void> {
    this.close();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async begin(): Promise<void> {
    const { intervalBytes } = this.options;
    const isOfAll = this.of === 'allocated';
    await this.inspector.post('HeapProfiler.startSampling', {
      samplingInterval: intervalBytes,
      includeObjectsCollectedByMajorGC: isOfAll,
      includeObjectsCollectedByMinorGC: isOfAll,
    });
    this.looks = [{ at: clockUs(), ordinal: 0 }];
    this.isSampling = true;
  }

  private async rotate(): Promise<void> {
    this.isBusy = true;
    try {
      if (this.of === 'alive') await this.look();
      else {
        await this.end();
        await this.begin();
      }
    } finally {
      this.isBusy = false;
    }
  }

  /** How many samples there have been is known by the last one that is alive; there is nearly always one of the last moment. */
  private async look(): Promise<void> {
    const at = clockUs();
    const { profile } = await this.inspector.post<{ profile: SampledHeap }>('HeapProfiler.getSamplingProfile');
    this.looks.push({ at, ordinal: lastOrdinal(profile) });
  }

  private async end(): Promise<void> {
    if (!this.isSampling) return;
    this.isSampling = false;
    const { profile } = await this.inspector.post<{ profile: SampledHeap }>('HeapProfiler.stopSampling');
    if (this.of === 'allocated') this.looks.push({ at: clockUs(), ordinal: lastOrdinal(profile) });
    this.hasReported = true;
    this.context.report({ type: 'slice', of: this.of, nodes: listNodes(profile.head), samples: profile.samples, looks: this.looks });
  }
}

function lastOrdinal({ samples }: SampledHeap): number {
  return samples.reduce((last, { ordinal }) => Math.max(last, ordinal), 0);
}

function listNodes(head: HeapNode): HeapSlice['nodes'] {
  const nodes: HeapSlice['nodes'][number][] = [];
  const left = [head];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    left.push(...node.children);
    const { id, callFrame, children, selfSize: size } = node;
    nodes.push({ id, callFrame, children: children.map((child) => child.id), size });
  }
  return nodes;
}
