/** What is allocated in every thread of every process, sampled by V8: all of it, or what is alive at the end. */
import * as z from '../../../shared/base/schema.ts';
import type { ProfileSource } from '../../../shared/model/profile/profile.ts';
import { type HeapCapture as AskedHeap, HEAP_CAPTURE, HEAP_KINDS, type HeapKind } from '../../../shared/model/setup/captures.ts';
import { say } from '../../../shared/words/said.ts';
import type { HeapOptions } from '../agent/heap-profiler.ts';
import { clockUs } from '../machine/clock.ts';
import { AgentCapture } from './agent-capture.ts';
import type { CapturePort, CaptureStore } from './capture-port.ts';
import { noInlining } from './no-inlining.ts';
import { placeSamples } from './place-samples.ts';
import { nodeSchema, OF_ALL_PROFILES, ofMain, ofThread, SampledThreads } from './sampled-threads.ts';

/** As often as the flame graph grows; a killed target loses this much. V8 stops a thread for some milliseconds to tell a slice. */
const SLICE_MS = 2_000;

const OF_HEAP: Omit<ProfileSource, 'pid' | 'thread' | 'kind'> = { inlined: true, unit: 'bytes', intervalUs: 0 };

const size = z.number().min(0);
const count = z.number().int().min(0);
const reportSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('slice'),
    of: z.enum(HEAP_KINDS),
    nodes: z.array(nodeSchema.extend({ children: z.array(z.number()), size })),
    samples: z.array(z.object({ ordinal: count, nodeId: z.number(), size })),
    looks: z.array(z.object({ at: z.number(), ordinal: count })).min(2),
    ...ofThread,
  }),
  ...OF_ALL_PROFILES,
]);

/** `beside`: of another capture of the same threads, which tells what is common to both. */
export function heapCapture(
  { alive, sampleBytes, inlining }: AskedHeap,
  store: CaptureStore,
  beside: SampledThreads | null = null,
): CapturePort[] {
  const options: HeapOptions = { intervalBytes: sampleBytes, of: alive ? 'alive' : 'allocated', sliceMs: SLICE_MS };
  const sampled = beside ?? new SampledThreads(store, false);
  let measuredFrom = 0;
  let isTold = false;
  const tellWhatIsMissing = (of: HeapKind): void => {
    if (of === options.of || isTold) return;
    isTold = true;
    store.record({ type: 'warning', says: say('recording.onlyAlive') });
  };
  const capture = new AgentCapture({
    name: HEAP_CAPTURE,
    options,
    what: say('recording.allocations'),
    warn: (says) => store.record({ type: 'warning', says }),
    take(pid, given) {
      const report = reportSchema.safeParse(given).data;
      if (report === undefined) return false;
      if (report.type === 'slice') {
        const to = store.run().measured?.to ?? Number.POSITIVE_INFINITY;
        sampled.addSlice({ ...OF_HEAP, kind: report.of, pid, thread: ofMain(report.thread) }, placeSamples(report, measuredFrom, to));
        tellWhatIsMissing(report.of);
      } else if (beside === null) sampled.take(pid, report);
      return true;
    },
    onMeasuring: () => {
      measuredFrom = clockUs();
    },
    finish: () => sampled.finish(),
  });
  return inlining ? [capture] : [capture, noInlining];
}
