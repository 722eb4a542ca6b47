/** The charts of a run over time: which there are, and which are shown to whoever has not chosen. */
import type { LoadModel } from './load-models.ts';

/** From the top down. */
export const RUN_CHARTS = [
  'latency',
  'service',
  'throughput',
  'launched',
  'states',
  'inFlight',
  'cpu',
  'cpuStack',
  'memory',
  'memoryStack',
  'loop',
  'stall',
  'gc',
  'machine',
] as const;

export type RunChartId = (typeof RUN_CHARTS)[number];

/** What a reader has decided, chart by chart; the others are shown as proposed. */
export type ChartChoice = Readonly<Partial<Record<RunChartId, boolean>>>;

/** Those that answer what is asked first with a load. */
const FIRST: { readonly [M in LoadModel]: readonly RunChartId[] } = {
  closed: ['latency', 'throughput', 'cpu', 'loop'],
  users: ['latency', 'throughput', 'launched', 'cpu', 'loop'],
  arrivals: ['latency', 'throughput', 'states', 'loop'],
  sweep: ['latency', 'throughput', 'cpu', 'loop'],
};
/** What is added where there is room. In a closed load there is no more to see of the requests than how many are in flight. */
const MORE: readonly RunChartId[] = ['cpu', 'cpuStack', 'memory', 'stall', 'gc', 'machine'];

export function isProposed(chart: RunChartId, model: LoadModel, isRoomy: boolean): boolean {
  if (FIRST[model].includes(chart)) return true;
  return isRoomy && (MORE.includes(chart) || chart === (model === 'closed' ? 'inFlight' : 'service'));
}
