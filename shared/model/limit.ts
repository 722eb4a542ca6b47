/** The highest rate that a server holds: what a search for it has seen, level by level, and what it concludes. */
import type { Milliseconds, Percent, PerSecond, Seconds } from '../base/units.ts';
import type { LimitBound, LimitQuestion } from './load/limit-question.ts';
import type { SearchPlan } from './load/search-plan.ts';

/** What one bound of the question is judged by in a level. */
export interface LimitCount {
  /** Requests that it is about, those without an expected response and those that were dropped included. */
  readonly requests: number;
  /** Of these: of a percentile, those that took longer or got no expected response; of errors and of a mean, those without an expected response. */
  readonly beyond: number;
  /** Of these, those without an expected response. */
  readonly wrong: number;
  /** As `beyond`, from when each was sent. */
  readonly beyondSinceSent: number;
  /** The figure itself, in the unit of the bound; null: it is not known, as of a percentile that falls among requests without a response. */
  readonly value: number | null;
  /** Of a mean, from when each was sent. */
  readonly valueSinceSent: number | null;
}

/** One level, when all of its requests have ended. */
export interface LimitLevel {
  readonly rate: PerSecond;
  /** Since time 0. */
  readonly from: Seconds;
  readonly holdS: Seconds;
  /** From its end until nothing was in flight any more. */
  readonly drainS: Seconds;
  /** Visitors, as many as requests unless these are a sequence. */
  readonly came: number;
  /** Requests without an expected response, and those of them that were given up because none came. */
  readonly wrong: number;
  readonly givenUp: number;
  /** The first of these, by status or kind of error; `content`: a response that was not what the plan expects. */
  readonly kinds: Readonly<Record<string, number>>;
  /** In the order of the bounds. */
  readonly counts: readonly LimitCount[];
  /** Growth of the backlog, in visitors, and how much of it chance explains. */
  readonly behind: number;
  readonly mayBeBehind: number;
  /** Even the fastest responses of a later third took longer than those before: the queue was never empty again. */
  readonly rose: boolean;
  /** Half of the requests were sent at least so late, and that is most of what was measured. Null: it is not so. */
  readonly lateMs: Milliseconds | null;
}

/** `unknown`: the load came too late to tell. */
export type LimitJudgement = 'held' | 'not held' | 'unknown';

/** Why a level was not held: a bound, by its place in the question, or a queue that grew. */
export type LimitReason = { readonly by: 'bound'; readonly nth: number } | { readonly by: 'queue' };

export interface JudgedLevel extends LimitLevel {
  readonly held: LimitJudgement;
  readonly because: LimitReason | null;
  /** Requests that are slow or wrong, as a multiple of as many as may be; of the bound of which there are the most. 0: no bound counts requests. */
  readonly beyond: number;
}

/** How often a rate was held, of so many times that it was run. */
export interface LimitTimes {
  readonly rate: PerSecond;
  readonly times: number;
  readonly of: number;
}

/**
 * - `found`: `held` and `broke` are known
 * - `at-least`: no rate broke that could be sent
 * - `none`: not even the lowest rate held that could be tried
 * - `falling`: rates that had held did not hold later: the server gets slower
 * - `unclear`: no rate held each time, or the time was over too soon
 * - `nothing`: no level was completed
 */
export type LimitWord = 'found' | 'at-least' | 'none' | 'falling' | 'unclear' | 'nothing';

export interface LimitVerdict {
  readonly word: LimitWord;
  /** What is stated: a little below `at`, the highest rate that held each time, because a rate close to the limit also holds by chance. */
  readonly held: (LimitTimes & { readonly at: PerSecond }) | null;
  /** The lowest above it that did not hold most of the times. */
  readonly broke: LimitTimes | null;
  /** Rates that held at some times and not at others, the lowest first, without these two. */
  readonly mixed: readonly LimitTimes[];
  /** Why `broke` did not hold. */
  readonly because: LimitReason | { readonly by: 'generator' } | null;
}

/** What of the server was full at `broke`. `noCorePercent`: of the time, ready to run and without a core, as the machine was full; null: little, or not known. `busyPercent`: of the main thread or of a core. `inLinePercent`: of the response time, for a connection or a thread. */
export type GaveWay =
  | { readonly resource: 'main thread' | 'processor'; readonly busyPercent: Percent; readonly noCorePercent: Percent | null }
  | {
      readonly resource: 'pool' | 'worker threads';
      readonly to: string;
      readonly atOnce: number;
      readonly inLinePercent: Percent;
      readonly busyPercent: Percent | null;
    }
  | { readonly resource: 'peer'; readonly to: string; readonly sharePercent: Percent; readonly busyPercent: Percent | null }
  | { readonly resource: 'errors'; readonly kinds: readonly { readonly kind: string; readonly count: number }[] };

export interface LimitReport extends SearchPlan {
  readonly levels: readonly JudgedLevel[];
  /** Null: it goes on. */
  readonly verdict: LimitVerdict | null;
  /** The same of what is known so far. */
  readonly soFar: LimitVerdict;
  /** Null: nothing broke, it was the load process, or what gave way was not recorded. */
  readonly gaveWay: GaveWay | null;
  /** The request of a plan that was beyond the bound most often where it broke; null: there is one request, or all were. */
  readonly request: string | null;
}

export function boundOf({ bounds }: LimitQuestion, reason: LimitVerdict['because']): LimitBound | null {
  return reason?.by === 'bound' ? (bounds[reason.nth] ?? null) : null;
}
