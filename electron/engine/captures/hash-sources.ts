/** Hashes of the files of a run, so that a later file on the disk can be recognized as the same. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Bytes } from '../../../shared/base/units.ts';
import { filePathOf } from './source-files.ts';

/** Lines of longer files are not shown. */
export const MOST_SOURCE: Bytes = 4 * 1024 * 1024;
/** A large program has some thousands. */
const MOST_FILES = 5_000;

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Null: there is no such file, it is not a regular file, or it is too long. */
export async function readSourceFile(path: string): Promise<string | null> {
  try {
    const file = await open(path);
    try {
      const stat = await file.stat();
      return stat.isFile() && stat.size <= MOST_SOURCE ? await file.readFile('utf8') : null;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

/** By address. `texts`: sources in source maps. They are what was compiled, even if the file has changed since. */
export async function hashSources(urls: Iterable<string>, texts: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  let left = MOST_FILES;
  for (const url of urls) {
    if (!url.startsWith('file:') || left-- <= 0) continue;
    const text = texts.get(url) ?? (await readSourceFile(filePathOf(url) ?? ''));
    if (text !== null) hashes[url] = hashText(text);
  }
  return hashes;
}
