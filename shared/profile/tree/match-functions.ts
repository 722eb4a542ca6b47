/**
 * Which function of one variant is which of another. An edit between two variants moves everything below it:
 *
 *   A                           B
 *   10  function load()         10  function load()          same name, same file: the same function
 *   20  app.get(() => ...)      24  app.get(() => ...)       anonymous: by what it stands after, its column, and who calls it
 *   30  function render()       34  function render()        30 -> 34 says how far things have moved around here
 */
import { ANONYMOUS_NAME } from '../../model/profile/frame-kind.ts';
import type { Frame } from '../../model/profile/profile.ts';
import { matchFiles } from '../lines/match-files.ts';
import type { CallTree } from './call-tree.ts';

/** A function with what tells it apart from others of its name and file. */
interface Candidate {
  readonly index: number;
  readonly line: number;
  readonly column: number;
  /** Name and file of every function that called it. */
  readonly callers: ReadonlySet<string>;
}

/** Functions of one name in one file. */
interface Group {
  readonly name: string;
  readonly file: string;
  readonly a: Candidate[];
  readonly b: Candidate[];
}

/** A named function at its two lines: where it is, and how far it moved. */
interface Anchor {
  readonly lineA: number;
  readonly lineB: number;
}

type Trees = Pick<CallTree, 'frames' | 'parent' | 'frame'>;

/** For each function of `b` the index of the same function in `a`, -1 where there is none. The roots are the same. */
export function matchFunctions(a: Trees, b: Trees): Int32Array {
  const renamed = matchFiles(listUsed(a), listUsed(b));
  const groups = groupFunctions(a, b, (url) => renamed.get(url) ?? url);
  const anchors = findAnchors(groups);
  const matchOf = new Int32Array(b.frames.length).fill(-1);
  for (const group of groups) {
    const around = anchors.get(group.file) ?? NO_ANCHORS;
    for (const [left, right] of matchGroup(group, around)) matchOf[right.index] = left.index;
  }
  return matchOf;
}

function listUsed({ frames, frame }: Trees): Frame[] {
  return [...new Set(frame)].map((index) => frames[index]!);
}

function groupFunctions(a: Trees, b: Trees, fileOfB: (url: string) => string): Group[] {
  const groups = new Map<string, Group>();
  const add = (side: 'a' | 'b', tree: Trees, fileOf: (url: string) => string): void => {
    for (const candidate of listCandidates(tree, fileOf)) {
      const { name, url } = tree.frames[candidate.index]!;
      const file = fileOf(url);
      const key = `${file}\n${name}`;
      let group = groups.get(key);
      if (group === undefined) {
        group = { name, file, a: [], b: [] };
        groups.set(key, group);
      }
      group[side].push(candidate);
    }
  };
  add('a', a, (url) => url);
  add('b', b, fileOfB);
  return [...groups.values()].filter((group) => group.a.length > 0 && group.b.length > 0);
}

function listCandidates({ frames, parent, frame }: Trees, fileOf: (url: string) => string): Candidate[] {
  const callers = new Map<number, Set<string>>();
  for (let node = 0; node < parent.length; node++) {
    const index = frame[node]!;
    const known = callers.get(index) ?? new Set<string>();
    callers.set(index, known);
    if (node === 0) continue;
    const { name, url } = frames[frame[parent[node]!]!]!;
    known.add(`${fileOf(url)}\n${name}`);
  }
  const candidates = Array.from(callers, ([index, from]) => ({
    index,
    line: frames[index]!.line,
    column: frames[index]!.column,
    callers: from,
  }));
  return candidates.sort((x, y) => x.line - y.line || x.column - y.column);
}

const isOnlyOne = ({ name, a, b }: Group): boolean => name !== ANONYMOUS_NAME && a.length === 1 && b.length === 1;

/** Anchors of one file, by line on either side. */
interface Anchors {
  readonly byA: readonly Anchor[];
  readonly byB: readonly Anchor[];
}
const NO_ANCHORS: Anchors = { byA: [], byB: [] };

function findAnchors(groups: readonly Group[]): Map<string, Anchors> {
  const files = new Map<string, Anchor[]>();
  for (const group of groups) {
    if (!isOnlyOne(group)) continue;
    const known = files.get(group.file) ?? [];
    files.set(group.file, known);
    known.push({ lineA: group.a[0]!.line, lineB: group.b[0]!.line });
  }
  return new Map(
    Array.from(files, ([file, anchors]) => [
      file,
      { byA: [...anchors].sort((x, y) => x.lineA - y.lineA), byB: [...anchors].sort((x, y) => x.lineB - y.lineB) },
    ]),
  );
}

function matchGroup(group: Group, anchors: Anchors): (readonly [Candidate, Candidate])[] {
  if (isOnlyOne(group)) return [[group.a[0]!, group.b[0]!]];
  const exact = matchPlaces(group, anchors);
  const usedB = new Set(exact.values());
  const restA = group.a.filter((left) => !exact.has(left));
  const restB = group.b.filter((right) => !usedB.has(right));
  return [...exact, ...align(restA, restB, (left, right) => costOf(left, right, anchors))];
}

/** Functions of B exactly where those of A would be, had they moved like a named neighbour, or not at all. */
function matchPlaces({ a, b }: Group, { byA }: Anchors): Map<Candidate, Candidate> {
  const places = new Map(b.map((right) => [`${right.line}:${right.column}`, right]));
  const matches = new Map<Candidate, Candidate>();
  for (const left of a) {
    for (const move of movesOf(neighboursOf(byA, left.line, 'lineA'))) {
      const place = `${left.line + move}:${left.column}`;
      const right = places.get(place);
      if (right === undefined) continue;
      matches.set(left, right);
      places.delete(place);
      break;
    }
  }
  return matches;
}

/** Lines between where one function is and where the other would be, had it moved like its nearest named neighbours (or not at all). */
function distanceOf(left: Candidate, right: Candidate, { byA, byB }: Anchors): number {
  const neighbours = [...neighboursOf(byA, left.line, 'lineA'), ...neighboursOf(byB, right.line, 'lineB')];
  return Math.min(...movesOf(neighbours).map((move) => Math.abs(left.line + move - right.line)));
}

function movesOf(anchors: readonly Anchor[]): number[] {
  return anchors.length === 0 ? [0] : anchors.map(({ lineA, lineB }) => lineB - lineA);
}

function neighboursOf(sorted: readonly Anchor[], line: number, side: 'lineA' | 'lineB'): Anchor[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]![side] <= line) low = middle + 1;
    else high = middle;
  }
  return sorted.slice(Math.max(0, low - 1), low + 1);
}

/** Further than this is as good as anywhere. */
const FAR_LINES = 50;
/** Indentation seldom changes; in code on one line the column is all there is, and it moves. */
const OTHER_COLUMN_COST = 0.3;
/** Functions nobody in common calls are the same only if they stand at the same place. */
const OTHER_CALLERS_COST = 1;
/** Of leaving one function without partner: two are paired for less than twice that. */
const ALONE_COST = 0.6;

function costOf(left: Candidate, right: Candidate, anchors: Anchors): number {
  const isCalledAlike = [...left.callers].some((caller) => right.callers.has(caller));
  const moved = Math.min(1, distanceOf(left, right, anchors) / FAR_LINES);
  return moved + (left.column === right.column ? 0 : OTHER_COLUMN_COST) + (isCalledAlike ? 0 : OTHER_CALLERS_COST);
}

/** A generated file may have thousands of anonymous functions; beyond this nothing sensible could be said, at great length. */
const MOST_CELLS = 100_000;

/** The cheapest pairing that keeps the order of both sides. Any may stay alone. */
function align(
  a: readonly Candidate[],
  b: readonly Candidate[],
  cost: (left: Candidate, right: Candidate) => number,
): (readonly [Candidate, Candidate])[] {
  if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_CELLS) return [];
  const width = b.length + 1;
  // best[i][j]: the cheapest pairing of what comes from a[i] and b[j] on.
  const best = new Float64Array((a.length + 1) * width);
  const costs = new Float64Array(a.length * width);
  for (let i = a.length; i >= 0; i--) {
    for (let j = b.length; j >= 0; j--) {
      if (i === a.length || j === b.length) {
        best[i * width + j] = ALONE_COST * (a.length - i + b.length - j);
        continue;
      }
      costs[i * width + j] = cost(a[i]!, b[j]!);
      const paired = costs[i * width + j]! + best[(i + 1) * width + j + 1]!;
      best[i * width + j] = Math.min(paired, ALONE_COST + Math.min(best[(i + 1) * width + j]!, best[i * width + j + 1]!));
    }
  }
  const pairs: (readonly [Candidate, Candidate])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    const here = best[i * width + j]!;
    if (here === costs[i * width + j]! + best[(i + 1) * width + j + 1]!) pairs.push([a[i++]!, b[j++]!]);
    else if (here === ALONE_COST + best[(i + 1) * width + j]!) i++;
    else j++;
  }
  return pairs;
}
