/** Load of different models: latencies do not start at the same moment, or the load follows the server in one and not in the other. */
import { sayModel } from '../../phrases/load-plan.ts';
import { comparisonWarning, differing } from './compared.ts';

export const differentModels = comparisonWarning(
  'different-models',
  ({ setup }) => {
    const loads = setup.variants.map((variant) => variant.setup.load);
    return differing(
      'comparisonWarning.models',
      loads.map(({ model }) => model),
      loads.map(sayModel),
    );
  },
  { about: 'setups' },
);
