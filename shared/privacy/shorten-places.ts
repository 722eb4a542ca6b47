/**
 * Paths without what lies above the code, for a copy of a session that is passed on: the folder of the script, of Node and of everything else
 * that was run is replaced by its own name wherever it is written, and the user's name in a home folder by `user`. Other paths stay.
 *
 *   /home/ana/work/shop/server.mjs           /shop/server.mjs
 *   file:///home/ana/work/shop/routes/a.mjs  file:///shop/routes/a.mjs
 *   /home/ana/notes.txt                      /home/user/notes.txt
 *   C:\work\shop\server.mjs                  C:\shop\server.mjs
 *
 * They keep the shape of a path, so that the code is sorted into packages and one's own as before.
 */

import { readSetting, SETTINGS_LIST } from '../model/settings-list.ts';
import type { Setup } from '../model/setup.ts';
import { proxyFileIn } from '../model/topology.ts';
import type { RunRecording } from '../session/recording.ts';
import type { FindRanges } from './replace-ranges.ts';
import { wellFormed } from './well-formed.ts';

/** A pattern of more would take long on every text; no honest session has as many that do not lie in each other. */
const MOST_FOLDERS = 500;

const ABSOLUTE = /^(?:[A-Za-z]:)?[\\/](?![\\/])/;
const HOME = /^((?:[A-Za-z]:)?[\\/](?:home|Users)[\\/])([^\\/]+)/;
/** A file of code with its folder, as stacks and logs name it. What is none is passed over in one step, so that no text takes long. */
const CODE_PATH =
  /(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^\s"'`<>()|*?:]{1,1000}\.(?:[cm]?[jt]sx?|node|json))\b|[\\/][^\s"'`<>()|*?:]{0,1000}/g;
const POSITION = /(?::\d+){1,2}$/;
const MODULES = /[\\/]node_modules(?:[\\/]|$)/;

export class PlaceCollector {
  private readonly folders = new Set<string>();
  private readonly homes = new Map<string, string>();

  addSetup(setup: Setup): void {
    for (const place of SETTINGS_LIST) {
      const value = readSetting(setup, place);
      if (place.setting.is !== 'text' || typeof value !== 'string') continue;
      if (place.setting.holds === 'topology') this.addFile(proxyFileIn(value) ?? '');
      if (place.setting.holds !== 'path') continue;
      if (place.path.endsWith('cwd')) this.addFolder(value);
      else this.addFile(value);
    }
  }

  addRun(recording: RunRecording): void {
    const { header, resolved, ticks, positions, answers, failure } = recording;
    if (header) this.addSetup(header.setup);
    if (resolved) this.addFile(resolved.nodePath);
    for (const { frames } of recording.allProfiles()) for (const { url, name } of frames) this.addFrame(url, name);
    for (const { url, name } of ticks?.stacks.frames ?? []) this.addFrame(url, name);
    for (const { name } of ticks?.libraries ?? []) this.addFile(name);
    for (const [generated, { url }] of Object.entries(positions))
      for (const one of [generated, url]) this.addFile(one.replace(POSITION, ''));
    for (const { text } of recording.outputPieces) this.addText(text);
    for (const { body } of answers ?? []) this.addText(body?.text ?? '');
    this.addText(failure?.detail ?? '');
    this.addText(recording.notes);
  }

  private addFrame(url: string, name: string): void {
    this.addFile(url);
    this.addText(name);
  }

  addText(text: string): void {
    for (const [, path] of text.matchAll(CODE_PATH)) if (path !== undefined) this.addFile(path);
  }

  /** The folder that it lies in; of a package the folder that packages are installed in. */
  private addFile(given: string): void {
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
  finder(): FindRanges | null {
    const outermost = outermostOf(this.folders);
    if (outermost.length + this.homes.size > MOST_FOLDERS) return null;
    const shortened = new Map([...nameEach(outermost), ...this.homes]);
    const spelled = new Map([...shortened].flatMap(([from, to]) => spellingsOf(from).map((one, way) => [one, spellingsOf(to)[way]!])));
    if (spelled.size === 0) return () => [];
    const longestFirst = [...spelled.keys()].sort((a, b) => b.length - a.length);
    const pattern = new RegExp(`(?:${longestFirst.map(escapePattern).join('|')})(?![\\w-])`, 'g');
    return (text) =>
      Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ from: index, to: index + found.length, by: spelled.get(found)! }));
  }
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

/** `/name`; those of one name get a number, so that they stay two. */
function nameEach(folders: readonly string[]): Map<string, string> {
  const used = new Map<string, number>();
  return new Map(
    folders.map((folder) => {
      const [root] = ABSOLUTE.exec(folder)!;
      const name = `${root}${nameOf(folder)}`;
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

/** As it is, in a URL, and with the backslashes of Windows as URLs and JSON write them. */
function spellingsOf(path: string): string[] {
  const slashed = path.replace(/\\/g, '/');
  const encoded = encodeURI(wellFormed(slashed));
  return [path, encoded, slashed, path.replace(/\\/g, '\\\\'), encoded.replace(/[!'()*]/g, percent)];
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

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
