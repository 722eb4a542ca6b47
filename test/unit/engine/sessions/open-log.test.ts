/** Which Node reads a log of V8 that somebody else has recorded. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findReader } from '../../../../electron/engine/sessions/open-log.ts';
import { say } from '../../../../shared/words/said.ts';
import { temporaryFolder } from '../../../helpers/session-dir.ts';

const dir = temporaryFolder();

/** A program that says, as Node does when it is asked, which V8 it has. */
function nodeWith(version: string, v8: string) {
  const path = join(dir, `node-${version}`);
  writeFileSync(path, `#!/bin/sh\necho ${v8}\n`);
  chmodSync(path, 0o755);
  const isOld = Number.parseInt(version, 10) < 18;
  return { path, version, source: 'PATH', problem: isOld ? say('machine.nodeTooOld', { version, minimum: 18 }) : null };
}

test.skipIf(process.platform === 'win32')('the Node that wrote a log reads it, also one that is too old to run a server here', async () => {
  const [recent, old] = [nodeWith('20.20.2', '11.3.244.8-node.38'), nodeWith('10.24.1', '6.8.275.32-node.59')];
  const noNode = { path: join(dir, 'none'), version: null, source: 'PATH', problem: say('machine.isNotNode') };
  const nodes = [recent, old, noNode];
  expect(await findReader('6.8.275.32', nodes)).toEqual({ path: old.path, version: '10.24.1', v8: '6.8.275.32' });
  expect(await findReader('11.3.244.8', nodes)).toMatchObject({ version: '20.20.2' });
  // Where none is close, one that runs servers.
  expect(await findReader('9.4.146.26', nodes)).toMatchObject({ version: '20.20.2' });
});
