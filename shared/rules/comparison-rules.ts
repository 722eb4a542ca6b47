/** What a reader should know before trusting a comparison, as messages. The most serious first. */

import type { ComparedWaits, Reason, WaitReason } from '../model/comparison/compared-waits.ts';
import type { Verdict } from '../model/comparison/comparison.ts';
import type { Finding } from '../model/report.ts';
import type { Said } from '../words/said.ts';
import { otherPrograms, stolenTime } from './comparison/busy-machine.ts';
import { cellWarnings } from './comparison/cell-warnings.ts';
import type { Compared, ComparisonRule } from './comparison/compared.ts';
import { differentPlaces } from './comparison/different-places.ts';
import { failedRequests } from './comparison/failed-requests.ts';
import { fewPairs } from './comparison/few-pairs.ts';
import { followedOne } from './comparison/followed-one.ts';
import { generatorLimited } from './comparison/generator-limited.ts';
import { impossibleFigures } from './comparison/impossible-figures.ts';
import { leftOutRuns } from './comparison/left-out-runs.ts';
import { moreConnections } from './comparison/more-connections.ts';
import { noAgent } from './comparison/no-agent.ts';
import { oddStatuses } from './comparison/odd-statuses.ts';
import { ofTool } from './comparison/of-tool.ts';
import { otherWaits, type Waited } from './comparison/other-waits.ts';
import { pausedVariants } from './comparison/paused-variants.ts';
import { recovered } from './comparison/recovered.ts';
import { replacedRounds } from './comparison/replaced-rounds.ts';
import { silentVariants } from './comparison/silent-variants.ts';
import { stoppedRuns } from './comparison/stopped-runs.ts';
import { conventions, notTold, timing } from './comparison/timing.ts';
import { unsteadyVariants } from './comparison/unsteady-variants.ts';
import { SETUP_RULES } from './comparison-setup-rules.ts';
import { offerAfterComparison } from './offer.ts';
import { applyRules, findingsOf, type Rule, saidOf } from './rule.ts';

export const COMPARISON_RULES: readonly ComparisonRule[] = [
  timing,
  conventions,
  notTold,
  impossibleFigures,
  ofTool,
  ...SETUP_RULES,
  moreConnections,
  differentPlaces,
  recovered,
  cellWarnings,
  stoppedRuns,
  leftOutRuns,
  replacedRounds,
  failedRequests,
  oddStatuses,
  silentVariants,
  pausedVariants,
  fewPairs,
  otherPrograms,
  stolenTime,
  unsteadyVariants,
  generatorLimited,
  noAgent,
  followedOne,
];

/** The list `findings` of the JSON document. */
export function computeComparisonFindings(compared: Compared): Finding[] {
  return findingsOf(rulesOf(compared), compared, offerAfterComparison(compared.setup));
}

export function computeComparisonWarnings(compared: Compared): Said[] {
  return applyRules(rulesOf(compared), compared).map(saidOf);
}

/** Why variants differ, as far as what they waited for tells it. */
const REASONS: readonly Rule<Waited, WaitReason>[] = [otherWaits];

export function computeReasons(waits: ComparedWaits, verdicts: readonly Verdict[]): Reason[] {
  return applyRules(REASONS, { waits, verdicts }).map((told) => ({ b: told.part.wait.b, says: saidOf(told) }));
}

function rulesOf({ setup }: Compared): readonly ComparisonRule[] {
  return setup.grid === undefined ? COMPARISON_RULES : COMPARISON_RULES.filter(({ ofGrids }) => ofGrids);
}
