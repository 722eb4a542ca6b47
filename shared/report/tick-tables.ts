/** The tables of classic ticks, as `node --prof-process` prints them, and the difference of two variants. */
import { decimalsFor, type TicksPerRequest } from '../analysis/ticks-per-request.ts';
import { formatCount, formatDifference, formatNumber, formatPercent } from '../format/figures.ts';
import type { BottomUpRow, TickFigures, TickShare } from '../profile/ticks.ts';
import { text } from '../words/words.ts';
import type { ReportTable, TableColumn } from './table.ts';

const numeric = (title: string): TableColumn => ({ title, numeric: true });
const NAME = { title: text('run.ticks.columnName') };
const TICKS = numeric(text('run.ticks.columnTicks'));
const TOTAL = numeric(text('report.ticksOfTotal'));

const PARTS = { JavaScript: 'javascript', 'C++': 'cpp', GC: 'gc', 'Shared libraries': 'libraries', Unaccounted: 'unaccounted' } as const;

function partName(name: TickShare | 'Unaccounted'): string {
  return text(`run.ticks.part.${PARTS[name]}`);
}

/** `[Summary]`, what is unaccounted for included. */
export function tickSummaryTable({ total, unaccounted, summary }: TickFigures): ReportTable {
  return {
    caption: text('report.ticksSummary', { total }),
    narrow: true,
    columns: [NAME, TICKS, TOTAL, numeric(text('report.ticksOfOwn'))],
    rows: [
      ...summary.map(({ name, ticks, totalPercent, nonlibPercent }) => [
        partName(name),
        formatCount(ticks),
        formatPercent(totalPercent),
        nonlibPercent === null ? '' : formatPercent(nonlibPercent),
      ]),
      [partName('Unaccounted'), formatCount(unaccounted), formatPercent(total === 0 ? 0 : (100 * unaccounted) / total), ''],
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
    columns: [NAME, TICKS, TOTAL],
    rows: libraries.map(({ name, ticks, totalPercent }) => [{ text: name, tone: 'code' }, formatCount(ticks), formatPercent(totalPercent)]),
  };
}

/** `[Bottom up (heavy) profile]`: callers stand below what they called, deeper. */
export function tickBottomUpTable(rows: readonly BottomUpRow[]): ReportTable {
  return {
    caption: text('run.ticks.bottomUp'),
    columns: [NAME, TICKS, numeric(text('report.ticksOfCallee'))],
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
    columns: [NAME, numeric(a), numeric(b), numeric(text('compare.flame.difference'))],
    rows: rows.map(({ name, a: before, b: after, differencePercent }) => [
      name === 'Total' ? { text: text('compare.ticks.total'), tone: 'strong' } : partName(name),
      formatNumber(before, decimals),
      formatNumber(after, decimals),
      formatDifference(differencePercent),
    ]),
    note: text('compare.ticks.note'),
  };
}
