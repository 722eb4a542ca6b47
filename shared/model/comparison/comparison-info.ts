/** A comparison as it is shown: while it runs, and afterwards. */
import type { Milliseconds } from '../../base/units.ts';
import type { Said } from '../../words/said.ts';
import type { FirstResponse } from '../kept-response.ts';
import type { Environment } from '../report.ts';
import type { ProfileKind } from '../setup/captures.ts';
import type { ComparedWaits, Reason } from './compared-waits.ts';
import type { ComparedRequests, ComparisonSetup, Difference, MetricDots, Sensitivity, Verdict } from './comparison.ts';
import type { GridCell } from './grid.ts';
import type { Pass } from './pass.ts';
import type { StoredLesson } from './study.ts';

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
  /** What a request waits for; absent: it is a grid. */
  readonly waits?: ComparedWaits;
  /** Absent: it is a grid, or it goes on. */
  readonly reasons?: readonly Reason[];
  readonly dots: readonly MetricDots[];
  readonly differences: readonly Difference[];
  /** Where each variant was measured; null: no run of it has ended. */
  readonly environments: readonly (Environment | null)[];
  readonly sensitivity: readonly Sensitivity[] | null;
  /** Sentences to know before believing it: other machine, other load, unsteady runs. */
  readonly warnings: readonly Said[];
  /** Null when no variant has been measured with a profile. */
  readonly profiledPasses: readonly (number | null)[];
  /** By variant, what the profiles of that run are of; empty: there is none. */
  readonly profileKinds: readonly (readonly ProfileKind[])[];
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

export interface ResponseOrderColumns {
  readonly meta: { readonly shown: number; readonly total: number };
  /** Since time 0. */
  readonly startMs: Float64Array;
  readonly latencyMs: Float64Array;
  readonly status: Uint16Array;
  /** What of the plan each did not meet, as rows have it. */
  readonly unmet: Uint16Array;
}
