/** Data folders that cannot be written to. Root may write everywhere, so that rights alone make none. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BadFolder {
  readonly dir: string;
  remove(): void;
}

const nothing = (): void => {};

/** A file where the folder should be. Works for every user. */
export function fileInstead(below: string): BadFolder {
  const dir = join(below, 'a file');
  writeFileSync(dir, '');
  return { dir, remove: nothing };
}

/** A disk of its own, read-only or full. Null: disks cannot be mounted here, which is said. */
export function badDisk(below: string, kind: 'read-only' | 'full'): BadFolder | null {
  const dir = join(below, kind);
  mkdirSync(dir);
  const options = kind === 'full' ? 'size=64k' : 'ro';
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir], { encoding: 'utf8' });
  if (mounted.status !== 0) {
    console.log(`Skipped: a ${kind} disk needs root on Linux (${mounted.stderr?.trim() ?? 'no mount'}).`);
    return null;
  }
  if (kind === 'full') spawnSync('dd', ['if=/dev/zero', `of=${join(dir, 'ballast')}`, 'bs=4k']); // until it is full
  return { dir, remove: () => void execFileSync('umount', [dir]) };
}
