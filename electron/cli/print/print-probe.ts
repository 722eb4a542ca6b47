/** What a probe has found, for a terminal: what it means, then what that stands on. */
import type { ProbeReport } from '../../../shared/model/probe.ts';
import { answerOf } from '../../../shared/phrases/probe.ts';
import { probeLevelsTable, probeRampTable, probeRatesTable, probeStepsTable } from '../../../shared/report/probe-tables.ts';
import type { ReportTable } from '../../../shared/report/table.ts';
import { reportTable } from './text-table.ts';

export function formatProbe(probe: ProbeReport): string {
  const { levels, steps, serviceMs, arrivals, ramp } = probe;
  const tables: ReportTable[] = [
    ...(levels.length === 0 ? [] : [probeLevelsTable(levels)]),
    ...(arrivals === null ? [] : [probeRatesTable(arrivals)]),
    ...(ramp === null ? [] : [probeRampTable(ramp)]),
    ...(steps.length === 0 || serviceMs === null ? [] : [probeStepsTable(steps, serviceMs)]),
  ];
  return [answerOf(probe).join('\n'), ...tables.map((table) => reportTable(table))].join('\n\n');
}
