import { expect, test } from 'vitest';
import { describeIssue } from '../../../electron/cli/print/describe-issue.ts';
import { duration } from '../../../electron/cli/print/format.ts';
import { wordSaid } from '../../../shared/format/word-said.ts';
import { setupSchema } from '../../../shared/model/setup/setup-schema.ts';
import { makeSetup } from '../../helpers/fake-data.ts';
import { type PlanSettings, planOf } from '../../helpers/plans.ts';

test('a minute has 60 seconds', () => {
  expect([0, 59_940, 59_960, 60_000, 239_700, 119_499].map(duration)).toEqual([
    '0.0 s',
    '59.9 s',
    '1 min 0 s',
    '1 min 0 s',
    '4 min 0 s',
    '1 min 59 s',
  ]);
});

test('a refused value is explained in English', () => {
  const setup = makeSetup('/app/server.js');
  const say = (change: PlanSettings): string => {
    const checked = setupSchema.safeParse({ ...setup, ...planOf(change) });
    return checked.success ? 'taken' : wordSaid(describeIssue(checked.error.issues[0]!));
  };
  expect(say({})).toBe('taken');
  expect(say({ connections: 0 })).toBe('must be at least 1');
  expect(say({ connections: 1e6 })).toBe('must be at most 10,000');
  expect(say({ connections: 1.5 })).toBe('must be a whole number');
  expect(say({ timeoutS: 0 })).toBe('must be at least 0.01');
  expect(say({ url: '' })).toBe('must not be empty');
});
