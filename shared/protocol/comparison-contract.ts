/**
 * The part of the contract that is about comparisons. A comparison is a session of kind `comparison`; each of its passes is a
 * session of its own with the id `passSessionId(comparison, index)`, so everything that can be asked of a run can be asked of a pass.
 */

import * as z from '../base/schema.ts';
import type { Milliseconds } from '../base/units.ts';
import type { ComparisonEstimate } from '../model/comparison/comparison.ts';
import type { ComparisonInfo, ComparisonState, PercentileColumns, ResponseOrderColumns } from '../model/comparison/comparison-info.ts';
import { comparisonSchema } from '../model/comparison/comparison-schema.ts';
import type { DiffFlameColumns, DiffFunctionRow } from '../model/profile/profile-views.ts';
import type { WeightUnit } from '../model/profile/weight-unit.ts';
import { COMPARED_KINDS } from '../model/setup/captures.ts';
import type { Columns } from './columns.ts';
import { foldsSchema } from './folds-schema.ts';
import { frameKinds, gives, id, type Requests } from './request.ts';

const variant = z.number().int().min(0).max(5);
const pairOf = { sessionId: id, a: variant, b: variant };
/** `kind`: what the profiles are of; null: the first of what both have. */
const profileChoice = { ...pairOf, kind: z.enum(COMPARED_KINDS).nullable(), hide: frameKinds, folds: foldsSchema };

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
  'compare.response-order': {
    needs: 'read',
    params: z.strictObject({ sessionId: id, pass: z.number().int().min(0) }),
    reply: gives<Columns<ResponseOrderColumns>>,
  },
  'compare.flame': {
    needs: 'read',
    params: z.strictObject({ ...profileChoice, maxNodes: z.number().int().min(100).max(100_000) }),
    reply: gives<Columns<DiffFlameColumns>>,
  },
  'compare.functions': {
    needs: 'read',
    params: z.strictObject(profileChoice),
    reply: gives<{ rows: DiffFunctionRow[]; unit: WeightUnit; requestsA: number; requestsB: number }>,
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
