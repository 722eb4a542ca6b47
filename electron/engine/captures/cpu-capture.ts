/** The CPU profile: V8's own sampler on every thread of every process, in overlapping slices. */
import * as z from '../../../shared/base/schema.ts';
import { CPU_OF_MAIN_THREAD } from '../../../shared/model/profile/profile.ts';
import { MOST_COST_PERCENT } from '../../../shared/model/served.ts';
import { CPU_CAPTURE, type CpuCapture, defaultCapture, HEAP_CAPTURE, recordsSpans } from '../../../shared/model/setup/captures.ts';
import type { V8Profile } from '../../../shared/profile/import/v8-profile.ts';
import { say } from '../../../shared/words/said.ts';
import type { CpuOptions } from '../agent/cpu-profiler.ts';
import { type ObservedOfRequests, REQUESTS_VARIABLE } from '../agent/protocol.ts';
import { AgentCapture } from './agent-capture.ts';
import type { CapturePort, CaptureStore } from './capture-port.ts';
import { heapCapture } from './heap-capture.ts';
import { nodeSchema, OF_ALL_PROFILES, ofMain, ofThread, SampledThreads } from './sampled-threads.ts';
import { ServedRecorder } from './served-recorder.ts';
import { WaitRecorder } from './wait-recorder.ts';

/** Often enough to watch the flame graph grow; a killed target loses this much. */
const SLICE_MS = 1_000;

const numbers = z.array(z.number());

const percentOfCost = z.number().min(0).max(MOST_COST_PERCENT);

const reportSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('slice'),
    profile: z.object({
      nodes: z.array(
        nodeSchema.extend({
          hitCount: z.number().optional(),
          children: numbers.optional(),
          positionTicks: z.array(z.object({ line: z.number(), ticks: z.number() })).optional(),
        }),
      ),
      startTime: z.number(),
      endTime: z.number(),
      samples: numbers,
      timeDeltas: numbers,
      requests: numbers.optional(),
    }),
    clockOffset: z.number(),
    ...ofThread,
  }),
  z.object({
    type: z.literal('requests'),
    routes: z.array(z.string()),
    shared: z.array(z.string()),
    columns: z.object({
      request: numbers,
      start: numbers,
      end: numbers,
      running: numbers,
      route: numbers,
      status: numbers,
      port: numbers,
      localPort: numbers,
    }),
    lost: z.number(),
    exchanges: z.object({ time: z.number(), of: z.array(z.tuple([z.number(), z.number(), z.number(), numbers])) }).nullable(),
    isCpuTime: z.boolean(),
    cost: z.object({ time: z.number(), timePercent: percentOfCost, cpuPercent: percentOfCost, isTooMuch: z.boolean() }).nullable(),
    waits: z
      .object({
        names: z.array(z.string()),
        columns: z.object({
          start: numbers,
          end: numbers,
          line: numbers,
          request: numbers,
          kind: numbers,
          to: numbers,
          name: numbers,
          status: numbers,
          limit: numbers,
        }),
        lost: z.number(),
      })
      .nullable(),
  }),
  ...OF_ALL_PROFILES,
]);

export function cpuCapture(asked: CpuCapture, store: CaptureStore): CapturePort[] {
  const { intervalUs, measureCost, keepSource, byRequest, byRequestLimit, allocations } = asked;
  const asks: ObservedOfRequests = byRequest ? (asked.waits ? 'waits' : 'work') : 'spans';
  const options: CpuOptions = { intervalUs, sliceMs: SLICE_MS, isOneOfMany: false };
  const sampled = new SampledThreads(store, keepSource, allocations ? 2 : 1);
  const recorder = new ServedRecorder(store);
  const waits = new WaitRecorder(store, asked.keepStatements);
  const capture = new AgentCapture({
    name: CPU_CAPTURE,
    options,
    inBlocks: measureCost ? { options: { ...options, isOneOfMany: true }, record: (pair) => store.record({ type: 'blocks', pair }) } : null,
    env: recordsSpans(asked) ? [{ name: REQUESTS_VARIABLE, value: `${asks} ${byRequestLimit}` }] : [],
    what: say('recording.profile'),
    warn: (says) => store.record({ type: 'warning', says }),
    take: (pid, given) => {
      const report = reportSchema.safeParse(given).data;
      if (report === undefined) return false;
      switch (report.type) {
        case 'requests':
          return recorder.record(pid, report) && (report.waits === null || waits.record(pid, report.waits));
        case 'slice':
          sampled.addSlice(
            { ...CPU_OF_MAIN_THREAD, pid, thread: ofMain(report.thread), intervalUs },
            shift(report.profile, report.clockOffset),
          );
          return true;
        default:
          sampled.take(pid, report);
          return true;
      }
    },
    finish: () => {
      // Otherwise it is what one has by default, and said where one looks for it.
      if (asked.spans && recorder.isSilent) store.record({ type: 'warning', says: say('recording.noRequests') });
      return sampled.finish();
    },
  });
  return allocations ? [capture, ...heapCapture(defaultCapture(HEAP_CAPTURE), store, sampled)] : [capture];
}

/** V8's times on the engine's clock. */
function shift(profile: V8Profile, offset: number): V8Profile {
  return { ...profile, startTime: profile.startTime + offset, endTime: profile.endTime + offset };
}
