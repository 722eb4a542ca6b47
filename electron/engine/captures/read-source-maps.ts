/** Finds the source maps of profiled scripts: in the script, or in a file next to it. Never on the network. */
import { open, realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findSourceTexts, type ScriptSourceMap } from '../../../shared/profile/import/source-maps.ts';

/** A script with the `sourceMappingURL` V8 reported for it; empty when it reported none (the script file is looked into). */
export interface ScriptWithMap {
  readonly url: string;
  readonly map: string;
}

/** Bytes of one map. That of a large bundled application is some 20 MB. */
const MAX_MAP_BYTES = 64_000_000;
/** Bytes of all maps of a run together; those after are left out. */
const MAX_TOTAL_BYTES = 256_000_000;
/** The comment is at the end of a script, and long with an inline map. */
const MAX_TAIL_BYTES = 64_000_000;
const FIRST_TAIL_BYTES = 4_096;

/** Of one run. */
export class MapReader {
  private left = MAX_TOTAL_BYTES;
  private readonly looked = new Set<string>();

  /** Null: it is missing, too large, elsewhere or unreadable. */
  async readMapOf(script: ScriptWithMap): Promise<ScriptSourceMap | null> {
    return this.keep(await readMapOf(script).catch(() => null));
  }

  /**
   * Maps of sources that were generated themselves, as what a compiler made before a bundler took it. `urls`: of sources that code was found in, each
   * looked at once; `maps`: that led to them, and may hold their texts.
   */
  async readFurther(urls: Iterable<string>, maps: readonly ScriptSourceMap[]): Promise<ScriptSourceMap[]> {
    const asked = new Set([...urls].filter((url) => !this.looked.has(url)));
    const texts = findSourceTexts(asked, maps);
    const scripts = maps.map(({ url }) => url);
    const found: ScriptSourceMap[] = [];
    for (const url of asked) {
      this.looked.add(url);
      const map = this.keep(await readMapOfSource(url, texts.get(url), scripts).catch(() => null));
      if (map !== null) found.push(map);
    }
    return found;
  }

  private keep(map: ScriptSourceMap | null): ScriptSourceMap | null {
    if (map === null || map.map.length > this.left) return null;
    this.left -= map.map.length;
    return map;
  }
}

/** `text`: as the map before holds it, which is what was bundled; absent: it holds none, and the file says what it is. */
async function readMapOfSource(url: string, text: string | undefined, scripts: readonly string[]): Promise<ScriptSourceMap | null> {
  const reference = text === undefined ? await findReference(url) : referenceIn(text.slice(-MAX_TAIL_BYTES));
  if (reference === null) return null;
  if (/^data:/i.test(reference)) {
    const map = decodeDataUrl(reference);
    return map === null ? null : { url, map };
  }
  const file = toFileUrl(url) === null && text !== undefined ? await findBundled(url, text, scripts) : url;
  const map = file === null ? null : await readMapFile(file, reference);
  return map === null ? null : { ...map, url };
}

/** Folders above a bundle in which what it was made of is looked for. */
const MOST_ABOVE = 6;

/** A bundler says where a source is from a folder of its own (`webpack://shop/./build/a.js`): the file of that name with the very same text. */
async function findBundled(url: string, text: string, scripts: readonly string[]): Promise<string | null> {
  const path = /^[\w-]+:\/\/[^/]*\/(?:\.\/)?([^?#]+)/.exec(url)?.[1];
  if (path === undefined) return null;
  for (const folder of foldersAbove(scripts)) {
    const file = new URL(path, folder);
    const found = file.protocol === 'file:' ? await readEnd(fileURLToPath(file), MAX_MAP_BYTES, true).catch(() => null) : null;
    if (found === text) return file.href;
  }
  return null;
}

/** The folders of scripts and those above them, each once. */
function foldersAbove(scripts: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const script of scripts) {
    const file = toFileUrl(script);
    if (file === null) continue;
    let folder = new URL('.', file);
    for (let above = 0; above < MOST_ABOVE; above++, folder = new URL('..', folder)) folders.add(folder.href);
  }
  return folders;
}

async function readMapOf({ url, map }: ScriptWithMap): Promise<ScriptSourceMap | null> {
  const reference = map === '' ? await findReference(url) : map;
  if (reference === null) return null;
  if (/^data:/i.test(reference)) {
    const text = decodeDataUrl(reference);
    return text === null ? null : { url, map: await withOwnSource(url, text) };
  }
  return readMapFile(url, reference);
}

/** JSON text of a `data:` URL, base64 or percent-encoded; null when it is neither or too large. */
export function decodeDataUrl(reference: string): string | null {
  const comma = reference.indexOf(',');
  if (comma < 0 || reference.length > MAX_MAP_BYTES) return null;
  const body = reference.slice(comma + 1);
  if (/;base64\s*$/i.test(reference.slice(0, comma))) return Buffer.from(body, 'base64').toString('utf8');
  try {
    return decodeURIComponent(body);
  } catch {
    return null;
  }
}

/**
 * Compilers that run inside Node (tsx) report the file they compiled as the script and leave its text out of the map. The
 * text is on disk, and names of functions are found in it.
 */
async function withOwnSource(scriptUrl: string, text: string): Promise<string> {
  const map = parseObject(text);
  const url = toFileUrl(scriptUrl);
  if (map === null || url === null || !Array.isArray(map.sources) || map.sources.length !== 1) return text;
  const [source] = map.sources as unknown[];
  if (Array.isArray(map.sourcesContent) && typeof map.sourcesContent[0] === 'string') return text;
  if (source !== scriptUrl && source !== fileURLToPath(url)) return text;
  const content = await readEnd(fileURLToPath(url), MAX_MAP_BYTES, true).catch(() => null);
  return content === null ? text : JSON.stringify({ ...map, sourcesContent: [content] });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // skipped later, with every other map that cannot be read
  }
}

async function readMapFile(scriptUrl: string, reference: string): Promise<ScriptSourceMap | null> {
  const base = toFileUrl(scriptUrl);
  if (base === null) return null;
  const mapUrl = new URL(reference, base);
  if (mapUrl.protocol !== 'file:') return null;
  // A script may name any file of the machine; only its own folder and what lies below is read, symbolic links resolved.
  const [script, path] = await Promise.all([realpath(fileURLToPath(base)), realpath(fileURLToPath(mapUrl))]);
  if (!path.startsWith(dirname(script) + sep)) return null;
  const text = await readEnd(path, MAX_MAP_BYTES, true);
  return text === null ? null : { url: scriptUrl, map: text, mapUrl: mapUrl.href };
}

/** Null: it is called after no file. */
export function pathOfScript(url: string): string | null {
  try {
    const file = toFileUrl(url);
    return file && fileURLToPath(file);
  } catch {
    return null;
  }
}

/** CommonJS loaders of old Node versions and some tools report paths instead of URLs. */
function toFileUrl(url: string): URL | null {
  if (url.startsWith('file:')) return new URL(url);
  return url.startsWith('/') || /^[a-z]:[\\/]/i.test(url) ? pathToFileURL(url) : null;
}

async function findReference(scriptUrl: string): Promise<string | null> {
  const url = toFileUrl(scriptUrl);
  if (url === null) return null;
  const path = fileURLToPath(url);
  const short = referenceIn((await readEnd(path, FIRST_TAIL_BYTES, false)) ?? '');
  if (short !== null) return short;
  // No whole comment in the last 4 kB: it may hold an inline map.
  return referenceIn((await readEnd(path, MAX_TAIL_BYTES, false)) ?? '');
}

/** The last `//# sourceMappingURL=` at the start of a line, as V8 reads it. */
export function referenceIn(text: string): string | null {
  const matches = [...text.matchAll(/^[ \t]*\/\/[#@] sourceMappingURL=([^\s'"]+)[ \t]*$/gm)];
  return matches.at(-1)?.[1] ?? null;
}

/** The last `limit` bytes of a file; with `whole`, null when it is longer. */
async function readEnd(path: string, limit: number, whole: boolean): Promise<string | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (whole && size > limit) return null;
    const length = Math.min(size, limit);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
