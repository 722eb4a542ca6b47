/** What was alive in the memory of each process after a full garbage collection before and after the measured phase. */
import * as z from '../../base/schema.ts';
import { type LiveLevels, MOMENTS } from '../../model/memory.ts';
import { CAPS, count, pid } from '../limits.ts';
import { FIELDS_ONLY, figuresOnly, type SessionPart } from './part.ts';

const levels = z
  .strictObject({ heap: count, external: count, arrayBuffers: count, rss: count })
  .nullable() satisfies z.ZodType<LiveLevels | null>;
const reading = z.strictObject({ pid, when: z.enum(MOMENTS), levels });

export type LiveReading = z.infer<typeof reading>;

/** Absent: nothing was collected, or recorded before it was. */
const FIELDS = { liveMemory: z.array(reading).max(CAPS.parts).optional() };

type LiveMemoryEntry = { readonly type: 'live-memory' } & LiveReading;

export const LIVE_MEMORY: SessionPart<'liveMemory', LiveMemoryEntry, readonly LiveReading[], typeof FIELDS, null> = {
  ...figuresOnly<LiveMemoryEntry>(),
  ...FIELDS_ONLY,
  name: 'liveMemory',
  entries: ['live-memory'],
  redraws: 'server',
  empty: () => [],
  add: (known, { type: _, ...told }) => [...known, told],
  fields: FIELDS,
  describe: (liveMemory) => (liveMemory.length === 0 ? {} : { liveMemory: [...liveMemory] }),
  read: (_, { liveMemory = [] }) => liveMemory.map((told) => ({ type: 'live-memory', ...told })),
};
