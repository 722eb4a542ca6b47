/** What a reader should know before trusting a comparison, as messages. The most serious first. */
import type { Finding } from '../model/report.ts';
import type { Said } from '../words/said.ts';
import { otherPrograms, stolenTime } from './comparison/busy-machine.ts';
import type { Compared, ComparisonRule } from './comparison/compared.ts';
import { differentLoad } from './comparison/different-load.ts';
import { differentModels } from './comparison/different-models.ts';
import { differentPlaces } from './comparison/different-places.ts';
import { differentRequests } from './comparison/different-requests.ts';
import { failedRequests } from './comparison/failed-requests.ts';
import { fewPairs } from './comparison/few-pairs.ts';
import { generatorLimited } from './comparison/generator-limited.ts';
import { impossibleFigures } from './comparison/impossible-figures.ts';
import { leftOutRuns } from './comparison/left-out-runs.ts';
import { loadCompared } from './comparison/load-compared.ts';
import { moreConnections } from './comparison/more-connections.ts';
import { noAgent } from './comparison/no-agent.ts';
import { oddStatuses } from './comparison/odd-statuses.ts';
import { ofTool } from './comparison/of-tool.ts';
import { pausedVariants } from './comparison/paused-variants.ts';
import { recovered } from './comparison/recovered.ts';
import { replacedRounds } from './comparison/replaced-rounds.ts';
import { silentVariants } from './comparison/silent-variants.ts';
import { stoppedRuns } from './comparison/stopped-runs.ts';
import { conventions, notTold, timing } from './comparison/timing.ts';
import { unsteadyVariants } from './comparison/unsteady-variants.ts';
import { findingsOf } from './rule.ts';

export const COMPARISON_RULES: readonly ComparisonRule[] = [
  timing,
  conventions,
  notTold,
  impossibleFigures,
  ofTool,
  loadCompared,
  differentRequests,
  differentModels,
  differentLoad,
  moreConnections,
  differentPlaces,
  recovered,
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
];

/** The list `findings` of the JSON document. */
export function computeComparisonFindings(compared: Compared): Finding[] {
  const isOfGrid = compared.setup.grid !== undefined;
  return findingsOf(isOfGrid ? COMPARISON_RULES.filter(({ ofGrids }) => ofGrids) : COMPARISON_RULES, compared);
}

export function computeComparisonWarnings(compared: Compared): Said[] {
  return computeComparisonFindings(compared).map(({ says }) => says);
}
