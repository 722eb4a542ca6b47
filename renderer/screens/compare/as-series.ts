import { type ComparisonSetup, DEFAULT_PAIRS } from '../../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';

/** Saved runs were made one by one; running them again makes a regular comparison. */
export function asSeries({ setup, made }: ComparisonInfo): ComparisonSetup {
  return made === 'sessions' ? { ...setup, pairs: DEFAULT_PAIRS, profiled: true } : setup;
}
