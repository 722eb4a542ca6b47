/** Results of other tools among saved sessions: what is not in the file of a tool can differ in anything, which is said once. */
import { say } from '../../words/said.ts';
import { comparisonWarning, lettersOf } from './compared.ts';

export const ofTool = comparisonWarning(
  'of-tool',
  ({ setup }) => {
    const variants = setup.variants.flatMap(({ tool }, variant) => (tool === undefined ? [] : [variant]));
    return variants.length === 0 ? [] : [say('comparisonWarning.ofTool', { variants: lettersOf(variants) })];
  },
  { silences: ['setups'] },
);
