/** The door to @jridgewell/trace-mapping: where functions and lines were written, found through the source maps of their scripts. */
import {
  AnyMap,
  decodedMappings,
  generatedPositionFor,
  originalPositionFor,
  type SourceMapInput,
  sourceContentFor,
  type TraceMap,
} from '@jridgewell/trace-mapping';
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

/** A script's source map. */
export interface ScriptSourceMap {
  /** URL of the script, as frames have it. */
  readonly url: string;
  /** JSON text of the map. */
  readonly map: string;
  /** Where the map came from, if not from the script itself: its sources are relative to this. */
  readonly mapUrl?: string;
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

/**
 * Original positions of the frames whose scripts have a map. Maps are foreign files: one that is broken, or that says
 * something impossible, is skipped, and its functions keep their generated positions.
 */
export function computeSourcePositions(frames: readonly Frame[], maps: readonly ScriptSourceMap[]): SourcePositions {
  const traceOf = openMaps(maps);
  const positions: Record<string, SourcePosition> = {};
  for (const frame of frames) {
    if (frame.line < 0 || frame.column < 0) continue;
    const trace = traceOf(frame.url);
    const original = trace && findOriginal(trace, frame);
    if (original !== null) positions[frameKey(frame.url, frame.line, frame.column)] = original;
  }
  return positions;
}

/** The same of lines, of which V8 does not say the column: one that was made of several has the first of them, and says so. */
export function computeLinePositions(lines: Iterable<Pick<LinePlace, 'url' | 'line'>>, maps: readonly ScriptSourceMap[]): LinePositions {
  const traceOf = openMaps(maps);
  const positions: Record<string, LinePlace> = {};
  for (const { url, line } of lines) {
    const trace = traceOf(url);
    const original = trace && findOriginalLine(trace, line);
    if (original !== null) positions[lineKey(url, line)] = original;
  }
  return positions;
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
  return {
    ...map,
    ...(Array.isArray(sources) ? { sources: sources.map(toAddress) } : {}),
    ...(typeof sourceRoot === 'string' ? { sourceRoot: toAddress(sourceRoot) } : {}),
    ...(Array.isArray(sections)
      ? { sections: sections.map((one: object) => ({ ...one, map: withAddresses((one as { map?: unknown }).map) })) }
      : {}),
  };
}

function toAddress(path: unknown): unknown {
  if (typeof path !== 'string') return path;
  const slashed = encodeURI(path.replaceAll('\\', '/')).replaceAll('#', '%23').replaceAll('?', '%3F');
  if (/^[A-Za-z]:[\\/]/.test(path)) return `file:///${slashed}`;
  return path.startsWith('\\\\') ? `file:${slashed}` : path;
}

function openMap({ map, mapUrl, url }: ScriptSourceMap): TraceMap | null {
  try {
    const trace = AnyMap(withAddresses(JSON.parse(map)) as SourceMapInput, mapUrl ?? url);
    decodedMappings(trace); // decoding is put off until first asked for; a broken map shall show here
    return trace;
  } catch {
    return null;
  }
}

function findOriginal(trace: TraceMap, frame: Frame): SourcePosition | null {
  try {
    const { source, line, column } = originalPositionFor(trace, { line: frame.line + 1, column: frame.column });
    if (typeof source !== 'string' || source === '' || !isPlace(line) || !isPlace(column)) return null;
    const name = frame.name === ANONYMOUS_NAME ? findVariable(trace, source, line - 1, column) : findName(trace, frame);
    return { url: source, line: line - 1, column, name };
  } catch {
    return null;
  }
}

function isPlace(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/**
 * The original name of a function. V8 places a function at its parameters, so the mapping of that very place may name the
 * first parameter; the function's own name is the token that ends just before it:
 *
 *     function s(a){            const s=(a)=>{
 *              ^ name  ^ place        ^ name ^ place
 */
function findName(trace: TraceMap, { name, line, column }: Frame): string | null {
  const segments = decodedMappings(trace)[line] ?? [];
  const after = segments.findIndex((segment) => segment[0] > column);
  let at = (after < 0 ? segments.length : after) - 1;
  for (let looked = 0; at >= 0 && looked < NAME_SEGMENTS; at--, looked++) {
    const segment = segments[at]!;
    const gap = column - (segment[0] + name.length);
    if (gap > LONGEST_NAME_GAP) return null;
    const original = segment.length === 5 ? trace.names[segment[4]] : undefined;
    if (gap >= 0 && typeof original === 'string' && original !== '') return original;
  }
  return null;
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
