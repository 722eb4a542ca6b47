/** Formulas of figures of a run that do not depend on who made its requests. */
import type { Metric } from '../model/metrics.ts';
import type { RunReport } from '../model/report.ts';
import type { Bytes, Milliseconds, Percent, Ratio } from '../model/units.ts';

/** Percentiles among the metrics, as reports name them. */
export const PERCENTILES: Partial<Record<Metric, string>> = {
  p50: '50',
  p90: '90',
  p99: '99',
  serviceP50: '50',
  serviceP99: '99',
  sessionP50: '50',
};

/** CPU time of all processes of the server. Null: nothing was answered, or there are no figures from the server. */
export function cpuPerRequest({ server, load }: Pick<RunReport, 'server' | 'load'>, completed: number): Milliseconds | null {
  if (completed === 0 || server.length === 0) return null;
  return (
    server.reduce((sum, { cpuPercent, sampled }) => sum + (cpuPercent.mean / 100) * timeOf(sampled.ms, load.durationMs), 0) / completed
  );
}

/** If less of the load than this was sampled, the process was not there for the rest of it. */
const ENOUGH_SEEN: Ratio = 0.8;

/** Of which the mean is: what was sampled of a short load is longer than it. */
function timeOf(sampledMs: Milliseconds, durationMs: Milliseconds): Milliseconds {
  return sampledMs < ENOUGH_SEEN * durationMs ? sampledMs : Math.max(sampledMs, durationMs);
}

/** Of all processes of the server. Null: there are no figures from it. */
export function memoryOf({ server }: Pick<RunReport, 'server'>): Bytes | null {
  return server.length === 0 ? null : server.reduce((sum, { rssBytes }) => sum + rssBytes.mean, 0);
}

/** Of all who came and had an outcome. Null: nobody. */
export function errorShare({
  completed,
  failed,
  unexpected,
  dropped,
}: Pick<RunReport['requests'], 'completed' | 'failed' | 'unexpected' | 'dropped'>): Percent | null {
  const all = completed + failed + dropped;
  return all === 0 ? null : (100 * (failed + unexpected + dropped)) / all;
}
