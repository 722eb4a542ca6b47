/** With the agent in it a program ends as it does without. Every Node, with and without a profile, and the last profile: test/acceptance. */
import { test } from 'vitest';
import { expectSameEndings } from '../helpers/ending-suite.ts';
import { needNode } from '../helpers/nodes.ts';
import { OLDEST_TARGET, ownMajor } from '../setup/nodes.mjs';

for (const [major, profiled] of [
  [OLDEST_TARGET, true],
  [ownMajor, false],
] as const) {
  test(`Node ${major}: eight ways of ending, profiled: ${profiled}`, { tags: profiled ? [] : ['long'] }, async (context) => {
    await expectSameEndings(needNode(major, context), profiled);
  });
}
