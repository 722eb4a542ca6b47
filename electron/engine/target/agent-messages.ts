import * as z from '../../../shared/model/schema.ts';
import type { FromAgent } from '../agent/protocol.ts';

const pid = z.number().int().positive();
const us = z.number();
const numbers = z.array(z.number());

/**
 * What the agents say. The target's own code could speak here too (the token is in its environment), so that shapes are
 * checked like any foreign data; of a profile only what would break its readers, its size being bounded by the line's.
 */
const fromAgent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token: z.string(),
    pid,
    ppid: z.number().int(),
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
    type: z.literal('stats'),
    clock: us,
    cpuUs: us,
    rss: z.number(),
    heapUsed: z.number(),
    eluActiveUs: us,
    eluIdleUs: us,
    loopStallUs: us,
    gcCount: z.number(),
    gcUs: us,
  }),
  z.object({ type: z.literal('profile-started') }),
  z.object({
    type: z.literal('slice'),
    profile: z
      .object({
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
        startTime: us,
        endTime: us,
        samples: numbers,
        timeDeltas: numbers,
      })
      .nullable(),
    clockOffset: us,
    last: z.boolean(),
  }),
  z.object({ type: z.literal('scripts'), scripts: z.array(z.object({ url: z.string(), map: z.string() })) }),
  z.object({ type: z.literal('warning'), message: z.string().max(2_000) }),
  z.object({ type: z.literal('exit'), code: z.number().nullable() }),
]);

/** Null when the line is not a message of ours. */
export function parseAgentMessage(line: string): FromAgent | null {
  try {
    return fromAgent.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
