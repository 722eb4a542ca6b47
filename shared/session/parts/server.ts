/** `server.bin`: samples of the processes of the target, one row for each sample of each process. */
import * as z from '../../base/schema.ts';
import { HEAP_FIGURES, RESPONSE_TIMES, type ServerSample, SYSTEM_FIGURES } from '../../model/run.ts';
import type { Column } from '../../model/table.ts';
import { say } from '../../words/said.ts';
import { count } from '../limits.ts';
import { SERVER_COLUMNS, ServerSeries } from '../server-series.ts';
import { aboutTable, figuresOnly, rowOf, type SessionPart, withNaN } from './part.ts';

const FILE = 'server.bin';

const FIELDS = {
  /** `threads`: whether server.bin has the column `otherThreadsPercent`; `system`: those that only the system knows; `own`: `ownBytes`; `heap`: what V8 tells of the heaps; `told`: until when; `responses`: when they ended. */
  server: z.strictObject({
    rows: count,
    threads: z.boolean(),
    system: z.boolean().optional(),
    own: z.boolean().optional(),
    heap: z.boolean().optional(),
    told: z.boolean().optional(),
    responses: z.boolean().optional(),
  }),
};
type Fields = z.infer<z.ZodObject<typeof FIELDS>>;

interface ServerEntry {
  readonly type: 'server';
  readonly samples: readonly ServerSample[];
}

/** Samples per entry, so that a long list is never in memory as objects. */
const SAMPLES_AT_ONCE = 4_096;

/** Files without any such figure have no columns for them. */
function columnsOf({
  server: { threads, system = false, own = false, heap = false, told = false, responses = false },
}: Fields): readonly Column<keyof ServerSample>[] {
  const missing: readonly string[] = [
    ...(threads ? [] : ['otherThreadsPercent']),
    ...(own ? [] : ['ownBytes']),
    ...(heap ? [] : HEAP_FIGURES),
    ...(told ? [] : ['toldAt']),
    ...(responses ? [] : RESPONSE_TIMES),
    ...(system ? [] : SYSTEM_FIGURES),
  ];
  return SERVER_COLUMNS.filter(({ name }) => !missing.includes(name));
}

function describe(server: ServerSeries): Fields {
  const { rows, knowsThreads, knowsSystem, knowsOwn, knowsHeap, knowsResponses } = server;
  return {
    server: {
      ...{ rows, threads: knowsThreads },
      ...(knowsSystem ? { system: true } : {}),
      ...(knowsOwn ? { own: true } : {}),
      ...(knowsHeap ? { heap: true, told: true } : {}),
      ...(knowsResponses ? { responses: true } : {}),
    },
  };
}

export const SERVER_PART: SessionPart<'server', ServerEntry, ServerSeries, typeof FIELDS, null> = {
  ...figuresOnly<ServerEntry>(),
  name: 'server',
  entries: ['server'],
  redraws: 'server',
  inMemory: { is: 'bulk' },
  empty: () => new ServerSeries(),
  add(server, { samples }) {
    for (const sample of samples) server.push(sample);
    return server;
  },
  revive: (entry) => ({ ...entry, samples: entry.samples.map(withNaN) }),
  fields: FIELDS,
  describe,
  table: {
    file: FILE,
    columns: columnsOf,
    rows: ({ server }) => server.rows,
    of: (server) => ({ rows: server.rows, columns: server.table() }),
    *replay(_, columns, rows, refuse) {
      const names = SERVER_COLUMNS.filter(({ name }) => name in columns);
      for (let from = 0; from < rows; from += SAMPLES_AT_ONCE) {
        const samples: ServerSample[] = [];
        for (let row = from; row < Math.min(rows, from + SAMPLES_AT_ONCE); row++) {
          const sample = rowOf<ServerSample>(names, columns, row);
          if (!Number.isFinite(sample.at)) throw refuse(say('file.whyRowTime', { part: FILE, row }));
          samples.push(sample);
        }
        yield { type: 'server', samples };
      }
    },
  },
  files: [aboutTable<ServerSeries>('server.json', (server) => ({ columns: columnsOf(describe(server)), rows: server.rows }))],
  read: () => [],
};
