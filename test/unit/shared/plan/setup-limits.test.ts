import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { CAPTURE_KINDS, defaultCapture } from '../../../../shared/model/setup/captures.ts';
import { DEFAULT_SETUP } from '../../../../shared/model/setup/setup.ts';
import { findSetupLimits } from '../../../../shared/plan/setup-limits.ts';
import { loadOf } from '../../../helpers/plans.ts';
import { specOf } from '../../../helpers/targets.ts';

test('a script can have every capture', () => {
  for (const kind of CAPTURE_KINDS) expect(findSetupLimits({ ...DEFAULT_SETUP, capture: defaultCapture(kind) })).toEqual([]);
});

test('words that a setting refuses are told with its path', () => {
  const target = specOf('server.js', { nodeArgs: ['--inspect'], args: ['--inspect'] });
  const limits = findSetupLimits({ ...DEFAULT_SETUP, target });
  expect(limits.map(({ field, says }) => [field, wordSaid(says)])).toEqual([
    ['target.nodeArgs', '--inspect is for a debugger, which would slow the script down or stop it.'],
  ]);
});

test('more requests than a run keeps are refused where their number is known before the start', () => {
  const refused = (load: ReturnType<typeof loadOf>, plan: string | null = null) =>
    findSetupLimits({ ...DEFAULT_SETUP, load, plan }).map(({ field, says }) => [field, wordSaid(says)]);
  expect(refused(loadOf('users', { users: 10_000, requestsEach: 5_000 }))).toEqual([]);
  expect(refused(loadOf('users', { users: 10_000, requestsEach: 5_001 }))).toEqual([
    ['load.requestsEach', 'This load makes 50,010,000 requests. A run keeps every request, and 50,000,000 at most.'],
  ]);
  expect(refused(loadOf('sweep', { levels: '20000/s', holdS: 2_500 }))).toEqual([]);
  expect(refused(loadOf('sweep', { levels: '20000/s, 1/s', holdS: 2_500 }))).toMatchObject([['load.levels', expect.any(String)]]);
  // What connections make depends on the server.
  expect(refused(loadOf('sweep', { levels: '1..10000', holdS: 80_000 }))).toEqual([]);
  // Each visitor goes through the whole sequence; of a mix, one request is made.
  const arrivals = loadOf('arrivals', { schedule: '10000/s for 2000s' });
  expect(refused(arrivals)).toEqual([]);
  expect(refused(arrivals, 'plan: 1\nsequence: [/a, /b]')).toEqual([]);
  expect(refused(arrivals, 'plan: 1\nsequence: [/a, /b, /c]')).toMatchObject([['load.schedule', expect.stringContaining('60,000,000')]]);
  expect(refused(arrivals, 'plan: 1\nrequests: [/a, /b, /c]')).toEqual([]);
});
