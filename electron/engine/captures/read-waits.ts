/** Where the code that was sampled calls `Atomics.wait`: in its files as they are on the disk, or in what a source map holds of them. */
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findMappedWaits, type ScriptSourceMap } from '../../../shared/profile/import/source-maps.ts';
import { findWaits, type WaitPlace } from '../../../shared/profile/lines/wait-lines.ts';
import { readSourceFile } from './hash-sources.ts';

/** A large program has some thousands; those after are taken to wait nowhere. */
const MOST_FILES = 5_000;
const MOST_CHARACTERS = 256 * 1024 * 1024;

/** `urls`: of the scripts, the most sampled first. */
export async function readWaits(urls: Iterable<string>, maps: readonly ScriptSourceMap[]): Promise<WaitPlace[]> {
  const mapOf = new Map(maps.map((map) => [map.url, map]));
  const found: WaitPlace[] = [];
  let [files, left] = [MOST_FILES, MOST_CHARACTERS];
  for (const url of urls) {
    const path = pathOf(url);
    if (path === null) continue;
    if (files-- <= 0 || left <= 0) break;
    const map = mapOf.get(url);
    // What runs is on no disk where it was compiled from the file of the same name when it was loaded.
    const mapped = map === undefined ? null : findMappedWaits(map);
    if (mapped !== null) {
      found.push(...mapped);
      continue;
    }
    const text = await readSourceFile(path);
    left -= text?.length ?? 0;
    for (const wait of findWaits(text ?? '')) found.push({ url, ...wait });
  }
  return found;
}

function pathOf(url: string): string | null {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : isAbsolute(url) ? url : null;
  } catch {
    return null;
  }
}
