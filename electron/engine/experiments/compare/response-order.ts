/** Single requests of one run, as many as a chart can show. */
import type { ResponseOrderColumns } from '../../../../shared/model/comparison/comparison-info.ts';
import type { RequestBatch } from '../../../../shared/model/run.ts';

export const MOST_RESPONSES = 2_000;
const US_PER_MS = 1_000;

/** In the order of their responses, without those that have no latency of their own. Of more than MOST_RESPONSES, evenly spaced ones, so that neither slow nor fast ones are preferred. */
export async function readResponseOrder(rows: AsyncIterable<RequestBatch>, total: number): Promise<ResponseOrderColumns> {
  const shown = Math.min(total, MOST_RESPONSES);
  const [startMs, latencyMs] = [new Float64Array(shown), new Float64Array(shown)];
  const [status, unmet] = [new Uint16Array(shown), new Uint16Array(shown)];
  let [row, slot, next] = [0, 0, 0];
  for await (const batch of rows) {
    for (let i = 0; i < batch.start.length; i++, row++) {
      if (slot >= shown || row !== Math.floor((slot * total) / shown)) continue;
      slot += 1;
      if (batch.stale[i] !== 0) continue;
      startMs[next] = batch.intended[i]! / US_PER_MS;
      latencyMs[next] = batch.latency[i]! / US_PER_MS;
      status[next] = batch.status[i]!;
      unmet[next] = batch.unmet[i]!;
      next += 1;
    }
  }
  return {
    meta: { shown: next, total },
    startMs: startMs.slice(0, next),
    latencyMs: latencyMs.slice(0, next),
    status: status.slice(0, next),
    unmet: unmet.slice(0, next),
  };
}
