import * as z from '../../../shared/base/schema.ts';
import { MOST_THREAD } from '../../../shared/model/profile/profile.ts';
import { MOST_SERIES, MOST_THREAD_TITLE, THREAD_KINDS, THREAD_SOURCES } from '../../../shared/model/thread-times.ts';
import { MOST_TIMING_CHARACTERS } from '../../../shared/model/user-timings.ts';
import type { FromAgent } from '../agent/protocol.ts';

const pid = z.number().int().positive();
const us = z.number();
const bytes = z.number().min(0);

/** Enough for some hundred threads, each read several times by a worker that had to wait before it could report. */
const MOST_POLLED = 100_000;
const polled = z.array(z.number().min(0).max(Number.MAX_SAFE_INTEGER)).max(MOST_POLLED);

/**
 * The messages of the agents. The target's own code could send some, too (the token is in its environment), so they are
 * validated like any untrusted data.
 */
const fromAgent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token: z.string(),
    pid,
    ppid: z.number().int(),
    startTicks: z.number().nullable(),
    role: z.enum(['main', 'cluster worker', 'child']),
    title: z.string().max(1_000),
    node: z.string().max(100),
    clock: us,
  }),
  z.object({
    type: z.literal('listening'),
    protocol: z.enum(['http', 'https', 'unknown']),
    address: z.string().max(300).nullable(),
    port: z.number().int().min(1).max(65_535).nullable(),
    socketPath: z.string().max(4_096).nullable(),
  }),
  z.object({
    type: z.literal('listen-failed'),
    code: z.string().max(100),
    port: z.number().int().min(1).max(65_535).nullable(),
  }),
  z.object({
    type: z.literal('stats'),
    clock: us,
    cpuUs: us,
    rss: z.number(),
    heapUsed: z.number(),
    ownBytes: z.number().min(0),
    eluActiveUs: us,
    eluIdleUs: us,
    loopStallUs: us,
    gcCount: z.number(),
    gcUs: us,
    heap: z.object({
      total: bytes,
      ofWorkers: bytes,
      external: bytes,
      arrayBuffers: bytes,
      collections: z
        .object({
          allocated: z.number(),
          behind: z.number().int().min(0),
          toldAt: us,
          fullCount: z.number().int().min(0),
          fullUs: us,
          stepCount: z.number().int().min(0),
          stepUs: us,
          live: bytes.nullable(),
          pauses: z.object({ minor: us, full: us, step: us }),
        })
        .nullable(),
    }),
    ownThreadsUs: us.nullable(),
    responses: z.object({ lastRequest: us.min(0), lastResponse: us.min(0), longestResponse: us.min(0) }).nullable(),
    asked: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('threads'),
    by: z.enum(THREAD_SOURCES),
    start: us.min(0),
    threads: z
      .array(
        z.object({
          series: z.number().int().min(1).max(MOST_SERIES),
          kind: z.enum(THREAD_KINDS),
          tid: pid.nullable(),
          startTicks: z.number().int().min(0).nullable(),
          thread: z.number().int().min(0).max(MOST_THREAD).nullable(),
          title: z.string().max(MOST_THREAD_TITLE),
          start: us.min(0),
          ended: z.boolean(),
        }),
      )
      .max(MOST_SERIES),
    rows: z
      .object({ series: polled, end: polled, ran: polled, waited: polled, stopped: z.array(z.literal([0, 1])).max(MOST_POLLED) })
      .refine(({ series, ...columns }) => Object.values(columns).every(({ length }) => length === series.length)),
  }),
  z.object({
    type: z.literal('timings'),
    timings: z.array(z.tuple([z.string().max(MOST_TIMING_CHARACTERS), us.min(0), us.min(-1)])).max(10_000),
    lost: z.number().int().min(0),
    /** Absent: the main one. */
    thread: z.number().int().min(0).max(MOST_THREAD).optional(),
  }),
  z.object({ type: z.literal('capture-started'), capture: z.string().max(100) }),
  z.object({ type: z.literal('capture-stopped'), capture: z.string().max(100) }),
  // The capture checks it.
  z.object({ type: z.literal('capture-report'), capture: z.string().max(100), report: z.unknown() }),
  z.object({ type: z.literal('capture-failed'), capture: z.string().max(100), why: z.string().max(2_000) }),
  z.object({ type: z.literal('child-exit'), pid, code: z.number().int().nullable(), signal: z.string().max(20).nullable() }),
  z.object({ type: z.literal('exit'), code: z.number().nullable() }),
]);

/** Null: the line is not a valid message. */
export function parseAgentMessage(line: string): FromAgent | null {
  try {
    return fromAgent.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
