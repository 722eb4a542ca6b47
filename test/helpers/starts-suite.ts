/** With the agent in it, and even while it is profiled, a program starts children and threads as it does without. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { launch, TARGETS_DIR } from './targets.ts';

const SCRIPT = join(TARGETS_DIR, '../starts/starts.cjs');

interface Printed {
  readonly code: number | null;
  /** Of all children; they come in any order. */
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** `kinds` of test/fixtures/starts/starts.cjs; none: all. `env`: of both programs. Returns how many there were. */
export async function expectSameStarts(
  node: string,
  kinds: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const args = kinds.length === 0 ? [] : [kinds.join(';')];
  const [bare, observed] = await Promise.all([startBare(node, args, env), startObserved(node, args, env)]);
  expect(observed).toEqual(bare);
  return bare.stdout.filter((line) => line.startsWith('{"kind"')).length;
}

function startBare(node: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Printed> {
  return new Promise((resolve) => {
    // Its input stays open, as that of a program in a terminal.
    const child = execFile(
      node,
      [SCRIPT, ...args],
      { cwd: dirname(SCRIPT), env: { ...process.env, ...env }, maxBuffer: 1e8 },
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout: linesOf(stdout), stderr: linesOf(stderr) }),
    );
  });
}

async function startObserved(node: string, args: string[], env: Readonly<Record<string, string>>): Promise<Printed> {
  const { target, captures, output } = await launch(SCRIPT, {
    args,
    node,
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
  });
  await captures.start();
  const { code } = await target.exit;
  return { code, stdout: linesOf(output.stdout), stderr: linesOf(output.stderr) };
}

/**
 * What is different each time: numbers of processes, addresses, how long something took, names of temporary folders. Where the program or somebody else
 * uses async_hooks, Node up to 22 calls it through a function of its own, which is then in stacks.
 */
function linesOf(text: string): string[] {
  const stable = text
    .replace(/\(node:\d+\)/g, '(node)')
    .replace(/\[\d+:0x[\da-f]+\]|0x[\da-f]+/g, '(address)')
    .replace(/starts-\w{6}/g, 'starts-')
    .replace(/\\n {4}at process\.callbackTrampoline \(node:internal\/async_hooks:\d+:\d+\)/g, '');
  return stable.split('\n').sort();
}
