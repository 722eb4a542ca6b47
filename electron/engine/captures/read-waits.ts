/** Where the sampled code calls `Atomics.wait`: found in its files on the disk, or in the sources of a source map. */
import { findMappedWaits, type ScriptSourceMap } from '../../../shared/profile/import/source-maps.ts';
import { findWaits, type WaitPlace } from '../../../shared/profile/lines/wait-lines.ts';
import { readSourceFile } from './hash-sources.ts';
import { filePathOf } from './source-files.ts';

/** A large program has some thousands of files; those beyond are assumed not to wait. */
const MOST_FILES = 5_000;
const MOST_CHARACTERS = 256 * 1024 * 1024;

/** `urls`: of the scripts, the most sampled first. */
export async function readWaits(urls: Iterable<string>, maps: readonly ScriptSourceMap[]): Promise<WaitPlace[]> {
  const mapOf = new Map(maps.map((map) => [map.url, map]));
  const found: WaitPlace[] = [];
  let [files, left] = [MOST_FILES, MOST_CHARACTERS];
  for (const url of urls) {
    const path = filePathOf(url);
    if (path === null) continue;
    if (files-- <= 0 || left <= 0) break;
    const map = mapOf.get(url);
    // Code that was compiled while it was loaded is not the file of that name on the disk.
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
