/**
 * The calls of one profile in the order of time, for pictures of any part at any resolution.
 *
 * A picture of few stacks is made from them directly. For one of many, the calls have been joined before, at resolutions of 16, 128,
 * 1,024 ... samples: the picture takes the coarsest that is fine enough, so that it costs what it shows and not what was recorded.
 */
import { firstAbove } from '../../base/ascending.ts';
import { Remembered } from '../../base/remembered.ts';
import type { Microseconds } from '../../base/units.ts';
import { FRAME_KINDS, isCollector } from '../../model/profile/frame-kind.ts';
import type { Frame, Profile } from '../../model/profile/profile.ts';
import { type FoldOptions, keyOfFolds } from '../tree/folds.ts';
import { type FrameMatcher, matcherOf } from '../tree/frame-search.ts';
import { type CallRow, JOINED, RowJoiner } from './join-calls.ts';
import { computeStackRuns, type StackRuns } from './stack-runs.ts';
import { countRuns, type Gap, listGaps, visitCalls } from './visit-calls.ts';

/** A part of the time and how much of it is one pixel. */
export interface ChartWindow {
  readonly from: Microseconds;
  readonly to: Microseconds;
  readonly least: Microseconds;
}

/** More stacks than this take longer than a frame of the screen. */
const DIRECT_RUNS = 65_536;
const FIRST_LEVEL_SAMPLES = 16;
const LEVEL_STEP = 8;

interface Level {
  readonly least: Microseconds;
  readonly rows: readonly CallRow[];
}

/** Pictures of calls: of all, or of some functions. */
class CallPictures {
  readonly #levels: Level[] = [];
  readonly #kinds: Uint8Array;

  constructor(
    private readonly runs: StackRuns,
    /** By frame: 1 is shown; null: all are. */
    private readonly wanted: Uint8Array | null,
  ) {
    this.#kinds = Uint8Array.from(runs.frames, ({ kind }) => FRAME_KINDS.indexOf(kind));
  }

  /** Row 0 is the outermost. */
  rows(window: ChartWindow): readonly CallRow[] {
    const level = countRuns(this.runs, window.from, window.to) > DIRECT_RUNS ? this.#levelFor(window.least) : null;
    return level === null ? this.#join(window) : level.rows.map((row) => rejoin(row, window));
  }

  #levelFor(least: Microseconds): Level | null {
    const first = FIRST_LEVEL_SAMPLES * this.runs.usualUs;
    if (least < first) return null;
    const { start } = this.runs;
    const whole = { from: start[0]!, to: start[start.length - 1]! };
    const wanted = Math.floor(Math.log(least / first) / Math.log(LEVEL_STEP));
    for (let made = this.#levels.length; made <= wanted; made++) {
      const window = { ...whole, least: first * LEVEL_STEP ** made };
      const finer = this.#levels[made - 1];
      const rows = finer === undefined ? this.#join(window) : finer.rows.map((row) => rejoin(row, window));
      this.#levels.push({ least: window.least, rows });
    }
    return this.#levels[wanted]!;
  }

  #join({ from, to, least }: ChartWindow): readonly CallRow[] {
    const { frame } = this.runs;
    const { wanted } = this;
    const kinds = this.#kinds;
    const joiners: RowJoiner[] = [];
    visitCalls(this.runs, from, to, (row, start, end, node, self) => {
      const index = frame[node]!;
      if (wanted !== null && wanted[index] === 0) return;
      while (joiners.length <= row) joiners.push(new RowJoiner(least));
      joiners[row]!.add(start, end, node, 1, self, kinds[index]!);
    });
    return joiners.map(({ row }) => row);
  }
}

/** The part of a row in a window, at a coarser resolution. */
function rejoin({ start, end, node, count, time, kind }: CallRow, { from, to, least }: ChartWindow): CallRow {
  const joiner = new RowJoiner(least);
  for (let i = firstAbove(end, from); i < start.length && start[i]! < to; i++) {
    joiner.add(start[i]!, end[i]!, node[i]!, count[i]!, time[i]!, kind[i]!);
  }
  return joiner.row;
}

/** What a search has found in the whole profile. */
export interface Found {
  readonly calls: number;
  /** Time with at least one of them on the stack. */
  readonly time: Microseconds;
  readonly rows: (window: ChartWindow) => readonly CallRow[];
}

/** Of each profile the one for what was folded last. */
const charts = new Remembered<Profile, FlameChart>();

export function chartOf(profile: Profile, folding: FoldOptions): FlameChart {
  return charts.get(profile, keyOfFolds(folding), () => new FlameChart(profile, folding));
}

export class FlameChart {
  readonly runs: StackRuns;
  readonly gaps: readonly Gap[];
  readonly #all: CallPictures;
  readonly #collections: CallRow;
  #found: { readonly search: string; readonly found: Found | null } = { search: '', found: null };

  constructor(
    readonly profile: Profile,
    folding: FoldOptions,
  ) {
    this.runs = computeStackRuns(profile, folding);
    this.gaps = listGaps(this.runs);
    this.#all = new CallPictures(this.runs, null);
    this.#collections = listCollections(this.runs);
  }

  /** Rows that any picture of it can have. */
  get rowCount(): number {
    return this.runs.deepest;
  }

  calls(window: ChartWindow): readonly CallRow[] {
    return this.#all.rows(window);
  }

  /** Garbage collection, on one row. */
  collections(window: ChartWindow): CallRow {
    return rejoin(this.#collections, window);
  }

  /** The frame of a node; null: several calls. */
  frameOf(node: number): Frame | null {
    return node === JOINED ? null : this.runs.frames[this.runs.frame[node]!]!;
  }

  /** Calls of functions that match; the last search is remembered. Null: nothing is searched for. */
  find(search: string): Found | null {
    if (this.#found.search !== search) {
      const matches = matcherOf(search);
      this.#found = { search, found: matches === null ? null : find(this.runs, matches) };
    }
    return this.#found.found;
  }
}

function listCollections({ frames, frame, node, start }: StackRuns): CallRow {
  const joiner = new RowJoiner(0);
  const isMark = Uint8Array.from(frames, (one) => (isCollector(one) ? 1 : 0));
  for (let run = 0; run < node.length; run++) {
    const inner = node[run]!;
    if (inner <= 0 || isMark[frame[inner]!] === 0) continue;
    joiner.add(start[run]!, start[run + 1]!, inner, 1, start[run + 1]! - start[run]!, FRAME_KINDS.indexOf('native'));
  }
  return joiner.row;
}

function mark(runs: StackRuns, isWanted: (frame: Frame) => boolean): Uint8Array {
  return Uint8Array.from(runs.frames, (frame) => (isWanted(frame) ? 1 : 0));
}

function find(runs: StackRuns, matches: FrameMatcher): Found {
  const { parent, frame, depth, node, start, shared } = runs;
  const wanted = mark(runs, ({ name, url, line }) => matches(name, url, line + 1));
  wanted[0] = 0;
  /** Matching frames on the stack, by node. */
  const inside = new Int32Array(parent.length);
  for (let at = 1; at < parent.length; at++) inside[at] = inside[parent[at]!]! + wanted[frame[at]!]!;
  let calls = 0;
  let time = 0;
  for (let run = 0; run < node.length; run++) {
    const inner = Math.max(0, node[run]!);
    if (inside[inner] === 0) continue;
    time += start[run + 1]! - start[run]!;
    let above = inner;
    while (depth[above]! > shared[run]!) above = parent[above]!;
    calls += inside[inner]! - inside[above]!;
  }
  const pictures = new CallPictures(runs, wanted);
  return { calls, time, rows: (window) => pictures.rows(window) };
}
