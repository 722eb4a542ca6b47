/** The door to @jridgewell/trace-mapping: where functions were written, found through the source maps of their scripts. */
import {
  AnyMap,
  decodedMappings,
  originalPositionFor,
  type SourceMapInput,
  sourceContentFor,
  type TraceMap,
} from '@jridgewell/trace-mapping';
import { ANONYMOUS_NAME } from './frame-kind.ts';
import { type Frame, frameKey, type SourcePosition, type SourcePositions } from './profile.ts';

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
  const sources = new Map(maps.map((map) => [map.url, map]));
  const traces = new Map<string, TraceMap | null>();
  const positions: Record<string, SourcePosition> = {};
  for (const frame of frames) {
    const source = sources.get(frame.url);
    if (source === undefined || frame.line < 0 || frame.column < 0) continue;
    let trace = traces.get(frame.url);
    if (trace === undefined) {
      trace = openMap(source);
      traces.set(frame.url, trace);
    }
    const original = trace === null ? null : findOriginal(trace, frame);
    if (original !== null) positions[frameKey(frame.url, frame.line, frame.column)] = original;
  }
  return positions;
}

function openMap({ map, mapUrl, url }: ScriptSourceMap): TraceMap | null {
  try {
    const trace = AnyMap(JSON.parse(map) as SourceMapInput, mapUrl ?? url);
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
