/** With the agent in it a program ends as it does without; under every other Node, and with its last profile, in test/acceptance. */
import { describe, test } from 'vitest';
import { expectSameEndings } from '../helpers/ending-suite.ts';
import { needNode } from '../helpers/nodes.ts';
import { OLDEST_TARGET, ownMajor } from '../setup/nodes.mjs';

describe.each([...new Set([OLDEST_TARGET, ownMajor])])('Node %d: eight ways of ending', (major) => {
  test.for([false, true])('profiled: %s', async (profiled, context) => {
    await expectSameEndings(needNode(major, context), profiled);
  });
});
