/** What a search for a leak has measured (model/leak.ts). */
import * as z from '../../base/schema.ts';
import {
  LEAK_CUTS,
  LEAK_LIMITS,
  type LeakCut,
  type LeakMeasured,
  type LeakPlan,
  type LeakRound,
  type LeakWarmUp,
} from '../../model/leak.ts';
import { CAPS, clock, count, pid, threadId } from '../limits.ts';
import { FIELDS_ONLY, figuresOnly, type SessionPart } from './part.ts';

const positive = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const handles = count.nullable();

const plan = z.strictObject({
  connections: z.number().int().min(LEAK_LIMITS.connections.low).max(LEAK_LIMITS.connections.high),
  warmUp: z.strictObject({ requests: count, atLeastS: positive }),
  settle: count,
  judge: count,
  more: count,
  restS: positive,
  perRound: count.nullable(),
  enough: count,
  atMostS: positive,
});
const round = z.strictObject({
  kind: z.enum(['settle', 'judge', 'rest']),
  requests: count,
  failed: count,
  ms: clock,
  threads: z
    .array(z.strictObject({ pid, thread: threadId, heap: positive, external: positive, arrayBuffers: positive }))
    .max(CAPS.parts)
    .readonly(),
  counts: z.strictObject({ threads: handles, descriptors: handles, resources: handles, contexts: handles }),
  rss: positive.nullable(),
});
const warmUp = z.strictObject({ requests: count, failed: count, ms: clock });

/** Absent: no leak was looked for, or it ended before the first round. */
const FIELDS = {
  leak: z
    .strictObject({
      plan,
      warmUp,
      rounds: z.array(round).max(CAPS.parts).readonly(),
      cut: z.enum(LEAK_CUTS).nullable(),
    })
    .optional(),
};

type LeakEntry =
  /** Before the first round. */
  | { readonly type: 'leak-plan'; readonly plan: LeakPlan; readonly warmUp: LeakWarmUp }
  | { readonly type: 'leak-round'; readonly round: LeakRound }
  | { readonly type: 'leak-cut'; readonly cut: LeakCut };

export const LEAK_PART: SessionPart<'leak', LeakEntry, LeakMeasured | null, typeof FIELDS, null> = {
  ...figuresOnly<LeakEntry>(),
  ...FIELDS_ONLY,
  name: 'leak',
  entries: ['leak-plan', 'leak-round', 'leak-cut'],
  redraws: 'server',
  empty: () => null,
  add(known, entry) {
    if (entry.type === 'leak-plan') return { plan: entry.plan, warmUp: entry.warmUp, rounds: [], cut: null };
    if (known === null) return null;
    return entry.type === 'leak-round' ? { ...known, rounds: [...known.rounds, entry.round] } : { ...known, cut: entry.cut };
  },
  fields: FIELDS,
  describe: (known) => (known === null ? {} : { leak: { ...known, rounds: [...known.rounds] } }),
  read(_, { leak }) {
    if (leak === undefined) return [];
    const rounds = leak.rounds.map((one): LeakEntry => ({ type: 'leak-round', round: one }));
    const cut: LeakEntry[] = leak.cut === null ? [] : [{ type: 'leak-cut', cut: leak.cut }];
    return [{ type: 'leak-plan', plan: leak.plan, warmUp: leak.warmUp }, ...rounds, ...cut];
  },
};
