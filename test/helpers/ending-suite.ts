/** With the agent in it, and even while it is profiled, a program ends as it does without: same output, same code. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ExitInfo } from '../../shared/model/run.ts';
import { launch, TARGETS_DIR } from './targets.ts';

const WAYS = ['natural', 'exit', 'throw', 'rejection', 'sigterm', 'handled', 'sigkill', 'abort'];
/** The others end too abruptly for a last slice. */
export const ORDERLY_WAYS = ['natural', 'exit', 'throw', 'rejection', 'handled'];

interface Ending extends ExitInfo {
  readonly way: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Says of which endings there was a profile. */
export async function expectSameEndings(node: string, profiled: boolean): Promise<string[]> {
  const bare = await Promise.all(WAYS.map((way) => endBare(node, way)));
  const observed = await Promise.all(WAYS.map((way) => endObserved(node, way, profiled)));
  expect(observed.map(({ ending }) => ending)).toEqual(bare);
  return observed.filter(({ slices }) => slices > 0).map(({ ending }) => ending.way);
}

function endBare(node: string, way: string): Promise<Ending> {
  return new Promise((resolve) => {
    const child = execFile(node, [join(TARGETS_DIR, 'ending.cjs'), way], { cwd: TARGETS_DIR }, (_, stdout, stderr) =>
      resolve({ way, code: child.exitCode, signal: child.signalCode, stdout, stderr: stable(stderr) }),
    );
  });
}

async function endObserved(node: string, way: string, profiled: boolean): Promise<{ ending: Ending; slices: number }> {
  const { target, captures, output, slices } = await launch('ending.cjs', { args: [way], node });
  if (profiled) await captures.start();
  const exit = await target.exit;
  return { ending: { way, ...exit, stdout: output.stdout, stderr: stable(output.stderr) }, slices: slices.length };
}

/** An abort prints its native stack, whose addresses and number of frames are those of V8's moment, not of the program. */
function stable(stderr: string): string {
  return stderr.replace(/^ *\d+: 0x.*\n/gm, '').replace(/^.*\[\d+\].*$/gm, '');
}
