/** The charts of a run over time: which there are, and which are shown by default. */

/** From the top down. */
export const RUN_CHARTS = [
  'latency',
  'service',
  'throughput',
  'launched',
  'states',
  'inFlight',
  'waits',
  'pool',
  'cpu',
  'cpuStack',
  'memory',
  'memoryStack',
  'heap',
  'loop',
  'stall',
  'gc',
  'machine',
] as const;

export type RunChartId = (typeof RUN_CHARTS)[number];

/** What a reader has decided, chart by chart; the others are shown as proposed. */
export type ChartChoice = Readonly<Partial<Record<RunChartId, boolean>>>;

/** What is added where there is room. In a closed load there is no more to see of the requests than how many are in flight. */
const MORE: readonly RunChartId[] = ['waits', 'pool', 'cpu', 'cpuStack', 'memory', 'stall', 'gc', 'machine'];

/** `load`: the charts of its model, and whether its requests have their times. */
export function isProposed(
  chart: RunChartId,
  load: { readonly charts: readonly RunChartId[]; readonly hasSchedule: boolean },
  isRoomy: boolean,
): boolean {
  if (load.charts.includes(chart)) return true;
  return isRoomy && (MORE.includes(chart) || chart === (load.hasSchedule ? 'service' : 'inFlight'));
}
