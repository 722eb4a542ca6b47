/** What is asked for, checked: the same schemas on both ends. Apart from setup.ts, so that the page's first scripts do without them. */
import * as z from './schema.ts';
import { HTTP_METHODS } from './setup.ts';

export const nameValueSchema = z.strictObject({ name: z.string().min(1).max(1_000), value: z.string().max(100_000) });

export const targetSchema = z.strictObject({
  /** Absolute path of the script to launch. */
  script: z.string().min(1).max(4_096),
  args: z.array(z.string().max(100_000)).max(1_000),
  /** Absolute path; null: the folder of the script. */
  cwd: z.string().min(1).max(4_096).nullable(),
  /** Added to the environment the app itself runs in. */
  env: z.array(nameValueSchema).max(1_000),
  /** Absolute path of a Node binary; null: the first suitable one found. */
  node: z.string().min(1).max(4_096).nullable(),
  portTimeoutS: z.number().min(0.1).max(3_600),
});

/** Closed model: N connections, each sends its next request when the last answer has arrived. */
export const closedLoadSchema = z.strictObject({
  model: z.literal('closed'),
  /** A path on the target (`/slow?x=1`), or a whole http(s) URL. */
  url: z.string().min(1).max(8_192),
  connections: z.number().int().min(1).max(10_000),
  /** What ends the measured phase. */
  end: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('duration'), seconds: z.number().min(0.1).max(86_400) }),
    z.strictObject({ by: z.literal('amount'), requests: z.number().int().min(1).max(100_000_000) }),
  ]),
  /** Load of its own before the measured phase, on its own connections, drained; 0: none. */
  warmupS: z.number().min(0).max(3_600),
  /** A request without a whole answer after this long has failed. */
  timeoutS: z.number().min(0.01).max(86_400),
  method: z.enum(HTTP_METHODS),
  headers: z.array(nameValueSchema).max(200),
  body: z.string().max(10_000_000),
  keepAlive: z.boolean(),
  /** A host other than loopback may be loaded only when its name is given here, typed by the user for this run. */
  allowHost: z.string().max(253).nullable(),
});

export const captureSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('cpu'),
    /** Asked sampling interval; what was reached is reported from the samples. 50 us is where V8 stops keeping up. */
    intervalUs: z.number().int().min(50).max(1_000_000),
  }),
]);

export const setupSchema = z.strictObject({ target: targetSchema, load: closedLoadSchema, capture: captureSchema });
