/**
 * The contract between interface and engine: one typed map from request to signature, and one union of events. Both ends
 * derive from it; adding a message touches this file, its handler (electron/engine/api/handlers/) and its caller.
 *
 * Plain data only. Bulk data is declared as `Columns` and travels as one binary message (columns.ts).
 */

import type { LoadTool } from '../load/foreign/load-result.ts';
import { BY_FUNCTION, MOST_REQUESTS, MOST_REQUESTS_BEFORE, OUTCOMES, REQUEST_SORTS } from '../load/request-selection.ts';
import type { ComparisonSetup, VerdictWord } from '../model/comparison.ts';
import { type Editor, findEditor, type SourcePlace } from '../model/editors.ts';
import type { ExactPass } from '../model/exact-pass.ts';
import { EXPORT_FORMATS } from '../model/export-formats.ts';
import type { Failure, Outcome } from '../model/failure.ts';
import { GROUPINGS } from '../model/groupings.ts';
import type { KnownCpu } from '../model/known-cpu.ts';
import { LEFT_OUT, type LeftOut } from '../model/left-out.ts';
import { PAGE_FIGURES } from '../model/lesson-links.ts';
import type { Metric } from '../model/metrics.ts';
import type { MeasuredCost } from '../model/profiling-cost.ts';
import type { FrameKind, GroupRow, LineFigures, Report, RunReport } from '../model/report.ts';
import type { NoStory, RequestStory } from '../model/request-story.ts';
import { type ExitInfo, FIRST_HTTP_STATUS, type RunEnding, type RunState, type TargetProcess, type TargetThread } from '../model/run.ts';
import { type ChartChoice, RUN_CHARTS } from '../model/run-chart.ts';
import * as z from '../model/schema.ts';
import { MOST_ROUTE_CHARACTERS } from '../model/served.ts';
import type { ServicesForm } from '../model/services.ts';
import type { Setup } from '../model/setup.ts';
import { setupSchema } from '../model/setup-schema.ts';
import { findTextSize, type TextSize } from '../model/text-size.ts';
import { THEME_CHOICES, type ThemeChoice } from '../model/theme.ts';
import { TIME_BASES, type TimeBase } from '../model/time-base.ts';
import type { Bytes, Microseconds, Milliseconds, Percent } from '../model/units.ts';
import type { HarHosts } from '../plan/har.ts';
import type { PrivateFacts } from '../privacy/private-facts.ts';
import type { ImportFormat } from '../profile/importer.ts';
import { PROFILE_KINDS } from '../profile/profile.ts';
import { TICK_CATEGORIES, type TickCategory, type Ticks } from '../profile/ticks.ts';
import type { WeightUnit } from '../profile/weight-unit.ts';
import type { Said } from '../words/said.ts';
import type { Columns } from './columns.ts';
import { type ComparisonAnswers, type ComparisonEvent, comparisonRequests } from './comparison-contract.ts';
import { foldsSchema, functionName, reshapeSchema } from './folds-schema.ts';
import { type ProbeAnswers, type ProbeEvent, probeRequests } from './probe-contract.ts';
import type {
  DensityColumns,
  FunctionSeriesColumns,
  LaunchColumns,
  LoadSeriesColumns,
  MachineSeriesColumns,
  OutputChunk,
  RequestRows,
  ServerSeriesColumns,
  TimingColumns,
} from './series.ts';
import { type ServicesAnswers, type ServicesEvent, servicesRequests } from './services-contract.ts';
import type { SlowRequests } from './slow-requests.ts';

const id = z.string().min(1).max(200);
const MOST_NOTES = 1_000_000;
const path = z.string().min(1).max(4_096);
const recordingAndResult = z.tuple([id, id]);
const windowSchema = z.strictObject({ fromMs: z.number(), toMs: z.number() }).nullable();
const frameKinds = z.array(z.enum(['own', 'dependency', 'core', 'native'])).max(4);

/** Files of resources/samples, the simplest first. */
export const SAMPLES = ['slow-route', 'ssr'] as const;
export type SampleName = (typeof SAMPLES)[number];

const harChoiceSchema = z.strictObject({
  origins: z.array(z.string().min(1).max(300)).max(10_000),
  toTarget: z.boolean(),
  order: z.enum(['mix', 'sequence']),
  think: z.boolean(),
  credentials: z.boolean(),
});

const requestFilter = z.strictObject({
  route: z.string().max(MOST_ROUTE_CHARACTERS).nullable(),
  slowest: z.number().gt(0).max(100).nullable(),
  failed: z.boolean(),
});

/** What every question about a profile names. `hide`: kinds whose frames are folded into their callers. */
const profileQuery = z.strictObject({
  sessionId: id,
  window: windowSchema,
  hide: frameKinds,
  folds: foldsSchema,
  kind: z.enum(PROFILE_KINDS),
  /** null: all; `thread` also WORKER_THREADS. */
  pid: z.number().int().nullable(),
  thread: z.number().int().nullable(),
  base: z.enum(TIME_BASES),
  /** Only samples that were taken in these requests; null or absent: all. */
  requests: requestFilter.nullable().optional(),
});
export type ProfileQuery = z.infer<typeof profileQuery>;

/** What a page sends, before it is known which request it is. */
export const requestFrame = z.strictObject({ id: z.number().int().min(1), name: z.string().max(100), params: z.unknown() });

export const editorSchema = z.custom<Editor>((value) => findEditor(value) !== undefined);
export const chartChoiceSchema = z.partialRecord(z.enum(RUN_CHARTS), z.boolean());
export const textSizeSchema = z.custom<TextSize>((value) => findTextSize(value) !== undefined);

/** Request name -> schema of its parameters. */
export const requestSchemas = {
  'app.info': z.strictObject({}),
  'settings.get': z.strictObject({}),
  'settings.set': z.strictObject({
    theme: z.enum(THEME_CHOICES).optional(),
    textSize: textSizeSchema.optional(),
    editor: editorSchema.optional(),
    chartsHeight: z.number().min(0).max(10_000).nullable().optional(),
    charts: chartChoiceSchema.optional(),
  }),

  /** What this machine has last measured, for each way to take a profile. */
  'setup.costs': z.strictObject({}),
  'nodes.list': z.strictObject({ refresh: z.boolean() }),
  /** Servers among the processes of this user that run Node, to measure one of them. */
  'nodes.running': z.strictObject({}),
  /** Folders and files, for picking on the engine's machine. null: the start folder. */
  'files.list': z.strictObject({ dir: path.nullable(), kind: z.enum(['script', 'session', 'plan', 'har', 'group', 'folder', 'any']) }),

  /** Problems a run with this set-up would meet, found without running anything. */
  'setup.check': z.strictObject({ setup: setupSchema }),
  /** Remembered set-ups, newest first; with `script`, of that script only. */
  'setup.remembered': z.strictObject({ script: path.nullable() }),
  /**
   * A set-up of an earlier run, with the values of that run that no file has, as far as the engine still has them in memory.
   * `from`: rather those of this session, which need not be open; null: the last ones.
   */
  'setup.given': z.strictObject({ setup: setupSchema, from: id.nullable() }),
  /** Forgets all remembered set-ups, for good. */
  'setup.forget-all': z.strictObject({}),
  /** The text of a request plan, right or wrong. */
  'plan.open': z.strictObject({ path }),
  /** The text of a group, right or wrong, and the folder from which its paths go on. */
  'group.open': z.strictObject({ path }),
  /** The hosts in a recording of a browser. */
  'plan.har': z.strictObject({ path }),
  'plan.of-har': z.strictObject({ path, choice: harChoiceSchema }),
  'demo.list': z.strictObject({}),
  /** Opens a copy of a recorded session that comes with the product. */
  'sample.open': z.strictObject({ name: z.enum(SAMPLES) }),

  /** `keepValues`: store all values of the set-up in this session; else what may be a secret is left out. */
  'run.start': z.strictObject({ setup: setupSchema, name: z.string().max(300).nullable(), keepValues: z.boolean().optional() }),
  /** Ends the run and keeps what was recorded. Resolves when the target is gone and the session is written. */
  'run.stop': z.strictObject({ sessionId: id }),
  /** Answers a `several-ports` question of a waiting run. */
  'run.choose-url': z.strictObject({ sessionId: id, url: z.string().min(1).max(8_192) }),

  /** What this engine measures now; null: nothing. */
  'sessions.running': z.strictObject({}),
  'sessions.recent': z.strictObject({}),
  'sessions.open': z.strictObject({ path }),
  'sessions.forget': z.strictObject({ path }),
  /** Moves a file of the list to the trash of the system, where the engine can: in the desktop window the window does it. */
  'sessions.trash': z.strictObject({ path }),
  /** Changes the title in the file of a recent session; the file keeps its name. */
  'sessions.rename-recent': z.strictObject({ path, name: z.string().min(1).max(300) }),
  /** Empties the list; the files stay. */
  'sessions.forget-all': z.strictObject({}),
  /** A place for it that has no file yet. */
  'sessions.suggest-path': z.strictObject({ sessionId: id }),
  'sessions.save-as': z.strictObject({ sessionId: id, path, overwrite: z.boolean() }),
  /** Without some of it; the session itself stays as it is. */
  'sessions.save-copy': z.strictObject({
    sessionId: id,
    path,
    overwrite: z.boolean(),
    without: z.array(z.enum(LEFT_OUT)).min(1).max(LEFT_OUT.length),
  }),
  'sessions.rename': z.strictObject({ sessionId: id, name: z.string().min(1).max(300) }),
  /** Where the result of a load tool lies in a recording of the server: that session, and the one with the result. Nothing is changed. */
  'sessions.place-load': z.strictObject({ sessionIds: recordingAndResult }),
  /** Makes a session of both, and saves it; they stay as they are. */
  'sessions.join': z.strictObject({ sessionIds: recordingAndResult }),
  'sessions.close': z.strictObject({ sessionId: id }),
  'recordings.list': z.strictObject({}),
  'recordings.recover': z.strictObject({ id }),
  'recordings.discard': z.strictObject({ id }),

  'session.info': z.strictObject({ sessionId: id }),
  'session.report': z.strictObject({ sessionId: id, window: windowSchema }),
  'session.load-series': z.strictObject({ sessionId: id, fromBucket: z.number().int().min(0) }),
  'session.launches': z.strictObject({ sessionId: id }),
  'session.density': z.strictObject({ sessionId: id }),
  'session.timings': z.strictObject({ sessionId: id }),
  'session.server-series': z.strictObject({ sessionId: id, fromRow: z.number().int().min(0) }),
  'session.machine-series': z.strictObject({ sessionId: id, fromRow: z.number().int().min(0) }),
  /**
   * Single requests in an order, from `offset` on. Where there are many, the answer is of those read so far; asking again goes on, and
   * what nobody asks for any more is given up.
   */
  'session.requests': z.strictObject({
    sessionId: id,
    window: windowSchema,
    by: z.enum([...REQUEST_SORTS, BY_FUNCTION]),
    descending: z.boolean(),
    outcome: z.union([z.enum(OUTCOMES), z.number().int().min(FIRST_HTTP_STATUS).max(999)]),
    slowerThanMs: z.number().min(0).nullable(),
    fasterThanMs: z.number().min(0).nullable(),
    request: z.number().int().min(0).nullable(),
    phase: z.number().int().min(0).nullable(),
    offset: z.number().int().min(0).max(MOST_REQUESTS_BEFORE),
    limit: z.number().int().min(1).max(MOST_REQUESTS),
    /** With the CPU time of this function for each; null or absent: of none. */
    of: z.strictObject(functionName).nullable().optional(),
  }),
  /** What happened to one of them in the server; what it says comes from a row of `session.requests`, without times that there are none of. */
  'session.story': z.strictObject({
    sessionId: id,
    intended: z.number(),
    start: z.number(),
    connect: z.number().min(0),
    latency: z.number().min(0),
    status: z.number().int().min(0).max(0xffff),
    port: z.number().int().min(0).max(0xffff),
  }),
  /** Classic ticks (`--prof`); null: the run has none. */
  'session.ticks': z.strictObject({ sessionId: id }),
  'session.output': z.strictObject({ sessionId: id }),
  /** What the session's file reveals about whoever recorded it. */
  'session.private': z.strictObject({ sessionId: id }),
  'notes.set': z.strictObject({ sessionId: id, text: z.string().max(MOST_NOTES) }),

  /** `shape`: read from the leaves up, or from one function outwards. */
  'profile.flame': profileQuery.extend({ maxNodes: z.number().int().min(100).max(100_000), shape: reshapeSchema }),
  /**
   * Calls in the order of time, for a picture of [fromUs, toUs) that is `pixels` wide: narrower ones are joined. `search`: the calls
   * that match are given once more, and counted. Of at most `lanes` threads.
   */
  'profile.chart': profileQuery.pick({ sessionId: true, hide: true, folds: true, kind: true, pid: true, thread: true }).extend({
    fromUs: z.number(),
    toUs: z.number(),
    pixels: z.number().int().min(1).max(20_000),
    search: z.string().max(1_000),
    lanes: z.number().int().min(1).max(64),
  }),
  'profile.functions': profileQuery,
  /** When a function ran. `line` as in a fold. */
  'profile.moments': profileQuery
    .pick({ sessionId: true, kind: true, pid: true, thread: true })
    .extend({ of: z.strictObject(functionName) }),
  /** The same by file or by package. */
  'profile.groups': profileQuery.extend({ by: z.enum(GROUPINGS) }),
  /** Callers (`direction: callers`) or callees of one function, one level below `path` (function indices, outermost first). */
  /** Why the slowest requests are slow, those of `requests.slowest` against the middle half; with the functions that differ most. */
  'profile.slow': z.strictObject({
    sessionId: id,
    window: windowSchema,
    requests: requestFilter,
    most: z.number().int().min(1).max(1_000),
  }),
  'profile.related': profileQuery.extend({
    direction: z.enum(['callers', 'callees']),
    path: z.array(z.number().int().min(0)).min(1).max(500),
  }),
  /** Time by file, and the lines of one of them; null: of none. */
  'profile.lines': profileQuery.omit({ hide: true, folds: true }).extend({ file: z.string().max(20_000).nullable() }),
  /** The text of a file with time in it, as it was run. */
  'profile.text': z.strictObject({ sessionId: id, url: z.string().max(20_000) }),
  /** The file of a function on this machine. `line` as in a fold. */
  'profile.source': z.strictObject({ sessionId: id, ...functionName }),

  /** The tree of classic ticks as 0x draws it; null: the run has none. Without the frames of the categories in `hide`; `merged`: whatever their tier. */
  'ticks.flame': z.strictObject({
    sessionId: id,
    hide: z.array(z.enum(TICK_CATEGORIES)).max(TICK_CATEGORIES.length),
    merged: z.boolean(),
    maxNodes: z.number().int().min(100).max(100_000),
  }),

  'export.text': z.strictObject({
    sessionId: id,
    format: z.enum(EXPORT_FORMATS),
    /** Only the profile of this process; a .cpuprofile holds one. Default: of all. */
    pid: z.number().int().positive().optional(),
    thread: z.number().int().optional(),
    /** Only this part of the run, in the formats that can hold one. */
    window: windowSchema.optional(),
    /** Made of a copy that leaves these out. */
    without: z.array(z.enum(LEFT_OUT)).max(LEFT_OUT.length).optional(),
    /** Of a page for class: what it shows; absent: what the lesson talks about. */
    figures: z.array(z.enum(PAGE_FIGURES)).max(PAGE_FIGURES.length).optional(),
    /** Of a page for class: its conclusion; absent: the notes of the session. */
    conclusion: z.string().max(MOST_NOTES).optional(),
  }),
  ...comparisonRequests,
  ...probeRequests,
  ...servicesRequests,
} as const;

export type RequestName = keyof typeof requestSchemas;
export type RequestParams<N extends RequestName> = z.infer<(typeof requestSchemas)[N]>;

/** Request name -> answer on success. */
/** Rows of a profile by time. */
export interface TimeTable<R> {
  rows: R[];
  /** What percentages are of. */
  base: number;
  /** Of the weights of the rows and of `base`. */
  unit: WeightUnit;
  /** Samples in the base. */
  samples: number;
  timeBase: TimeBase;
  cpu: KnownCpu;
  /** Each is one, so shares of them have intervals. */
  isSampled: boolean;
}

export interface RequestAnswers extends ComparisonAnswers, ProbeAnswers, ServicesAnswers {
  'app.info': AppInfo;
  'settings.get': Settings;
  'settings.set': Settings;
  'setup.costs': MeasuredCost[];
  'nodes.list': NodeBinary[];
  'nodes.running': RunningNode[];
  'files.list': FolderListing;
  'setup.check': SetupProblem[];
  'setup.remembered': RememberedSetup[];
  'setup.given': Setup;
  'setup.forget-all': null;
  'plan.open': { readonly text: string };
  'group.open': { readonly text: string; readonly folder: string };
  'plan.har': HarHosts;
  /** `notes`: what is not as it was recorded. */
  'plan.of-har': { readonly text: string; readonly notes: readonly Said[] };
  'demo.list': readonly Demo[];
  'study.open': Demo;
  'sample.open': { sessionId: string };
  'run.start': { sessionId: string };
  'run.stop': { path: string | null };
  'run.choose-url': null;
  'sessions.running': RunningSession | null;
  'sessions.recent': RecentSession[];
  'sessions.open': { sessionId: string };
  'sessions.forget': null;
  'sessions.trash': null;
  'sessions.rename-recent': null;
  'sessions.forget-all': null;
  'sessions.suggest-path': { path: string };
  'sessions.save-as': { path: string };
  'sessions.save-copy': { path: string };
  'sessions.rename': null;
  /** In sentences. */
  'sessions.place-load': { readonly says: readonly Said[] };
  'sessions.join': { sessionId: string };
  'sessions.close': null;
  'recordings.list': Recording[];
  'recordings.recover': { sessionId: string };
  'recordings.discard': null;
  'session.info': SessionInfo;
  'session.report': Report;
  'session.load-series': Columns<LoadSeriesColumns>;
  /** Null: the load has no users but fixed connections. */
  'session.launches': Columns<LaunchColumns> | null;
  'session.timings': Columns<TimingColumns>;
  'session.density': Columns<DensityColumns>;
  'session.server-series': Columns<ServerSeriesColumns>;
  'session.machine-series': Columns<MachineSeriesColumns>;
  'session.requests': Columns<RequestRows>;
  'session.story': RequestStory | NoStory;
  'session.ticks': TickFacts | null;
  /** `gapAt`: the chunk before which the dropped bytes are missing; absent: the first. */
  'session.output': { text: OutputChunk[]; droppedBytes: Bytes; gapAt?: number };
  'session.private': PrivateFacts;
  'notes.set': null;
  'profile.flame': Columns<FlameColumns>;
  'profile.chart': Columns<FlameChartColumns>;
  'profile.moments': Columns<FunctionSeriesColumns>;
  'profile.functions': TimeTable<FunctionRow>;
  'profile.groups': TimeTable<GroupRow>;
  /** Null: samples are not told apart by requests. Of the functions the `most` that differ most. */
  'profile.slow': SlowRequests | null;
  'profile.related': { rows: FunctionRow[] };
  /** Null: the profile does not know its lines. */
  'profile.lines': (LineFigures & { readonly unit: WeightUnit }) | null;
  'profile.text': SourceText;
  'profile.source': FoundSource;
  'ticks.flame': Columns<TickFlameColumns> | null;
  /** `isBase64`: of a format that is no text. */
  'export.text': { fileName: string; text: string; isBase64: boolean };
}

export type RequestAnswer<N extends RequestName> = Outcome<RequestAnswers[N]>;

/** Pushed by the engine, numbered without gaps per connection. Small: the receiver asks for the bulk it wants to draw. */
export type EngineEvent =
  | ComparisonEvent
  | ProbeEvent
  | ServicesEvent
  | {
      type: 'run.state';
      sessionId: string;
      state: RunState /** ms in earlier states, by state */;
      elapsedMs: Partial<Record<RunState, Milliseconds>>;
      message: string | null;
      question: PortQuestion | null;
      failure: Failure | null;
    }
  /** At most 4 a second: what has grown. Versions only grow; the page asks for what it shows. */
  | { type: 'run.progress'; sessionId: string; progress: RunProgress }
  | { type: 'run.output'; sessionId: string; chunks: OutputChunk[] }
  | { type: 'sessions.changed' }
  /** The session file is on disk (`path`), or could not be written (`failure`). */
  | { type: 'session.saved'; sessionId: string; path: string | null; failure: Failure | null };

export interface RunProgress {
  readonly measuredMs: Milliseconds;
  /** 0..1 of the planned amount or duration; null when unknown. */
  readonly done: number | null;
  readonly leftMs: Milliseconds | null;
  /** Nothing more is sent for now: the last responses, or those of a level, are waited for. */
  readonly isDraining: boolean;
  /** The sweep is over, and levels of it are run again; absent: not so. */
  readonly isRepeating?: true;
  readonly sent: number;
  readonly completed: number;
  readonly failed: number;
  readonly unexpected: number;
  readonly inFlight: number;
  readonly loadVersion: number;
  readonly serverVersion: number;
  readonly machineVersion: number;
  readonly profileVersion: number;
  /** The target's event loop has been blocked this long and still is; 0: it answers. */
  readonly blockedMs: Milliseconds;
  /** All connections have had a request in flight for this long, and no response has been completed; 0: not so, or it is not known of this load. */
  readonly silentMs: Milliseconds;
  /** For three seconds the load process, not the server, has been the limit. */
  readonly isGeneratorLimit: boolean;
}

export interface PortQuestion {
  readonly urls: readonly string[];
}

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  readonly host: 'browser' | 'electron';
  readonly homeDir: string;
  readonly startDir: string;
  /** Where sessions, recordings and settings are; absent: not given. */
  readonly dataDir?: string;
  /** The session or profile that the program was started with, already open; null: none. */
  readonly openSessionId: string | null;
  /** Why no run can be started here (the desktop program found no Node); absent or null: one can. */
  readonly cannotRun?: Failure | null;
  /** Why recent sessions, set-ups and settings are not kept; absent or null: they are. */
  readonly dataTrouble?: Failure | null;
}

/** Why there is no text of a file: `notOwn`: the session was not recorded here. */
export type WhyNoText = 'notOwn' | 'noFile' | 'gone' | 'outside' | 'changed' | 'notRecorded';

/** `path`: for the editor; null: there is none that could be opened. `instead`: the text is what the session keeps, and why it is not that of the disk. */
export type SourceText = { readonly path: string | null } & (
  | { readonly text: string; readonly instead: WhyNoText | null }
  | { readonly why: WhyNoText }
);

/** A place that an editor can open, or why there is none: the session was not recorded here, its file is not there, or not in the script's folder. */
export type FoundSource = SourcePlace | { readonly why: 'notOwn' | 'noFile' | 'gone' | 'outside' | 'oddName' };

export interface Settings {
  readonly theme: ThemeChoice;
  /** Percent of the usual size; absent: 100. */
  readonly textSize?: TextSize | undefined;
  /** That frames are opened in; absent: the usual one. */
  readonly editor?: Editor | undefined;
  /** Where a session was last saved by hand. */
  readonly saveDir?: string | undefined;
  /** Of the time charts of a result, CSS px; absent or null: the usual one. */
  readonly chartsHeight?: number | null | undefined;
  /** Of a run, which charts are shown or not, where the user has decided. */
  readonly charts?: ChartChoice | undefined;
}

export interface NodeBinary {
  readonly path: string;
  /** Without "v"; null when it could not be asked. */
  readonly version: string | null;
  /** Where it was found: PATH, nvm, fnm, volta, asdf, n, Homebrew, system ... */
  readonly source: string;
  /** Why it cannot be used; null: it can. */
  readonly problem: Said | null;
}

/** A process of Node that runs already. */
export interface RunningNode {
  readonly pid: number;
  /** Its script. */
  readonly title: string;
  /** That it listens on. */
  readonly ports: readonly number[];
}

export interface FolderListing {
  readonly dir: string;
  readonly parent: string | null;
  readonly entries: readonly {
    readonly name: string;
    readonly path: string;
    readonly kind: 'folder' | 'file';
    readonly size: Bytes;
    readonly modifiedAt: string;
  }[];
}

export interface SetupProblem {
  /** Path of the field in the set-up, for example `target.script`. */
  readonly field: string;
  readonly failure: Failure;
}

export interface RememberedSetup {
  readonly setup: Setup;
  readonly usedAt: string;
}

export interface Demo {
  readonly name: string;
  /** Where it was opened from; null: it is bundled. */
  readonly folder: string | null;
  readonly title: string;
  readonly summary: string;
  readonly variants: readonly { readonly name: string; readonly title: string; readonly setup: Setup }[];
  /** The comparisons of the study, quick form first; empty: single runs only. */
  readonly comparisons: readonly StudyForm[];
  /** Every case on every topology, one run each. */
  readonly grids: readonly StudyForm[];
  readonly lesson: Lesson | null;
  /** Services with hidden parameters, in place of all of these; null: it is not about such. */
  readonly services: ServicesStudy | null;
}

export interface ServicesStudy {
  readonly script: string;
  /** The quick one first. */
  readonly forms: readonly ServicesForm[];
  readonly lesson: LessonTexts;
}

/** One of the comparisons of a study. */
export interface StudyForm {
  readonly name: string;
  readonly title: string;
  readonly comparison: ComparisonSetup;
  /** What to see after it, where it asks something else than the lesson's question; null: the lesson's own `reveal`. */
  readonly reveal: string | null;
  /** About what its servers reach, for the time it takes before it was ever run here; null: its runs end by time. */
  readonly usualPerSecond: number | null;
  /** It repeats what the publication of the study describes; it stands apart from those for a lesson. */
  readonly isPublished?: boolean;
}

/** A lesson steps through: predict, run, reveal, explain, try next. Texts are markdown. */
export interface Lesson extends LessonTexts {
  readonly choices: readonly { readonly id: string; readonly text: string }[];
  /** Id of the choice that usually comes out. */
  readonly expected: string;
}

export interface LessonTexts {
  readonly question: string;
  readonly before: string;
  readonly reveal: string;
  readonly explain: string;
  readonly tryNext: string;
}

export interface RunningSession {
  readonly sessionId: string;
  readonly kind: 'run' | 'comparison';
  readonly name: string;
  /** 0..1; null: not known yet. */
  readonly done: number | null;
  readonly isStopping: boolean;
}

export interface RecentSession {
  readonly path: string;
  readonly name: string;
  readonly openedAt: string;
  readonly missing: boolean;
  /** It came with the product. */
  readonly sample?: boolean | undefined;
  readonly summary: RecentSummary | null;
}

/** Also how it ended, so that a list does not show the figures of a crash or of errors as those of a good run. Absent: listed by an earlier version. */
export interface RecentSummary extends SessionSummary {
  readonly ending?: RunEnding | null | undefined;
  /** Responses with an unexpected status. */
  readonly unexpected?: number | undefined;
  /** Absent: listed by an earlier version. */
  readonly kind?: 'run' | 'comparison' | 'grid' | 'load' | undefined;
  /** What is requested: `/slow`, `POST /orders`; of several the first. */
  readonly request?: string | undefined;
  /** Of a comparison, on its question; null: none. */
  readonly verdict?: VerdictWord | null | undefined;
  readonly question?: Metric | undefined;
  /** Of a comparison that of its first variant. */
  readonly load?: Setup['load'] | undefined;
  readonly client?: Setup['client'] | undefined;
  /** A load command made the load. */
  readonly isByCommand?: boolean | undefined;
  /** Which tool that was or, where it is not known, which program. Absent: listed by an earlier version. */
  readonly madeBy?: string | undefined;
  readonly recordedAt?: string | undefined;
  /** Responses that sent their client elsewhere, which it does not follow. */
  readonly redirected?: number | undefined;
  /** Where all requests that went wrong had it. */
  readonly onlyStatus?: string | undefined;
}

/** A few figures for lists; null fields: not enough data. */
export interface SessionSummary {
  readonly script: string;
  readonly connections: number;
  readonly completed: number;
  readonly failed: number;
  readonly p50Ms: Milliseconds | null;
  readonly p99Ms: Milliseconds | null;
  readonly requestsPerSecond: number | null;
}

export interface Recording {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly script: string;
  readonly bytes: Bytes;
}

export interface SessionInfo {
  readonly id: string;
  readonly name: string;
  /** Where the file is; null: not written (yet). */
  readonly path: string | null;
  /** `profile`, `load`: what another tool has recorded or measured. */
  readonly kind: 'run' | 'profile' | 'load' | 'comparison';
  readonly createdAt: string;
  readonly state: RunState;
  readonly elapsedMs: Partial<Record<RunState, Milliseconds>>;
  readonly question: PortQuestion | null;
  readonly failure: Failure | null;
  readonly recovered: boolean;
  readonly setup: Setup | null;
  readonly command: string | null;
  readonly url: string | null;
  readonly node: string | null;
  readonly processes: readonly TargetProcess[];
  /** Worker threads that have a profile. */
  readonly threads: readonly TargetThread[];
  /** Its profiles with exact frames are of a second pass; null: it has none. */
  readonly exactPass: ExactPass | null;
  readonly exit: ExitInfo | null;
  readonly notes: string;
  /** All values that were given are stored in it, secrets too, because the user wanted that. */
  readonly keepsValues: boolean;
  /** What this copy was saved without. */
  readonly leftOut: readonly LeftOut[];
  readonly hasProfile: boolean;
  /** Classic ticks were taken and read. */
  readonly hasTicks: boolean;
  /** Of a profile of another tool; null: of a run or a comparison. */
  readonly imported: ImportedInfo | null;
  /** Whose result was joined to the run; absent: none was. */
  readonly joined?: { readonly tool: LoadTool; readonly file: string };
  readonly measuredMs: Milliseconds;
  readonly progress: RunProgress | null;
}

export interface ImportedInfo {
  /** Name of its own file. */
  readonly file: string;
  /** It is shown from that file, which stays as it is; false: from a session. */
  readonly isForeign: boolean;
  readonly format: ImportFormat;
  /** In the order of their threads. `endMs`: of its time axis, which begins at 0; null: it has none, or no samples. */
  readonly profiles: readonly { readonly title: string; readonly unit: WeightUnit; readonly endMs: Milliseconds | null }[];
  readonly notes: readonly Said[];
}

/** A call tree, parents before children; node 0 is the root. */
export interface FlameColumns {
  readonly meta: {
    readonly names: readonly string[];
    readonly urls: readonly string[];
    /** What percentages are of. */
    readonly base: number;
    /** Of `base`, `self` and `total`. */
    readonly unit: WeightUnit;
    readonly samples: number;
    readonly timeBase: TimeBase;
    readonly cpu: KnownCpu;
    /** Nodes left out because they were too small to draw; their weight is in their parents. */
    readonly folded: number;
  };
  readonly parent: Int32Array;
  /** Into names. */
  readonly name: Uint32Array;
  /** Into urls. */
  readonly url: Uint32Array;
  /** One-based; 0 without position. */
  readonly line: Uint32Array;
  /** 0 own, 1 dependency, 2 core, 3 native. */
  readonly kind: Uint8Array;
  /** In the function itself, and in what is folded into it. */
  readonly self: Float64Array;
  /** Of `self`: in what is folded into it. */
  readonly folded: Float64Array;
  readonly total: Float64Array;
}

/** Classic ticks but for their stacks. */
export type TickFacts = Omit<Ticks, 'stacks'>;

/** `self`: ticks that found a frame on top of the stack, or one that it called and that is hidden; `total`: anywhere on it. */
export interface TickFlameColumns extends FlameColumns {
  readonly meta: FlameColumns['meta'] & {
    /** Ticks on top of the stack by category, hidden ones included. */
    readonly categories: Readonly<Record<TickCategory, number>>;
  };
  /** One-based; 0 without position. */
  readonly column: Uint32Array;
  /** Into TICK_CATEGORIES. */
  readonly category: Uint8Array;
  /** Into TICK_TIERS. */
  readonly tier: Uint8Array;
}

/** The profile of one thread in the order of time. */
export interface ChartLane {
  readonly pid: number;
  readonly thread: number;
  /** Rows that any picture of it can have. */
  readonly rows: number;
  readonly samples: number;
  /** The usual time between two samples. */
  readonly usualUs: Microseconds;
  readonly startUs: Microseconds;
  readonly endUs: Microseconds;
}

/** Rectangles of a flame chart; within a lane, shape and row in the order of time. Times in µs since time 0. */
export interface FlameChartColumns {
  readonly meta: {
    readonly names: readonly string[];
    readonly urls: readonly string[];
    readonly lanes: readonly ChartLane[];
    /** Threads that are not shown. */
    readonly moreLanes: number;
    readonly fromUs: Microseconds;
    readonly toUs: Microseconds;
    /** Narrower calls are joined. */
    readonly leastUs: Microseconds;
    /** In all of the profiles: matching calls, and the time with at least one of them on the stack. Null: nothing was searched for. */
    readonly found: { readonly calls: number; readonly us: Microseconds } | null;
  };
  /** Into lanes. */
  readonly lane: Uint16Array;
  /** 0 is the outermost frame. */
  readonly row: Uint16Array;
  /** 0 calls, 1 calls that match the search, 2 no samples were taken, 3 garbage collection. */
  readonly what: Uint8Array;
  /** Of whole calls, also where they begin before or end after the window. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** 1: one call; more: joined ones; 0: none (no samples). */
  readonly count: Uint32Array;
  /** One call: its self time. Joined ones: the sum of their durations. */
  readonly time: Float64Array;
  /** Into names and urls; of one call. */
  readonly name: Uint32Array;
  readonly url: Uint32Array;
  /** One-based; 0 without position. */
  readonly line: Uint32Array;
  /** 0 own, 1 dependency, 2 core, 3 native; of joined calls the one with most of the time. */
  readonly kind: Uint8Array;
}

export interface FunctionRow {
  readonly function: string;
  readonly url: string;
  /** One-based, as editors count; 0 when there is no position. */
  readonly line: number;
  readonly column: number;
  readonly kind: FrameKind;
  /** In the unit of the profile, which the answer names. */
  readonly self: number;
  readonly selfPercent: Percent;
  /** Of `self`: in what is folded into the function. */
  readonly folded: number;
  readonly total: number;
  readonly totalPercent: Percent;
  readonly samples: number;
  /** Names the function in `profile.related`. */
  readonly index: number;
  /** Whether there is a level below. */
  readonly hasMore: boolean;
}

export type { RunReport };
