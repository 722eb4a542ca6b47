/**
 * The part of the contract that is about comparisons. A comparison is a session of kind `comparison`; each of its passes is a
 * session of its own with the id `passSessionId(comparison, index)`, so everything that can be asked of a run can be asked of a pass.
 */

import type {
  ComparedRequests,
  ComparisonEstimate,
  ComparisonSetup,
  Difference,
  MetricDots,
  Sensitivity,
  Verdict,
} from '../model/comparison.ts';
import { comparisonSchema } from '../model/comparison-schema.ts';
import type { GridCell } from '../model/grid.ts';
import type { FirstResponse } from '../model/kept-answer.ts';
import type { KnownCpu } from '../model/known-cpu.ts';
import type { Pass } from '../model/pass.ts';
import type { Environment, FrameKind } from '../model/report.ts';
import * as z from '../model/schema.ts';
import type { Microseconds, Milliseconds, Percent } from '../model/units.ts';
import type { StoredLesson } from '../session/format.ts';
import type { Said } from '../words/said.ts';
import type { Columns } from './columns.ts';
import { foldsSchema } from './folds-schema.ts';
import { frameKinds, gives, id, type Requests } from './request.ts';

const variant = z.number().int().min(0).max(5);
const pairOf = { sessionId: id, a: variant, b: variant };
const profileChoice = { ...pairOf, hide: frameKinds, folds: foldsSchema };

export const comparisonRequests = {
  /** How long it takes, and what it can show, before it starts. */
  'compare.estimate': { needs: 'act', params: z.strictObject({ comparison: comparisonSchema }), reply: gives<ComparisonEstimate> },
  /** `keepValues`: as of a run. */
  'compare.start': {
    needs: 'act',
    params: z.strictObject({
      comparison: comparisonSchema,
      name: z.string().max(300).nullable(),
      keepValues: z.boolean().optional(),
    }),
    reply: gives<{ sessionId: string }>,
  },
  /** Ends the running pass, which is excluded, and keeps the finished pairs. */
  'compare.stop': { needs: 'act', params: z.strictObject({ sessionId: id }), reply: gives<{ path: string | null }> },
  /** A new, separate series of the same variants. */
  'compare.again': {
    needs: 'act',
    params: z.strictObject({ sessionId: id, pairs: z.number().int().min(1).max(200) }),
    reply: gives<{ sessionId: string }>,
  },
  /** Saved or open sessions side by side: differences, never a verdict from one run each. */
  'compare.sessions': {
    needs: 'act',
    params: z.strictObject({ sessionIds: z.array(id).min(2).max(6) }),
    reply: gives<{ sessionId: string }>,
  },
  'compare.info': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<ComparisonInfo> },
  /** Latency against percentile of each variant, all its measured passes merged as distributions. */
  'compare.percentiles': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<Columns<PercentileColumns>> },
  /** Requests of one pass in order of their responses, thinned to what a picture can show. */
  'compare.answer-order': {
    needs: 'read',
    params: z.strictObject({ sessionId: id, pass: z.number().int().min(0) }),
    reply: gives<Columns<AnswerOrderColumns>>,
  },
  'compare.flame': {
    needs: 'read',
    params: z.strictObject({ ...profileChoice, maxNodes: z.number().int().min(100).max(100_000) }),
    reply: gives<Columns<DiffFlameColumns>>,
  },
  'compare.functions': {
    needs: 'read',
    params: z.strictObject(profileChoice),
    reply: gives<{ rows: DiffFunctionRow[]; requestsA: number; requestsB: number }>,
  },
} as const satisfies Requests;

export type ComparisonEvent = {
  type: 'compare.progress';
  sessionId: string;
  state: ComparisonState;
  /** Index of the pass that runs; null: none. */
  running: number | null;
  finished: number;
  planned: number;
  leftMs: Milliseconds | null;
};

export type ComparisonState = 'running' | 'stopping' | 'done' | 'failed';

export function isOver(state: ComparisonState): boolean {
  return state === 'done' || state === 'failed';
}

export interface ComparisonInfo {
  readonly setup: ComparisonSetup;
  /** `sessions`: saved runs put side by side afterwards, one each, so nothing was drawn by chance and there is never a verdict. */
  readonly made: 'series' | 'sessions';
  readonly state: ComparisonState;
  readonly running: number | null;
  readonly leftMs: Milliseconds | null;
  readonly passes: readonly Pass[];
  /** Of every other variant against the first. */
  readonly verdicts: readonly Verdict[];
  /** Empty: no plan with several requests. */
  readonly byRequest: ComparedRequests;
  readonly dots: readonly MetricDots[];
  readonly differences: readonly Difference[];
  /** Where each variant was measured; null: no run of it has ended. */
  readonly environments: readonly (Environment | null)[];
  readonly sensitivity: readonly Sensitivity[] | null;
  /** Sentences to know before believing it: other machine, other load, unsteady runs. */
  readonly warnings: readonly Said[];
  /** Null when no variant has been measured with a profile. */
  readonly profiledPasses: readonly (number | null)[];
  /** The study it belongs to, and the guess made. `stored`: of one that is not bundled, its lesson and the folder it was in. */
  readonly study: {
    readonly name: string;
    readonly guess: string | null;
    readonly stored: { readonly lesson: StoredLesson; readonly folder: string } | null;
  } | null;
  /** Of each variant, of its first run that has one; null: none was kept, or its clients ask for several things. */
  readonly firsts?: readonly (FirstResponse | null)[];
  /** Of a grid (`setup.grid`): its cells, in the order they are run. */
  readonly cells?: readonly GridCell[];
}

/** One row per drawn percentile; `percentile` is 0..100 with a log-tail spacing. Column `ms0` belongs to variant A, `ms1` to B ... */
export interface PercentileColumns {
  readonly meta: { readonly variants: number; readonly counts: readonly number[] };
  readonly percentile: Float64Array;
  readonly [ms: `ms${number}`]: Float64Array;
}

export interface AnswerOrderColumns {
  readonly meta: { readonly shown: number; readonly total: number };
  /** Since time 0. */
  readonly startMs: Float64Array;
  readonly latencyMs: Float64Array;
  readonly status: Uint16Array;
  /** What of the plan each did not meet, as rows have it. */
  readonly unmet: Uint16Array;
}

/** Two profiles on one merged tree; times are µs per completed request of each side. Parents before children. */
export interface DiffFlameColumns {
  readonly meta: {
    readonly names: readonly string[];
    readonly urls: readonly string[];
    /** How the CPU time of the less sure side is known. */
    readonly by: KnownCpu['by'];
    /** CPU time per request, µs. */
    readonly perRequestA: Microseconds;
    readonly perRequestB: Microseconds;
    readonly requestsA: number;
    readonly requestsB: number;
    readonly samplesA: number;
    readonly samplesB: number;
    readonly folded: number;
  };
  readonly parent: Int32Array;
  readonly name: Uint32Array;
  readonly url: Uint32Array;
  readonly line: Uint32Array;
  readonly kind: Uint8Array;
  /** In the function itself, without what is folded into it. */
  readonly selfA: Float64Array;
  readonly foldedA: Float64Array;
  readonly totalA: Float64Array;
  readonly selfB: Float64Array;
  readonly foldedB: Float64Array;
  readonly totalB: Float64Array;
  /** 1: the difference of the totals is below what the samples can tell. */
  readonly noise: Uint8Array;
}

export interface DiffFunctionRow {
  readonly function: string;
  readonly url: string;
  readonly line: number;
  readonly kind: FrameKind;
  /** In the function itself, without what is folded into it. */
  readonly selfA: Microseconds;
  readonly selfB: Microseconds;
  readonly foldedA: Microseconds;
  readonly foldedB: Microseconds;
  readonly totalA: Microseconds;
  readonly totalB: Microseconds;
  /** 100 (b/a - 1) of self time; null when A has none. */
  readonly differencePercent: Percent | null;
  /** Of self time. */
  readonly noise: boolean;
  readonly foldedNoise: boolean;
}
