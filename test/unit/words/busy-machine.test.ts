import { expect, test } from 'vitest';
import { isOfBusyMachine, wereMostDisturbed } from '../../../shared/words/busy-machine.ts';
import { say } from '../../../shared/words/said.ts';

const means = { list: ['A 90 %'], by: 'comma' } as const;
const foreign = (disturbed: number) => say('comparisonWarning.foreign', { disturbed, count: 20, means });

test('most runs were disturbed when others were busy in half of them', () => {
  expect(wereMostDisturbed([foreign(10)])).toBe(true);
  expect(wereMostDisturbed([say('comparisonWarning.steal', { disturbed: 20, count: 20, means })])).toBe(true);
  expect(wereMostDisturbed([foreign(9)])).toBe(false);
  expect(wereMostDisturbed([{ verbatim: 'Other programs were busy.' }, say('comparisonWarning.generator', { count: 20 })])).toBe(false);
});

test('a warning of a busy machine is known by what it says', () => {
  expect(isOfBusyMachine(foreign(1))).toBe(true);
  expect(isOfBusyMachine(say('comparisonWarning.generator', { count: 3 }))).toBe(false);
  expect(isOfBusyMachine({ verbatim: 'Other programs were busy.' })).toBe(false);
});
