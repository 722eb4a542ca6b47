/** Classic ticks as text: the three tables of `node --prof-process` that the product has. */
import { formatMsTyped } from '../../shared/format/figures.ts';
import type { TickFigures, Ticks } from '../../shared/profile/ticks.ts';
import type { ReportTable } from '../../shared/report/table.ts';
import { tickBottomUpTable, tickLibraryTable, tickSummaryTable } from '../../shared/report/tick-tables.ts';
import { text } from '../../shared/words/words.ts';
import { reportTable } from './text-table.ts';

/** What a report has of them. */
export function formatTickFigures(ticks: TickFigures | null): string {
  return ticks === null ? '' : tablesOf(summaryOf(ticks), tickLibraryTable(ticks));
}

/** All of them, with the bottom-up profile. */
export function formatTicks(ticks: Ticks | null): string {
  if (ticks === null) return text('terminal.noTicks');
  const { pid, outside, node, intervalUs, bottomUp } = ticks;
  const interval = intervalUs === 0 ? 'unknown' : formatMsTyped(intervalUs / 1e3);
  const tables = tablesOf(summaryOf(ticks), tickLibraryTable(ticks), tickBottomUpTable(bottomUp));
  // Somebody else's: whose, and when, is not known.
  if (node === '') return tables;
  return `${text('terminal.ticksHead', { pid: String(pid), outside, node, interval })}\n\n${tables}`;
}

/** 0x's files have none. */
function summaryOf(ticks: TickFigures): ReportTable | null {
  return ticks.summary.length === 0 ? null : tickSummaryTable(ticks);
}

/** The name last, as Node has it: it may be long. */
function formatTable(table: ReportTable): string {
  const [name = 0, ...figures] = table.columns.keys();
  return reportTable(table, { order: [...figures, name], captioned: name });
}

function tablesOf(...tables: readonly (ReportTable | null)[]): string {
  return tables.flatMap((table) => (table === null || table.rows.length === 0 ? [] : [formatTable(table)])).join('\n\n');
}
