/** The load is what a series compares: nothing else was varied. Then that it differs is no mistake, and is said as what it is. */
import { describeDifferences } from '../../analysis/verdicts/differences.ts';
import { SETTINGS_LIST } from '../../model/setup/settings-list.ts';
import { say } from '../../words/said.ts';
import { asText, comparisonWarning, listByLetter } from './compared.ts';
import { loadsOf } from './load-of.ts';

const LOAD_SETTINGS = new Set(SETTINGS_LIST.filter(({ path }) => /^(load|client)\./.test(path)).map(({ key }) => key));

export const loadCompared = comparisonWarning(
  'load-compared',
  (compared) => {
    const { setup, header } = compared;
    const setups = setup.variants.map((variant) => variant.setup);
    const isOnlyLoad = describeDifferences(setups).every(({ field }) => LOAD_SETTINGS.has(field));
    const loads = loadsOf(compared);
    if (header.made !== 'series' || !isOnlyLoad || new Set(loads.map(asText)).size === 1) return [];
    const models = new Set(setups.map(({ load }) => load.model));
    return [say('comparisonWarning.loadCompared', { values: listByLetter(loads), models: models.size > 1 ? 'several' : 'one' })];
  },
  { about: 'setups', silences: ['different-requests', 'different-models', 'different-load'] },
);
