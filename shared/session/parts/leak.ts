/** What a search for a leak has measured (model/leak.ts). */
import * as z from '../../base/schema.ts';
import { showHidden } from '../../base/show-hidden.ts';
import {
  LEAK_CUTS,
  LEAK_LIMITS,
  type LeakCut,
  type LeakFound,
  type LeakMeasured,
  type LeakPlan,
  type LeakRound,
  type LeakWarmUp,
} from '../../model/leak.ts';
import { mapStrings } from '../../privacy/map-strings.ts';
import { CAPS, clock, count, pid, threadId } from '../limits.ts';
import { FIELDS_ONLY, namesOnly, type SessionPart } from './part.ts';

/** A name of code may be as long as a file that was put into one line. */
const MOST_CODE_CHARACTERS = 100_000;
const MOST_FOUND = 100;
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
const share = z.number().min(0).max(1);
const code = z.string().max(MOST_CODE_CHARACTERS);
const place = z.strictObject({ url: code, line: count.nullable() }).nullable();
const sites = z
  .array(z.strictObject({ name: code, place, share }))
  .max(MOST_FOUND)
  .readonly();
const found = z.strictObject({
  grown: z
    .array(
      z.strictObject({
        constructor: code,
        countPerRequest: positive,
        bytesPerRequest: positive,
        heldBy: z
          .array(
            z.strictObject({
              kind: z.enum(['variable', 'global', 'timers', 'module cache', 'unnamed']),
              ...{ name: code, constructor: code, delayMs: positive.nullable(), share, place },
            }),
          )
          .max(MOST_FOUND)
          .readonly(),
        functions: sites,
      }),
    )
    .max(MOST_FOUND)
    .readonly(),
  not: z
    .discriminatedUnion('why', [
      z.strictObject({ why: z.literal('too-large'), bytes: positive }),
      z.strictObject({ why: z.enum(['elsewhere', 'failed']) }),
    ])
    .nullable(),
  sites,
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
      found: found.nullable(),
    })
    .optional(),
};

type LeakEntry =
  /** Before the first round. */
  | { readonly type: 'leak-plan'; readonly plan: LeakPlan; readonly warmUp: LeakWarmUp }
  | { readonly type: 'leak-round'; readonly round: LeakRound }
  | { readonly type: 'leak-cut'; readonly cut: LeakCut }
  | { readonly type: 'leak-found'; readonly found: LeakFound };

const MANIFEST = 'manifest.json';

/** All names, with their files. */
function codeOf({ grown, sites: all }: LeakFound): { readonly name: string; readonly url: string }[] {
  const places = [...grown.flatMap(({ heldBy, functions }) => [...heldBy, ...functions]), ...all];
  const constructors = grown.flatMap(({ constructor: own, heldBy }) => [own, ...heldBy.map((holder) => holder.constructor)]);
  return [...places.map(({ name, place: at }) => ({ name, url: at?.url ?? '' })), ...constructors.map((name) => ({ name, url: '' }))];
}

export const LEAK_PART: SessionPart<'leak', LeakEntry, LeakMeasured | null, typeof FIELDS, LeakFound | null> = {
  ...FIELDS_ONLY,
  name: 'leak',
  entries: ['leak-plan', 'leak-round', 'leak-cut', 'leak-found'],
  redraws: 'server',
  empty: () => null,
  add(known, entry) {
    if (entry.type === 'leak-plan') return { plan: entry.plan, warmUp: entry.warmUp, rounds: [], cut: null, found: null };
    if (known === null) return null;
    if (entry.type === 'leak-round') return { ...known, rounds: [...known.rounds, entry.round] };
    return entry.type === 'leak-cut' ? { ...known, cut: entry.cut } : { ...known, found: entry.found };
  },
  fields: FIELDS,
  describe: (known) => (known === null ? {} : { leak: { ...known, rounds: [...known.rounds] } }),
  read(_, { leak }) {
    if (leak === undefined) return [];
    const rounds = leak.rounds.map((one): LeakEntry => ({ type: 'leak-round', round: one }));
    const cut: LeakEntry[] = leak.cut === null ? [] : [{ type: 'leak-cut', cut: leak.cut }];
    const ofFound: LeakEntry[] =
      leak.found === null ? [] : [{ type: 'leak-found', found: mapStrings(leak.found, showHidden) as LeakFound }];
    return [{ type: 'leak-plan', plan: leak.plan, warmUp: leak.warmUp }, ...rounds, ...cut, ...ofFound];
  },

  // Names of code and its files: of these only what is no ordinary word may be a value.
  redact: (entry, redaction) => (entry.type === 'leak-found' ? { ...entry, found: redaction.code(entry.found) } : entry),
  leaveOut: namesOnly,
  texts: (known) => known?.found ?? null,
  tell(known, facts) {
    if (known !== null) for (const { name, url } of codeOf(known)) facts.addFrame(name, url, MANIFEST);
  },
  tellPlaces(known, places) {
    if (known?.found) for (const { name, url } of codeOf(known.found)) places.addFrame(url, name);
  },
};
