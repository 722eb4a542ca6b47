/**
 * Paths without what lies above the code, for a copy of a session that is passed on: each folder that the set-up, the command or the program names
 * is replaced by its own name wherever it is written, and the user's name in a home folder by `user`. Other paths stay.
 *
 *   /home/ana/work/shop/server.mjs           /shop/server.mjs
 *   file:///home/ana/work/shop/routes/a.mjs  file:///shop/routes/a.mjs
 *   /home/ana/notes.txt                      /home/user/notes.txt
 *   C:\work\shop\server.mjs                  C:\shop\server.mjs
 *   /work/plan.yaml                          /folder/plan.yaml         its own name would be all of it
 *
 * They keep the shape of a path, so that the code is sorted into packages and one's own as before.
 */

import { readSetting, SETTINGS_LIST, textsOf } from '../model/setup/settings-list.ts';
import type { Setup } from '../model/setup/setup.ts';
import { proxyFileIn } from '../model/setup/topology.ts';
import type { Range } from './replace-ranges.ts';
import { ValueSearch } from './value-search.ts';
import { wellFormed } from './well-formed.ts';

/** A pattern of more would take long on every text; no honest session has as many that do not lie in each other. */
const MOST_FOLDERS = 500;

const ABSOLUTE = /^(?:[A-Za-z]:)?[\\/](?![\\/])/;
const HOME = /^((?:[A-Za-z]:)?[\\/](?:home|Users)[\\/])([^\\/]+)/;
/** A file of code with its folder, as stacks and logs name it. What is none is passed over in one step, so that no text takes long. */
const CODE_PATH =
  /(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^\s"'`<>()|*?:]{1,1000}\.(?:[cm]?[jt]sx?|node|json))\b|[\\/][^\s"'`<>()|*?:]{0,1000}/g;
/** In settings, titles and messages: what lies in a folder that systems have, or on a drive. Paths of URLs begin otherwise. */
const NAMED_PATH =
  /(?:file:\/\/)?(?:[A-Za-z]:[\\/]|[\\/](?:home|Users|root|tmp|private|var|opt|srv|usr|etc|mnt|media|Volumes|workspaces?|builds?|data|work)[\\/])[^\s"'`<>()|*?:;,=]{1,1000}/g;
/** In what programs print, where a path of a URL may begin like one of those. */
const SURE_PATH = /(?:file:\/\/)?(?:\b[A-Za-z]:[\\/]|[\\/](?:home|Users|root|tmp|private|Volumes)[\\/])[^\s"'`<>()|*?:;,=&]{1,1000}/g;
const FILE = /\.\w{1,12}$/;
const MODULES = /[\\/]node_modules(?:[\\/]|$)/;

/** `isCut`: the text may end within a path, which then loses its end. */
export type FindPlaces = (text: string, isCut?: boolean) => readonly Range[];

export class PlaceCollector {
  private readonly folders = new Set<string>();
  private readonly homes = new Map<string, string>();

  addSetup(setup: Setup): void {
    for (const place of SETTINGS_LIST) {
      const value = readSetting(setup, place);
      for (const text of textsOf(value ?? null)) this.addNamed(text);
      if (place.setting.is !== 'text' || typeof value !== 'string') continue;
      if (place.setting.holds === 'topology') this.addFile(proxyFileIn(value) ?? '');
      if (place.setting.holds !== 'path') continue;
      if (place.path.endsWith('cwd')) this.addFolder(value);
      else this.addFile(value);
    }
  }

  addFrame(url: string, name: string): void {
    this.addFile(url);
    this.addText(name);
  }

  addText(text: string): void {
    for (const [, path] of text.matchAll(CODE_PATH)) if (path !== undefined) this.addFile(path);
    this.addNamed(text, SURE_PATH);
  }

  addNamed(text: string, named = NAMED_PATH): void {
    for (const [path] of text.matchAll(named)) {
      if (FILE.test(path)) this.addFile(path);
      else this.addFolder(path);
    }
  }

  /** The folder that it lies in; of a package the folder that packages are installed in. */
  addFile(given: string): void {
    const path = pathOf(given);
    if (!ABSOLUTE.test(path)) return;
    const [before] = path.split(MODULES, 1);
    this.addFolder(before === path ? path.slice(0, lastSeparator(path)) : before!);
  }

  private addFolder(given: string): void {
    const folder = withoutLastSeparators(pathOf(given));
    if (!ABSOLUTE.test(folder)) return;
    const [home, root] = HOME.exec(folder) ?? [];
    if (home !== undefined) this.homes.set(home, `${root}user`);
    if (folder !== home && nameOf(folder) !== '') this.folders.add(folder);
  }

  /** Null: there are too many folders. */
  finder(): FindPlaces | null {
    const outermost = outermostOf(this.folders);
    if (outermost.length + this.homes.size > MOST_FOLDERS) return null;
    const shortened = new Map([...nameEach(outermost), ...this.homes]);
    const searched = [...shortened].flatMap(([from, to]) => {
      const fits = isWhole(from, this.homes.has(from));
      return SPELLINGS.map((spell) => ({ text: spell(from), by: spell(to), ...(fits && { fits }) }));
    });
    const search = new ValueSearch(searched);
    return (text, isCut = false) => {
      const { ranges, open } = search.find(text, isCut);
      return open === text.length ? ranges : [...ranges, { from: open, to: text.length, by: '' }];
    };
  }
}

/**
 * Of a folder right below the root, and of a home folder, only where all of a name is meant: `/work` is no part of `/working`, of
 * `http://work/` or of `/api/work`. Others are left out also where a longer name begins like them.
 */
function isWhole(folder: string, isHome: boolean): ((text: string, from: number, to: number) => boolean) | null {
  if (!isHome && /[\\/][^\\/]/.test(folder.slice(folder.search(/[\\/]/) + 1))) return null;
  return (text, from, to) => {
    const before = text.slice(Math.max(0, from - 7), from);
    return !/[\w-]/.test(text.charAt(to)) && (isHome || before.endsWith('file://') || !/[\w.)\]}/\\-]$/.test(before));
  };
}

/** Without what lies in another one, which goes with it. */
function outermostOf(folders: ReadonlySet<string>): string[] {
  const inner = new Set<string>();
  let outer: string | null = null;
  // Separators before all other characters: what lies in a folder comes right after it.
  const sorted = Array.from(folders, (folder) => ({ folder, key: folder.replace(/\//g, '\0').replace(/\\/g, '\x01') }));
  sorted.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { folder } of sorted) {
    if (outer !== null && folder.startsWith(outer) && isSeparator(folder[outer.length])) inner.add(folder);
    else outer = folder;
  }
  return [...folders].filter((folder) => !inner.has(folder));
}

/** What stands for one right below the root. */
const NAMELESS = 'folder';

/** `/name`; those of one name get a number, so that they stay two. */
function nameEach(folders: readonly string[]): Map<string, string> {
  const used = new Map<string, number>();
  return new Map(
    folders.map((folder) => {
      const [root] = ABSOLUTE.exec(folder)!;
      const name = `${root}${lastSeparator(folder) < root!.length ? NAMELESS : nameOf(folder)}`;
      const count = (used.get(name) ?? 0) + 1;
      used.set(name, count);
      return [folder, count === 1 ? name : `${name}-${count}`];
    }),
  );
}

function nameOf(folder: string): string {
  return folder.slice(lastSeparator(folder) + 1);
}

function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
}

function withoutLastSeparators(path: string): string {
  let end = path.length;
  while (isSeparator(path[end - 1])) end--;
  return path.slice(0, end);
}

function isSeparator(character: string | undefined): boolean {
  return character === '/' || character === '\\';
}

/** Other ways to write a path: in a URL and as a part of one, in HTML, and in JSON (within JSON), where a slash may have a backslash, too. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  inUrl,
  slashed,
  (path) => path.replace(/\\/g, '\\\\'),
  (path) => path.replace(/\\/g, '\\\\\\\\'),
  (path) => inUrl(path).replace(/[!'()*]/g, percent),
  (path) => inLowerCase(inUrl(path)),
  (path) => encodeURIComponent(wellFormed(path)),
  (path) => inLowerCase(encodeURIComponent(wellFormed(path))),
  (path) => path.replace(/\//g, '&#x2F;').replace(/\\/g, '&#x5C;'),
  (path) => path.replace(/\//g, '&#x2f;').replace(/\\/g, '&#x5c;'),
  (path) => path.replace(/\//g, '&#47;').replace(/\\/g, '&#92;'),
  (path) => path.replace(/\//g, '\\/'),
  (path) => path.replace(/\//g, '\\\\/'),
];

function slashed(path: string): string {
  return path.replace(/\\/g, '/');
}

function inUrl(path: string): string {
  return encodeURI(wellFormed(slashed(path)));
}

function inLowerCase(encoded: string): string {
  return encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Of a file URL its path. */
function pathOf(url: string): string {
  if (!url.startsWith('file://')) return url;
  const path = url.slice('file://'.length).replace(/^\/(?=[A-Za-z]:)/, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
