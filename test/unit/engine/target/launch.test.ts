/** What the system refuses to start. */
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { CaptureSet } from '../../../../electron/engine/captures/captures.ts';
import { privateFolderPrefix } from '../../../../electron/engine/machine/private-folder.ts';
import { launchTarget } from '../../../../electron/engine/target/launch.ts';
import { scriptTarget } from '../../../helpers/script-target.ts';
import { worded } from '../../../helpers/worded.ts';

const PATIENT = { timeout: 20_000 };
const nobody = {
  onStarted() {},
  onProcess() {},
  onListening() {},
  onSample() {},
  onThreads() {},
  onTimings() {},
  onOutput() {},
  onExit() {},
  onWarning() {},
};

test.runIf(process.platform === 'linux')('reports an argument that is too long for the system and leaves nothing open', async () => {
  const spec = scriptTarget({ script: import.meta.filename, args: ['x'.repeat(200_000)], portTimeoutS: 1 });
  expect(worded(await launchTarget(spec, 'too-long', new CaptureSet([]), nobody))).toMatchObject({
    ok: false,
    failure: { code: 'spawn-failed', message: expect.stringContaining('E2BIG'), hint: expect.stringContaining('Shorten') },
  });
  // The folder of the socket that its agent would have spoken at.
  await vi.waitFor(() => expect(readdirSync(tmpdir()).filter((name) => name.startsWith(privateFolderPrefix()))).toEqual([]), PATIENT);
});
