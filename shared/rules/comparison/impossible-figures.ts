/** Results of other tools whose figures contradict each other: those are not compared, which would look like a figure that the file does not have. */
import { impossibleIn } from '../../analysis/impossible.ts';
import { variantLetter } from '../../model/comparison/comparison.ts';
import { say } from '../../words/said.ts';
import { comparisonWarning, finishedOf } from './compared.ts';

export const impossibleFigures = comparisonWarning('impossible-figures', (compared) => {
  const measured = finishedOf(compared).filter(({ kind }) => kind === 'measured');
  // The first of each variant says which.
  return compared.setup.variants.flatMap((_, of) => {
    const [first] = measured.flatMap(({ variant, report }) => (variant === of && report.byCommand ? impossibleIn(report.byCommand) : []));
    return first === undefined ? [] : [say('comparisonWarning.impossible', { variant: variantLetter(of), what: first.says })];
  });
});
