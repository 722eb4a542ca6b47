/** What has to be known of a profile of memory to read it. */
import type { ComparisonInfo } from '../model/comparison/comparison-info.ts';
import type { WeightUnit } from '../model/profile/weight-unit.ts';
import type { HeapFigures } from '../model/report.ts';
import { inlines } from '../model/setup/captures.ts';
import { text } from '../words/words.ts';

export function aboutHeap({ of, isInlined }: Pick<HeapFigures, 'of' | 'isInlined'>): string {
  return text('run.memory.sampled', { of, inlined: isInlined ? 'yes' : 'no' });
}

/** What the difference of two such profiles can be besides a difference of the program; empty: nothing. */
export function aboutHeapDifference({ setup }: Pick<ComparisonInfo, 'setup'>, unit: WeightUnit): string {
  const isInlined = setup.variants.some((variant) => inlines(variant.setup.capture));
  return unit === 'bytes' && isInlined ? text('compare.functions.inlined') : '';
}
