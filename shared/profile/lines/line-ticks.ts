/**
 * On which lines samples were taken. V8 counts that for each node of a slice and does not say it of single samples:
 *
 *   slice 1   node a   line 12: 30 ticks   line 14: 70 ticks
 *   slice 2   node a   line 12: 5 ticks
 *
 * The weight of a node in a slice is shared out among its lines in proportion (lines.ts), so that it is still measured time. What
 * is asked for is therefore always a number of whole slices.
 */
import { GrowableFloat64, GrowableInt32 } from '../../base/growable.ts';
import type { Microseconds } from '../../base/units.ts';
import type { LinePlace, LineTicks } from '../../model/profile/profile.ts';

/** As a profile in V8's form has them: columns, a hundred times shorter than `positionTicks` of every slice. */
export interface V8LineTicks {
  /** Of each slice the number of its first sample, and how many entries it has. */
  readonly slices: readonly number[];
  readonly entries: readonly number[];
  /** Of each entry the node, by its id, the line from 1, and how many samples. */
  readonly nodes: readonly number[];
  readonly lines: readonly number[];
  readonly ticks: readonly number[];
  /** As `LineTicks` has them; absent: no line is known to wait. */
  readonly waits?: readonly number[];
}

/** Some 300 a second in a large program: two hours of single seconds. Beyond that, slices are joined, two by two. */
export const MOST_LINE_ENTRIES = 2 ** 21;

/** A node and a place make one exact number below 2^53. */
const PLACE_LIMIT = 2 ** 26;

/** Collects them slice by slice in bounded memory. */
export class LineTicksTable {
  #start = new GrowableFloat64();
  #first = new GrowableInt32();
  #node = new GrowableInt32();
  #place = new GrowableInt32();
  #ticks = new GrowableInt32();
  #waits = new GrowableInt32();
  #isWaiting = false;
  readonly #places: LinePlace[] = [];
  readonly #known = new Map<string, Map<number, number>>();

  constructor(private readonly most = MOST_LINE_ENTRIES) {}

  get isEmpty(): boolean {
    return this.#start.length === 0;
  }

  /** A slice begins; entries up to the next one are of it. */
  begin(start: Microseconds): void {
    if (this.#node.length >= this.most) this.#join();
    this.#start.push(start);
    this.#first.push(this.#node.length);
  }

  add(node: number, url: string, line: number, ticks: number, waits = 0): void {
    // One slice that is too large by itself: a made file. What does not fit is shared out like the rest.
    if (this.#node.length >= 2 * this.most) return;
    this.#node.push(node);
    this.#place.push(this.#placeOf(url, line));
    this.#ticks.push(ticks);
    this.#waits.push(waits);
    this.#isWaiting ||= waits > 0;
  }

  /** A copy, times less `originUs`. */
  toLineTicks(originUs: Microseconds): LineTicks {
    return {
      start: this.#start.toArray(originUs),
      first: this.#first.toArray(),
      node: this.#node.toArray(),
      place: this.#place.toArray(),
      ticks: this.#ticks.toArray(),
      places: this.#places.slice(),
      ...(this.#isWaiting ? { waits: Uint8Array.from(this.#waits.toArray()) } : {}),
    };
  }

  #placeOf(url: string, line: number): number {
    let lines = this.#known.get(url);
    if (lines === undefined) {
      lines = new Map();
      this.#known.set(url, lines);
    }
    let place = lines.get(line);
    if (place === undefined) {
      place = this.#places.push({ url, line, isExact: true }) - 1;
      lines.set(line, place);
    }
    return place;
  }

  /** Neighbouring slices become one, until half of the room is free. */
  #join(): void {
    while (this.#start.length > 1 && this.#node.length > this.most / 2) {
      const { start, first, node, place, ticks, waits } = this.toLineTicks(0);
      this.#start = new GrowableFloat64();
      this.#first = new GrowableInt32();
      this.#node = new GrowableInt32();
      this.#place = new GrowableInt32();
      this.#ticks = new GrowableInt32();
      this.#waits = new GrowableInt32();
      for (let slice = 0; slice < start.length; slice += 2) {
        this.#start.push(start[slice]!);
        this.#first.push(this.#node.length);
        const sums = new Map<number, number>();
        // Of a line of a node it is always the same.
        const kinds = new Map<number, number>();
        for (let entry = first[slice]!; entry < (first[slice + 2] ?? node.length); entry++) {
          const key = node[entry]! * PLACE_LIMIT + place[entry]!;
          sums.set(key, (sums.get(key) ?? 0) + ticks[entry]!);
          kinds.set(key, waits?.[entry] ?? 0);
        }
        for (const [key, sum] of sums) {
          this.#node.push(Math.floor(key / PLACE_LIMIT));
          this.#place.push(key % PLACE_LIMIT);
          this.#ticks.push(sum);
          this.#waits.push(kinds.get(key)!);
        }
      }
    }
  }
}

/** Each entry on the node that its own has become. */
export function moveNodes(lines: LineTicks, nodeOf: Int32Array): LineTicks {
  return { ...lines, node: lines.node.map((node) => nodeOf[node]!) };
}

/** On another clock. */
export function shiftLines(lines: LineTicks, by: Microseconds): LineTicks {
  return { ...lines, start: lines.start.map((time) => time + by) };
}

/** Of each slice the first sample that is of it. */
export function firstSamples({ start }: LineTicks, sampleTime: Float64Array): number[] {
  const firsts: number[] = [];
  let at = 0;
  for (const time of start) {
    while (at < sampleTime.length && sampleTime[at]! < time) at++;
    firsts.push(at);
  }
  return firsts;
}
