/** Writes profiles as one file of Firefox Profiler, a thread for each; it opens there by dropping it on profiler.firefox.com, which keeps it in the page. */
import { FRAME_KINDS, isIdle } from '../../model/profile/frame-kind.ts';
import type { Frame, Profile } from '../../model/profile/profile.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import type { FrameKind } from '../../model/report.ts';
import { text } from '../../words/words.ts';
import { FIREFOX_VERSION, FRAME_HAS, FUNC_HAS, IDLE_CATEGORY } from '../import/firefox-format.ts';
import { mergeFrames } from '../model/frame-table.ts';

/** How it shows our units; ticks are samples to it. */
const WEIGHT_TYPES: Readonly<Record<WeightUnit, 'tracing-ms' | 'bytes' | 'samples'>> = {
  microseconds: 'tracing-ms',
  bytes: 'bytes',
  ticks: 'samples',
  samples: 'samples',
  weight: 'samples',
};
const US_PER_MS = 1e3;
/** Of its palette. */
const COLORS: Readonly<Record<FrameKind, string>> = { own: 'yellow', dependency: 'blue', core: 'green', native: 'orange' };
const IDLE = FRAME_KINDS.length;

/** `epochMs`: when time 0 was; 0: not known. */
export function exportFirefox(profiles: readonly Profile[], name: string, epochMs: number): string {
  const { frames, indexOf } = mergeFrames(profiles);
  const strings = new Strings();
  const stacks = new Stacks();
  const threads = profiles.map((profile, p) => threadOf(profile, stacks.add(profile, indexOf[p]!), name));
  const sources = new Strings();
  const sourceOf = frames.map(({ url }) => (url === '' ? -1 : sources.index(url)));
  const funcTable = functionsOf(frames, sourceOf, strings);
  const fileNames = sources.all.map((url) => strings.index(url));
  return JSON.stringify({
    meta: metaOf(profiles, name, epochMs),
    libs: [],
    pages: [],
    counters: [],
    shared: {
      stackTable: { ...stacks.columns, length: stacks.columns.frame.length },
      frameTable: framesOf(frames),
      funcTable,
      resourceTable: { name: [], host: [], type: [], length: 0 },
      nativeSymbols: { libIndex: [], address: [], name: [], functionSize: [], length: 0 },
      sources: {
        id: fileNames.map(() => null),
        filename: fileNames,
        startLine: fileNames.map(() => 1),
        startColumn: fileNames.map(() => 1),
        sourceMapURL: fileNames.map(() => null),
        content: fileNames.map(() => null),
        length: fileNames.length,
      },
      sourceLocationTable: { source: [], line: [], column: [], length: 0 },
      stringArray: strings.all,
    },
    threads,
  });
}

function metaOf(profiles: readonly Profile[], name: string, epochMs: number): object {
  const intervalUs = Math.max(0, ...profiles.map((profile) => profile.intervalUs));
  return {
    interval: intervalUs === 0 ? 1 : intervalUs / US_PER_MS,
    startTime: epochMs,
    product: name,
    importedFrom: 'Loopscope',
    processType: 0,
    stackwalk: 0,
    debug: false,
    // Of the format of Firefox itself, which the file does not hold; readers want a number.
    version: 36,
    preprocessedProfileVersion: FIREFOX_VERSION,
    symbolicationNotSupported: true,
    usesOnlyOneStackType: true,
    sourceCodeIsNotOnSearchfox: true,
    markerSchema: [],
    categories: [
      ...FRAME_KINDS.map((kind) => ({ name: text(`run.kinds.${kind}`), color: COLORS[kind], subcategories: ['Other'] })),
      { name: IDLE_CATEGORY, color: 'transparent', subcategories: ['Other'] },
      // Readers look for a grey one, for what has no category.
      { name: 'Other', color: 'grey', subcategories: ['Other'] },
    ],
  };
}

function threadOf(profile: Profile, stacks: Int32Array, name: string): object {
  const { pid, thread, sampleNode, sampleTime, endTime, weights, unit } = profile;
  const isTime = unit === 'microseconds';
  const weight = Array.from(sampleNode, (_, i) => {
    const amount = weights === null ? (sampleTime[i + 1] ?? endTime) - sampleTime[i]! : weights[i]!;
    return isTime ? amount / US_PER_MS : amount;
  });
  return {
    name,
    processName: name,
    processType: 'default',
    isMainThread: thread === 0,
    pid: String(pid),
    tid: pid === 0 ? thread : `${pid}.${thread}`,
    registerTime: profile.startTime / US_PER_MS,
    unregisterTime: profile.endTime / US_PER_MS,
    processStartupTime: profile.startTime / US_PER_MS,
    processShutdownTime: null,
    pausedRanges: [],
    samples: {
      // A stack of the root alone is none.
      stack: Array.from(sampleNode, (node) => (node === 0 ? null : stacks[node]!)),
      time: Array.from(sampleTime, (time) => time / US_PER_MS),
      weight,
      weightType: WEIGHT_TYPES[unit],
      length: sampleNode.length,
    },
    markers: { data: [], name: [], startTime: [], endTime: [], phase: [], category: [], length: 0 },
  };
}

/** One table for all threads: a stack, and how many rows before it the one that it continues is; 0: it begins there. */
class Stacks {
  readonly columns = { frame: [] as number[], prefixOffset: [] as number[] };
  readonly #known = new Map<string, number>();

  /** For each node its row; the root has none. */
  add({ parent, frame }: Profile, indexOf: Int32Array): Int32Array {
    const rows = new Int32Array(parent.length).fill(-1);
    for (let node = 1; node < parent.length; node++) {
      const above = rows[parent[node]!]!;
      const index = indexOf[frame[node]!]!;
      rows[node] = this.#row(above, index);
    }
    return rows;
  }

  #row(above: number, index: number): number {
    const key = `${above}:${index}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const row = this.columns.frame.length;
    this.#known.set(key, row);
    this.columns.frame.push(index);
    this.columns.prefixOffset.push(above < 0 ? 0 : row - above);
    return row;
  }
}

/** Frames and functions are one: the profile knows where a function begins, not which of its lines ran. */
function framesOf(frames: readonly Frame[]): object {
  const none = frames.map(() => 0);
  return {
    flags: frames.map(({ line }) => FRAME_HAS.category | (line < 0 ? 0 : FRAME_HAS.line | FRAME_HAS.column)),
    address: none,
    category: frames.map((frame) => (isIdle(frame) ? IDLE : FRAME_KINDS.indexOf(frame.kind))),
    subcategory: none,
    func: frames.map((_, i) => i),
    lib: none,
    nativeSymbol: none,
    innerWindowID: none,
    line: frames.map(({ line }) => line + 1),
    column: frames.map(({ column }) => column + 1),
    originalLocation: none,
    length: frames.length,
  };
}

function functionsOf(frames: readonly Frame[], sourceOf: readonly number[], strings: Strings): object {
  const none = frames.map(() => 0);
  return {
    flags: frames.map(
      ({ line, kind }, i) =>
        (kind === 'native' ? 0 : FUNC_HAS.isJs) |
        (sourceOf[i]! < 0 ? 0 : FUNC_HAS.source) |
        (line < 0 ? 0 : FUNC_HAS.line | FUNC_HAS.column),
    ),
    name: frames.map(({ name }) => strings.index(name)),
    resource: none,
    source: sourceOf.map((source) => Math.max(0, source)),
    lineNumber: frames.map(({ line }) => line + 1),
    columnNumber: frames.map(({ column }) => column + 1),
    originalLocation: none,
    length: frames.length,
  };
}

class Strings {
  readonly all: string[] = [];
  readonly #indices = new Map<string, number>();

  index(value: string): number {
    const known = this.#indices.get(value);
    if (known !== undefined) return known;
    this.#indices.set(value, this.all.length);
    return this.all.push(value) - 1;
  }
}
