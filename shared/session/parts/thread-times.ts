/**
 * `threads.bin`: CPU of the threads of each process (model/thread-times.ts), about 20 rows a second for each that works; which they are says the
 * manifest. Absent: recorded before it was, or the system does not tell it.
 */
import * as z from '../../base/schema.ts';
import { showTexts } from '../../base/show-hidden.ts';
import type { Microseconds } from '../../base/units.ts';
import {
  MOST_SERIES,
  MOST_THREAD_TITLE,
  type ProcessThread,
  THREAD_COLUMNS,
  THREAD_KINDS,
  THREAD_SOURCES,
  type ThreadTable,
} from '../../model/thread-times.ts';
import { say } from '../../words/said.ts';
import { CAPS, clock, count, pid, threadId } from '../limits.ts';
import { ThreadSeries, type ThreadsEntry } from '../thread-series.ts';
import { aboutTable, type SessionPart } from './part.ts';

const FILE = 'threads.bin';

const FIELDS = {
  /** Absent: not recorded, or the system does not tell it. */
  threadTimes: z
    .strictObject({
      rows: count,
      processes: z
        .array(
          z.strictObject({
            pid,
            by: z.enum(THREAD_SOURCES),
            start: clock,
            threads: z
              .array(
                z.strictObject({
                  series: count.min(1).max(MOST_SERIES),
                  kind: z.enum(THREAD_KINDS),
                  tid: pid.nullable(),
                  startTicks: count.nullable(),
                  thread: threadId.nullable(),
                  title: z.string().max(MOST_THREAD_TITLE),
                  start: clock,
                  ended: z.boolean(),
                }),
              )
              .max(MOST_SERIES),
          }),
        )
        .max(CAPS.parts),
    })
    .optional(),
};

/** CPU of the threads of a process, since the entry before. */
type ThreadTimesEntry = { readonly type: 'thread-times' } & ThreadsEntry;

const NO_ROWS = { end: [], ran: [], waited: [], series: [], stopped: [] };

/** Files once said of a process that was read from outside after its agent had gone that its threads began when that did: after their first rows. */
function withTrueStart({ pid: of, start, threads }: ThreadsEntry, { series, end, pid: pids }: ThreadTable): ProcessThread[] {
  const firstEnd = new Map<number, Microseconds>();
  for (let row = series.length - 1; row >= 0; row--) if (pids[row] === of) firstEnd.set(series[row]!, end[row]!);
  return threads.map((thread) =>
    (firstEnd.get(thread.series) ?? Number.POSITIVE_INFINITY) > thread.start ? thread : { ...thread, start },
  );
}

export const THREAD_TIMES: SessionPart<'threadSeries', ThreadTimesEntry, ThreadSeries, typeof FIELDS, readonly string[]> = {
  name: 'threadSeries',
  entries: ['thread-times'],
  redraws: null,
  empty: () => new ThreadSeries(),
  add(series, entry) {
    series.add(entry);
    return series;
  },
  fields: FIELDS,
  describe: (series) => (series.rows > 0 ? { threadTimes: { rows: series.rows, processes: series.describe() } } : {}),
  table: {
    file: FILE,
    columns: () => THREAD_COLUMNS,
    rows: ({ threadTimes }) => threadTimes?.rows ?? null,
    of: (series) => (series.rows === 0 ? null : { rows: series.rows, columns: series.table() }),
    *replay(processes, columns, rows, refuse) {
      const table = columns as ThreadTable;
      for (const process of processes) yield { ...process, threads: withTrueStart(process, table) };
      for (let from = 0; from < rows; ) {
        const pid = table.pid[from]!;
        const process = processes.find((one) => one.pid === pid);
        if (process === undefined) throw refuse(say('file.whyRowTime', { part: FILE, row: from }));
        let to = from;
        for (; to < rows && table.pid[to] === pid; to++) {
          const [end, ran, waited] = [table.end[to]!, table.ran[to]!, table.waited[to]!];
          const isPossible = Number.isFinite(end) && ran >= 0 && waited >= 0 && Number.isFinite(ran + waited);
          if (!isPossible) throw refuse(say('file.whyRowTime', { part: FILE, row: to }));
        }
        const part = ({ name }: Pick<(typeof THREAD_COLUMNS)[number], 'name'>) => [name, table[name].subarray(from, to)] as const;
        const own = Object.fromEntries(THREAD_COLUMNS.map(part)) as unknown as ThreadTable;
        yield { type: 'thread-times', pid, by: process.by, start: process.start, threads: [], rows: own };
        from = to;
      }
    },
  },
  files: [aboutTable<ThreadSeries>('threads.json', ({ rows }) => (rows === 0 ? null : { columns: THREAD_COLUMNS, rows }))],
  read: (_, { threadTimes }) =>
    (threadTimes?.processes ?? []).map((one) => ({ type: 'thread-times', ...one, threads: one.threads.map(showTexts), rows: NO_ROWS })),

  redact: (entry, redaction) => redaction.code(entry),
  leaveOut({ threadTimes }, { values }) {
    if (threadTimes === undefined) return {};
    const processes = threadTimes.processes.map((one) => ({
      ...one,
      threads: one.threads.map((thread) => ({ ...thread, title: values?.text(thread.title) ?? thread.title })),
    }));
    return { threadTimes: { ...threadTimes, processes } };
  },
  texts: (series) => series.threads().map(({ title }) => title),
  tell(titles, facts) {
    for (const title of titles) facts.note('processes', title, 'manifest.json');
  },
  tellPlaces: () => {},
};
