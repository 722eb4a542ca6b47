import { expect, test } from 'vitest';
import { isAboutErrors } from '../../../../shared/derive/warnings.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { hasLoad } from '../../../../shared/model/report.ts';
import { applyRules, saidOf } from '../../../../shared/rules/rule.ts';
import { ownTime } from '../../../../shared/rules/run/code/own-time.ts';
import { say, sayBoth } from '../../../../shared/words/said.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';
import { KNOWN_CPU } from '../../../helpers/known-cpu.ts';

test('a warning is about errors whether it has advice or not', () => {
  const failed = say('runWarning.requestsFailed', { share: '2 %', count: 20, errors: 'ECONNRESET' });
  const advice = say('advice.lookForEnds');
  expect(isAboutErrors(failed)).toBe(true);
  expect(isAboutErrors(sayBoth(failed, advice))).toBe(true);
  expect(isAboutErrors(sayBoth(say('runWarning.rising'), advice))).toBe(false);
  expect(isAboutErrors({ verbatim: 'Requests failed.' })).toBe(false);
});

test('a tenth of the profile for Loopscope itself is worth a warning', () => {
  const run = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;
  const said = (loopscopePercent: number, samples = 1_000) => {
    const profile = { ...run.profile!, hot: { ...run.profile!.hot, cpu: KNOWN_CPU, samples, loopscopePercent } };
    return applyRules([ownTime], { ...run, profile }).map((one) => wordSaid(saidOf(one)));
  };
  expect(said(9.9)).toEqual([]);
  // Of a server that waits there is hardly anything but a few samples of ours.
  expect(said(28.6, 100)).toEqual([]);
  expect(said(28.6)).toEqual([expect.stringMatching(/^29\s% of the CPU time in the profile is Loopscope’s own: /)]);
});
