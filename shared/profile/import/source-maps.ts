/** The door to @jridgewell/trace-mapping: where functions and lines were written, found through the source maps of their scripts. */
import {
  AnyMap,
  decodedMappings,
  generatedPositionFor,
  type SourceMapInput,
  type SourceMapSegment,
  sourceContentFor,
  type TraceMap,
} from '@jridgewell/trace-mapping';
import { firstAboveBy } from '../../base/ascending.ts';
import { Remembered } from '../../base/remembered.ts';
import { ANONYMOUS_NAME } from '../../model/profile/frame-kind.ts';
import type { LinePlace } from '../../model/profile/profile.ts';
import {
  type Frame,
  frameKey,
  type LinePositions,
  lineKey,
  type SourcePosition,
  type SourcePositions,
} from '../../model/profile/profile.ts';
import { findWaits, type WaitPlace } from '../lines/wait-lines.ts';
import { packageOfUrl } from '../model/package-of.ts';
import { countWrapperLines } from './script-text.ts';

/** A script's source map. */
export interface ScriptSourceMap {
  /** URL of the script, as frames have it. */
  readonly url: string;
  /** JSON text of the map. */
  readonly map: string;
  /** Where the map came from, if not from the script itself: its sources are relative to this. */
  readonly mapUrl?: string;
  /** Lines of the script that come before the first one the map counts. */
  readonly linesBefore?: number;
}

/**
 * Between the end of a function's name and where V8 says it starts (its parameters) stands at most
 * ` = async function* `; a name further left belongs to something else.
 */
const LONGEST_NAME_GAP = 20;
/** Characters of a line of source looked at for the variable a function is kept in. */
const LONGEST_DECLARATION = 200;
/** Segments looked at to the left of a function for its name: the name is one of the last written before it. */
const NAME_SEGMENTS = 4;

/** Maps that lead from one to the next: a bundle of what a compiler made, and before it whatever that was made of. More are not followed. */
const MOST_STEPS = 5;

/**
 * Original positions of the frames whose scripts have a map. Maps are foreign files: one that is broken, or that says
 * something impossible, is skipped, and its functions keep their generated positions. `further`: maps of sources that were generated themselves.
 */
export function computeSourcePositions(
  frames: readonly Frame[],
  maps: readonly ScriptSourceMap[],
  further: readonly ScriptSourceMap[] = [],
): SourcePositions {
  const follow = followMaps(maps, further);
  const positions: Record<string, SourcePosition> = {};
  for (const frame of frames) {
    if (frame.line < 0 || frame.column < 0) continue;
    const { url, line, column } = frame;
    const start: SourcePosition = { url, line, column, name: null };
    const original = follow(start, (at, trace) => {
      const found = findOriginal(trace, { ...at, name: at.name ?? frame.name });
      return found && { ...found, name: found.name ?? at.name };
    });
    if (original !== null) positions[frameKey(url, line, column)] = original;
  }
  return positions;
}

/** The same of lines, of which V8 does not say the column: one that was made of several has the first of them, and says so. */
export function computeLinePositions(
  lines: Iterable<Pick<LinePlace, 'url' | 'line'>>,
  maps: readonly ScriptSourceMap[],
  further: readonly ScriptSourceMap[] = [],
): LinePositions {
  const follow = followMaps(maps, further);
  const positions: Record<string, LinePlace> = {};
  for (const { url, line } of lines) {
    const original = follow<LinePlace>({ url, line, isExact: true }, (at, trace) => {
      const found = findOriginalLine(trace, at.line);
      return found && { ...found, isExact: found.isExact && at.isExact };
    });
    if (original !== null) positions[lineKey(url, line)] = original;
  }
  return positions;
}

/**
 * Of a map that places nothing, though it says what the script was made of: the package that all of it lies in, or empty where that is several. Null:
 * not all of it lies in packages. Rollup writes such maps for chunks of dependencies that were not mapped themselves, as Nuxt's server has them.
 */
export function packageOfMap(map: ScriptSourceMap): string | null {
  const trace = openMap(map);
  if (trace === null || decodedMappings(trace).some((line) => line.length > 0)) return null;
  const [first = null, ...others] = trace.resolvedSources.map((url) => packageOfUrl(url ?? ''));
  if (first === null || others.includes(null)) return null;
  return others.every((other) => other === first) ? first : '';
}

type Follow = <Place extends { readonly url: string }>(from: Place, step: (at: Place, trace: TraceMap) => Place | null) => Place | null;

/**
 * From source to source as long as there is a map for it: first one of `maps`, then of `further`. One that leads back to where the way has been ends
 * it there.
 */
function followMaps(maps: readonly ScriptSourceMap[], further: readonly ScriptSourceMap[]): Follow {
  const [traceOf, furtherOf] = [openMaps(maps), openMaps(further)];
  return (from, step) => {
    const stepBy = (find: typeof traceOf, at: typeof from): typeof from | null => {
      const trace = find(at.url);
      return trace && step(at, trace);
    };
    return followSteps(
      from,
      (at) => stepBy(traceOf, at),
      (at) => stepBy(furtherOf, at),
    );
  };
}

function followSteps<Place extends { readonly url: string }>(
  from: Place,
  first: (at: Place) => Place | null,
  next: (at: Place) => Place | null,
): Place | null {
  let place = first(from);
  const been = new Set([from.url]);
  for (let steps = 1; place !== null && steps < MOST_STEPS && !been.has(place.url); steps++) {
    been.add(place.url);
    const further = next(place);
    if (further === null || been.has(further.url)) break;
    place = further;
  }
  return place;
}

/** Segments compared to tell where a map begins; the first thousands say it. */
const MOST_COMPARED = 5_000;

/**
 * The map of a script that begins with lines that nobody has written (`new Function`), which some count and some do not: whoever made it, the words
 * at the places that it relates are mostly the same. Where it holds no text to compare with, nothing of it can be in those lines.
 */
export function alignMap(map: ScriptSourceMap, text: string): ScriptSourceMap {
  const before = countWrapperLines(text);
  const trace = before === 0 ? null : openMap(map);
  if (trace === null) return map;
  const lines = text.split('\n');
  const [counted, uncounted] = [countFits(trace, lines, 0), countFits(trace, lines, before)];
  const isInWrapper = decodedMappings(trace)
    .slice(0, before)
    .some((segments) => segments.length > 0);
  const isUncounted = counted === uncounted ? isInWrapper : uncounted > counted;
  return isUncounted ? { ...map, linesBefore: before } : map;
}

/** How many words are the same at both ends of a segment. */
function countFits(trace: TraceMap, lines: readonly string[], before: number): number {
  const sources = new Map<number, readonly string[]>();
  let [fits, compared] = [0, 0];
  for (const [at, segments] of decodedMappings(trace).entries())
    for (const segment of segments) {
      if (segment.length === 1) continue;
      if (++compared > MOST_COMPARED) return fits;
      let source = sources.get(segment[1]);
      if (source === undefined) {
        source = (trace.sourcesContent?.[segment[1]] ?? '').split('\n');
        sources.set(segment[1], source);
      }
      const word = wordAt(lines[at + before], segment[0]);
      if (word !== '' && word === wordAt(source[segment[2]], segment[3])) fits++;
    }
  return fits;
}

function wordAt(line: string | undefined, column: number): string {
  return /^[\w$]+/.exec(line?.slice(column, column + LONGEST_DECLARATION) ?? '')?.[0] ?? '';
}

/** What maps hold of the sources of these addresses: the text that was compiled. */
export function findSourceTexts(urls: ReadonlySet<string>, maps: readonly ScriptSourceMap[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const map of maps) {
    const trace = openMap(map);
    for (const url of trace?.resolvedSources ?? []) {
      if (trace === null || typeof url !== 'string' || !urls.has(url)) continue;
      const text = sourceContentFor(trace, url);
      if (typeof text === 'string') texts.set(url, text);
    }
  }
  return texts;
}

/** Where a script that was compiled when it was loaded calls `Atomics.wait`, in the positions of what was compiled. Null: it was not, and is what its file says. */
export function findMappedWaits(map: ScriptSourceMap): WaitPlace[] | null {
  const trace = openMap(map);
  if (trace === null || !trace.resolvedSources.includes(map.url)) return null;
  const text = sourceContentFor(trace, map.url);
  return findWaits(text ?? '').flatMap((wait) => {
    const { line, column } = generatedPositionFor(trace, { source: map.url, line: wait.line, column: wait.column });
    if (line === null || column === null) return [];
    const isWhole = findOriginalLine(trace, line)?.isExact ?? false;
    return [{ url: map.url, line, column, isShared: wait.isShared || !isWhole }];
  });
}

/** Each is opened once, when something in its script is asked for. */
function openMaps(maps: readonly ScriptSourceMap[]): (url: string) => TraceMap | null {
  const sources = new Map(maps.map((map) => [map.url, map]));
  const traces = new Map<string, TraceMap | null>();
  return (url) => {
    let trace = traces.get(url);
    if (trace === undefined) {
      const source = sources.get(url);
      trace = source === undefined ? null : openMap(source);
      traces.set(url, trace);
    }
    return trace;
  };
}

function findOriginalLine(trace: TraceMap, line: number): LinePlace | null {
  let first: LinePlace | null = null;
  for (const segment of decodedMappings(trace)[line - 1] ?? []) {
    if (segment.length === 1) continue;
    const source = trace.resolvedSources[segment[1]];
    if (typeof source !== 'string' || source === '' || !isPlace(segment[2])) continue;
    if (first === null) first = { url: source, line: segment[2] + 1, isExact: true };
    else if (first.url !== source || first.line !== segment[2] + 1) return { ...first, isExact: false };
  }
  return first;
}

/** Paths of Windows, as tsx writes them, would be taken for parts of an address. */
function withAddresses(map: unknown): unknown {
  if (typeof map !== 'object' || map === null) return map;
  const { sources, sourceRoot, sections } = map as { sources?: unknown; sourceRoot?: unknown; sections?: unknown };
  // CoffeeScript writes "/", and joined to a name by another slash that is the name of a host.
  const isRoot = typeof sourceRoot === 'string' && /^\/+$/.test(sourceRoot);
  const fromRoot = (source: unknown): unknown =>
    isRoot && typeof source === 'string' && !/^(?:\/|[a-z][a-z\d+.-]*:)/i.test(source) ? `/${source}` : source;
  return {
    ...map,
    ...(Array.isArray(sources) ? { sources: sources.map((source) => fromRoot(toAddress(source))) } : {}),
    ...(typeof sourceRoot === 'string' ? { sourceRoot: isRoot ? '' : toAddress(sourceRoot) } : {}),
    ...(Array.isArray(sections)
      ? { sections: sections.map((one: object) => ({ ...one, map: withAddresses((one as { map?: unknown }).map) })) }
      : {}),
  };
}

function toAddress(path: unknown): unknown {
  if (typeof path !== 'string') return path;
  const slashed = encodeURI(path.replaceAll('\\', '/')).replaceAll('#', '%23').replaceAll('?', '%3F');
  if (/^[A-Za-z]:[\\/]/.test(path)) return `file:///${slashed}`;
  if (path.startsWith('\\\\')) return `file:${slashed}`;
  // A relative one: hardly any file of another system has a backslash in its name, and no other separator around it.
  return path.includes('\\') && !path.includes('/') ? path.replaceAll('\\', '/') : path;
}

/** As long as a map is kept, what it says is: a large one takes a second to read. */
const opened = new Remembered<ScriptSourceMap, TraceMap | null>();

function openMap(map: ScriptSourceMap): TraceMap | null {
  return opened.get(map, null, () => readMap(map));
}

function readMap({ map, mapUrl, url, linesBefore = 0 }: ScriptSourceMap): TraceMap | null {
  try {
    const read = withAddresses(JSON.parse(map));
    const whole = linesBefore === 0 ? read : { version: 3, sections: [{ offset: { line: linesBefore, column: 0 }, map: read }] };
    const trace = AnyMap(whole as SourceMapInput, mapUrl ?? url);
    decodedMappings(trace); // decoding is put off until first asked for; a broken map shall show here
    return trace;
  } catch {
    return null;
  }
}

type Placed = Pick<Frame, 'name' | 'line' | 'column'>;

function findOriginal(trace: TraceMap, frame: Placed): SourcePosition | null {
  try {
    const segment = findSegment(trace, frame);
    if (segment === null || segment.length === 1) return null;
    const [generated, index, line, column] = segment;
    const url = trace.resolvedSources[index];
    if (typeof url !== 'string' || url === '' || !isPlace(line) || !isPlace(column)) return null;
    const name =
      frame.name !== ANONYMOUS_NAME
        ? findName(trace, frame)
        : (findDroppedName(trace, url, line, column, frame.column - generated) ?? findVariable(trace, url, line, column));
    return { url, line, column, name };
  } catch {
    return null;
  }
}

/**
 * The last segment up to the place of a function. Where a minifier has put a function in the place of its only call, two begin at its keyword: where it
 * was written, and where it was called. What comes next is its first parameter or its body, so the one that is nearest before that in the source is meant.
 *
 *     total=function(a){let b=0;       "function": price.js 2:7 and page.js 5:12; "a": price.js 2:29
 */
function findSegment(trace: TraceMap, { line, column }: Placed): SourceMapSegment | null {
  const segments = decodedMappings(trace)[line] ?? [];
  const next = firstAboveBy(segments, column, columnOf);
  const last = segments[next - 1];
  if (last === undefined) return null;
  let found: SourceMapSegment | null = null;
  for (let at = next - 1; at >= 0 && segments[at]![0] === last[0]; at--) {
    const one = segments[at]!;
    if (goesOn(one, segments[next]) && (found === null || goesOn(found, one))) found = one;
  }
  return found ?? last;
}

const columnOf = (segment: SourceMapSegment): number => segment[0];

/** Whether a segment is of the same source as the next one, and not behind it there. */
function goesOn(one: SourceMapSegment, next: SourceMapSegment | undefined): boolean {
  if (next === undefined || next.length === 1 || one.length === 1) return false;
  return one[1] === next[1] && (one[2] < next[2] || (one[2] === next[2] && one[3] <= next[3]));
}

function isPlace(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/**
 * The original name of a function. V8 places a function at its parameters, so the mapping of that very place may name the first parameter; the
 * function's own name is the token that ends there, or before an assignment:
 *
 *     function s(a){            const s=(a)=>{            x(e)}rank(a){
 *              ^ name  ^ place        ^ name ^ place        ^ a name, of something else
 *
 * A mapping of that token itself decides, also one without a name: it is called the same in the source. Of names further left it is the text of
 * the source that says whether a function is kept in it.
 */
function findName(trace: TraceMap, { name, line, column }: Placed): string | null {
  const segments = decodedMappings(trace)[line] ?? [];
  let at = firstAboveBy(segments, column, columnOf) - 1;
  for (let looked = 0; at >= 0 && looked < NAME_SEGMENTS; at--, looked++) {
    const segment = segments[at]!;
    const gap = column - (segment[0] + name.length);
    if (gap > LONGEST_NAME_GAP) return null;
    if (gap < 0) continue;
    const original = segment.length === 5 ? trace.names[segment[4]] : undefined;
    const isNamed = typeof original === 'string' && original !== '';
    // Between a name of one character and the parameters, the equals sign is as long as the name.
    if (gap === 0 && (isNamed || name.length > 1)) return isNamed ? original : null;
    // Right before the parameters, no other token leaves room for the name and one character.
    if (isNamed) return gap <= 1 || keepsFunction(trace, segment, original) ? original : null;
  }
  return null;
}

const KEPT_FUNCTION = /^\s*(?::[^=]*)?=\s*(?:async\b\s*)?(?:function\b|\(|<|[\w$]+\s*=>)/;

/** Whether the source says there that this is the name of a variable or a member which a function is assigned to. */
function keepsFunction(trace: TraceMap, [, source = -1, line = 0, column = 0]: readonly number[], name: string): boolean {
  const url = trace.resolvedSources[source];
  const text = lineOf((url && sourceContentFor(trace, url)) || '', line).slice(column, column + LONGEST_DECLARATION);
  return text.startsWith(name) && KEPT_FUNCTION.test(text.slice(name.length));
}

/** `function` and `async function*`, from where they begin to the parameters of a function without a name. */
const [SHORTEST_KEYWORD, LONGEST_KEYWORD] = [8, 16];
const NAMED = /^(?:async\s+)?function\s*\*?\s*([\w$]+)/;

/** The name that a function has in the source, and that a minifier has left out because nothing refers to it any more. `gap`: from its segment to its place. */
function findDroppedName(trace: TraceMap, source: string, line: number, column: number, gap: number): string | null {
  if (gap < SHORTEST_KEYWORD || gap > LONGEST_KEYWORD) return null;
  const from = lineOf(sourceContentFor(trace, source) ?? '', line).slice(column, column + LONGEST_DECLARATION);
  return NAMED.exec(from)?.[1] ?? null;
}

const DECLARATION = /\b(?:const|let|var)\s+([\w$]+)\s*(?::[^=]*)?=\s*(?:async\s*)?\(?\s*$/;

/**
 * The variable an anonymous arrow function is kept in. V8 knows it where the source runs as written; tools that wrap the
 * function (tsx: `const f = __name(() => ...)`) take it away, and only the original text still says it.
 */
function findVariable(trace: TraceMap, source: string, line: number, column: number): string | null {
  const before = lineOf(sourceContentFor(trace, source) ?? '', line).slice(0, column);
  return DECLARATION.exec(before.slice(-LONGEST_DECLARATION))?.[1] ?? null;
}

/** One line of a text without splitting all of it. */
function lineOf(text: string, line: number): string {
  let start = 0;
  for (let i = 0; i < line; i++) {
    start = text.indexOf('\n', start) + 1;
    if (start === 0) return '';
  }
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}
