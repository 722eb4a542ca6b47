/** Folders and files on the engine's machine, for the picker of an interface that has no file system of its own. */
import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { compareNames } from '../../../shared/format/compare-names.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { RequestParams } from '../../../shared/protocol/contract.ts';
import { OPENABLE_EXTENSIONS, PLAN_EXTENSIONS } from '../../../shared/protocol/file-names.ts';
import type { FolderListing } from '../../../shared/protocol/setup-contract.ts';
import { say } from '../../../shared/words/said.ts';

type Kind = RequestParams<'files.list'>['kind'];
type Entry = FolderListing['entries'][number];

const EXTENSIONS: Record<Kind, readonly string[] | null> = {
  script: ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'],
  session: OPENABLE_EXTENSIONS.map((extension) => `.${extension}`),
  plan: PLAN_EXTENSIONS.map((extension) => `.${extension}`),
  group: PLAN_EXTENSIONS.map((extension) => `.${extension}`),
  har: ['.har'],
  folder: [],
  any: null,
};
/** Limit of entries in the picker. */
const MAX_ENTRIES = 2_000;

export async function listFiles(dir: string, kind: Kind): Promise<Outcome<Omit<FolderListing, 'places'>>> {
  const folder = resolve(dir);
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    return fail(
      'file-unreadable',
      say('machine.folderUnreadable', { path: folder, code: String((error as NodeJS.ErrnoException).code) }),
      say('machine.pickFolder'),
    );
  }
  const shown = names.filter((name) => !name.startsWith('.')).slice(0, MAX_ENTRIES);
  const entries = (await Promise.all(shown.map((name) => describe(join(folder, name), name)))).filter((entry) => entry !== null);
  const parent = dirname(folder);
  return succeed({
    dir: folder,
    parent: parent === folder ? null : parent,
    entries: entries.filter((entry) => isWanted(entry, kind)).sort(byKindAndName),
  });
}

async function describe(path: string, name: string): Promise<Entry | null> {
  // A name that cannot be asked (a broken link, a folder without rights) is left out.
  const info = await stat(path).catch(() => null);
  if (!info || !(info.isDirectory() || info.isFile())) return null;
  return { name, path, kind: info.isDirectory() ? 'folder' : 'file', size: info.size, modifiedAt: info.mtime.toISOString() };
}

function isWanted(entry: Entry, kind: Kind): boolean {
  if (entry.kind === 'folder') return entry.name !== 'node_modules';
  return EXTENSIONS[kind]?.includes(extname(entry.name).toLowerCase()) ?? true;
}

function byKindAndName(a: Entry, b: Entry): number {
  if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1;
  return compareNames(a.name, b.name);
}
