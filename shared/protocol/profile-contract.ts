/** The part of the contract that is about where the time went in one run. */

import * as z from '../base/schema.ts';
import { GROUPINGS } from '../model/profile/groupings.ts';
import {
  type FlameChartColumns,
  type FlameColumns,
  type FunctionRow,
  MOST_PIXELS,
  type TickFlameColumns,
  type TimeTable,
} from '../model/profile/profile-views.ts';
import { profileSelectionSchema } from '../model/profile/selection.ts';
import type { SlowRequests } from '../model/profile/slow-requests.ts';
import { TICK_CATEGORIES, type TickFunctions } from '../model/profile/ticks.ts';
import { TIME_BASES } from '../model/profile/time-base.ts';
import type { WeightUnit } from '../model/profile/weight-unit.ts';
import type { GroupRow, LineFigures } from '../model/report.ts';
import { requestFilterSchema } from '../model/request-filter.ts';
import type { FunctionSeriesColumns } from '../model/series.ts';
import type { SourcePlace } from '../model/setup/editors.ts';
import type { Columns } from './columns.ts';
import { foldsSchema, functionName, reshapeSchema } from './folds-schema.ts';
import { frameKinds, gives, id, type Requests, windowSchema } from './request.ts';

/** What every question about a profile names. `hide`: kinds whose frames are folded into their callers. */
const profileQuery = z.strictObject({
  sessionId: id,
  selection: profileSelectionSchema,
  window: windowSchema,
  hide: frameKinds,
  folds: foldsSchema,
  base: z.enum(TIME_BASES),
});
export type ProfileQuery = z.infer<typeof profileQuery>;

export const profileRequests = {
  /** `shape`: read from the leaves up, or from one function outwards. */
  'profile.flame': {
    needs: 'read',
    params: profileQuery.extend({ maxNodes: z.number().int().min(100).max(100_000), shape: reshapeSchema }),
    reply: gives<Columns<FlameColumns>>,
  },
  /**
   * Calls in the order of time, for a picture of [fromUs, toUs) that is `pixels` wide: narrower ones are joined. `search`: the calls
   * that match are given once more, and counted. Of at most `lanes` threads, and of all requests.
   */
  'profile.chart': {
    needs: 'read',
    params: profileQuery.pick({ sessionId: true, selection: true, hide: true, folds: true }).extend({
      fromUs: z.number(),
      toUs: z.number(),
      pixels: z.number().int().min(1).max(MOST_PIXELS),
      search: z.string().max(1_000),
      lanes: z.number().int().min(1).max(64),
    }),
    reply: gives<Columns<FlameChartColumns>>,
  },
  'profile.functions': { needs: 'read', params: profileQuery, reply: gives<TimeTable<FunctionRow>> },
  /** When a function ran, in whichever requests. `line` as in a fold. */
  'profile.moments': {
    needs: 'read',
    params: profileQuery.pick({ sessionId: true, selection: true }).extend({ of: z.strictObject(functionName) }),
    reply: gives<Columns<FunctionSeriesColumns>>,
  },
  /** Time by file or by package. */
  'profile.groups': { needs: 'read', params: profileQuery.extend({ by: z.enum(GROUPINGS) }), reply: gives<TimeTable<GroupRow>> },
  /**
   * Why the slowest requests are slow, those of `requests.slowest` against the middle half; with the `most` functions that differ most.
   * Null: samples are not told apart by requests.
   */
  'profile.slow': {
    needs: 'read',
    params: z.strictObject({
      sessionId: id,
      window: windowSchema,
      requests: requestFilterSchema,
      most: z.number().int().min(1).max(1_000),
    }),
    reply: gives<SlowRequests | null>,
  },
  /** Callers (`direction: callers`) or callees of one function, one level below `path` (function indices, outermost first). */
  'profile.related': {
    needs: 'read',
    params: profileQuery.extend({
      direction: z.enum(['callers', 'callees']),
      path: z.array(z.number().int().min(0)).min(1).max(500),
    }),
    reply: gives<{ rows: FunctionRow[] }>,
  },
  /** Time by file, and the lines of `file`; null: of none. Replies null if the profile does not know its lines. */
  'profile.lines': {
    needs: 'read',
    params: profileQuery.omit({ hide: true, folds: true }).extend({ file: z.string().max(20_000).nullable() }),
    reply: gives<(LineFigures & { readonly unit: WeightUnit }) | null>,
  },
  /** The text of a file with time in it, as it was run. */
  'profile.text': { needs: 'act', params: z.strictObject({ sessionId: id, url: z.string().max(20_000) }), reply: gives<SourceText> },
  /** The file of a function on this machine. `line` as in a fold. */
  'profile.source': { needs: 'act', params: z.strictObject({ sessionId: id, ...functionName }), reply: gives<FoundSource> },
  /** The tree of classic ticks as 0x draws it; null: the run has none. Without the frames of the categories in `hide`; `merged`: whatever their tier. */
  'ticks.flame': {
    needs: 'read',
    params: z.strictObject({
      sessionId: id,
      hide: z.array(z.enum(TICK_CATEGORIES)).max(TICK_CATEGORIES.length),
      merged: z.boolean(),
      maxNodes: z.number().int().min(100).max(100_000),
    }),
    reply: gives<Columns<TickFlameColumns> | null>,
  },
  /** Functions with classic ticks; null: the run has none. */
  'ticks.functions': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<TickFunctions | null> },
} as const satisfies Requests;

/** Why there is no text of a file: `notOwn`: the session was not recorded here. */
export type WhyNoText = 'notOwn' | 'noFile' | 'gone' | 'outside' | 'changed' | 'notRecorded';

/** `path`: for the editor; null: there is none that could be opened. `instead`: the text is what the session keeps, and why it is not that of the disk. */
export type SourceText = { readonly path: string | null } & (
  | { readonly text: string; readonly instead: WhyNoText | null }
  | { readonly why: WhyNoText }
);

/** A place that an editor can open, or why there is none: the session was not recorded here, its file is not there, or not in the script's folder. */
export type FoundSource = SourcePlace | { readonly why: 'notOwn' | 'noFile' | 'gone' | 'outside' | 'oddName' };
