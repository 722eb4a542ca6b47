/**
 * The file of a frame on this machine, for the user's editor. What a profile calls a file is anybody's text: only files of functions that
 * were recorded here, and that lie in the folder of the script, are named.
 */
import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canBeLinked } from '../../../shared/model/editors.ts';
import { type FunctionName, isFrameOf } from '../../../shared/profile/folds.ts';
import type { Frame } from '../../../shared/profile/profile.ts';
import type { FoundSource } from '../../../shared/protocol/contract.ts';

export async function findSource(frames: Iterable<Frame>, script: string, of: FunctionName): Promise<FoundSource> {
  const frame = [...frames].find((one) => isFrameOf(one, of));
  if (frame === undefined) return { why: 'noFile' };
  const found = await findFile(frame.url, script);
  if ('why' in found) return found;
  const { path } = found;
  return canBeLinked(path) ? { path, line: Math.max(1, frame.line + 1), column: Math.max(1, frame.column + 1) } : { why: 'oddName' };
}

/** The path of a file below the folder of the script. */
export async function findFile(
  url: string,
  script: string,
): Promise<{ readonly path: string } | { readonly why: 'noFile' | 'gone' | 'outside' }> {
  const asked = pathOf(url);
  if (asked === null) return { why: 'noFile' };
  const [folder, path] = await Promise.all([folderOf(script), realpath(asked).catch(() => null)]);
  if (path === null || !(await isFile(path))) return { why: 'gone' };
  return folder === null || !isInside(folder, path) ? { why: 'outside' } : { path };
}

/** Null: not a file of a disk, such as `node:events` or what a bundler calls its modules. */
function pathOf(url: string): string | null {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : isAbsolute(url) ? url : null;
  } catch {
    return null;
  }
}

/** Where the script really is: a link to it is not in the folder of what it loads. */
async function folderOf(script: string): Promise<string | null> {
  const path = isAbsolute(script) ? await realpath(script).catch(() => null) : null;
  return path === null ? null : dirname(path);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
