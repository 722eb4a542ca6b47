/** Pairs of blocks with and without sampling, from which the cost of profiling is told. */
import * as z from '../../base/schema.ts';
import { type BlockPair, MOST_PAIRS } from '../../model/profile/profiling-cost.ts';
import { clock } from '../limits.ts';
import { FIELDS_ONLY, figuresOnly, type SessionPart } from './part.ts';

const blockSchema = z.strictObject({ from: clock, to: clock }).refine(({ from, to }) => from <= to, 'a block ends before it begins');

const FIELDS = {
  /** Absent: what profiling costs was not measured. */
  blocks: z
    .array(z.strictObject({ on: blockSchema, off: blockSchema }))
    .max(MOST_PAIRS)
    .optional(),
};

interface BlocksEntry {
  readonly type: 'blocks';
  readonly pair: BlockPair;
}

export const BLOCKS: SessionPart<'blocks', BlocksEntry, BlockPair[], typeof FIELDS, null> = {
  ...figuresOnly<BlocksEntry>(),
  ...FIELDS_ONLY,
  name: 'blocks',
  entries: ['blocks'],
  redraws: null,
  empty: () => [],
  add(pairs, { pair }) {
    pairs.push(pair);
    return pairs;
  },
  fields: FIELDS,
  describe: (pairs) => (pairs.length === 0 ? {} : { blocks: [...pairs] }),
  read: (_, { blocks = [] }) => blocks.map((pair) => ({ type: 'blocks', pair })),
};
