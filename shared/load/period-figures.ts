/** What was counted in every ten seconds, as Artillery's reports of a period have it: by the end of requests, not by when they were due. */
import type { Milliseconds } from '../base/units.ts';
import type { PeriodFigures } from '../model/report.ts';
import type { LoadSeriesColumns } from '../model/series.ts';

/** None where there are not two to compare. */
export function computePeriods(columns: LoadSeriesColumns | null, durationMs: Milliseconds): readonly PeriodFigures[] {
  if (columns === null || columns.completed.length < 2) return [];
  const { bucketMs } = columns.meta;
  return Array.from(columns.completed, (completed, row) => {
    const [from, to] = [(row * bucketMs) / 1_000, Math.min((row + 1) * bucketMs, durationMs) / 1_000];
    const unexpected = columns.unexpected[row]!;
    const max = columns.max[row]!;
    return {
      from,
      to,
      requests: { completed, failed: columns.failed[row]!, unexpected, dropped: columns.dropped[row]! },
      throughput: to > from ? (completed - unexpected) / (to - from) : 0,
      latencyMs: Number.isNaN(max) ? null : { p50: columns.p50[row]!, p90: columns.p90[row]!, p99: columns.p99[row]!, max },
    };
  });
}
