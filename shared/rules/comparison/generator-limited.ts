/** Runs in which the load process had no time left, or sent late. Of a grid each cell says so itself. */

import { say } from '../../words/said.ts';
import { howLimited } from '../run/load/generator-limited.ts';
import { comparisonWarning, finishedOf } from './compared.ts';

const KEYS = {
  alone: 'comparisonWarning.generator',
  both: 'comparisonWarning.generatorBoth',
  late: 'comparisonWarning.generatorLate',
} as const;

export const generatorLimited = comparisonWarning('generator-limited', (compared) => {
  const how = finishedOf(compared).flatMap(({ report, kind }) => (kind === 'measured' ? (howLimited(report) ?? []) : []));
  return (['alone', 'both', 'late'] as const).flatMap((one) => {
    const count = how.filter((other) => other === one).length;
    return count === 0 ? [] : [say(KEYS[one], { count })];
  });
});
