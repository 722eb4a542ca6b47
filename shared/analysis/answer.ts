/** The sentence that comes first: what came out, in an order in which nothing flattering hides something bad. */
import type { Distribution, RunReport } from '../model/report.ts';

export type AnswerPart =
  | {
      readonly kind: 'failures';
      readonly failed: number;
      readonly failedPercent: number;
      readonly unexpected: number;
      readonly unexpectedPercent: number;
    }
  | { readonly kind: 'within'; readonly percent: number; readonly ms: number }
  | { readonly kind: 'not-enough'; readonly count: number }
  | { readonly kind: 'completed'; readonly completed: number; readonly sent: number; readonly perSecond: number | null }
  | { readonly kind: 'loop'; readonly percent: number }
  | { readonly kind: 'nothing' };

/** From the one that says most to the one that needs least. */
const HEADLINE_PERCENTILES = [99, 95, 90, 50];

/** The highest percentile that stands on enough answers; null when none does. */
export function headlinePercentile(latency: Distribution): { percent: number; ms: number } | null {
  for (const percent of HEADLINE_PERCENTILES) {
    const ms = latency.percentiles[String(percent)];
    if (ms !== undefined && !latency.weak.includes(String(percent))) return { percent, ms };
  }
  return null;
}

export function computeAnswer(run: RunReport): readonly AnswerPart[] {
  const { sent, completed, failed, unexpected } = run.requests;
  if (sent === 0) return [{ kind: 'nothing' }];
  const parts: AnswerPart[] = [];
  if (failed > 0 || unexpected > 0) {
    parts.push({
      kind: 'failures',
      failed,
      failedPercent: (100 * failed) / sent,
      unexpected,
      unexpectedPercent: (100 * unexpected) / sent,
    });
  }
  const headline = run.latencyMs === null ? null : headlinePercentile(run.latencyMs);
  if (headline !== null) parts.push({ kind: 'within', ...headline });
  else parts.push({ kind: 'not-enough', count: run.latencyMs?.count ?? 0 });
  parts.push({ kind: 'completed', completed, sent, perSecond: run.throughput?.mean ?? null });
  const busiest = Math.max(...run.server.map(({ elu }) => elu?.mean ?? Number.NaN).filter(Number.isFinite));
  if (Number.isFinite(busiest)) parts.push({ kind: 'loop', percent: busiest * 100 });
  return parts;
}
