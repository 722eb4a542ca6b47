/** Runs in which the load process was the limit. */
import { say } from '../../words/said.ts';
import { comparisonWarning, finishedOf } from './compared.ts';

export const generatorLimited = comparisonWarning(
  'generator-limited',
  (compared) => {
    const limited = finishedOf(compared).filter(({ report, kind }) => kind === 'measured' && report.generator.limited);
    return limited.length === 0 ? [] : [say('comparisonWarning.generator', { count: limited.length })];
  },
  { ofGrids: true },
);
