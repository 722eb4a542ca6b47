/** More than eighty ways to start a child or a thread: what becomes of them is as it is without Loopscope, under every Node. */
import { expect, test } from 'vitest';
import { REQUESTS_VARIABLE } from '../../../electron/engine/agent/protocol.ts';
import { needNode } from '../../helpers/nodes.ts';
import { expectSameStarts } from '../../helpers/starts-suite.ts';
import { TARGET_MAJORS } from '../../setup/nodes.mjs';

const CASES = TARGET_MAJORS.flatMap((major) => [
  [major, 'not observed', {}] as const,
  [major, 'observed', { [REQUESTS_VARIABLE]: 'waits' }] as const,
]);

test.for(CASES)(
  'Node %d, requests are %s: children and threads, their output, ends and listeners are as without Loopscope',
  async ([major, , env], context) => {
    expect(await expectSameStarts(needNode(major, context), [], env)).toBeGreaterThan(80);
  },
);
