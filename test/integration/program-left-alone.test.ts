/** What a program starts and sees is as it is without Loopscope. All ways, under every Node: test/acceptance/untimed/starts.test.ts. */
import { expect, test } from 'vitest';
import { expectSameStarts } from '../helpers/starts-suite.ts';

test('children and threads, their output, ends and listeners are as without Loopscope', async () => {
  const kinds = [
    'fork',
    'environment of its own',
    'input by a pipe',
    'another user',
    'permission model',
    'permission model, at once',
    'permission model in a shell',
    '--test',
    '--pending-deprecation',
    'an error in a listener of exit',
    'more listeners than ten',
    'harmless signals to itself',
    'signals that there are not',
    'cluster',
    'a thread with an environment',
    'a thread with ten listeners',
    'what the program sees of itself',
  ];
  expect(await expectSameStarts(process.execPath, kinds)).toBe(kinds.length);
});
