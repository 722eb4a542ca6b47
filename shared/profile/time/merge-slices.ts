/**
 * Merges the overlapping slices of one process into one profile while they arrive.
 *
 *   slice 1   |--a--b--c--.--|
 *   slice 2         |--b--c--d--e--|      b and c are the same samples, at the same time: kept once
 *   merged    |--a--b--c--d--e--|
 *
 * What is dropped is what is not later than the last sample merged, not what is before the end of the slice: a sample V8
 * has taken but not yet processed when a slice is closed (d above) is missing in that slice and only in the next one.
 *
 * Times are rounded to whole microseconds when they come in; sums and differences of them are then exact, which is what
 * makes a reopened session equal the live one to the last digit.
 */
import { GrowableFloat64, GrowableInt32 } from '../../base/growable.ts';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Microseconds } from '../../base/units.ts';
import {
  AGENT_NAME,
  ANONYMOUS_NAME,
  classifyFrame,
  isAgent,
  isAgentFrame,
  isAskedByAgent,
  ROOT_NAME,
  UNSAMPLED_NAME,
} from '../../model/profile/frame-kind.ts';
import type { Frame, LinePositions, Profile, ProfileSource, SourcePositions } from '../../model/profile/profile.ts';
import { UNKNOWN_REQUEST } from '../../model/served.ts';
import { applySourcePositions, renameFrames } from '../import/apply-source-positions.ts';
import { placesOfNodes } from '../import/node-places.ts';
import { UNKNOWN_SCRIPT, type V8CallFrame, type V8Profile } from '../import/v8-profile.ts';
import { LineTicksTable } from '../lines/line-ticks.ts';
import { type WaitPlace, withWaits } from '../lines/wait-lines.ts';
import { FrameTable, ROOT_FRAME } from '../model/frame-table.ts';

/** More functions than any program has; a node and a frame index make one exact number below 2^53. */
const FRAME_LIMIT = 2 ** 22;

/** Of generated code, each until its script has a file. A program that makes code for each request has more scripts than anyone tells apart. */
const MOST_NAMELESS = 1_000;
/** Of which the file is known; such a program may name each. */
const MOST_FILES = 100_000;

/** Shorter ones are the time it takes to go on. */
const LEAST_GAP: Microseconds = 50_000;

const NO_LINES: LinePositions = {};
const NO_WAITS: readonly WaitPlace[] = [];

interface Snapshot {
  readonly version: number;
  readonly originUs: Microseconds;
  readonly positions: SourcePositions;
  readonly lines: LinePositions;
  readonly waits: readonly WaitPlace[];
  readonly profile: Profile;
}

export class ProfileMerger {
  readonly #source: ProfileSource;
  readonly #frames = new FrameTable();
  /** By what V8 says of a function. */
  readonly #known = new Map<string, number>();
  /** The file of a script, by V8's number of it. */
  readonly #files = new Map<string, string>();
  /** What V8 said of frames that have a script and no file so far. */
  readonly #nameless = new Map<number, V8CallFrame>();
  readonly #nodes = new Map<number, number>();
  readonly #parent = new GrowableInt32();
  readonly #frame = new GrowableInt32();
  readonly #sampleNode = new GrowableInt32();
  readonly #sampleTime = new GrowableFloat64();
  /** Null: samples weigh the time until the next one. */
  readonly #weights: GrowableFloat64 | null;
  /** Empty where samples count as one each, or as what they weigh. */
  readonly #taken = new GrowableFloat64();
  /** Empty where samples are not told apart by requests. */
  readonly #requests = new GrowableInt32();
  readonly #lines = new LineTicksTable();
  #startTime = 0;
  #endTime = -Infinity;
  #lastTime = -Infinity;
  #clamped = 0;
  #version = 0;
  #snapshot: Snapshot | null = null;

  /** `isCounted`: samples say what they weigh; of what measures time, too, where it was counted by stack. */
  constructor({ pid, thread, kind, inlined, unit, intervalUs }: ProfileSource, isCounted = unit !== 'microseconds') {
    this.#source = { pid, thread, kind, inlined, unit, intervalUs };
    this.#weights = isCounted ? new GrowableFloat64() : null;
    this.#parent.push(-1);
    this.#frame.push(this.#frames.add(ROOT_FRAME));
  }

  get sampleCount(): number {
    return this.#sampleNode.length;
  }

  /** Grows with every slice. */
  get version(): number {
    return this.#version;
  }

  /** Samples whose time lay before that of the sample before them, and was lifted to it. */
  get clampedCount(): number {
    return this.#clamped;
  }

  /** Adds the next slice of this process. Slices come in order of time; times are on one clock. Throws on cyclic nodes. */
  addSlice(slice: V8Profile): void {
    const nodeOf = this.#addNodes(slice);
    const previousEnd = this.#endTime;
    const seenUntil = this.#lastTime;
    const start = Math.round(slice.startTime);
    if (previousEnd === -Infinity) this.#startTime = start;
    else if (start - previousEnd > LEAST_GAP) this.#addGap(previousEnd);
    const firstSample = this.#sampleNode.length;
    let elapsed = 0;
    for (let i = 0; i < slice.samples.length; i++) {
      elapsed += slice.timeDeltas[i]!;
      const before = this.#sampleNode.length;
      this.#addSample(nodeOf(slice.samples[i]!), start + Math.round(elapsed), seenUntil, slice.weights?.[i] ?? 0);
      if (this.#sampleNode.length === before) continue;
      this.#addRequest(slice.requests?.[i]);
      if (slice.taken !== undefined) this.#taken.push(slice.taken[i]!);
    }
    this.#addLines(slice, firstSample, nodeOf);
    this.#endTime = Math.max(previousEnd, Math.round(slice.endTime), this.#lastTime, this.#startTime);
    this.#version++;
  }

  /**
   * What has been merged so far, times relative to `originUs`, functions and lines at their original positions. `waits`: where it calls
   * `Atomics.wait`, in generated positions. The same arguments at the same version give the same object.
   */
  toProfile(originUs: Microseconds, positions: SourcePositions, lines = NO_LINES, waits = NO_WAITS): Profile {
    const known = this.#snapshot;
    const isSame = known?.positions === positions && known.lines === lines && known.waits === waits;
    if (isSame && known.version === this.#version && known.originUs === originUs) return known.profile;
    const profile = applySourcePositions(withWaits(this.#toGeneratedProfile(Math.round(originUs)), waits), positions, lines);
    this.#snapshot = { version: this.#version, originUs, positions, lines, waits, profile };
    return profile;
  }

  #toGeneratedProfile(originUs: Microseconds): Profile {
    const isEmpty = this.#endTime === -Infinity;
    return this.#named({
      ...this.#source,
      frames: this.#frames.frames.slice(),
      parent: this.#parent.toArray(),
      frame: this.#frame.toArray(),
      sampleNode: this.#sampleNode.toArray(),
      sampleTime: this.#sampleTime.toArray(originUs),
      startTime: isEmpty ? 0 : this.#startTime - originUs,
      endTime: isEmpty ? 0 : this.#endTime - originUs,
      weights: this.#weights?.toArray() ?? null,
      ...(this.#taken.length === 0 ? {} : { taken: this.#taken.toArray() }),
      ...(this.#requests.length === 0 ? {} : { requests: this.#requests.toArray() }),
      ...(this.#lines.isEmpty ? {} : { lines: this.#lines.toLineTicks(originUs) }),
    });
  }

  /** Slices of one recording overlap; between two recordings nobody looked, and the last sample does not last that long. */
  #addGap(from: Microseconds): void {
    const callFrame = { functionName: UNSAMPLED_NAME, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };
    this.#addSample(this.#mergeNode(0, callFrame), from, this.#lastTime, 0);
    this.#addRequest(undefined);
  }

  #addSample(node: number, time: Microseconds, seenUntil: Microseconds, weight: number): void {
    if (time <= seenUntil) return;
    const floor = Math.max(this.#lastTime, this.#startTime);
    if (time < floor) this.#clamped++;
    this.#lastTime = Math.max(time, floor);
    this.#sampleNode.push(node);
    this.#sampleTime.push(this.#lastTime);
    this.#weights?.push(weight);
  }

  /** Of the sample that was just added. Slices before the first that tells requests apart have none. */
  #addRequest(request: number | undefined): void {
    if (request === undefined && this.#requests.length === 0) return;
    while (this.#requests.length < this.#sampleNode.length - 1) this.#requests.push(UNKNOWN_REQUEST);
    this.#requests.push(request ?? UNKNOWN_REQUEST);
  }

  /** Of a slice of which every sample had been merged before, no sample is left that its ticks could be shared out for. */
  #addLines({ nodes, lineTicks }: V8Profile, firstSample: number, nodeOf: (id: number) => number): void {
    if (this.#sampleNode.length === firstSample) return;
    if (lineTicks !== undefined) {
      let entry = 0;
      lineTicks.slices.forEach((sample, slice) => {
        this.#lines.begin(this.#sampleTime.get(Math.min(firstSample + sample, this.#sampleNode.length - 1)));
        for (const end = entry + lineTicks.entries[slice]!; entry < end; entry++)
          this.#addLine(nodeOf(lineTicks.nodes[entry]!), lineTicks.lines[entry]!, lineTicks.ticks[entry]!, lineTicks.waits?.[entry]);
      });
    } else if (nodes.some(({ positionTicks }) => positionTicks !== undefined)) {
      this.#lines.begin(this.#sampleTime.get(firstSample));
      for (const { id, positionTicks = NO_TICKS } of nodes)
        for (const { line, ticks } of positionTicks) this.#addLine(nodeOf(id), line, ticks);
    }
  }

  /** The agent's own lines are nobody's. */
  #addLine(node: number, line: number, ticks: number, waits?: number): void {
    const { url } = this.#frames.frames[this.#frame.get(node)]!;
    if (url !== '') this.#lines.add(node, url, line, ticks, waits);
  }

  /** Enters the slice's nodes, in its order where parents allow it, and returns the way from its ids to merged nodes. */
  #addNodes(slice: V8Profile): (id: number) => number {
    const { nodes } = slice;
    this.#addFiles(nodes);
    const placeOf = placesOfNodes(nodes);
    const parents = parentPlaces(slice, placeOf);
    const merged = new Int32Array(nodes.length).fill(-1);
    const pending: number[] = [];
    for (let i = 0; i < nodes.length; i++) {
      for (let place = i; place >= 0 && merged[place] === -1; place = parents[place]!) {
        if (pending.push(place) > nodes.length) throw new Error('The nodes of a profile slice form a cycle');
      }
      for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
        const parent = parents[place]!;
        merged[place] = this.#mergeNode(parent < 0 ? -1 : merged[parent]!, nodes[place]!.callFrame);
      }
    }
    return (id) => {
      const place = placeOf(id);
      if (place < 0) throw new Error(`A sample names node ${id}, which its profile slice does not have`);
      return merged[place]!;
    };
  }

  /** V8 numbers scripts from 1, and its own frames, such as the root, have 0. Other programs write any number. */
  #addFiles(nodes: V8Profile['nodes']): void {
    if (nodes[0]?.callFrame.scriptId !== '0') return;
    for (const { callFrame } of nodes) {
      const { scriptId, url } = callFrame;
      if (scriptId !== '0' && url !== '' && this.#files.size < MOST_FILES) this.#files.set(scriptId, url);
    }
  }

  /** A function is in many nodes; what is done for its name and place is done once. */
  #frameOf(callFrame: V8CallFrame): number {
    const { functionName, url, lineNumber, columnNumber } = callFrame;
    if (url === '' && lineNumber >= 0) return this.#generatedFrameOf(callFrame);
    const key = `${lineNumber}:${columnNumber}\n${url}\n${functionName}`;
    let frame = this.#known.get(key);
    if (frame === undefined) {
      frame = this.#frames.add(toFrame(callFrame));
      this.#known.set(key, frame);
    }
    return frame;
  }

  /**
   * Of a function that V8 has inlined it says the script, but not the file that a compiled template is given by `sourceURL`: that is in frames of
   * the script that were not inlined, which may come later.
   */
  #generatedFrameOf(callFrame: V8CallFrame): number {
    const { functionName, scriptId, lineNumber, columnNumber } = callFrame;
    const file = this.#files.get(scriptId);
    if (file !== undefined) return this.#frameOf({ ...callFrame, url: file });
    const key = `${lineNumber}:${columnNumber}\n\nscript ${scriptId}\n${functionName}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#nameless.size >= MOST_NAMELESS) return this.#frames.add(toFrame(callFrame));
    const frame = this.#frames.addApart(toFrame(callFrame));
    this.#known.set(key, frame);
    this.#nameless.set(frame, callFrame);
    return frame;
  }

  #named(profile: Profile): Profile {
    if (this.#nameless.size === 0) return profile;
    const frames = profile.frames.map((frame, index) => {
      const callFrame = this.#nameless.get(index);
      return callFrame === undefined ? frame : toFrame({ ...callFrame, url: this.#files.get(callFrame.scriptId) ?? '' });
    });
    return renameFrames(profile, frames);
  }

  #mergeNode(parent: number, callFrame: V8CallFrame): number {
    if (parent < 0 && callFrame.functionName === ROOT_NAME) return 0;
    const above = Math.max(parent, 0);
    // What functions of the agent call, each other and Node, is of no interest to anybody else.
    if (isAgentFrame(this.#frames.frames[this.#frame.get(above)]!) && isOfAgent(callFrame)) return above;
    const frame = this.#frameOf(callFrame);
    const key = above * FRAME_LIMIT + frame;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node = this.#parent.length;
    this.#nodes.set(key, node);
    this.#parent.push(above);
    this.#frame.push(frame);
    return node;
  }
}

const NO_CHILDREN: readonly number[] = [];
const NO_TICKS: NonNullable<V8Profile['nodes'][number]['positionTicks']> = [];

function parentPlaces(slice: V8Profile, placeOf: (id: number) => number): Int32Array {
  const parents = new Int32Array(slice.nodes.length).fill(-1);
  slice.nodes.forEach(({ children = NO_CHILDREN, parent }, place) => {
    if (parent !== undefined) parents[place] = placeOf(parent);
    for (const child of children) {
      const childPlace = placeOf(child);
      if (childPlace >= 0) parents[childPlace] = place;
    }
  });
  return parents;
}

/** ejs writes the file of a compiled template as a JSON string behind `sourceURL=`, and V8 keeps the quotes. */
const QUOTED = /^"(.+)"$/;

/** As it is in frames. */
export function urlOfScript(named: string): string {
  return shorten(showHidden(unquoted(named)), MAX_URL_LENGTH);
}

const unquoted = (named: string): string => QUOTED.exec(named)?.[1] ?? named;

function isOfAgent({ functionName, url, lineNumber }: V8CallFrame): boolean {
  return isAgent(url) || isAskedByAgent(functionName, url, lineNumber);
}

function toFrame({ functionName, scriptId, url: named, lineNumber, columnNumber }: V8CallFrame): Frame {
  const url = unquoted(named);
  if (isAgent(url)) return { name: AGENT_NAME, url: '', line: -1, column: -1, kind: 'native' };
  return {
    // What cannot be seen is made visible here, once, for every screen, table, report and export.
    name: functionName === '' ? ANONYMOUS_NAME : shorten(showHidden(functionName), MAX_NAME_LENGTH),
    url: urlOfScript(url),
    line: lineNumber,
    column: columnNumber,
    kind: scriptId === UNKNOWN_SCRIPT ? 'own' : classifyFrame(url, lineNumber),
  };
}
