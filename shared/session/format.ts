/**
 * The session file, format 2. A zip, so that anybody can take the parts out; extension `.loopscope`. A run has these parts:
 *
 *   manifest.json          what was asked, what was used, states, totals, notes (canonical JSON: keys sorted)
 *   requests.bin           every request, stored (not deflated): blocks of 65,536 rows, columns one after the other in a block
 *   requests.json          the columns of requests.bin: name, type, unit, what is absent
 *   batches.bin            how the rows came in: rows of each batch, and the load process's own counts at that moment
 *   server.bin server.json one row for each look at each process of the target: one block of columns, and what they are
 *   profiles/PID.cpuprofile one for each process, merged; times in µs on the engine's clock (manifest: `origin` is time 0)
 *   sources.json           original positions of generated ones, from source maps
 *   output.txt output.json what the script wrote; which piece went to which stream when
 *   latency.hgrm           the latency spectrum for other tools; not read back
 *
 *   requests.bin   | block 0                                              | block 1 ...
 *                  | start x n | connect x n | ... | connection x n       |              n = 65,536, fewer in the last
 *
 * A comparison has a manifest of its own (`kind: comparison`: variants, order, what took no part, notes) and below `runs/NN/`
 * each of its runs with exactly the parts a run has:
 *
 *   manifest.json   runs/00/manifest.json runs/00/requests.bin ...   runs/01/...
 *
 * Numbers are little-endian. `.bin` parts have exactly rows x width bytes. A reader of version n refuses n+1 by name; each
 * change of the format raises SESSION_FORMAT and adds one step to upgrade.ts.
 *
 *   format 1   runs only
 *   format 2   `kind` in the manifest; comparisons
 */

import { BUCKET_US, MAX_BUCKETS } from '../load/load-accumulator.ts';
import { comparisonSchema } from '../model/comparison-schema.ts';
import { FIRST_HTTP_STATUS, type RequestBatch, RUN_STATES, type ServerSample } from '../model/run.ts';
import * as z from '../model/schema.ts';
import { setupSchema } from '../model/setup-schema.ts';
import type { Bytes } from '../model/units.ts';

export const MANIFEST = 'manifest.json';
export const REQUESTS = 'requests.bin';
export const REQUEST_COLUMNS_PART = 'requests.json';
export const BATCHES = 'batches.bin';
export const SERVER = 'server.bin';
export const SERVER_COLUMNS_PART = 'server.json';
export const LATENCY = 'latency.hgrm';
export const SOURCES = 'sources.json';
export const OUTPUT = 'output.txt';
export const OUTPUT_PIECES = 'output.json';

const FIXED_PARTS: readonly string[] = [
  MANIFEST,
  REQUESTS,
  REQUEST_COLUMNS_PART,
  BATCHES,
  SERVER,
  SERVER_COLUMNS_PART,
  LATENCY,
  SOURCES,
  OUTPUT,
  OUTPUT_PIECES,
];

export function profilePart(pid: number): string {
  return `profiles/${pid}.cpuprofile`;
}

/** Where the parts of one run of a comparison lie. */
export function runFolder(index: number): string {
  return `runs/${String(index).padStart(2, '0')}/`;
}

const RUN_FOLDER = /^runs\/\d{2,4}\//;

/** The folder of the run that a part belongs to; empty for the parts of the file itself. */
export function folderOf(name: string): string {
  return RUN_FOLDER.exec(name)?.[0] ?? '';
}

/** Whether this version knows a part of this name; anything else is refused. */
export function isPartName(name: string): boolean {
  const own = name.slice(folderOf(name).length);
  return FIXED_PARTS.includes(own) || /^profiles\/\d{1,10}\.cpuprofile$/.test(own);
}

/** Stored as they are, so that their size can be checked before they are read. */
export function isBinaryPart(name: string): boolean {
  return name.endsWith('.bin');
}

/** What a file may make us allocate. */
export const CAPS = {
  /** Inflated text, all parts of a run together; a 16 h profile of one process at 1 ms. */
  text: 256 * 1024 * 1024,
  /** Of all runs of a comparison together: what reading it may take. A thousand runs that fill their output stay below. */
  textOfAll: 2 * 1024 * 1024 * 1024,
  /** Deflate reaches 1000:1 on nothing but repetition; our own text stays far below 200:1 ... */
  ratio: 200,
  /** ... unless it is small: a megabyte of the same line in output.txt. Nothing below this is worth refusing. */
  ratioFrom: 16 * 1024 * 1024,
  /** 6 variants, 200 rounds, a dozen parts each. */
  parts: 20_000,
  manifest: 32 * 1024 * 1024,
} as const satisfies Record<string, Bytes>;

export const BLOCK_ROWS = 65_536;

export interface Column<Name extends string> {
  readonly name: Name;
  readonly type: 'Float64' | 'Uint32' | 'Uint16';
  readonly unit: string;
  readonly meaning: string;
}

/** Wide columns first, so that every column of a block is aligned. */
export const REQUEST_COLUMNS: readonly Column<keyof RequestBatch>[] = [
  { name: 'start', type: 'Float64', unit: 'us', meaning: 'actual send, since the start of the measured phase' },
  { name: 'connect', type: 'Uint32', unit: 'us', meaning: 'time to connect; 4294967295: connection reused' },
  { name: 'firstByte', type: 'Uint32', unit: 'us', meaning: 'from start to the first byte of the answer; 4294967295: none came' },
  { name: 'latency', type: 'Uint32', unit: 'us', meaning: 'from start to the end of the answer, or until it failed' },
  { name: 'bytes', type: 'Uint32', unit: 'bytes', meaning: 'received, headers included' },
  { name: 'status', type: 'Uint16', unit: '', meaning: 'HTTP status; 1 to 99: 1 + index into errorKinds' },
  { name: 'connection', type: 'Uint16', unit: '', meaning: 'which connection of the plan, from 0' },
];

export interface BatchCounts {
  readonly rows: Float64Array;
  readonly sent: Float64Array;
  readonly inFlight: Float64Array;
}
export const BATCH_COLUMNS: readonly Column<keyof BatchCounts>[] = [
  { name: 'rows', type: 'Float64', unit: '', meaning: 'rows of this batch' },
  { name: 'sent', type: 'Float64', unit: '', meaning: 'requests sent so far' },
  { name: 'inFlight', type: 'Float64', unit: '', meaning: 'requests without an outcome' },
];

export const SERVER_COLUMNS: readonly Column<keyof ServerSample>[] = [
  { name: 'at', type: 'Float64', unit: 'us', meaning: "on the engine's clock; subtract the manifest's origin" },
  { name: 'cpuPercent', type: 'Float64', unit: '%', meaning: 'of one core, since the sample before' },
  { name: 'rss', type: 'Float64', unit: 'bytes', meaning: 'resident memory' },
  { name: 'heapUsed', type: 'Float64', unit: 'bytes', meaning: 'JavaScript heap in use' },
  { name: 'elu', type: 'Float64', unit: '', meaning: 'event-loop utilization, 0 to 1; NaN without agent' },
  { name: 'loopStall', type: 'Float64', unit: 'us', meaning: 'longest stall of the event loop; NaN without agent' },
  { name: 'gcCount', type: 'Float64', unit: '', meaning: 'garbage collections' },
  { name: 'gcTime', type: 'Float64', unit: 'us', meaning: 'time in garbage collection' },
  { name: 'pid', type: 'Uint32', unit: '', meaning: 'process' },
];

const WIDTHS = { Float64: 8, Uint32: 4, Uint16: 2 } as const;

export function rowWidth(columns: readonly Column<string>[]): Bytes {
  return columns.reduce((sum, { type }) => sum + WIDTHS[type], 0);
}

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const clock = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const text = z.string().max(10_000);
const pid = z.number().int().min(0).max(0xffff_ffff);
const countsSchema = z.strictObject({ sent: count, inFlight: count });
const generatorSchema = z.strictObject({
  cpuPercent: z.number().nullable(),
  latenessMs: z.strictObject({ p50: z.number(), p99: z.number() }).nullable(),
  limited: z.boolean(),
});
const environmentSchema = z.strictObject({
  loopscope: text,
  os: text,
  arch: text,
  cpu: text,
  cores: count,
  memoryBytes: z.number().min(0),
  engineNode: text,
});
const failureSchema = z.strictObject({
  code: text,
  message: z.string().max(1_000_000),
  hint: z.string().max(1_000_000),
  detail: z.string().max(10_000_000).optional(),
});

export const manifestSchema = z.strictObject({
  format: z.literal(2),
  kind: z.literal('run'),
  session: z.strictObject({
    id: z.string().min(1).max(200),
    name: z.string().max(1_000),
    createdAt: z.string().max(100),
    setup: setupSchema,
    environment: environmentSchema,
    command: z.string().max(12_000_000),
  }),
  resolved: z.strictObject({ node: text, nodePath: text, url: text, agent: z.boolean() }).nullable(),
  /** Time 0 on the engine's clock, µs. */
  origin: clock.nullable(),
  states: z.array(z.strictObject({ state: z.enum(RUN_STATES), at: clock })).max(1_000),
  loadEnd: z.strictObject({ at: clock, counts: countsSchema, generator: generatorSchema }).nullable(),
  processes: z
    .array(z.strictObject({ pid, parentPid: pid, role: z.enum(['main', 'cluster worker', 'child']), title: text, node: text }))
    .max(100_000),
  requests: z.strictObject({ rows: count, batches: count }),
  server: z.strictObject({ rows: count }),
  profiles: z.array(z.strictObject({ pid, intervalUs: z.number().min(0).max(1e9) })).max(CAPS.parts),
  droppedOutput: count,
  warnings: z.array(z.string().max(1_000_000)).max(100_000),
  exit: z.strictObject({ code: z.number().int().nullable(), signal: z.string().max(100).nullable() }).nullable(),
  notes: z.string().max(1_000_000),
  ending: z.enum(['completed', 'stopped', 'target-exited', 'recovered', 'failed']).nullable(),
  failure: failureSchema.nullable(),
  /** For lists and for people; computed from the rest. */
  totals: z.strictObject({
    script: z.string().max(4_096),
    connections: count,
    completed: count,
    failed: count,
    p50Ms: z.number().nullable(),
    p99Ms: z.number().nullable(),
    requestsPerSecond: z.number().nullable(),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

const index = z.number().int().min(0).max(CAPS.parts);

export const comparisonManifestSchema = z.strictObject({
  format: z.literal(2),
  kind: z.literal('comparison'),
  comparison: z.strictObject({
    id: z.string().min(1).max(200),
    name: z.string().max(1_000),
    createdAt: z.string().max(100),
    setup: comparisonSchema,
    environment: environmentSchema,
    /** The study it belongs to. */
    study: text.nullable(),
    /** `series`: planned and run as one. `sessions`: of sessions that had been recorded before. */
    made: z.enum(['series', 'sessions']),
  }),
  /** In the order they were run. `hasRun`: its parts are in the file. */
  passes: z
    .array(
      z.strictObject({
        index,
        variant: z.number().int().min(0).max(5),
        round: index,
        kind: z.enum(['measured', 'profiled']),
        excluded: z.string().max(10_000).nullable(),
        hasRun: z.boolean(),
      }),
    )
    .max(CAPS.parts),
  notes: z.string().max(1_000_000),
  /** What was guessed before a study. */
  guess: text.nullable(),
  ending: z.enum(['completed', 'stopped', 'recovered', 'failed']).nullable(),
  failure: failureSchema.nullable(),
});
export type ComparisonManifest = z.infer<typeof comparisonManifestSchema>;
export type ComparisonHeader = ComparisonManifest['comparison'];
export type ComparisonEnding = NonNullable<ComparisonManifest['ending']>;

export const outputPiecesSchema = z.array(z.tuple([z.enum(['stdout', 'stderr']), clock, count])).max(2 * 1024 * 1024);
export type OutputPieces = z.infer<typeof outputPiecesSchema>;

const position = z
  .number()
  .int()
  .min(-1)
  .max(2 ** 31);
export const sourcesSchema = z.record(
  z.string().max(20_000),
  z.strictObject({ url: z.string().max(20_000), line: position, column: position, name: z.string().max(20_000).nullable() }),
);

const LATEST_COMPLETION = MAX_BUCKETS * BUCKET_US;

/** Why these rows cannot be what a load process recorded; null: they can. A time that makes no sense may not reach the statistics. */
export function findRowProblem(batch: RequestBatch): string | null {
  for (let row = 0; row < batch.start.length; row++) {
    const completion = batch.start[row]! + batch.latency[row]!;
    if (!(batch.start[row]! >= -BUCKET_US && completion <= LATEST_COMPLETION)) return `row ${row} has no possible time`;
    const status = batch.status[row]!;
    if (status < 1 || status >= 10 * FIRST_HTTP_STATUS) return `row ${row} has the status ${status}`;
  }
  return null;
}
