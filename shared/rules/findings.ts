/** What was found in a run that its reader has to know, with the figures that show it: the list `findings` of the JSON document. */
import type { Finding, RunReport } from '../model/report.ts';
import { applyRules, saidOf } from './rule.ts';
import { RUN_RULES } from './run-rules.ts';

/** The most serious first. */
export function computeFindings(run: RunReport): Finding[] {
  return applyRules(RUN_RULES, run, ({ evidence }) => evidence !== undefined).map((told) => {
    const { id, severity, evidence } = told.rule;
    return { id, severity, says: saidOf(told), evidence: evidence!(run), rank: told.rank };
  });
}
