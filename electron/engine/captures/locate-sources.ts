/**
 * Where the functions and lines of a recording were written; once, after the last slice. Source maps say it of scripts that have one, and of what
 * these were made of, if that was generated itself. Of what is neither in a map nor in the file that it is called after, it is said that its
 * lines are none of that file.
 */
import { groupBy } from '../../../shared/base/group-by.ts';
import { generatedFrom, isMade } from '../../../shared/model/profile/frame-kind.ts';
import {
  type Frame,
  frameKey,
  type LinePlace,
  type LinePositions,
  lineKey,
  type Profile,
  type SourcePosition,
  type SourcePositions,
} from '../../../shared/model/profile/profile.ts';
import { packagesOfBundle } from '../../../shared/profile/import/bundled-modules.ts';
import {
  alignMap,
  computeLinePositions,
  computeSourcePositions,
  findSourceTexts,
  packageOfMap,
  type ScriptSourceMap,
} from '../../../shared/profile/import/source-maps.ts';
import type { CaptureStore } from './capture-port.ts';
import { hashSources, readSourceFile } from './hash-sources.ts';
import { keepSources } from './keep-sources.ts';
import { MapReader, pathOfScript } from './read-source-maps.ts';
import { readWaits } from './read-waits.ts';
import { placeKey, placeOfKey, type SampledScript, type SampledScripts } from './sampled-scripts.ts';

export async function locateSources(scripts: SampledScripts, store: CaptureStore, keepsSource: boolean): Promise<void> {
  const profiles = store.profiles();
  const reader = new MapReader();
  const versions = await findVersions(scripts, profiles, reader);
  const maps = versions.flatMap(({ map }) => (map === null ? [] : [map]));
  const further: ScriptSourceMap[] = [];
  let placed = place(versions, further);
  for (;;) {
    const found = await reader.readFurther(sourcesOf(placed), [...maps, ...further]);
    if (found.length === 0) break;
    further.push(...found);
    placed = place(versions, further);
  }
  const { positions, lines } = placed;
  const all = [...maps, ...further];
  const places = profiles.flatMap(({ lines: of }) => of?.places ?? []);
  const urls = new Set([...places, ...Object.values(lines)].map(({ url }) => url));
  const files = await hashSources(urls, findSourceTexts(urls, all));
  const generated = new Set(versions.flatMap(({ url, isGenerated }) => (isGenerated ? [url] : [])));
  for (const { url } of maps) generated.delete(url);
  const waits = await readWaits(
    hottestFirst(profiles, {}).filter((url) => !generated.has(url)),
    maps,
  );
  const kept = keepsSource ? { texts: await keepSources(hottestFirst(profiles, lines), all, store.run().target) } : {};
  store.record({ type: 'sources', positions, lines, files, waits, ...kept });
}

/** By line (zero-based), of a file of the user's own: of which package it is, empty where that is not known. Null: of none. */
type PackageOf = (line: number) => string | null;

/** One text that stood at an address, with the places in it that were sampled. */
interface Version {
  readonly url: string;
  readonly map: ScriptSourceMap | null;
  /** What the map does not say is in no file. */
  readonly isGenerated: boolean;
  readonly packageOf: PackageOf;
  readonly frames: readonly Frame[];
  readonly lines: readonly LinePlace[];
}

interface Placed {
  readonly positions: SourcePositions;
  readonly lines: LinePositions;
}

const sourcesOf = ({ positions, lines }: Placed): Set<string> =>
  new Set([...Object.values(positions), ...Object.values(lines)].map(({ url }) => url));

/** A place that has been in several texts, which say different things of it, is known in none. */
function place(versions: readonly Version[], further: readonly ScriptSourceMap[]): Placed {
  const positions: Record<string, SourcePosition> = {};
  const lines: Record<string, LinePlace> = {};
  for (const { url, map, isGenerated, packageOf, ...of } of versions) {
    const generated = generatedFrom(url);
    const written = map === null ? {} : computeSourcePositions(of.frames, [map], further);
    for (const { line, column } of of.frames) {
      const key = frameKey(url, line, column);
      const unknown = { url: generated, line, column, name: null };
      const found = written[key] ?? (isGenerated ? unknown : bundledAt({ url, line, column, name: null }, packageOf));
      if (found !== null) positions[key] = isSame(positions[key], found) ? found : unknown;
    }
    const writtenLines = map === null ? {} : computeLinePositions(of.lines, [map], further);
    for (const { line } of of.lines) {
      const key = lineKey(url, line);
      const unknown = { url: generated, line, isExact: true };
      // One that the map leaves out may be of a function that V8 has inlined from elsewhere: then only the function it is in is known.
      const found = writtenLines[key] ?? (isGenerated && map === null ? unknown : null);
      if (found !== null) lines[key] = isSame(lines[key], found) ? found : unknown;
    }
  }
  return { positions, lines };
}

function bundledAt(at: SourcePosition, packageOf: PackageOf): SourcePosition | null {
  const found = packageOf(at.line);
  return found === null ? null : { ...at, package: found };
}

type Somewhere = Pick<LinePlace, 'url' | 'line'>;

function isSame(known: Somewhere | undefined, found: Somewhere): boolean {
  return known === undefined || (known.url === found.url && known.line === found.line);
}

async function findVersions(scripts: SampledScripts, profiles: readonly Profile[], reader: MapReader): Promise<Version[]> {
  const urlOf = ({ url }: { readonly url: string }): string => url;
  const framesAt = groupBy(
    profiles.flatMap(({ frames }) => frames.filter(({ line, column }) => line >= 0 && column >= 0)),
    urlOf,
  );
  const linesAt = groupBy(
    profiles.flatMap(({ lines }) => lines?.places ?? []),
    urlOf,
  );
  const versions: Version[] = [];
  for (const [url, those] of scripts.byUrl()) {
    const [frames, lines] = [framesAt.get(url) ?? [], linesAt.get(url) ?? []];
    const texts = await findTexts(url, those, frames, reader);
    for (const { of, ...text } of texts)
      versions.push({
        url,
        ...text,
        // The only one has all that was seen at its address.
        frames:
          texts.length === 1 ? frames : frames.filter((one) => of.some(({ functions }) => functions.has(placeKey(one.line, one.column)))),
        lines: texts.length === 1 ? lines : lines.filter(({ line }) => of.some((one) => one.lines.has(line))),
      });
  }
  return versions;
}

interface Text {
  readonly map: ScriptSourceMap | null;
  readonly isGenerated: boolean;
  readonly packageOf: PackageOf;
  readonly of: readonly SampledScript[];
}

/** The scripts of an address by what is known of their text. */
async function findTexts(url: string, scripts: readonly SampledScript[], frames: readonly Frame[], reader: MapReader): Promise<Text[]> {
  // A map in it may be long.
  const keys = new Map(scripts.flatMap((script) => (typeof script.is === 'object' ? [[script, keyOf(script.is)] as const] : [])));
  const told = new Set(keys.values());
  const [only] = told.size === 1 ? told : [];
  const isEvaluated = scripts.some(({ is }) => typeof is === 'object' && is.isEvaluated);
  const byText = groupBy(scripts, (script) => {
    const { is } = script;
    if (typeof is === 'object') return keys.get(script)!;
    // What is loaded again from a file is the same; what is evaluated may be another text each time.
    return only !== undefined && !(isEvaluated && is === 'gone') ? only : is;
  });
  return Promise.all([...byText.values()].map((of) => readText(url, of, frames, reader)));
}

const keyOf = ({ map, isEvaluated, text = '' }: Exclude<SampledScript['is'], string>): string =>
  JSON.stringify([map, isEvaluated, text !== '']);

async function readText(url: string, of: readonly SampledScript[], frames: readonly Frame[], reader: MapReader): Promise<Text> {
  // What is told says more than what is not.
  const { is } = of.find((one) => typeof one.is === 'object') ?? of[0]!;
  const told = typeof is === 'object' ? is : null;
  const read = await readMap(url, is, frames, reader);
  const map = read === null || told?.text === undefined ? read : alignMap(read, told.text);
  if (isMade(url)) return { map, isGenerated: false, packageOf: OF_NONE, of };
  const path = pathOfScript(url);
  const text = path === null ? null : await readSourceFile(path);
  const isInFile = fitsFile(text, of);
  // Of one that has ended without a word only what the file contradicts is known.
  const isGenerated = isInFile === null ? is === 'gone' || (told?.isEvaluated ?? false) : !isInFile;
  const packageOf = isGenerated || !frames.some(({ kind }) => kind === 'own') ? OF_NONE : packagesIn(map, text);
  return { map, isGenerated, packageOf, of };
}

const OF_NONE: PackageOf = () => null;

function packagesIn(map: ScriptSourceMap | null, text: string | null): PackageOf {
  if (map === null) return text === null ? OF_NONE : packagesOfBundle(text);
  const all = packageOfMap(map);
  return () => all;
}

/** A target that was killed has reported nothing; its files may still name their maps. */
async function readMap(url: string, is: SampledScript['is'], frames: readonly Frame[], reader: MapReader): Promise<ScriptSourceMap | null> {
  if (typeof is === 'object') return is.map === '' ? null : reader.readMapOf({ url, map: is.map });
  const isOwnFile = url.startsWith('file:') && frames.some(({ kind }) => kind === 'own');
  return is === 'unknown' && isOwnFile ? reader.readMapOf({ url, map: '' }) : null;
}

/** Of the functions of a script as V8 saw them, so many begin where its file has one; of another text next to none do, and in any text some are missed. */
const FITS = 0.8;
/** What stands where V8 says that a function begins: its parameters, or what it is. */
const BEGINNING = /^(?:\(|[\w$]+\s*=>|async\b|function\b|class\b|static\b|\{)/;
const LONGEST_BEGINNING = 100;

/** Whether the text of the file of this name is what ran. Null: there is none to look at, or nothing to look for. */
function fitsFile(text: string | null, scripts: readonly SampledScript[]): boolean | null {
  if (text === null) return null;
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  let [looked, fits] = [0, 0];
  for (const key of new Set(scripts.flatMap(({ functions }) => [...functions]))) {
    // The script itself.
    if (key === 0) continue;
    const { line, column } = placeOfKey(key);
    looked++;
    if (BEGINNING.test(lines[line]?.slice(column, column + LONGEST_BEGINNING) ?? '')) fits++;
  }
  return looked === 0 ? null : fits >= FITS * looked;
}

/** Addresses of the files that samples were taken in. */
function hottestFirst(profiles: readonly Profile[], positions: LinePositions): string[] {
  const samples = new Map<string, number>();
  for (const { lines } of profiles) {
    const urls = (lines?.places ?? []).map(({ url, line }) => positions[lineKey(url, line)]?.url ?? url);
    lines?.place.forEach((place, entry) => {
      samples.set(urls[place]!, (samples.get(urls[place]!) ?? 0) + lines.ticks[entry]!);
    });
  }
  return [...samples].sort(([, a], [, b]) => b - a).map(([url]) => url);
}
