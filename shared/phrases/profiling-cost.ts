/** What profiling cost, in one sentence for window, terminal and reports. */
import { formatNumber } from '../format/figures.ts';
import {
  COST_TAKES_MS,
  type Cost,
  type CostFigure,
  isMeasured,
  type MeasuredCost,
  type ProfilingCost,
} from '../model/profile/profiling-cost.ts';
import type { ProfileFigures } from '../model/report.ts';
import { text } from '../words/words.ts';

/** "Profiling cost this run 3.1 % (2.2 to 4.0) of CPU time per request ...", or why that is not known. */
export function costText({ cost }: Pick<ProfileFigures, 'cost'>): string {
  if (cost === undefined) return text('run.cost.notAsked');
  const { cpuPerRequest: cpu, throughput, pairs } = cost;
  const covers = text('run.cost.covers');
  if (isMeasured(cpu) && isMeasured(throughput))
    return `${text('run.cost.both', { cpu: percentText(cpu), throughput: percentText(throughput), pairs })} ${covers}`;
  if (isMeasured(cpu)) return `${text('run.cost.cpu', { cpu: percentText(cpu), pairs, why: whyNot(throughput, cost) })} ${covers}`;
  if (isMeasured(throughput))
    return `${text('run.cost.throughput', { throughput: percentText(throughput), pairs, why: whyNot(cpu, cost) })} ${covers}`;
  return `${text('run.cost.notMeasured', { why: whyNot(cpu, cost) })} ${covers}`;
}

/** "3.1 % (2.2 to 4.0)". */
function percentText({ percent, interval: [low, high] }: CostFigure): string {
  return text('run.cost.percent', { percent: rounded(percent), low: rounded(low), high: rounded(high) });
}

/** Nothing is said to be -0.0. */
function rounded(value: number): string {
  const near = Math.round(value * 10) / 10;
  return formatNumber(near === 0 ? 0 : near, 1);
}

function whyNot(cost: Cost, { pairs, needed }: ProfilingCost): string {
  return isMeasured(cost) ? '' : text(`run.cost.why.${cost.why}`, { pairs, needed, seconds: COST_TAKES_MS / 1_000 });
}

/** Of this machine, for the form: "Measured on this machine on ...". Null: neither figure is known. */
export function lastCostText({ cpuPerRequest: cpu, throughput, measuredAt }: MeasuredCost): string | null {
  const date = measuredAt.slice(0, 10);
  if (isMeasured(cpu) && isMeasured(throughput))
    return text('setup.lastCost.both', { date, cpu: percentText(cpu), throughput: percentText(throughput) });
  if (isMeasured(cpu)) return text('setup.lastCost.cpu', { date, cpu: percentText(cpu) });
  return isMeasured(throughput) ? text('setup.lastCost.throughput', { date, throughput: percentText(throughput) }) : null;
}
