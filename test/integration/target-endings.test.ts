/** With the agent in it, and even while it is profiled, a program ends as it does without: same output, same code. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNodeOfMajor, NODE_MAJORS } from '../helpers/nodes.ts';
import { launch, TARGETS_DIR } from '../helpers/targets.ts';

const WAYS = ['natural', 'exit', 'throw', 'rejection', 'sigterm', 'handled', 'sigkill', 'abort'];
const script = join(TARGETS_DIR, 'ending.cjs');

for (const major of NODE_MAJORS) {
  const node = findNodeOfMajor(major);
  if (node === null) continue;
  for (const profiled of [false, true]) {
    test(`Node ${major}, ${profiled ? 'profiled' : 'not profiled'}: eight ways of ending`, async () => {
      for (const way of WAYS) {
        const bare = spawnSync(node, [script, way], { cwd: TARGETS_DIR, encoding: 'utf8' });
        const watched = await launch('ending.cjs', { args: [way], node });
        if (profiled) await watched.target.startProfile(1_000);
        const exit = await watched.target.exit;
        const seen = { way, ...exit, stdout: watched.output.stdout, stderr: stable(watched.output.stderr) };
        expect(seen).toEqual({ way, code: bare.status, signal: bare.signal, stdout: bare.stdout, stderr: stable(bare.stderr) });
        const orderly = !['sigterm', 'sigkill', 'abort'].includes(way);
        if (profiled && orderly) expect(watched.slices.length, `slices after ${way}`).toBeGreaterThan(0);
      }
    });
  }
}

/** An abort prints its native stack, whose addresses and number of frames are those of V8's moment, not of the program. */
function stable(stderr: string): string {
  return stderr.replace(/^ *\d+: 0x.*\n/gm, '').replace(/^.*\[\d+\].*$/gm, '');
}
