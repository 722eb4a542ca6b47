/** The CPU profile: V8's own sampler on every thread of every process, in overlapping slices. */
import * as z from '../../../shared/base/schema.ts';
import { MAX_NAME_LENGTH, shorten } from '../../../shared/base/shorten.ts';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import { CPU_OF_MAIN_THREAD, MAIN_THREAD, MOST_THREAD } from '../../../shared/model/profile/profile.ts';
import type { TargetThread } from '../../../shared/model/run.ts';
import { MOST_COST_PERCENT } from '../../../shared/model/served.ts';
import { CPU_CAPTURE, type CpuCapture, recordsSpans } from '../../../shared/model/setup/captures.ts';
import type { V8Profile } from '../../../shared/profile/import/v8-profile.ts';
import { say } from '../../../shared/words/said.ts';
import type { CpuOptions } from '../agent/cpu-profiler.ts';
import { type ObservedOfRequests, REQUESTS_VARIABLE } from '../agent/protocol.ts';
import { AgentCapture } from './agent-capture.ts';
import type { CapturePort, CaptureStore } from './capture-port.ts';
import { locateSources } from './locate-sources.ts';
import { SampledScripts } from './sampled-scripts.ts';
import { ServedRecorder } from './served-recorder.ts';
import { WaitRecorder } from './wait-recorder.ts';

/** Often enough to watch the flame graph grow; a killed target loses this much. */
const SLICE_MS = 1_000;

const numbers = z.array(z.number());
const count = z.number().int().min(0);
const thread = count.max(MOST_THREAD);

const percentOfCost = z.number().min(0).max(MOST_COST_PERCENT);

/** Checks only what would break readers of a profile; its size is bounded by that of a line. */
const reportSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('slice'),
    profile: z.object({
      nodes: z.array(
        z.object({
          id: z.number(),
          callFrame: z.object({
            functionName: z.string(),
            scriptId: z.string(),
            url: z.string(),
            lineNumber: z.number(),
            columnNumber: z.number(),
          }),
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
    /** Absent: the main one. */
    thread: thread.optional(),
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
  z.object({ type: z.literal('thread'), thread, title: z.string(), tid: count.min(1).optional() }),
  z.object({ type: z.literal('unprofiled'), short: count, more: count }),
  z.object({
    type: z.literal('scripts'),
    scripts: z.array(z.object({ id: z.string(), url: z.string(), map: z.string(), isEvaluated: z.boolean(), text: z.string().optional() })),
    thread: thread.optional(),
  }),
]);

export function cpuCapture(asked: CpuCapture, store: CaptureStore): CapturePort {
  const { intervalUs, measureCost, keepSource, byRequest, byRequestLimit } = asked;
  const asks: ObservedOfRequests = byRequest ? (asked.waits ? 'waits' : 'work') : 'spans';
  const options: CpuOptions = { intervalUs, sliceMs: SLICE_MS, isOneOfMany: false };
  const scripts = new SampledScripts();
  const recorder = new ServedRecorder(store);
  const waits = new WaitRecorder(store, asked.keepStatements);
  const unprofiled = { short: 0, more: 0 };
  return new AgentCapture({
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
        case 'scripts':
          scripts.tell(pid, ofMain(report.thread), report.scripts);
          return true;
        case 'requests':
          return recorder.record(pid, report) && (report.waits === null || waits.record(pid, report.waits));
        case 'thread':
          store.record({ type: 'thread', thread: { pid, ...ofThread(report) } });
          return true;
        case 'unprofiled':
          unprofiled.short += report.short;
          unprofiled.more += report.more;
          return true;
        case 'slice': {
          const source = { ...CPU_OF_MAIN_THREAD, thread: ofMain(report.thread), intervalUs };
          scripts.add(pid, source.thread, report.profile.nodes);
          store.record({ type: 'slice', pid, ...source, profile: shift(report.profile, report.clockOffset) });
          return true;
        }
      }
    },
    finish: () => {
      if (unprofiled.short > 0) store.record({ type: 'warning', says: say('recording.shortThreads', { count: unprofiled.short }) });
      if (unprofiled.more > 0) store.record({ type: 'warning', says: say('recording.moreThreads', { count: unprofiled.more }) });
      // Otherwise it is what one has by default, and said where one looks for it.
      if (asked.spans && recorder.isSilent) store.record({ type: 'warning', says: say('recording.noRequests') });
      return locateSources(scripts, store, keepSource);
    },
  });
}

const ofMain = (of: number | undefined): number => of ?? MAIN_THREAD;

function ofThread({ thread, title, tid }: { thread: number; title: string; tid?: number | undefined }): Omit<TargetThread, 'pid'> {
  return { thread, title: shorten(showHidden(title), MAX_NAME_LENGTH), ...(tid === undefined ? {} : { tid }) };
}

/** V8's times on the engine's clock. */
function shift(profile: V8Profile, offset: number): V8Profile {
  return { ...profile, startTime: profile.startTime + offset, endTime: profile.endTime + offset };
}
