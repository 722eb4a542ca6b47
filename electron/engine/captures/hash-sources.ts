/** What the files of a run were, so that what is on the disk later is known to be the same. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Bytes } from '../../../shared/base/units.ts';

/** A file that is longer has no lines that anybody reads. */
export const MOST_SOURCE: Bytes = 4 * 1024 * 1024;
/** A large program has some thousands. */
const MOST_FILES = 5_000;

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Null: there is none of this address, it is no file, or too long. */
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

/** By address. `texts`: those that a source map holds, which is what was compiled, whatever the file says by now. */
export async function hashSources(urls: Iterable<string>, texts: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  let left = MOST_FILES;
  for (const url of urls) {
    if (!url.startsWith('file:') || left-- <= 0) continue;
    const text = texts.get(url) ?? (await readSourceFile(pathOf(url)));
    if (text !== null) hashes[url] = hashText(text);
  }
  return hashes;
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return '';
  }
}
