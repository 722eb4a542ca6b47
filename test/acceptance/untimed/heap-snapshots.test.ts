/** Snapshots of every Node that a target may run under. */
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expectSameAsDevTools, PROGRAMS, writeSnapshot } from '../../helpers/devtools-snapshot.ts';
import { needNode } from '../../helpers/nodes.ts';
import { temporaryFolder } from '../../helpers/session-dir.ts';
import { TARGET_MAJORS } from '../../setup/nodes.mjs';

const dir = temporaryFolder();

describe.each(TARGET_MAJORS)('snapshots of Node %d', (major) => {
  test.for(Object.entries(PROGRAMS))(
    'of a heap with %s, DevTools says the same objects, sizes and dominators',
    async ([name, program], context) => {
      const path = join(dir, `${major}-${name}.heapsnapshot`);
      writeSnapshot(needNode(major, context), path, program);
      await expectSameAsDevTools(path);
    },
  );
});
