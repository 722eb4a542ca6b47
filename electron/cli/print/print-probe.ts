/** What a probe has found, for a terminal: what it means, then what that stands on. */
import type { ProbeReport } from '../../../shared/model/probe.ts';
import { answerOf } from '../../../shared/phrases/probe.ts';
import { probeTables } from '../../../shared/report/tables/probe.ts';
import { reportTable } from './text-table.ts';

export function formatProbe(probe: ProbeReport): string {
  return [answerOf(probe).join('\n'), ...probeTables(probe).map(({ table }) => reportTable(table))].join('\n\n');
}
