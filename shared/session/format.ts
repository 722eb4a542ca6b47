/**
 * The session file, format 4. A zip, so that anybody can take the parts out; extension `.loopscope`.
 *
 * A session is an experiment made of cells, each a run, a comparison, a profile or a load result of another tool, or a study of unknown services; `manifest.json` has
 * `experiment: { cells: [...] }`, each cell with its `kind` first to look at. This version writes one cell, and refuses a file of several by saying what it holds. A run has these parts:
 *
 *   manifest.json          of its cell: what was asked, what was used, states, totals, notes (canonical JSON: keys sorted)
 *   requests.bin           every request, stored (not deflated): blocks of 65,536 rows, columns one after the other in a block
 *   requests.json          the columns of requests.bin: name, type, unit, what is absent; and those left out, with their default
 *   batches.bin            how the rows came in: rows of each batch, and the load process's own counts at that moment
 *   profiles/PID.cpuprofile one for each process, merged; times in µs on the engine's clock (manifest: `origin` is time 0); those of
 *                          other threads than the main one are PID-THREAD.cpuprofile, those of another kind end in its name;
 *                          `requests`: the request that each sample was taken in, as served.bin numbers them (0: none, -1: not known, -2: after its response; -3, -4 ...:
 *                          something shared, in the order of `sharing.names` of its process);
 *                          `lineTicks`: on which lines they were taken, slice by slice (profile/lines/line-ticks.ts);
 *                          where samples do not weigh time they have `weights`, in the unit that the manifest names
 *   latency.hgrm           the latency spectrum for other tools; not read back
 *
 * and of each session part (parts/) the files that it names: rows of numbers in one block of columns (`.bin`), which a `.json` beside it
 * describes, and texts.
 *
 *   requests.bin   | block 0                                              | block 1 ...
 *                  | start x n | connect x n | ... | connection x n       |              n = 65,536, fewer in the last
 *
 * Which columns it has says the manifest (requests.columns): of those of REQUEST_COLUMNS (model/run.ts) a column whose every row has
 * the default is left out. They stand in the order of that table, the wide ones first.
 *
 * A comparison has a cell of its own (`kind: comparison`: variants, order, what took no part, notes) and below `runs/NN/`
 * each of its runs with exactly the parts that the file of a run has:
 *
 *   manifest.json   runs/00/manifest.json runs/00/requests.bin ...   runs/01/...
 *
 * Where a variant is a result of another load tool (`comparison.setup.variants`: its `tool`), the folder has the manifest of that, and nothing else.
 *
 * A grid is a comparison whose set-up says so (`comparison.setup.grid`: its cases and its topologies): each of its runs is one of its cells, and none is judged.
 *
 * A profile of another tool has a cell of its own, too (`kind: profile`: the file it was imported from, notes), and of the parts of a run
 * only those that it has something for. Time 0 (manifest: `origin`) is where its own file begins; its profiles are those of threads 0, 1, ...
 * of process 0:
 *
 *   manifest.json   profiles/0.cpuprofile profiles/0-1.cpuprofile ...   ticks.json
 *
 * A result of another load tool has a cell of its own (`kind: load`) with all of it in the manifest: the file it was imported from, its figures, notes.
 *
 * A snapshot of a heap has a cell of its own (`kind: heap`) with all that is kept of it in the manifest: constructors, the objects that retain most, the top of
 * the dominator tree. Nothing of it is a text of the program that it was taken of, or a key of a dictionary.
 *
 * A study of unknown services has a cell of its own (`kind: services`, services-cell.ts) with all of it in the manifest: which study, and of each service its
 * addresses, what was guessed, what the probe found, and what it is. The last is null until it was told; the seed in it starts the same services again.
 *
 * Numbers are little-endian. `.bin` parts have exactly rows x width bytes. A reader of version n refuses n+1 by name; each
 * change of the format raises SESSION_FORMAT and adds one step to upgrade.ts.
 *
 *   format 1   runs only
 *   format 2   `kind` in the manifest; comparisons
 *   format 3   what upgrade.ts adds in TO_3: set-ups in five parts (`setup.requests`, `setup.client`; before: in `setup.load`);
 *              the question of a comparison (`comparison.setup.question`; before: p50);
 *              CPU time of other threads than the main one (`server.threads`; before: not recorded);
 *              threads, open files and context switches of processes (`server.system`; before: not recorded);
 *              what disturbed a run (`machine.bin`, its rows in `machine.rows`; before: none);
 *              clients other than Loopscope's own (`setup.client`, `autocannon.json`; before: none);
 *              which columns `requests.bin` has (`requests.columns`; before: the seven of format 1);
 *              whose profile it is and what its weights count (`profiles`: `thread`, `kind`, `unit`; before: CPU of the main thread, µs);
 *              failures, warnings and reasons of exclusion as messages with parameters (before: sentences);
 *              numbers that captures have found out (`captured`; before: none);
 *              `keepsValues` (false: what may be a secret is left out and numbered, shared/privacy);
 *              `experiment.cells` (before: the manifest was that of one cell);
 *              profiles of other tools; results of other load tools;
 *              requests as the server saw them (`served`; before, and without: no such parts);
 *              time by line (`lineTicks` of profiles, `lines.json`; before, and of other tools often: no such parts);
 *              source that was kept (`texts.json`; before, and unless asked for: no such part);
 *              worker threads that have a profile (`threads`; before, and without: none);
 *              pairs of blocks with and without sampling (`blocks`; before, and without: none);
 *              a second pass without inlining (`exactPass`, profiles of the kind `exact`; before, and without: none);
 *              a result of another load tool that was joined to a run (`joined`: the file it was read from, its figures, where it lies on the time axis; without: none);
 *              grids (`comparison.setup.grid`; without: a comparison), and whether their cells record (`grid.records`; without: they do not);
 *              whether responses came all the time, and what was open at the end (`liveness`; before: not recorded),
 *              and what the warm-up got (`liveness.warmUp`; before, and without a warm-up: none);
 *              `leftOut` of copies that were saved without parts (absent: it has all that was recorded)
 *   format 4   studies of unknown services (`kind: services`; before: not kept), what a profile of another tool calls what it measures
 *              (`called`; before: not kept), packages of code that a bundler has put into a file (`sources.json`; before: taken for the user's own)
 */

import * as z from '../base/schema.ts';
import { MAX_NAME_LENGTH } from '../base/shorten.ts';
import type { Microseconds } from '../base/units.ts';
import { LOAD_FORMATS, MOST_PROFILES, PROFILE_FORMATS, SNAPSHOT_FORMATS } from '../foreign/importer.ts';
import type { JoinedLoad } from '../load/foreign/joined-load.ts';
import { BUCKET_US, MAX_BUCKETS } from '../load/load-accumulator.ts';
import { completionOf, hasRequiredColumns, latenessOf, rowCount } from '../load/request-rows.ts';
import { OUR_PROCESSES } from '../model/clients/client.ts';
import { comparisonSchema } from '../model/comparison/comparison-schema.ts';
import { STOPPED_PASS } from '../model/comparison/exclusion.ts';
import { MOST_GRID_CELLS } from '../model/comparison/grid.ts';
import type { StoredLesson } from '../model/comparison/study.ts';
import type { ProfileSource } from '../model/profile/profile.ts';
import { WEIGHT_UNITS } from '../model/profile/weight-unit.ts';
import { FIRST_HTTP_STATUS, REQUEST_COLUMNS, type RequestBatch, RUN_ENDINGS, RUN_STATES } from '../model/run.ts';
import { CPU_CAPTURE, PROFILE_KINDS } from '../model/setup/captures.ts';
import { setupSchema } from '../model/setup/setup-schema.ts';
import type { Column } from '../model/table.ts';
import { type Said, say } from '../words/said.ts';
import { saidSchema } from '../words/said-schema.ts';
import { SESSION_FORMAT } from './entries.ts';
import { failureSchema } from './failure-schema.ts';
import { heapSummarySchema } from './heap-summary-schema.ts';
import { leftOutSchema } from './left-out-schema.ts';
import { CAPS, clock, count, pid, text, threadId } from './limits.ts';
import { loadResultSchema } from './load-result-schema.ts';
import { PART_FIELDS, PARTS } from './parts/parts.ts';
import { servicesCellSchema } from './services-cell.ts';

export const MANIFEST = 'manifest.json';
export const REQUESTS = 'requests.bin';
export const REQUEST_COLUMNS_PART = 'requests.json';
export const BATCHES = 'batches.bin';
export const LATENCY = 'latency.hgrm';

const FIXED_PARTS: ReadonlySet<string> = new Set([
  ...[MANIFEST, REQUESTS, REQUEST_COLUMNS_PART, BATCHES, LATENCY],
  ...PARTS.flatMap(({ table, files }) => [...(table === null ? [] : [table.file]), ...files.flatMap(({ write }) => Object.keys(write))]),
]);

/** In files the profile of the pass without inlining is of a kind of its own. */
const NOT_INLINED = 'exact';
const STORED_KINDS = [...PROFILE_KINDS, NOT_INLINED] as const;
type StoredSource = Omit<ProfileSource, 'kind' | 'inlined'> & { readonly kind: (typeof STORED_KINDS)[number] };

export function toStored({ inlined, ...source }: ProfileSource): StoredSource {
  return inlined ? source : { ...source, kind: NOT_INLINED };
}

export function fromStored<S extends StoredSource>(stored: S): Omit<S, 'kind'> & Pick<ProfileSource, 'kind' | 'inlined'> {
  const { kind } = stored;
  return kind === NOT_INLINED ? { ...stored, kind: CPU_CAPTURE, inlined: false } : { ...stored, kind, inlined: true };
}

export function profilePart(source: ProfileSource): string {
  const { pid, thread, kind } = toStored(source);
  return `profiles/${pid}${thread === 0 ? '' : `-${thread}`}.${kind}profile`;
}

const PROFILE_PART = new RegExp(`^profiles/\\d{1,10}(-[1-9]\\d{0,9})?\\.(${STORED_KINDS.join('|')})profile$`);

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
  return FIXED_PARTS.has(own) || PROFILE_PART.test(own);
}

/** Stored as they are, so that their size can be checked before they are read. */
export function isBinaryPart(name: string): boolean {
  return name.endsWith('.bin');
}

export const BLOCK_ROWS = 65_536;

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

const countsSchema = z.strictObject({ sent: count, inFlight: count });
const exitSchema = z.strictObject({ code: z.number().int().nullable(), signal: z.string().max(100).nullable() });

const generatorSchema = z.strictObject({
  cpuPercent: z.number().nullable(),
  /** Format 3 files of one load process, and those of before there could be several, have none. */
  busiestPercent: z.number().optional(),
  /** Absent in files of before they were measured, as the next. */
  waitedForCorePercent: z.number().optional(),
  stoodStillMs: z.strictObject({ total: z.number(), longest: z.number() }).optional(),
  latenessMs: z.strictObject({ p50: z.number(), p99: z.number() }).nullable(),
  /** Format 3 files of before they were counted have none, nor has a load without a schedule. */
  openedLate: count.optional(),
  /** Absent: they were not pinned. */
  pinnedTo: z.array(count).max(OUR_PROCESSES.workers.max).readonly().optional(),
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

const requestColumnsSchema = z
  .array(z.enum(REQUEST_COLUMNS.map(({ name }) => name)))
  .max(REQUEST_COLUMNS.length)
  .refine(hasRequiredColumns, 'a column is missing');

const axisMs = z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const joinedSchema = z.strictObject({
  file: text,
  format: z.enum(LOAD_FORMATS),
  result: loadResultSchema,
  remarks: z.array(saidSchema).max(1_000).readonly(),
  placed: z.strictObject({
    startMs: axisMs,
    clock: z.strictObject({ behindMs: axisMs, withinMs: axisMs.min(0), by: z.enum(['cpu', 'requests']) }).nullable(),
  }),
}) satisfies z.ZodType<JoinedLoad>;

const runCellSchema = z.strictObject({
  kind: z.literal('run'),
  session: z.strictObject({
    id: z.string().min(1).max(200),
    name: z.string().max(1_000),
    createdAt: z.string().max(100),
    setup: setupSchema,
    environment: environmentSchema,
    command: z.string().max(12_000_000),
    keepsValues: z.boolean(),
    leftOut: leftOutSchema,
  }),
  resolved: z.strictObject({ node: text, nodePath: text, url: text, agent: z.boolean(), nginx: text.optional() }).nullable(),
  /** Time 0 on the engine's clock, µs. */
  origin: clock.nullable(),
  states: z.array(z.strictObject({ state: z.enum(RUN_STATES), at: clock })).max(1_000),
  loadEnd: z.strictObject({ at: clock, counts: countsSchema, generator: generatorSchema }).nullable(),
  processes: z
    .array(
      z.strictObject({
        pid,
        parentPid: pid,
        role: z.enum(['main', 'cluster worker', 'child']),
        title: text,
        node: text,
        member: text.optional(),
        startedAt: clock.optional(),
        servesFrom: clock.optional(),
        ended: z.strictObject({ at: clock, exit: exitSchema.nullable() }).optional(),
      }),
    )
    .max(100_000),
  /** Worker threads that have a profile. Absent: there are none. */
  threads: z
    .array(z.strictObject({ pid, thread: threadId, title: text, tid: pid.nullable().optional() }))
    .max(CAPS.parts)
    .optional(),
  /** `columns`: those that requests.bin has; the others have their default throughout. */
  requests: z.strictObject({ rows: count, batches: count, columns: requestColumnsSchema }),
  profiles: z
    .array(
      z.strictObject({
        pid,
        thread: threadId,
        kind: z.enum(STORED_KINDS),
        unit: z.enum(WEIGHT_UNITS),
        intervalUs: z.number().min(0).max(1e9),
      }),
    )
    .max(CAPS.parts),
  warnings: z.array(saidSchema).max(100_000),
  /** A result of another load tool that was joined to it. Absent: none was. */
  joined: joinedSchema.optional(),
  exit: exitSchema.nullable(),
  notes: z.string().max(1_000_000),
  ending: z.enum(RUN_ENDINGS).nullable(),
  failure: failureSchema.nullable(),
  ...PART_FIELDS,
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
/** What a file says of a run, beside its parts. */
export type Manifest = z.infer<typeof runCellSchema>;

const index = z.number().int().min(0).max(CAPS.parts);

const lessonText = z.string().max(20_000);

const storedLessonSchema: z.ZodType<StoredLesson> = z.strictObject({
  title: text,
  language: z.string().max(100).optional(),
  form: z.strictObject({ title: text, reveal: lessonText.nullable() }).nullable(),
  question: text,
  choices: z.array(z.strictObject({ id: text, text })).max(8),
  expected: text,
  before: lessonText,
  reveal: lessonText,
  explain: lessonText,
  tryNext: lessonText,
});

const comparisonCellSchema = z.strictObject({
  kind: z.literal('comparison'),
  comparison: z.strictObject({
    id: z.string().min(1).max(200),
    name: z.string().max(1_000),
    createdAt: z.string().max(100),
    setup: comparisonSchema,
    environment: environmentSchema,
    /** The study it belongs to. */
    study: text.nullable(),
    lesson: storedLessonSchema.optional(),
    /** `series`: planned and run as one. `sessions`: of sessions that had been recorded before. */
    made: z.enum(['series', 'sessions']),
    keepsValues: z.boolean(),
    leftOut: leftOutSchema,
  }),
  /** In the order they were run. `hasRun`: its parts are in the file. */
  passes: z
    .array(
      z.strictObject({
        index,
        variant: z
          .number()
          .int()
          .min(0)
          .max(MOST_GRID_CELLS - 1),
        round: index,
        kind: z.enum(['measured', 'profiled']),
        excluded: z.union([z.literal(STOPPED_PASS), saidSchema]).nullable(),
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
/** What a file says of a comparison, beside its runs. */
export type ComparisonManifest = z.infer<typeof comparisonCellSchema>;
export type ComparisonHeader = ComparisonManifest['comparison'];
export type ComparisonEnding = NonNullable<ComparisonManifest['ending']>;

const profileCellSchema = z.strictObject({
  kind: z.literal('profile'),
  name: text,
  /** The file it was imported from. */
  file: text,
  format: z.enum(PROFILE_FORMATS),
  /** Whether functions have the files they are in; where they have none, their names say whose code they are. */
  hasPlaces: z.boolean(),
  /** Time 0 in its profiles, µs. */
  origin: clock,
  /**
   * In the order of their threads. `title`: what the file calls it; empty: nothing. `times`: of one that measures time, that it was counted by stack, or
   * that functions were recorded as they began and ended; absent: it was sampled.
   */
  profiles: z
    .array(
      z.strictObject({
        unit: z.enum(WEIGHT_UNITS),
        title: z.string().max(MAX_NAME_LENGTH),
        times: z.enum(['counted', 'traced']).optional(),
      }),
    )
    .max(MOST_PROFILES),
  /** What its file calls what it measures; absent: it has no name for it. */
  called: z.string().max(MAX_NAME_LENGTH).optional(),
  /** What has to be known to read the figures. */
  remarks: z.array(saidSchema).max(1_000),
  leftOut: leftOutSchema,
  notes: z.string().max(1_000_000),
});
/** What a file says of a profile of another tool, beside its parts. */
export type ProfileManifest = z.infer<typeof profileCellSchema>;

const loadCellSchema = z.strictObject({
  kind: z.literal('load'),
  name: text,
  /** The file it was imported from. */
  file: text,
  format: z.enum(LOAD_FORMATS),
  result: loadResultSchema,
  /** What has to be known to read the figures. */
  remarks: z.array(saidSchema).max(1_000),
  leftOut: leftOutSchema,
  notes: z.string().max(1_000_000),
});
/** What a file says of a result of another load tool: all there is. */
export type LoadResultManifest = z.infer<typeof loadCellSchema>;

const heapCellSchema = z.strictObject({
  kind: z.literal('heap'),
  name: text,
  /** The file it was imported from. */
  file: text,
  format: z.enum(SNAPSHOT_FORMATS),
  heap: heapSummarySchema,
  leftOut: leftOutSchema,
  notes: z.string().max(1_000_000),
});
/** What a file says of a snapshot of a heap: all that is kept of it. */
export type HeapManifest = z.infer<typeof heapCellSchema>;

/** More than any grid of cells that can be looked at. */
const MOST_CELLS = 1_000;

export const sessionManifestSchema = z.strictObject({
  format: z.literal(SESSION_FORMAT),
  experiment: z.strictObject({
    cells: z
      .array(
        z.discriminatedUnion('kind', [
          runCellSchema,
          comparisonCellSchema,
          profileCellSchema,
          loadCellSchema,
          heapCellSchema,
          servicesCellSchema,
        ]),
      )
      .min(1)
      .max(MOST_CELLS),
  }),
});
/** All of `manifest.json`. */
export type SessionManifest = z.infer<typeof sessionManifestSchema>;
export type StoredCell = SessionManifest['experiment']['cells'][number];

export function manifestOf(cell: StoredCell): SessionManifest {
  return { format: SESSION_FORMAT, experiment: { cells: [cell] } };
}

const LATEST_COMPLETION = MAX_BUCKETS * BUCKET_US;

/** Starts are rounded down one by one: a request that failed at once may seem to end before it was sent. */
const ROUNDING: Microseconds = 1;

/** Why these rows cannot be what a load process recorded; null: they can. A time that makes no sense may not reach the statistics. */
export function findRowProblem(batch: RequestBatch): Said | null {
  for (let row = 0; row < rowCount(batch); row++) {
    const completion = completionOf(batch, row);
    const isInOrder = batch.intended[row]! >= -BUCKET_US && latenessOf(batch, row) >= 0 && batch.start[row]! <= completion + ROUNDING;
    if (!(isInOrder && completion <= LATEST_COMPLETION)) return say('file.whyRowTime', { part: REQUESTS, row });
    const status = batch.status[row]!;
    if (status < 1 || status >= 10 * FIRST_HTTP_STATUS) return say('file.whyRowStatus', { part: REQUESTS, row, status });
  }
  return null;
}
