/** What a reader should know before trusting the figures, as messages. The most serious first. */
import type { RunReport } from '../model/report.ts';
import { applyRules, saidOf } from '../rules/rule.ts';
import { RUN_RULES } from '../rules/run-rules.ts';
import { isOneOf, type Said, type SaidKey } from '../words/said.ts';

const OF_ERRORS: readonly SaidKey[] = ['runWarning.requestsFailed', 'runWarning.requestsTimedOut', 'runWarning.unexpected'];

/** Says again what a table of statuses and errors says. */
export function isAboutErrors(warning: Said): boolean {
  return isOneOf(warning, OF_ERRORS);
}

/** Those that follow from the figures alone; what was noticed during the run comes beside them. */
export function computeWarnings(run: Omit<RunReport, 'warnings'>): Said[] {
  return applyRules(RUN_RULES, { ...run, warnings: [] }, ({ warns }) => warns === true).map(saidOf);
}
