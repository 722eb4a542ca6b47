/** What can be said of a comparison by its set-ups alone, before anything has run. */
import type { ComparisonSetup } from '../model/comparison/comparison.ts';
import type { Said } from '../words/said.ts';
import type { ComparisonRule } from './comparison/compared.ts';
import { differentLoad } from './comparison/different-load.ts';
import { differentModels } from './comparison/different-models.ts';
import { differentRequests } from './comparison/different-requests.ts';
import { loadCompared } from './comparison/load-compared.ts';
import { applyRules, saidOf } from './rule.ts';

export const SETUP_RULES: readonly ComparisonRule[] = [loadCompared, differentRequests, differentModels, differentLoad];

/** What a series of such runs will be warned of. */
export function computeSetupWarnings(setup: ComparisonSetup): Said[] {
  return applyRules(SETUP_RULES, { setup, header: { made: 'series' }, ending: null, recovered: false, passes: [] }).map(saidOf);
}
