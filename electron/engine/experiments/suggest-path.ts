/** The default path of Save as: the folder in which the user keeps such files, with an unused name. */
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileStem } from '../../../shared/format/file-stem.ts';
import { SESSION_EXTENSION } from '../../../shared/session/entries.ts';

export interface SavePlaces {
  /** Chosen by Loopscope itself, for files that nobody has given a place. */
  readonly ownDir: string;
  /** Where a session was last saved by hand; undefined: nowhere yet. */
  readonly lastDir: string | undefined;
  readonly homeDir: string;
}

/** `path`: its current file; null: none. `isForeign`: that is the file of another tool, so the session goes beside it. */
export function suggestPath(session: { name: string; path: string | null; isForeign: boolean }, places: SavePlaces): string {
  const { name, path, isForeign } = session;
  const own = path === null || dirname(path) === places.ownDir ? null : path;
  const dir =
    [own === null ? undefined : dirname(own), places.lastDir].find((one) => one !== undefined && existsSync(one)) ?? places.homeDir;
  const stem = own !== null && isForeign ? basename(own, extname(own)) : fileStem(name).replace(/\s+/g, '-');
  for (let count = 1; ; count++) {
    const free = join(dir, `${stem}${count === 1 ? '' : `-${count}`}${SESSION_EXTENSION}`);
    if (!existsSync(free)) return free;
  }
}
