/**
 * What was found in a run that its reader has to know before trusting the figures, or can do something about: the list `findings` of the JSON
 * document.
 */
import type { Finding, RunReport } from '../model/report.ts';
import { findingsOf, type Offer } from './rule.ts';
import { RUN_RULES } from './run-rules.ts';

/** The most serious first. `offer`: which experiments can be run. */
export function computeFindings(run: RunReport, offer: Offer): Finding[] {
  return findingsOf(RUN_RULES, run, offer);
}
