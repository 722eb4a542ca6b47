/** What was found in a run that its reader has to know before trusting the figures: the list `findings` of the JSON document. */
import type { Finding, RunReport } from '../model/report.ts';
import { findingsOf } from './rule.ts';
import { RUN_RULES } from './run-rules.ts';

/** The most serious first. */
export function computeFindings(run: RunReport): Finding[] {
  return findingsOf(RUN_RULES, run, ({ evidence, warns }) => evidence !== undefined || warns === true);
}
