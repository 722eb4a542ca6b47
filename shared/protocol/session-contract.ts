/** The part of the contract that is about what is recorded in a session, for screens and as files of other tools. */

import * as z from '../base/schema.ts';
import type { Bytes, Milliseconds } from '../base/units.ts';
import type { PrivateFacts } from '../copies/private-facts.ts';
import { SECTIONS, type SectionId } from '../derive/sections/sections.ts';
import type { ImportedValues, ImportFormat } from '../foreign/importer.ts';
import { BY_FUNCTION, MOST_REQUESTS, MOST_REQUESTS_BEFORE, OUTCOMES, REQUEST_SORTS } from '../load/request-selection.ts';
import { PAGE_FIGURES } from '../model/comparison/lesson-links.ts';
import { EXPORT_FORMATS } from '../model/export-formats.ts';
import type { Failure } from '../model/failure.ts';
import { LEFT_OUT, type LeftOut } from '../model/left-out.ts';
import type { LoadTool } from '../model/load/load-result.ts';
import type { LongestWait, WaitCallers } from '../model/longest-waits.ts';
import type { ExactPass } from '../model/profile/exact-pass.ts';
import { MOST_PIXELS } from '../model/profile/profile-views.ts';
import { profileSelectionSchema } from '../model/profile/selection.ts';
import type { Ticks } from '../model/profile/ticks.ts';
import type { WeightUnit } from '../model/profile/weight-unit.ts';
import type { Report, WaitsOfRequests } from '../model/report.ts';
import { requestFilterSchema } from '../model/request-filter.ts';
import type { RequestLaneColumns } from '../model/request-lanes.ts';
import type { FoundRequest, NoStory, RequestStory } from '../model/request-story.ts';
import { type ExitInfo, FIRST_HTTP_STATUS, type RunState, type TargetProcess, type TargetThread } from '../model/run.ts';
import type {
  DensityColumns,
  LaunchColumns,
  LoadSeriesColumns,
  MachineSeriesColumns,
  OutputChunk,
  RequestRows,
  ServerSeriesColumns,
  TimingColumns,
  WaitSeriesColumns,
} from '../model/series.ts';
import type { ProfileKind } from '../model/setup/captures.ts';
import type { Setup } from '../model/setup/setup.ts';
import { MOST_WAIT_CHARACTERS, WAIT_KINDS } from '../model/waits.ts';
import type { Said } from '../words/said.ts';
import type { Columns } from './columns.ts';
import { foldsSchema, functionName } from './folds-schema.ts';
import { frameKinds, gives, id, MOST_NOTES, type Requests, windowSchema } from './request.ts';
import type { PortQuestion, RunProgress } from './run-contract.ts';

const sectionId = z.enum(SECTIONS.map(({ id }) => id) as [SectionId, ...SectionId[]]);

/** `sections`: what was asked for, and is there; absent: all is. */
export type PartialReport = Report & { readonly sections?: readonly SectionId[] | undefined };

/** A row of the table of waits, of these requests, in a window. */
const waitedForSchema = z.strictObject({
  sessionId: id,
  window: windowSchema,
  kind: z.enum(WAIT_KINDS),
  to: z.string().max(MOST_WAIT_CHARACTERS),
  name: z.string().max(MOST_WAIT_CHARACTERS).nullable(),
  requests: requestFilterSchema.nullable(),
});

export const sessionRequests = {
  'session.info': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<SessionInfo> },
  /** `sections`: only these figures of a run, which are then all that its report has; absent: all. */
  'session.report': {
    needs: 'read',
    params: z.strictObject({ sessionId: id, window: windowSchema, sections: z.array(sectionId).max(SECTIONS.length).optional() }),
    reply: gives<PartialReport>,
  },
  'session.load-series': {
    needs: 'read',
    params: z.strictObject({ sessionId: id, fromBucket: z.number().int().min(0) }),
    reply: gives<Columns<LoadSeriesColumns>>,
  },
  /** Null: the load has no users but fixed connections. */
  'session.launches': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<Columns<LaunchColumns> | null> },
  'session.density': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<Columns<DensityColumns>> },
  /** What requests waited for over time; null: not recorded. */
  'session.wait-series': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<Columns<WaitSeriesColumns> | null> },
  'session.timings': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<Columns<TimingColumns>> },
  'session.server-series': {
    needs: 'read',
    params: z.strictObject({ sessionId: id, fromRow: z.number().int().min(0) }),
    reply: gives<Columns<ServerSeriesColumns>>,
  },
  'session.machine-series': {
    needs: 'read',
    params: z.strictObject({ sessionId: id, fromRow: z.number().int().min(0) }),
    reply: gives<Columns<MachineSeriesColumns>>,
  },
  /**
   * Single requests in an order, from `offset` on. Where there are many, the reply is of those read so far; asking again goes on, and
   * a query that is not repeated is given up.
   */
  'session.requests': {
    needs: 'read',
    params: z.strictObject({
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
    reply: gives<Columns<RequestRows>>,
  },
  /** What happened to one of them in the server; what it says comes from a row of `session.requests`, without times that there are none of. */
  'session.story': {
    needs: 'read',
    params: z.strictObject({
      sessionId: id,
      intended: z.number(),
      start: z.number(),
      connect: z.number().min(0),
      latency: z.number().min(0),
      status: z.number().int().min(0).max(0xffff),
      port: z.number().int().min(0).max(0xffff),
    }),
    reply: gives<RequestStory | NoStory>,
  },
  /** Which requests waited longest for one thing: of the waits that ended in the window, or all of the requests that are chosen of those that ended in it. */
  'session.longest-waits': {
    needs: 'read',
    params: waitedForSchema,
    reply: gives<readonly LongestWait[]>,
  },
  /** Which code ran right before these waits. Null: samples are not told apart by requests. */
  'session.wait-callers': {
    needs: 'read',
    params: waitedForSchema,
    reply: gives<WaitCallers | null>,
  },
  /** Requests in the server, and what they waited for, of a part of the time. Null: it is not known when they were in the server. */
  'session.request-lanes': {
    needs: 'read',
    params: z.strictObject({
      sessionId: id,
      fromUs: z.number(),
      toUs: z.number(),
      pixels: z.number().int().min(1).max(MOST_PIXELS),
      pid: z.number().int().min(0).nullable(),
    }),
    reply: gives<Columns<RequestLaneColumns> | null>,
  },
  /** A request of the server as its client recorded it, and which of the run that is, in order of completion; or why it is not known. */
  'session.client-request': {
    needs: 'read',
    params: z.strictObject({ sessionId: id, pid: z.number().int().min(0), request: z.number().int().min(1) }),
    reply: gives<FoundRequest | NoStory>,
  },
  /** What some requests waited for, of those that ended in the window. */
  'session.waits': {
    needs: 'read',
    params: z.strictObject({ sessionId: id, window: windowSchema, requests: requestFilterSchema }),
    reply: gives<WaitsOfRequests>,
  },
  /** What is known of single requests in the server. */
  'session.served': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<ServedFacts> },
  /** Classic ticks (`--prof`); null: the run has none. */
  'session.ticks': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<TickFacts | null> },
  /** `gapAt`: the chunk before which the dropped bytes are missing; absent: the first. */
  'session.output': {
    needs: 'read',
    params: z.strictObject({ sessionId: id }),
    reply: gives<{ text: OutputChunk[]; droppedBytes: Bytes; gapAt?: number }>,
  },
  /** What the session's file reveals about whoever recorded it. */
  'session.private': { needs: 'act', params: z.strictObject({ sessionId: id }), reply: gives<PrivateFacts> },
  /** `isBase64`: of a format that is no text. */
  'export.text': {
    needs: 'read',
    params: z.strictObject({
      sessionId: id,
      format: z.enum(EXPORT_FORMATS),
      /** Only these profiles, of all requests; a .cpuprofile holds one. Default: all. */
      selection: profileSelectionSchema.optional(),
      /** Only this part of the run, in the formats that can hold one. */
      window: windowSchema.optional(),
      /** Of a flame graph: what is folded away. */
      folding: z.strictObject({ hide: frameKinds, folds: foldsSchema }).optional(),
      /** Made of a copy that leaves these out. */
      without: z.array(z.enum(LEFT_OUT)).max(LEFT_OUT.length).optional(),
      /** Of a page for class: what it shows; absent: what the lesson talks about. */
      figures: z.array(z.enum(PAGE_FIGURES)).max(PAGE_FIGURES.length).optional(),
      /** Of a page for class: its conclusion; absent: the notes of the session. */
      conclusion: z.string().max(MOST_NOTES).optional(),
      /** Of a page for class: the language of its conclusion, as "es"; absent: it is not known. */
      language: z.string().max(100).optional(),
    }),
    reply: gives<{ fileName: string; text: string; isBase64: boolean }>,
  },
} as const satisfies Requests;

export interface ServedFacts {
  /** Whether they were recorded there. */
  readonly isKnown: boolean;
  /** Whether samples of profiles are told apart by them. */
  readonly tellsRequestsApart: boolean;
  readonly routes: readonly string[];
}

export interface SessionInfo {
  readonly id: string;
  readonly name: string;
  /** Where the file is; null: not written (yet). */
  readonly path: string | null;
  /** `profile`, `load`: what another tool has recorded or measured; `heap`: a snapshot of a heap; `services`: a study of unknown services. */
  readonly kind: 'run' | 'profile' | 'load' | 'heap' | 'comparison' | 'services';
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
  /** What its profiles are of, that of all views first. Of a file of another tool always one. */
  readonly profileKinds: readonly ProfileKind[];
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
  /** Which of several kinds of values is shown; absent: its format has one kind, or it is shown from a session, which has one. */
  readonly values?: ImportedValues;
  readonly notes: readonly Said[];
}

/** Classic ticks but for their stacks. */
export type TickFacts = Omit<Ticks, 'stacks'>;
