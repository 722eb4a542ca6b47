/** Sessions in a list, with a few figures of each. */
import type { Milliseconds } from '../base/units.ts';
import type { Said } from '../words/said.ts';
import type { VerdictWord } from './comparison/comparison.ts';
import type { Metric } from './comparison/metrics.ts';
import type { LeakWord } from './leak.ts';
import type { RunEnding } from './run.ts';
import type { Setup } from './setup/setup.ts';

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
  readonly kind?: 'run' | 'comparison' | 'grid' | 'load' | 'heap' | 'services' | undefined;
  /** What is requested: `/slow`, `POST /orders`; of several the first. */
  readonly request?: string | undefined;
  /** Of a comparison, on its question; null: none. */
  readonly verdict?: VerdictWord | null | undefined;
  readonly question?: Metric | undefined;
  /** Of a run that looked for a leak. */
  readonly leak?: LeakWord | undefined;
  /** Of a comparison that of its first variant. */
  readonly load?: Setup['load'] | undefined;
  readonly client?: Setup['client'] | undefined;
  /** A load command made the load. */
  readonly isByCommand?: boolean | undefined;
  /** Which tool that was or, where it is not known, which program. Absent: listed by an earlier version. */
  readonly madeBy?: string | undefined;
  readonly recordedAt?: string | undefined;
  /** Of a comparison or a grid, in the order of its variants or cells: the median of the runs that count. Absent: listed by an earlier version. */
  readonly variants?: readonly VariantFigures[] | undefined;
  /** Responses that sent their client elsewhere, which it does not follow. */
  readonly redirected?: number | undefined;
  /** Why nothing was measured: it failed before. Absent: something was. */
  readonly failedStart?: Said | undefined;
  /** Of a study of unknown services. */
  readonly services?: ServicesSummary | undefined;
  /** Where all requests that went wrong had it. */
  readonly onlyStatus?: string | undefined;
}

export interface ServicesSummary {
  /** Of the guesses that were made and told. */
  readonly right: number;
  readonly asked: number;
  readonly isTold: boolean;
  /** Of `count` services. */
  readonly probed: number;
  readonly count: number;
  /** A probe of them is going on: only while this engine makes it. */
  readonly isProbing?: boolean | undefined;
}

/** Null: it has no such figure, or not one that could be relied on. */
export type VariantFigures = Pick<SessionSummary, 'p50Ms' | 'p99Ms' | 'requestsPerSecond'>;

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
