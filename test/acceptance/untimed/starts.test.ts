/** More than eighty ways to start a child or a thread: what becomes of them is as it is without Loopscope, under every Node. */
import { expect, test } from 'vitest';
import { needNode } from '../../helpers/nodes.ts';
import { expectSameStarts } from '../../helpers/starts-suite.ts';
import { TARGET_MAJORS } from '../../setup/nodes.mjs';

test.for(TARGET_MAJORS)(
  'Node %d: children and threads, their output, ends and listeners are as without Loopscope',
  async (major, context) => {
    expect(await expectSameStarts(needNode(major, context))).toBeGreaterThan(80);
  },
);
