/** Other Nodes than the one the tests run under, from the npm package `node`, kept in .cache/nodes. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../electron/engine/paths.ts';

export const NODE_MAJORS = [18, 20, 22, 24] as const;

/**
 * Path of a Node of this major. Null, with a printed sentence, when it can be had neither from the cache nor from the
 * registry; under CI that is an error.
 */
export function findNodeOfMajor(major: number): string | null {
  if (Number.parseInt(process.versions.node, 10) === major) return process.execPath;
  const dir = join(ROOT, '.cache/nodes', String(major));
  const binary = join(dir, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  try {
    mkdirSync(dir, { recursive: true });
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    execFileSync(npm, ['install', '--prefix', dir, '--no-audit', '--no-fund', '--silent', `node@${major}`], {
      timeout: 120_000,
      stdio: 'ignore',
    });
    if (existsSync(binary)) return binary;
  } catch {
    // Told below.
  }
  const sentence = `Node ${major} could not be installed from the npm registry: what needs it is not tested.`;
  if (process.env.CI) throw new Error(sentence);
  console.warn(sentence);
  return null;
}
