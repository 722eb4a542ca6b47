import { expect, test } from 'vitest';
import { CAPTURE_KINDS, defaultCapture } from '../../../shared/model/captures.ts';
import { DEFAULT_SETUP } from '../../../shared/model/setup.ts';
import { findSetupLimits } from '../../../shared/model/setup-limits.ts';
import { wordSaid } from '../../../shared/words/word-said.ts';
import { specOf } from '../../helpers/targets.ts';

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
