/** What each level of a search for the highest rate has shown (model/limit.ts). */
import * as z from '../../base/schema.ts';
import type { LimitLevel } from '../../model/limit.ts';
import { MOST_BOUNDS } from '../../model/load/limit-question.ts';
import { MOST_LEVELS } from '../../model/load/search-plan.ts';
import { count } from '../limits.ts';
import { FIELDS_ONLY, figuresOnly, type SessionPart } from './part.ts';

const positive = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const known = positive.nullable();

const level = z.strictObject({
  ...{ rate: positive, from: positive, holdS: positive, drainS: positive, came: count, wrong: count, givenUp: count },
  kinds: z.record(z.string().regex(/^[\w-]{1,40}$/), count).readonly(),
  counts: z
    .array(z.strictObject({ requests: count, beyond: count, wrong: count, beyondSinceSent: count, value: known, valueSinceSent: known }))
    .max(MOST_BOUNDS)
    .readonly(),
  ...{ behind: positive, mayBeBehind: positive, rose: z.boolean(), lateMs: known },
});

/** Absent: there was no search, or no level of it was over. */
const fields = { limit: z.array(level).max(MOST_LEVELS).readonly().optional() };

interface LimitEntry {
  readonly type: 'limit-level';
  readonly level: LimitLevel;
}

/** Null: none. */
type State = readonly LimitLevel[] | null;

export const LIMIT_PART: SessionPart<'limit', LimitEntry, State, typeof fields, null> = {
  name: 'limit',
  entries: ['limit-level'],
  redraws: 'load',
  ...FIELDS_ONLY,
  empty: () => null,
  add: (state, entry) => [...(state ?? []), entry.level],
  fields,
  describe: (state) => (state === null ? {} : { limit: state }),
  read: (_file, { limit = [] }) => limit.map((one) => ({ type: 'limit-level' as const, level: one })),
  ...figuresOnly<LimitEntry>(),
};
