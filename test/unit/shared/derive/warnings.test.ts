import { expect, test } from 'vitest';
import { isAboutErrors } from '../../../../shared/derive/warnings.ts';
import { say, sayBoth } from '../../../../shared/words/said.ts';

test('a warning is about errors whether it has advice or not', () => {
  const failed = say('runWarning.requestsFailed', { share: '2 %', count: 20, errors: 'ECONNRESET' });
  const advice = say('advice.lookForEnds');
  expect(isAboutErrors(failed)).toBe(true);
  expect(isAboutErrors(sayBoth(failed, advice))).toBe(true);
  expect(isAboutErrors(sayBoth(say('runWarning.rising'), advice))).toBe(false);
  expect(isAboutErrors({ verbatim: 'Requests failed.' })).toBe(false);
});
