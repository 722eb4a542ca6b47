/** Different load: what differs in the figures may be its doing. */
import { asText, comparisonWarning, differing } from './compared.ts';
import { loadsOf } from './load-of.ts';

export const differentLoad = comparisonWarning(
  'different-load',
  (compared) => {
    const loads = loadsOf(compared);
    return differing('comparisonWarning.load', loads.map(asText), loads);
  },
  { about: 'setups' },
);
