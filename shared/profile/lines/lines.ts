/**
 * Time by line and by file. Each slice says how many samples of a node were taken on which line; the measured time of that node in
 * that slice is shared out in proportion. So times add up to those of functions, and what is asked for is widened to whole slices:
 *
 *   slices   |    1    |    2    |    3    |    4    |
 *   asked           <-------------->
 *   used     <---------------------------->
 *
 * The total of a line: samples taken on it, and those with a function that begins on it anywhere on the stack, each once.
 */

import { percentOf } from '../../base/percent-of.ts';
import type { TimeWindow } from '../../base/units.ts';
import { plainPath } from '../../format/place.ts';
import { generatedFrom, isIdle, isUnsampled } from '../../model/profile/frame-kind.ts';
import type { Frame, LinePlace, LineTicks, Profile } from '../../model/profile/profile.ts';
import type { FileRow, LineFigures, LineRow } from '../../model/report.ts';
import { LEAST_WORK } from '../time/blocking-calls.ts';
import { knowCpu } from '../time/known-cpu.ts';
import { areSampled, computeNodeWeights, weigherOf } from '../time/sample-weights.ts';
import { marginOf } from '../time/share-interval.ts';
import type { ProfileQueryOptions } from '../tree/call-tree.ts';
import { withCollections } from '../tree/place-collections.ts';
import { walkTree } from '../tree/tree-walk.ts';
import { WAITS, WAITS_AND_WORKS, WORKS } from './wait-lines.ts';

export type LineQuery = Pick<ProfileQueryOptions, 'window' | 'base'>;

const US_PER_MS = 1_000;
/** In characters: a minified file is one line. */
const MOST_LINE_TEXT = 200;

/** Of those of `profiles` that know their lines, all of one unit; null: none does. */
export function computeLines(profiles: readonly Profile[], { window, base }: LineQuery): LineFigures | null {
  const known = profiles.filter(({ lines }) => lines !== undefined);
  if (known.length === 0) return null;
  const sums = new Sums();
  const windows = known.map((profile) => {
    const whole = window === null ? null : widenToSlices(profile, window);
    sums.add(base === 'wall' ? profile : withCollections(profile), whole, base);
    return whole;
  });
  const fromMs = windows.reduce((least, one) => Math.min(least, one?.fromMs ?? 0), Infinity);
  const toMs = windows.reduce((most, one) => Math.max(most, one?.toMs ?? 0), 0);
  const asked = window === null ? null : { fromMs, toMs };
  return { window: asked, base, cpu: knowCpu(known, asked), ...sums.toRows(known[0]!.unit === 'microseconds', areSampled(known)) };
}

/** The part of the profile in the slices that overlap the window. */
export function widenToSlices({ lines, startTime, endTime }: Profile, { fromMs, toMs }: TimeWindow): TimeWindow {
  let from = startTime;
  let to = endTime;
  for (const start of lines?.start ?? []) {
    if (start <= fromMs * US_PER_MS) from = Math.max(from, start);
    if (start >= toMs * US_PER_MS) to = Math.min(to, start);
  }
  return { fromMs: from / US_PER_MS, toMs: to / US_PER_MS };
}

interface Sum {
  self: number;
  total: number;
  samples: number;
}

interface LineSum extends Sum {
  /** Of the function that has most of it. */
  most: number;
  frame: Frame;
}

interface FileSum extends Sum {
  kind: Frame['kind'];
}

/** Lines of several profiles are the same by file and number. */
class Sums {
  readonly #lines = new Map<string, LineSum & { url: string; line: number; isExact: boolean }>();
  readonly #files = new Map<string, FileSum>();
  #weight = 0;
  #samples = 0;

  add(profile: Profile, window: TimeWindow | null, base: LineQuery['base']): void {
    const { frames, frame } = profile;
    const whole = computeNodeWeights(profile, window, base);
    const isCounted = frames.map((one) => !isUnsampled(one) && (base === 'wall' || !isIdle(one)));
    const begins = frames.map(({ url, line }) => keyOf(url, line + 1));
    const shares = shareOut(profile, window, base);
    const lines = new Stacked();
    const files = new Stacked();
    const below = totals(profile, whole.self);
    walkTree(
      profile,
      (node) => {
        const one = frames[frame[node]!]!;
        const begin = begins[frame[node]!]!;
        if (isCounted[frame[node]!]) {
          this.#weight += whole.self[node]!;
          this.#samples += whole.samples[node]!;
        }
        if (one.url === '' || below[node] === 0) return;
        if (one.line >= 0 && !lines.has(begin))
          this.#lineOf({ url: one.url, line: one.line + 1, isExact: true }, one).total += below[node]!;
        if (!files.has(one.url)) this.#fileOf(one.url, one).total += below[node]!;
        lines.enter(begin);
        files.enter(one.url);
        for (const { place, self, samples } of shares(node, whole.self[node]!, whole.samples[node]!)) {
          const line = this.#lineOf(place, one);
          const file = this.#fileOf(place.url, one);
          for (const sum of [line, file]) {
            sum.self += self;
            sum.samples += samples;
          }
          if (!lines.has(keyOf(place.url, place.line))) line.total += self;
          if (!files.has(place.url)) file.total += self;
          if (self > line.most) [line.most, line.frame] = [self, one];
        }
      },
      (node) => {
        const { url } = frames[frame[node]!]!;
        if (url === '' || below[node] === 0) return;
        lines.leave(begins[frame[node]!]!);
        files.leave(url);
      },
    );
  }

  /** `isSampled`: each sample is one look at a stack. */
  toRows(isTime: boolean, isSampled: boolean): Omit<LineFigures, 'window' | 'base' | 'cpu'> {
    const figures = ({ self, total, samples }: Sum) => ({
      self,
      selfMs: isTime ? self / US_PER_MS : null,
      selfPercent: percentOf(self, this.#weight),
      selfMargin: marginOf(percentOf(self, this.#weight), isSampled ? this.#samples : null),
      total,
      totalMs: isTime ? total / US_PER_MS : null,
      totalPercent: percentOf(total, this.#weight),
      samples: Math.round(samples),
    });
    const counts = new Map<string, number>();
    const rows = [...this.#lines.values()].map((sum): LineRow => {
      const { url, line, isExact, frame } = sum;
      if (sum.self > 0) counts.set(url, (counts.get(url) ?? 0) + 1);
      return { url, line, isExact, ...functionOf(frame), kind: frame.kind, ...figures(sum) };
    });
    const files = [...this.#files].map(([url, sum]): FileRow => ({ url, kind: sum.kind, ...figures(sum), lines: counts.get(url) ?? 0 }));
    const heaviest = (a: Sum & { url: string }, b: Sum & { url: string }): number =>
      b.self - a.self || b.total - a.total || (a.url < b.url ? -1 : a.url > b.url ? 1 : 0);
    const some = ({ self, total }: Sum): boolean => self > 0 || total > 0;
    return {
      weight: this.#weight,
      samples: Math.round(this.#samples),
      files: files.filter(some).sort(heaviest),
      rows: rows.filter(some).sort((a, b) => heaviest(a, b) || a.line - b.line),
    };
  }

  #lineOf({ url, line, isExact }: LinePlace, frame: Frame): LineSum {
    const key = keyOf(url, line);
    let sum = this.#lines.get(key);
    if (sum === undefined) {
      sum = { url, line, isExact, self: 0, total: 0, samples: 0, most: 0, frame };
      this.#lines.set(key, sum);
    }
    sum.isExact &&= isExact;
    return sum;
  }

  #fileOf(url: string, { kind }: Frame): FileSum {
    let sum = this.#files.get(url);
    if (sum === undefined) {
      sum = { self: 0, total: 0, samples: 0, kind };
      this.#files.set(url, sum);
    }
    return sum;
  }
}

/** What is on the stack, some of it several times. */
class Stacked {
  readonly #counts = new Map<string, number>();

  has(key: string): boolean {
    return (this.#counts.get(key) ?? 0) > 0;
  }

  enter(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  leave(key: string): void {
    this.#counts.set(key, this.#counts.get(key)! - 1);
  }
}

/** What is written on each line, as far as the source was kept. */
export function withTexts(figures: LineFigures, texts: Readonly<Record<string, string>>): LineFigures {
  const linesOf = new Map(Object.entries(texts).map(([url, text]) => [url, text.split('\n')]));
  if (linesOf.size === 0) return figures;
  const rows = figures.rows.map((row): LineRow => {
    const text = linesOf.get(row.url)?.[row.line - 1]?.trim().slice(0, MOST_LINE_TEXT);
    return text ? { ...row, text } : row;
  });
  return { ...figures, rows };
}

/** The heaviest rows only, for reports. */
export function shortLines({ files, rows, ...figures }: LineFigures, most: number): LineFigures {
  return { ...figures, ...(rows.length > most ? { isFirst: true } : {}), files: files.slice(0, most), rows: rows.slice(0, most) };
}

/** Those of files that are called so, and of code generated from them: a whole address or path, or the end of one. */
export function linesOfFile({ files, rows, ...figures }: LineFigures, asked: string): LineFigures {
  const wanted = plainPath(asked)
    .replaceAll('\\', '/')
    .replace(/^\.?\/+/, '');
  const names = [wanted, generatedFrom(wanted)];
  const isIt = ({ url }: { readonly url: string }): boolean => {
    const path = plainPath(url).replaceAll('\\', '/');
    return names.some((name) => path === name || path.endsWith(`/${name}`));
  };
  return { ...figures, files: files.filter(isIt), rows: rows.filter(isIt) };
}

function functionOf({ name, url, line }: Frame): Pick<LineRow, 'function' | 'functionUrl' | 'functionLine'> {
  return { function: name, functionUrl: url, functionLine: line + 1 };
}

function keyOf(url: string, line: number): string {
  return `${line} ${url}`;
}

function totals({ parent }: Profile, self: Float64Array): Float64Array {
  const total = self.slice();
  for (let node = parent.length - 1; node > 0; node--) total[parent[node]!]! += total[node]!;
  return total;
}

interface Share {
  /** Its line is 0 where it is not known. */
  readonly place: LinePlace;
  readonly self: number;
  readonly samples: number;
}

/** Where the time of a node goes; that of natives, which have no file, goes nowhere. */
function shareOut(
  profile: Profile,
  window: TimeWindow | null,
  base: LineQuery['base'],
): (node: number, self: number, samples: number) => Share[] {
  const lines = profile.lines!;
  const parts = partsOfNodes(profile, lines, window, base);
  return (node, self, samples) => {
    const { url } = profile.frames[profile.frame[node]!]!;
    const shares = parts.get(node);
    if (shares === undefined) return url === '' || self + samples === 0 ? [] : [{ place: { url, line: 0, isExact: true }, self, samples }];
    const sum = [...shares.values()].reduce((all, part) => all + part, 0);
    return Array.from(shares, ([index, part]) => ({
      place: lines.places[index]!,
      self: (self * part) / sum,
      samples: (samples * part) / sum,
    }));
  };
}

/**
 * For each node the places that its time is shared out among, in parts of any unit: the time in each slice by the ticks of that slice.
 * A slice without ticks of the node, in which it got the one sample that V8 takes at the start, follows the others.
 */
function partsOfNodes(
  profile: Profile,
  lines: LineTicks,
  window: TimeWindow | null,
  base: LineQuery['base'],
): Map<number, Map<number, number>> {
  const { sampleTime, sampleNode } = profile;
  const parts = new Map<number, Map<number, number>>();
  const self = new Float64Array(profile.parent.length);
  const from = window === null ? -Infinity : window.fromMs * US_PER_MS;
  const to = window === null ? Infinity : window.toMs * US_PER_MS;
  const weigh = weigherOf(profile, from, to, base);
  // Of a line that waits hardly any of the CPU time is, and of others none of the time blocked.
  const ticksOf = (entry: number): number => lines.ticks[entry]! * partOfWait(lines.waits?.[entry] ?? WORKS, base);
  let sample = 0;
  lines.first.forEach((firstEntry, slice) => {
    const end = lines.start[slice + 1] ?? Infinity;
    const lastEntry = lines.first[slice + 1] ?? lines.node.length;
    const touched: number[] = [];
    for (; sample < sampleTime.length && sampleTime[sample]! < end; sample++) {
      const time = sampleTime[sample]!;
      if (time < from || time >= to) continue;
      const node = sampleNode[sample]!;
      if (self[node] === 0) touched.push(node);
      self[node]! += weigh(sample).weight;
    }
    const ticks = new Map<number, number>();
    for (let entry = firstEntry; entry < lastEntry; entry++) {
      const node = lines.node[entry]!;
      if (self[node]! > 0) ticks.set(node, (ticks.get(node) ?? 0) + ticksOf(entry));
    }
    for (let entry = firstEntry; entry < lastEntry; entry++) {
      const node = lines.node[entry]!;
      const all = ticks.get(node) ?? 0;
      if (all === 0) continue;
      const ofNode = parts.get(node) ?? new Map<number, number>();
      const place = lines.place[entry]!;
      ofNode.set(place, (ofNode.get(place) ?? 0) + (self[node]! * ticksOf(entry)) / all);
      parts.set(node, ofNode);
    }
    for (const node of touched) self[node] = 0;
  });
  return parts;
}

function partOfWait(is: number, base: LineQuery['base']): number {
  if (base === 'wall' || is === WAITS_AND_WORKS) return 1;
  return (is === WAITS) === (base === 'blocked') ? 1 : LEAST_WORK;
}
