/** Puts a profile together from stacks, outermost function first. */
import { GrowableFloat64, GrowableInt32 } from '../../base/growable.ts';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Microseconds } from '../../base/units.ts';
import { RECORD_LESS, refuse } from '../../foreign/refuse.ts';
import { ANONYMOUS_NAME, classifyFrame, classifyNamed, IDLE_NAME } from '../../model/profile/frame-kind.ts';
import { nameInGo } from '../../model/profile/other-languages.ts';
import { CPU_OF_MAIN_THREAD, type LineTicks, type Profile } from '../../model/profile/profile.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { type Said, say } from '../../words/said.ts';
import { LineTicksTable } from '../lines/line-ticks.ts';
import { FrameTable, ROOT_FRAME } from '../model/frame-table.ts';
import { MAX_NODES, MAX_SAMPLES, MAX_STACK_DEPTH } from './read-cpuprofile.ts';

/** A large program has some ten thousand functions. A node and a frame index make one exact number. */
export const MAX_FRAMES = 250_000;

/** A function as a file names it. Zero-based; -1: no position. */
export interface NamedFrame {
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
  /** Of code whose file is not told, which is no built-in. */
  readonly isOfScript?: boolean;
}

/** Where there is no function, V8 says what it does; agents of other tools put an empty file in front of that, and a line behind: `:(idle):0`. */
const STATE = /^:?(\((?:idle|program|garbage collector)\))(?::-?\d+){0,2}$/;

const IDLE: NamedFrame = { name: IDLE_NAME, url: '', line: -1, column: -1 };

/** A list of ticks holds whole numbers of 31 bits. */
const PARTS = 1e9;

/** Lines of a part of a profile in time are asked for in steps of this length. */
const SLICE_US: Microseconds = 1_000_000;

export interface BuiltAs {
  readonly thread: number;
  readonly unit: WeightUnit;
  /** It is in time, but its samples say how long each stands for, which is not until the next one. */
  readonly isCounted?: boolean;
  /** It says when functions began and ended. */
  readonly isTraced?: boolean;
  /** Of a profile whose samples have times, if not 0. */
  readonly startTime?: Microseconds;
}

export class ProfileBuilder {
  readonly #frames = new FrameTable();
  readonly #nodes = new Map<number, number>();
  readonly #parent = new GrowableInt32();
  readonly #frame = new GrowableInt32();
  readonly #depth = new GrowableInt32();
  readonly #sampleNode = new GrowableInt32();
  /** In time: when each sample begins. Otherwise: what it weighs. */
  readonly #amounts = new GrowableFloat64();
  /** As how many samples each counts that weighs something else; empty: it is not known. */
  readonly #taken = new GrowableFloat64();
  /** When each was taken that says what it weighs; empty: it is not known. */
  readonly #times = new GrowableFloat64();
  /** By slice, node and line, of what weighed how much it is known on which line it was. */
  readonly #lines = new Map<number, Map<number, Map<number, number>>>();
  #idle = -1;
  #folded = 0;

  /** `fileName`: for sentences. `hasPlaces`: functions have the files they are in, so one without is not JavaScript. */
  constructor(
    private readonly fileName: string,
    private readonly hasPlaces: boolean,
  ) {
    this.#parent.push(-1);
    this.#frame.push(this.#frames.add(ROOT_FRAME));
    this.#depth.push(0);
  }

  /** The index of a function. */
  frame({ name, url, line, column, isOfScript = false }: NamedFrame): number {
    if (this.#frames.frames.length > MAX_FRAMES)
      refuse('too-large', say('foreign.functions', { name: this.fileName, limit: MAX_FRAMES }), RECORD_LESS);
    const state = url === '' ? STATE.exec(name)?.[1] : undefined;
    if (state !== undefined) return this.#frames.add({ name: state, url: '', line: -1, column: -1, kind: classifyFrame('', -1) });
    const shown = name === '' ? ANONYMOUS_NAME : shorten(showHidden(nameInGo(name, url)), MAX_NAME_LENGTH);
    return this.#frames.add({
      name: shown,
      url: shorten(showHidden(url), MAX_URL_LENGTH),
      line,
      column,
      kind: isOfScript ? 'own' : this.hasPlaces ? classifyFrame(url, line) : classifyNamed(shown),
    });
  }

  /** Whether calls below the deepest level are counted in what called them. */
  get isFolded(): boolean {
    return this.#folded > 0;
  }

  /** The node of a time in which nothing ran, below the functions that waited where a file knows them. */
  idle(below = 0): number {
    if (this.#idle < 0) this.#idle = this.frame(IDLE);
    return this.child(below, this.#idle);
  }

  /** Whether a node is that of such a time. */
  isIdle(node: number): boolean {
    return this.#idle >= 0 && this.#frame.get(node) === this.#idle;
  }

  /** The node of a function below another one; what is deeper than any real stack stays where it is. */
  child(parent: number, frame: number): number {
    const depth = this.#depth.get(parent) + 1;
    if (depth > MAX_STACK_DEPTH) {
      this.#folded++;
      return parent;
    }
    const key = parent * (MAX_FRAMES + 1) + frame;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node = this.#parent.length;
    if (node >= MAX_NODES) refuse('too-large', say('foreign.nodes', { name: this.fileName, limit: MAX_NODES }), RECORD_LESS);
    this.#nodes.set(key, node);
    this.#parent.push(parent);
    this.#frame.push(frame);
    this.#depth.push(depth);
    return node;
  }

  /**
   * `amount`: when it begins (µs, never decreasing) for a profile in time, what it weighs for another one. `at`: when one that weighs something
   * was taken (µs, never decreasing); all of a profile have it, or none.
   */
  sample(node: number, amount: number, at?: Microseconds): void {
    if (this.#sampleNode.length >= MAX_SAMPLES) {
      refuse('too-large', say('foreign.samples', { name: this.fileName, limit: MAX_SAMPLES }), RECORD_LESS);
    }
    this.#sampleNode.push(node);
    this.#amounts.push(amount);
    if (at !== undefined) this.#times.push(Math.round(at));
  }

  /** As how many samples the one counts that was added last. */
  take(count: number): void {
    this.#taken.push(count);
  }

  /** On which line something was that was added with `sample`. From 1; 0: it is not known. `at`: when it began (µs), in a profile in time. */
  line(node: number, line: number, amount: number, at: Microseconds = 0): void {
    if (line <= 0) return;
    const slice = Math.floor(at / SLICE_US);
    const nodes = this.#lines.get(slice) ?? new Map<number, Map<number, number>>();
    const lines = nodes.get(node) ?? new Map<number, number>();
    this.#lines.set(slice, nodes.set(node, lines.set(line, (lines.get(line) ?? 0) + amount)));
  }

  /** Parts of the whole of a node: how large they are is not asked, only how they compare. */
  #lineTicks(): LineTicks | null {
    if (this.#lines.size === 0) return null;
    let sum = 0;
    for (const nodes of this.#lines.values()) for (const lines of nodes.values()) for (const amount of lines.values()) sum += amount;
    const table = new LineTicksTable();
    for (const [slice, nodes] of [...this.#lines].sort(([one], [other]) => one - other)) {
      table.begin(table.isEmpty ? 0 : slice * SLICE_US);
      for (const [node, lines] of nodes) {
        const { url } = this.#frames.frames[this.#frame.get(node)]!;
        if (url === '') continue;
        for (const [line, amount] of lines) table.add(node, url, line, Math.max(1, Math.round((amount / sum) * PARTS)));
      }
    }
    return table.toLineTicks(0);
  }

  /** `endTime`: of a profile whose samples have times. Without them they are all at 0, and it lasts for nothing. */
  build({ thread, unit, isCounted = false, isTraced = false, startTime = 0 }: BuiltAs, endTime: number): Profile {
    const amounts = this.#amounts.toArray();
    const isTime = unit === 'microseconds' && !isCounted;
    const isTimed = isTime || (this.#times.length > 0 && this.#times.length === amounts.length);
    const sampleTime = isTime ? amounts : isTimed ? this.#times.toArray() : new Float64Array(amounts.length);
    const lines = this.#lineTicks();
    return {
      ...CPU_OF_MAIN_THREAD,
      pid: 0,
      thread,
      unit,
      intervalUs: 0,
      frames: this.#frames.frames,
      parent: this.#parent.toArray(),
      frame: this.#frame.toArray(),
      sampleNode: this.#sampleNode.toArray(),
      sampleTime,
      startTime: isTimed ? startTime : 0,
      endTime: isTimed ? Math.max(endTime, startTime, sampleTime[sampleTime.length - 1] ?? 0) : 0,
      weights: isTime ? null : amounts,
      ...(this.#taken.length === 0 ? {} : { taken: this.#taken.toArray() }),
      ...(isTraced ? { isTraced } : {}),
      ...(lines === null ? {} : { lines }),
    };
  }
}

/** What has to be known of what was put together. */
export function notesOfBuilders(builders: readonly Pick<ProfileBuilder, 'isFolded'>[]): Said[] {
  return builders.some(({ isFolded }) => isFolded) ? [say('foreign.foldedCalls', { levels: MAX_STACK_DEPTH })] : [];
}
