/** Marks and measures of the script by name. */
import { formatCount, formatNumber } from '../format/figures.ts';
import type { RunReport } from '../model/report.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';

/** Of these reports and terminals have rows; the document has all. */
const MOST_ROWS = 50;

/** Null: the script made none. */
export function timingsTable({ timings }: Pick<RunReport, 'timings'>, most = MOST_ROWS): ReportTable | null {
  if (timings === undefined) return null;
  const { rows, lost } = timings;
  const left = rows.length - most;
  const hasThreads = rows.some(({ thread }) => thread !== undefined);
  const numeric = (title: string) => ({ title, numeric: true });
  return {
    caption: text('run.timings.title'),
    columns: [
      { title: text('run.timings.name') },
      ...(hasThreads ? [{ title: text('run.timings.thread') }] : []),
      { title: text('run.timings.kind') },
      numeric(text('run.timings.count')),
      numeric(text('run.timings.first')),
      numeric(text('run.timings.last')),
      numeric(text('run.timings.mean')),
      numeric(text('run.timings.p50')),
      numeric(text('run.timings.max')),
    ],
    rows: rows
      .slice(0, most)
      .map(({ name, thread, kind, count, firstMs, lastMs, meanMs, p50Ms, maxMs }) => [
        { text: name, tone: 'code' },
        ...(hasThreads ? [{ text: thread ?? text('run.timings.mainThread'), tone: 'code' } satisfies Cell] : []),
        text('run.timings.kindOf', { kind }),
        formatCount(count),
        formatNumber(firstMs / 1_000, 3),
        formatNumber(lastMs / 1_000, 3),
        formatNumber(meanMs, 3),
        formatNumber(p50Ms, 3),
        formatNumber(maxMs, 3),
      ]),
    note: [
      text('run.timings.note'),
      ...(left > 0 ? [text('run.timings.left', { count: left })] : []),
      ...(lost > 0 ? [text('run.timings.lost', { count: lost })] : []),
    ].join(' '),
  };
}
