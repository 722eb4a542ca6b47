/** Variants of a comparison whose server stopped answering: what its latency would have been is not known, so it is neither faster nor slower. */
import { type StoppedRuns, variantLetter } from '../model/comparison.ts';
import { STOPPED_PASS } from '../model/exclusion.ts';
import type { Pass } from '../model/pass.ts';
import type { RunReport } from '../model/report.ts';
import type { Ratio } from '../model/units.ts';
import { findStopped, withoutResponse } from './silence.ts';
import { median } from './statistics.ts';

/** With more requests that got no whole response, the latency of the rest does not say that a server is faster. What is promised is usually less. */
const MOST_WITHOUT: Ratio = 0.01;

/** Runs that are left out because too much failed count, too: they are what this is about. Null: it never did. */
export function findStoppedRuns(passes: readonly Pass[], variant: number): StoppedRuns | null {
  const reports = reportsOf(passes, variant);
  const silences = reports.flatMap((report) => findStopped(report)?.ms ?? []);
  if (silences.length === 0) return null;
  return { variant: variantLetter(variant), runs: silences.length, of: reports.length, silentMs: median(silences) };
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
