/** Marks and measures of the script by name. */
import { formatCount, formatNumber, NOTHING } from '../../format/figures.ts';
import type { RunReport } from '../../model/report.ts';
import { text } from '../../words/words.ts';
import type { Cell, ReportTable } from '../table.ts';
import { numeric } from './columns.ts';
import { ALL, type RunTable } from './run-table.ts';

function figure(value: number | null): Cell {
  return value === null ? NOTHING : { text: formatNumber(value, 3), value };
}

/** Null: the script made none. */
function timingsTable({ timings }: Pick<RunReport, 'timings'>): ReportTable | null {
  if (timings === undefined) return null;
  const { rows, lost } = timings;
  const hasThreads = rows.some(({ thread }) => thread !== undefined);
  return {
    caption: text('run.timings.title'),
    long: true,
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
    rows: rows.map(({ name, thread, kind, count, firstMs, lastMs, meanMs, p50Ms, maxMs }) => [
      { text: name, tone: 'code' },
      ...(hasThreads ? [{ text: thread ?? text('run.timings.mainThread'), tone: 'code' } satisfies Cell] : []),
      text('run.timings.kindOf', { kind }),
      { text: formatCount(count), value: count },
      ...[firstMs / 1_000, lastMs / 1_000, meanMs, p50Ms, maxMs].map(figure),
    ]),
    note: [text('run.timings.note'), ...(lost > 0 ? [text('run.timings.lost', { count: lost })] : [])].join(' '),
  };
}

const MOST = 50;

export const TIMINGS: RunTable = {
  id: 'timings',
  section: 'timings',
  of: timingsTable,
  on: { screen: ALL, terminal: MOST, html: MOST, markdown: MOST },
  key: 'runs[].timings',
  isLater: true,
  alone: { none: () => text('run.timings.none') },
};
