/**
 * Where the preload is loaded from. A child that runs as another user has to be able to read it, or Node ends that child; and a path with spaces
 * needs quotes, which Node reads from version 12 on. Where the installed file is no such place, a file of one line stands in for it.
 */
import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { quoteNodeOption } from '../agent/node-options.ts';
import { PRELOAD_FILE } from '../machine/paths.ts';
import { makePrivateFolder } from '../machine/private-folder.ts';

export interface PlacedPreload {
  readonly path: string;
  /** Called when no process of the run is left. */
  remove(): void;
}

/** The preload file of one run. */
export function placePreload(file = PRELOAD_FILE): PlacedPreload {
  const base = isFit(file) ? undefined : [tmpdir(), '/tmp'].find(isFit);
  if (base === undefined) return { path: file, remove: () => {} };
  const folder = makePrivateFolder(base);
  const path = join(folder, basename(file));
  writeFileSync(path, `try{require(${JSON.stringify(file)})}catch(e){}`);
  // Whatever the umask is: others may read it, and nothing else.
  chmodSync(path, 0o644);
  chmodSync(folder, 0o711);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function isFit(path: string): boolean {
  return process.platform === 'win32' || (quoteNodeOption(path) === path && isReadableByAll(path));
}

/** A file, or a folder in which somebody else can read one. */
export function isReadableByAll(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined || (info.mode & (info.isDirectory() ? 0o1 : 0o4)) === 0) return false;
  return dirname(path) === path || isReadableByAll(dirname(path));
}
