/** What another load tool has measured, as a report of a run has it. */
import { unexpectedIn } from '../model/load/load-outcomes.ts';
import type { LoadResult } from '../model/load/load-result.ts';
import type { ExternalReport, RunReport } from '../model/report.ts';

/** `empty`: the report of a recording without a run; of one that the result was joined to, periods are on its time axis, as in its charts. */
export function toExternalReport(empty: RunReport, result: LoadResult): ExternalReport {
  const {
    tool,
    version,
    url,
    startedAt,
    connections,
    durationMs,
    figures,
    requests,
    status,
    errors,
    bytes,
    rate,
    times,
    periods,
    thresholds,
  } = result;
  const startMs = empty.joined?.startMs ?? 0;
  return {
    ...empty,
    load: { model: 'external', client: tool, version, url, startedAt, connections, durationMs, figures, thresholds },
    requests: { ...requests, unexpected: unexpectedIn({ requests, status }) },
    status,
    errors,
    bytes,
    latencyMs: times.latency,
    firstByteMs: times.firstByte,
    connectMs: times.connect,
    sessionMs: times.session,
    throughput: rate,
    periods: startMs === 0 ? periods : periods.map((period) => ({ ...period, fromMs: startMs + period.fromMs })),
  };
}
