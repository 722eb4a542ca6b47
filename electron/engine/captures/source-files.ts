/** Files on this machine that a profile names. A profile may name any file, so only those below a folder of code are read. */
import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export type FoundFile = { readonly path: string } | { readonly why: 'noFile' | 'gone' | 'outside' };

/** The path of a file below a folder; `folder`: null: there is none. */
export async function findFileBelow(url: string, folder: string | null): Promise<FoundFile> {
  const asked = filePathOf(url);
  if (asked === null) return { why: 'noFile' };
  const path = await realpath(asked).catch(() => null);
  if (path === null || !(await isFile(path))) return { why: 'gone' };
  return folder === null || !isInside(folder, path) ? { why: 'outside' } : { path };
}

/** The real path of the script: a symbolic link to it may lie in another folder than the files it loads. */
export async function folderOfScript(script: string): Promise<string | null> {
  const path = isAbsolute(script) ? await realpath(script).catch(() => null) : null;
  return path === null ? null : dirname(path);
}

/** Null: not a file of a disk, such as `node:events` or what a bundler calls its modules. */
export function filePathOf(url: string): string | null {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : isAbsolute(url) ? url : null;
  } catch {
    return null;
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
