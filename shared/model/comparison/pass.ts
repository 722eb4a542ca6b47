import type { RunReport } from '../report.ts';
import type { Exclusion } from './exclusion.ts';

export type PassKind = 'measured' | 'profiled';

/** One run of a comparison. */
export interface Pass {
  readonly index: number;
  /** Index into variants. */
  readonly variant: number;
  /** 0-based; from `pairs` on: in place of a round that could not be measured. Profiled passes come after the last. */
  readonly round: number;
  readonly kind: PassKind;
  /** Null while it is planned or runs. */
  readonly report: RunReport | null;
  /** Why it takes no part in the verdict; null: it does. STOPPED_PASS when the user's stop cut it short or kept it from starting. */
  readonly excluded: Exclusion | null;
}
