/** Variants whose server ran without our agent. */
import { lacksAgent } from '../../analysis/lacks-agent.ts';
import { say } from '../../words/said.ts';
import { comparisonWarning, lettersOf, oursOf } from './compared.ts';

export const noAgent = comparisonWarning('no-agent', (compared) => {
  const without = oursOf(compared).filter(({ report }) => lacksAgent(report.target));
  const variants = [...new Set(without.map(({ variant }) => variant))];
  return variants.length === 0 ? [] : [say('comparisonWarning.noAgent', { variants: lettersOf(variants) })];
});
