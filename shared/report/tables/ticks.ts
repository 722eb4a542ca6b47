/** The tables of classic ticks, as `node --prof-process` prints them, and the difference of two variants. */
import { decimalsFor, type TicksPerRequest } from '../../analysis/ticks-per-request.ts';
import { percentOf } from '../../base/percent-of.ts';
import { formatCount, formatDifference, formatNumber, formatPercent } from '../../format/figures.ts';
import type { BottomUpRow, TickFigures, TickShare } from '../../model/profile/ticks.ts';
import { LINE_OF } from '../../profile/ticks/tick-lines.ts';
import { text } from '../../words/words.ts';
import type { ReportTable, TableColumn } from '../table.ts';
import { numeric } from './columns.ts';
import { ALL, type Profiled, type RunTable } from './run-table.ts';

const nameColumn = (): TableColumn => ({ title: text('run.ticks.columnName') });
const ticksColumn = (): TableColumn => numeric(text('run.ticks.columnTicks'));
const totalColumn = (): TableColumn => numeric(text('report.ticksOfTotal'));

function partName(name: TickShare | 'Unaccounted'): string {
  return text(`run.ticks.part.${LINE_OF[name]}`);
}

/** `[Summary]`, what is unaccounted for included. */
export function tickSummaryTable({ total, unaccounted, summary }: TickFigures): ReportTable {
  return {
    caption: text('report.ticksSummary', { total }),
    narrow: true,
    namesLast: true,
    columns: [nameColumn(), ticksColumn(), totalColumn(), numeric(text('report.ticksOfOwn'))],
    rows: [
      ...summary.map(({ name, ticks, totalPercent, nonlibPercent }) => [
        partName(name),
        formatCount(ticks),
        formatPercent(totalPercent),
        nonlibPercent === null ? '' : formatPercent(nonlibPercent),
      ]),
      [partName('Unaccounted'), formatCount(unaccounted), formatPercent(percentOf(unaccounted, total)), ''],
    ],
    note: text('report.ticksNote'),
  };
}

/** `[Shared libraries]`; null: no tick was in one. */
export function tickLibraryTable({ libraries }: TickFigures): ReportTable | null {
  if (libraries.length === 0) return null;
  return {
    caption: text('run.ticks.libraries'),
    narrow: true,
    namesLast: true,
    columns: [nameColumn(), ticksColumn(), totalColumn()],
    rows: libraries.map(({ name, ticks, totalPercent }) => [{ text: name, tone: 'code' }, formatCount(ticks), formatPercent(totalPercent)]),
  };
}

/** `[Bottom up (heavy) profile]`: callers stand below what they called, deeper. */
export function tickBottomUpTable(rows: readonly BottomUpRow[]): ReportTable {
  return {
    caption: text('run.ticks.bottomUp'),
    namesLast: true,
    columns: [nameColumn(), ticksColumn(), numeric(text('report.ticksOfCallee'))],
    rows: rows.map(({ name, depth, ticks, parentPercent }) => [
      `${'  '.repeat(depth)}${name}`,
      formatCount(ticks),
      formatPercent(parentPercent),
    ]),
  };
}

/** Ticks per request of two variants. */
export function tickDifferenceTable(rows: readonly TicksPerRequest[], a: string, b: string): ReportTable {
  const decimals = decimalsFor(rows);
  return {
    caption: text('compare.ticks.title'),
    narrow: true,
    columns: [nameColumn(), numeric(a), numeric(b), numeric(text('compare.flame.difference'))],
    rows: rows.map(({ name, a: before, b: after, differencePercent }) => [
      name === 'Total' ? { text: text('compare.ticks.total'), tone: 'strong' } : partName(name),
      formatNumber(before, decimals),
      formatNumber(after, decimals),
      formatDifference(differencePercent),
    ]),
    note: text('compare.ticks.note'),
  };
}

export const TICKS: RunTable<Profiled> = {
  id: 'ticks',
  section: 'ticks',
  of: ({ ticks }) => (ticks === null || ticks.summary.length === 0 ? null : tickSummaryTable(ticks)),
  on: { terminal: ALL, html: ALL, markdown: ALL, brief: [ALL, ALL] },
  key: 'runs[].ticks',
};

export const TICK_LIBRARIES: RunTable<Profiled> = {
  id: 'tick-libraries',
  section: 'ticks',
  of: ({ ticks }) => ticks && tickLibraryTable(ticks),
  on: { terminal: ALL, html: ALL, markdown: ALL },
  below: 'ticks',
};
