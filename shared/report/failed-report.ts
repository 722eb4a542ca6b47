import type { Failure } from '../model/failure.ts';
import type { Report } from '../model/report.ts';

/** A report without runs: what `--json` prints when there is nothing but a failure. */
export function failedReport(failure: Failure): Report {
  return { version: 1, failure, runs: [], verdicts: [], probe: null, findings: [], environment: null, session: null };
}
