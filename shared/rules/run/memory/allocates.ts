/**
 * Which function allocates most, of what requests allocate or keep. Shares are told with their interval, from samples enough for one; of functions that
 * V8 compiled together, the outermost has it all.
 */
import type { Bytes, Percent } from '../../../base/units.ts';
import { formatBytes, formatPercent } from '../../../format/figures.ts';
import type { AllocatingRow, HeapFigures, RunReport } from '../../../model/report.ts';
import { placeOfCode } from '../../../phrases/code-place.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** Fewer have intervals as wide as the shares. */
const LEAST_SAMPLES = 100;
/** A function with less is one of many. */
const LEAST_PERCENT = 10;

interface Allocates extends Pick<HeapFigures, 'of' | 'isInlined'> {
  readonly kind: 'allocates';
  /** By the server, whether for requests or besides. */
  readonly bytes: Bytes;
  readonly completed: number;
  /** What follows the requests allocates, too. */
  readonly isFollowed: boolean;
  readonly most: AllocatingRow;
  readonly margin: Percent;
}

export const allocates: Rule<RunReport, Allocates> = {
  id: 'allocates-most',
  severity: 'info',
  line: 'rest',
  codes: ['allocates'],
  find: ({ heap, memory, requests }) => {
    if (!heap || heap.samples < LEAST_SAMPLES || requests.completed === 0) return null;
    const most = heap.heavy
      .filter(({ url, kind }) => url !== '' && kind !== 'native')
      .reduce<AllocatingRow | null>((first, row) => (first === null || row.selfBytes > first.selfBytes ? row : first), null);
    if (most === null || most.selfMargin === null || most.selfPercent < LEAST_PERCENT) return null;
    const bytes = heap.allocatedBytes ?? heap.liveBytes!;
    const { of, isInlined } = heap;
    return {
      kind: 'allocates',
      of,
      isInlined,
      bytes,
      completed: requests.completed,
      isFollowed: memory?.allocatedWith !== undefined,
      most,
      margin: most.selfMargin,
    };
  },
  says: ({ of, isInlined, isFollowed, bytes, completed, most, margin }) =>
    text('run.memory.most', {
      of,
      followed: isFollowed ? 'yes' : 'no',
      bytes: formatBytes(bytes),
      perRequest: formatBytes(bytes / completed),
      code: placeOfCode(most),
      percent: formatPercent(most.selfPercent, 0),
      margin: formatPercent(margin, 0),
      inlined: isInlined ? 'yes' : 'no',
    }),
};
