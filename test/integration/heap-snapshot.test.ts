import { join } from 'node:path';
import { test } from 'vitest';
import { expectSameAsDevTools, PROGRAMS, writeSnapshot } from '../helpers/devtools-snapshot.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

const dir = temporaryFolder();

test.each(['collections', 'functions'] as const)(
  'of a heap with %s, DevTools says the same objects, sizes and dominators',
  async (name) => {
    const path = join(dir, `${name}.heapsnapshot`);
    writeSnapshot(process.execPath, path, PROGRAMS[name]);
    await expectSameAsDevTools(path);
  },
);
