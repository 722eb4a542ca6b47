import { expect, test } from 'vitest';
import { isOfUnquietRuns, othersIn, othersInMost } from '../../../../shared/phrases/busy-machine.ts';
import { say, sayBoth } from '../../../../shared/words/said.ts';

const means = { list: ['A 90 %'], by: 'comma' } as const;
const foreign = (disturbed: number) => say('comparisonWarning.foreign', { disturbed, count: 20, means });
const steal = (disturbed: number) => say('comparisonWarning.steal', { disturbed, count: 20, means });

test('who was busy in most runs is told, and nobody where it was half of them', () => {
  expect(othersInMost([foreign(11)])).toBe('programs');
  expect(othersInMost([foreign(3), steal(20)])).toBe('host');
  expect(othersInMost([foreign(10), steal(1)])).toBeNull();
  expect(othersInMost([sayBoth(foreign(11), say('advice.longerWarmUpMayHelp'))])).toBe('programs');
  expect(othersInMost([{ verbatim: 'Other programs were busy.' }, say('comparisonWarning.generator', { count: 20 })])).toBeNull();
});

test('who was busy at all is known by what the warnings say', () => {
  expect(othersIn([steal(1), foreign(1)])).toEqual(['programs', 'host']);
  expect(othersIn([say('comparisonWarning.generator', { count: 3 })])).toEqual([]);
  expect(isOfUnquietRuns(foreign(1))).toBe(true);
  expect(isOfUnquietRuns(say('comparisonWarning.generator', { count: 3 }))).toBe(false);
  expect(isOfUnquietRuns({ verbatim: 'Other programs were busy.' })).toBe(false);
});
