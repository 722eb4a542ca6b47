/**
 * Variants of a comparison whose server stopped responding, or was silent at the end of most of its runs: what its latency would have been is not
 * known, so it is neither faster nor slower.
 */
import type { Milliseconds, Ratio } from '../../base/units.ts';
import { type StoppedRuns, variantLetter } from '../../model/comparison/comparison.ts';
import { STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import type { RunReport } from '../../model/report.ts';
import { findStopped, silentEnd, withoutResponse } from '../silence.ts';

/** With more requests that got no whole response, the latency of the rest does not say that a server is faster. What is promised is usually less. */
const MOST_WITHOUT: Ratio = 0.01;

/**
 * Silence at the end that is longer than any response before it may be chance in one run. A server that answers all the time, but stands still now and
 * then, is met in one by the end of its load with a probability of at most S / ((D - S) e), for stalls of S in a run of D: of more, an earlier one
 * would be in the run, too. That is 1 in 8 for a quarter of the run, so that most of five runs and more are silent by chance in one of 60 comparisons,
 * and most of ten in one of 2,000. The responses of longer stalls are missing from the latencies of such runs, which are then not compared with good reason.
 */
const FEWEST_SILENT = 3;

/** Runs that are left out because too much failed count, too: they are what this is about. Null: it never did. */
export function findStoppedRuns(passes: readonly Pass[], variant: number): StoppedRuns | null {
  const reports = reportsOf(passes, variant);
  const told = (silences: readonly Milliseconds[]): StoppedRuns => ({
    ...{ variant: variantLetter(variant), runs: silences.length, of: reports.length, silentMs: Math.min(...silences) },
  });
  const stopped = reports.flatMap((report) => findStopped(report)?.ms ?? []);
  if (stopped.length > 0) return told(stopped);
  // Another tool made the load, and whoever waited is not known; but the server says that it was asked.
  const atServer = reports.flatMap(({ silentAtServer }) => silentAtServer?.ms ?? []);
  if (atServer.length > 0) return { ...told(atServer), afterwards: 'not known' };
  const silent = reports.flatMap((report) => silentEnd(report)?.ms ?? []);
  return silent.length >= FEWEST_SILENT && 2 * silent.length > reports.length ? { ...told(silent), afterwards: 'not known' } : null;
}

/** Whether in a run of the variant so many requests got no whole response that its latency is not that of whoever asked. */
export function lacksResponses(passes: readonly Pass[], variant: number): boolean {
  return reportsOf(passes, variant).some((report) => {
    const { count, of } = withoutResponse(report);
    return count > MOST_WITHOUT * of;
  });
}

function reportsOf(passes: readonly Pass[], variant: number): RunReport[] {
  return passes.flatMap((pass) =>
    pass.kind === 'measured' && pass.variant === variant && pass.excluded !== STOPPED_PASS ? (pass.report ?? []) : [],
  );
}
