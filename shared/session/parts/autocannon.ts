/** `autocannon.json`: what autocannon itself says of the run, where it was the client: a list, one for each load process. */
import * as z from '../../base/schema.ts';
import { showTexts } from '../../base/show-hidden.ts';
import { type AutocannonResult, COUNT_KEYS, HISTOGRAM_KEYS } from '../../model/load/autocannon-result.ts';
import { canonicalJson } from '../json.ts';
import { address, count, MOST_LOAD_PROCESSES } from '../limits.ts';
import { FILES_ONLY, type NoFields, type SessionPart, storedFile } from './part.ts';

const FILE = 'autocannon.json';

const histogram = z.object(
  Object.fromEntries([...HISTOGRAM_KEYS].map((key) => [key, z.number()])) as Record<(typeof HISTOGRAM_KEYS)[number], z.ZodNumber>,
);

/** As autocannon prints it, and what it says of other options of it is left out. */
const schema = z
  .array(
    z.object({
      url: address,
      connections: count,
      sampleInt: z.number().min(0),
      pipelining: count,
      workers: count.optional(),
      duration: z.number().min(0),
      samples: count,
      start: z.string().max(100).nullable(),
      finish: z.string().max(100).nullable(),
      statusCodeStats: z.record(z.string().regex(/^\d{1,3}$/), z.object({ count })),
      latency: histogram.extend({ totalCount: count }),
      requests: histogram.extend({ total: count, sent: count }),
      throughput: histogram.extend({ total: count }),
      ...(Object.fromEntries(COUNT_KEYS.map((key) => [key, count])) as Record<(typeof COUNT_KEYS)[number], typeof count>),
    }),
  )
  .max(MOST_LOAD_PROCESSES);

type Results = readonly AutocannonResult[];

interface AutocannonEntry {
  readonly type: 'autocannon';
  readonly result: AutocannonResult;
}

export const AUTOCANNON_RESULTS: SessionPart<'autocannonResults', AutocannonEntry, Results, NoFields, Results> = {
  ...FILES_ONLY,
  name: 'autocannonResults',
  entries: ['autocannon'],
  redraws: null,
  empty: () => [],
  add: (results, { result }) => [...results, result],
  files: [
    storedFile({
      write: { [FILE]: canonicalJson },
      of: (results: Results) => (results.length === 0 ? null : results),
      leaveOut: (results: Results, { values }) => results.map((result) => ({ ...result, url: values?.url(result.url) ?? result.url })),
    }),
  ],
  read: async (file) =>
    file.has(FILE) ? (await file.json(FILE, schema)).map((result) => ({ type: 'autocannon', result: showTexts(result) })) : [],

  redact: (entry, redaction) => ({ ...entry, result: { ...entry.result, url: redaction.url(entry.result.url) } }),
  texts: (results) => [...results],
  tell: (results, facts) => facts.addAll(results, FILE),
  tellPlaces: () => {},
};
