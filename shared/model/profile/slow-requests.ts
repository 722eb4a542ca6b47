/** What the slowest requests did more than the middle half. */
import type { Milliseconds } from '../../base/units.ts';
import type { TimePart } from '../time-parts.ts';
import type { DiffFunctionRow } from './profile-views.ts';

/** Means over its requests; null: there is none. */
export interface RequestGroup {
  readonly requests: number;
  readonly tookMs: Milliseconds | null;
  readonly cpuMs: Milliseconds | null;
  /** What `tookMs` is made of. Null: not recorded, or too few samples were taken meanwhile. */
  readonly parts: readonly TimePart[] | null;
}

export interface SlowRequests {
  readonly slow: RequestGroup;
  readonly middle: RequestGroup;
  /** A: the middle half, B: the slowest; the largest differences first. Null: one of them has too few requests. */
  readonly functions: readonly DiffFunctionRow[] | null;
}
