/**
 * `timings.json`: marks and measures of the script (`performance.mark`, `performance.measure`). Their names, each once, and of each process, name,
 * beginning and length (-1: a mark), µs on the engine's clock, and of worker threads the number of the thread. Absent: it made none, or they were
 * not yet recorded.
 */
import * as z from '../../base/schema.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { MOST_TIMING_CHARACTERS, MOST_TIMINGS, type UserTiming } from '../../model/user-timings.ts';
import { compactJson } from '../json.ts';
import { count, threadId } from '../limits.ts';
import { FILES_ONLY, type NoFields, type SessionPart, storedFile } from './part.ts';

const FILE = 'timings.json';

const schema = z.object({
  names: z.array(z.string().max(2 * MOST_TIMING_CHARACTERS)).max(MOST_TIMINGS),
  rows: z.array(z.tuple([count, count, z.number().min(0), z.number().min(-1)]).rest(threadId)).max(MOST_TIMINGS),
  lost: count,
});
type Stored = z.infer<typeof schema>;

interface TimingsEntry {
  readonly type: 'timings';
  readonly timings: readonly UserTiming[];
  /** How many more it made. */
  readonly lost: number;
}

/** In the order they were told. */
interface Timings {
  readonly all: UserTiming[];
  /** Made, and not recorded. */
  lost: number;
}

function toStored({ all, lost }: Timings): Stored {
  const places = new Map<string, number>();
  const rows = all.map(({ pid, thread, name, at, us }): Stored['rows'][number] => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return [pid, place, at, us ?? -1, ...(thread === undefined ? [] : [thread])];
  });
  return { names: [...places.keys()], rows, lost };
}

/** Rows whose name is missing are no timings. */
function fromStored({ names, rows }: Stored): UserTiming[] {
  return rows.flatMap(([pid, place, at, us, thread]) => {
    const name = names[place];
    return name === undefined ? [] : [{ pid, ...(thread !== undefined && { thread }), name, at, us: us < 0 ? null : us }];
  });
}

export const TIMINGS_PART: SessionPart<'timings', TimingsEntry, Timings, NoFields, readonly string[]> = {
  ...FILES_ONLY,
  name: 'timings',
  entries: ['timings'],
  redraws: 'server',
  empty: () => ({ all: [], lost: 0 }),
  add(state, { timings, lost }) {
    const kept = timings.slice(0, MOST_TIMINGS - state.all.length);
    state.all.push(...kept);
    state.lost += lost + timings.length - kept.length;
    return state;
  },
  files: [
    storedFile({
      write: { [FILE]: compactJson },
      of: (timings: Timings) => (timings.all.length > 0 || timings.lost > 0 ? toStored(timings) : null),
      // What the script says, as its output is.
      leaveOut: (stored: Stored, { leaves, values }) =>
        leaves('output') ? { names: [], rows: [], lost: 0 } : { ...stored, names: stored.names.map((name) => values?.text(name) ?? name) },
    }),
  ],
  async read(file) {
    if (!file.has(FILE)) return [];
    const stored = await file.json(FILE, schema);
    return [{ type: 'timings', timings: fromStored({ ...stored, names: stored.names.map(showHidden) }), lost: stored.lost }];
  },

  redact: (entry, redaction) => ({
    ...entry,
    timings: entry.timings.map((timing) => ({ ...timing, name: redaction.text(timing.name) })),
  }),
  texts: ({ all }) => [...new Set(all.map(({ name }) => name))],
  tell(names, facts) {
    for (const name of names) facts.addText('output', name, FILE);
  },
  tellPlaces: () => {},
};
