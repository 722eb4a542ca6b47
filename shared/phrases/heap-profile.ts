/** What has to be known of a profile of memory to read it. */
import type { HeapFigures } from '../model/report.ts';
import { text } from '../words/words.ts';

export function aboutHeap({ of, isInlined }: Pick<HeapFigures, 'of' | 'isInlined'>): string {
  return text('run.memory.sampled', { of, inlined: isInlined ? 'yes' : 'no' });
}
