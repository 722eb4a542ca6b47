/** Classic ticks as text: the three tables of `node --prof-process` that the product has. */
import { formatMsTyped } from '../../../shared/format/figures.ts';
import type { Ticks } from '../../../shared/model/profile/ticks.ts';
import type { ReportTable } from '../../../shared/report/table.ts';
import { TICK_LIBRARIES, TICKS, tickBottomUpTable } from '../../../shared/report/tables/ticks.ts';
import { text } from '../../../shared/words/words.ts';
import { reportTable } from './text-table.ts';

/** All of them, with the bottom-up profile. */
export function formatTicks(ticks: Ticks | null): string {
  if (ticks === null) return text('terminal.noTicks');
  const { pid, outside, node, intervalUs, bottomUp } = ticks;
  const of = { ticks, profile: null };
  const interval = intervalUs === 0 ? 'unknown' : formatMsTyped(intervalUs / 1e3);
  const tables = tablesOf(TICKS.of(of, {}), TICK_LIBRARIES.of(of, {}), tickBottomUpTable(bottomUp));
  // Somebody else's: whose, and when, is not known.
  if (node === '') return tables;
  return `${text('terminal.ticksHead', { pid: String(pid), outside, node, interval })}\n\n${tables}`;
}

function tablesOf(...tables: readonly (ReportTable | null)[]): string {
  return tables.flatMap((table) => (table === null || table.rows.length === 0 ? [] : [reportTable(table)])).join('\n\n');
}
