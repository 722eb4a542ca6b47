/** The text of the files with most of the time, to be kept in the session: from a source map, or from the disk. */
import { realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { MOST_KEPT_SOURCE } from '../../../shared/model/kept-source.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { findSourceTexts, type ScriptSourceMap } from '../../../shared/profile/import/source-maps.ts';
import { readSourceFile } from './hash-sources.ts';
import { findFileBelow, folderOfScript } from './source-files.ts';

/** Few users read the lines of more files, and a session should stay small enough to be passed on. */
const MOST_FILES = 200;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** By address. `urls`: those with most of the time first. */
export async function keepSources(
  urls: readonly string[],
  maps: readonly ScriptSourceMap[],
  target: Setup['target'],
): Promise<Record<string, string>> {
  const folder = await folderOfCode(target);
  const wanted = urls.slice(0, MOST_FILES);
  const mapped = findSourceTexts(new Set(wanted), await below(maps, folder));
  const kept: Record<string, string> = {};
  let left = MOST_CHARACTERS;
  for (const url of wanted) {
    const text = mapped.get(url) ?? (await readBelow(url, folder));
    if (text === null || text.length > Math.min(left, MOST_KEPT_SOURCE)) continue;
    kept[url] = text;
    left -= text.length;
  }
  return kept;
}

/** The folder of the script, or the one in which a command was started. */
async function folderOfCode(target: Setup['target']): Promise<string | null> {
  if (target.kind === 'script') return folderOfScript(target.script);
  if (target.kind !== 'command' || target.cwd === null || !isAbsolute(target.cwd)) return null;
  return realpath(target.cwd).catch(() => null);
}

/** A program may use any name, and a map may have been filled in from the file of that name. */
async function below(maps: readonly ScriptSourceMap[], folder: string | null): Promise<ScriptSourceMap[]> {
  const isBelow = await Promise.all(maps.map(async ({ url }) => 'path' in (await findFileBelow(url, folder))));
  return maps.filter((_, at) => isBelow[at]);
}

async function readBelow(url: string, folder: string | null): Promise<string | null> {
  const found = await findFileBelow(url, folder);
  return 'path' in found ? readSourceFile(found.path) : null;
}
