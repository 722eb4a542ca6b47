/** The tables of classic ticks, as `node --prof-process` prints them, and the difference of two variants. */
import { decimalsFor, type TicksPerRequest } from '../../analysis/ticks-per-request.ts';
import { percentOf } from '../../base/percent-of.ts';
import { formatCount, formatDifferenceFigures, formatNumber } from '../../format/figures.ts';
import type { BottomUpRow, TickFigures, TickShare } from '../../model/profile/ticks.ts';
import { LINE_OF } from '../../profile/ticks/tick-lines.ts';
import { text } from '../../words/words.ts';
import type { MarkedCell, ReportTable, TableColumn } from '../table.ts';
import { numeric } from './columns.ts';
import { ALL, EVERYWHERE, type Profiled, type RunTable } from './run-table.ts';

const nameColumn = (): TableColumn => ({ title: text('run.ticks.columnName') });
const ticksColumn = (): TableColumn => numeric(text('run.ticks.columnTicks'));
const totalColumn = (): TableColumn => numeric(text('run.ticks.columnTotal'));

function partName(name: TickShare | 'Unaccounted'): MarkedCell {
  const line = LINE_OF[name];
  return { text: text(`run.ticks.part.${line}`), swatch: line };
}

/** `[Summary]`, what is unaccounted for included. */
export function tickSummaryTable({ total, unaccounted, excluded, summary }: TickFigures): ReportTable {
  return {
    caption: text('report.ticksSummary', { total }),
    narrow: true,
    namesLast: true,
    columns: [nameColumn(), ticksColumn(), totalColumn(), numeric(text('run.ticks.columnNonlib'))],
    rows: [
      ...summary.map(({ name, ticks, totalPercent, nonlibPercent }) => [
        partName(name),
        formatCount(ticks),
        formatNumber(totalPercent, 1),
        nonlibPercent === null ? '' : formatNumber(nonlibPercent, 1),
      ]),
      [partName('Unaccounted'), formatCount(unaccounted), formatNumber(percentOf(unaccounted, total), 1), ''],
    ],
    note: [text('report.ticksNote'), ...(excluded === undefined ? [] : [text('report.ticksExcluded', { count: excluded })])].join(' '),
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
    rows: libraries.map(({ name, ticks, totalPercent }) => [
      { text: name, tone: 'code', whole: name },
      formatCount(ticks),
      formatNumber(totalPercent, 1),
    ]),
  };
}

/** `[Bottom up (heavy) profile]`: callers stand below what they called, deeper. */
export function tickBottomUpTable(rows: readonly BottomUpRow[]): ReportTable {
  return {
    caption: text('run.ticks.bottomUp'),
    namesLast: true,
    columns: [nameColumn(), ticksColumn(), numeric(text('run.ticks.columnParent'))],
    rows: rows.map(({ name, depth, ticks, parentPercent }) => [{ text: name, depth }, formatCount(ticks), formatNumber(parentPercent, 1)]),
  };
}

/** Ticks per request of two variants. */
export function tickDifferenceTable(rows: readonly TicksPerRequest[], a: string, b: string): ReportTable {
  const decimals = decimalsFor(rows);
  return {
    caption: text('compare.ticks.title'),
    narrow: true,
    columns: [{ ...nameColumn(), share: 40 }, numeric(a), numeric(b), numeric(text('compare.verdicts.difference'))],
    rows: rows.map(({ name, a: before, b: after, differencePercent }) => [
      name === 'Total' ? { text: text('compare.ticks.total'), tone: 'strong' } : partName(name),
      formatNumber(before, decimals),
      formatNumber(after, decimals),
      formatDifferenceFigures(differencePercent),
    ]),
    note: text('compare.ticks.note'),
  };
}

export const TICKS: RunTable<Profiled> = {
  id: 'ticks',
  section: 'ticks',
  of: ({ ticks }) => (ticks === null || ticks.summary.length === 0 ? null : tickSummaryTable(ticks)),
  on: { ...EVERYWHERE, brief: [ALL, ALL] },
  key: 'runs[].ticks',
};

export const TICK_LIBRARIES: RunTable<Profiled> = {
  id: 'tick-libraries',
  section: 'ticks',
  of: ({ ticks }) => ticks && tickLibraryTable(ticks),
  on: EVERYWHERE,
  below: 'ticks',
};
