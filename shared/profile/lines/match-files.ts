/** Which file of one variant is which of another. Variants may be two scripts in one folder, or two checkouts of one project. */

import { ANONYMOUS_NAME } from '../../model/profile/frame-kind.ts';
import type { Frame } from '../../model/profile/profile.ts';

/** Files by address, with the names of their functions. */
type Files = ReadonlyMap<string, ReadonlySet<string>>;

interface Candidate {
  readonly a: string;
  readonly b: string;
  /** Trailing parts of the path in common. */
  readonly tail: number;
  /** Named functions in common. */
  readonly names: number;
}

/**
 * For each file of B the file of A it stands for; files that have none, and files with the same address in both, are left out.
 *
 *   file:///old/server.js                  file:///new/server.js                the same end of the path and a function in common
 *   file:///old/node_modules/x/index.js    file:///new/node_modules/x/index.js  the same file of the same package
 *   file:///app/server-long.js             file:///app/server-small.js          functions in common, or nothing else left to pair
 *
 * A wrong pair does little harm: within it only functions of one name, or anonymous ones called alike, become one.
 */
export function matchFiles(framesA: readonly Frame[], framesB: readonly Frame[]): Map<string, string> {
  const [allA, allB] = [listFiles(framesA), listFiles(framesB)];
  const onlyA = without(allA, allB);
  const onlyB = without(allB, allA);
  const candidates = [...onlyA].flatMap(([a, namesA]) => [...onlyB].flatMap(([b, namesB]) => toCandidate(a, namesA, b, namesB) ?? []));
  const pairs = pickPairs(candidates);
  const [leftA, leftB] = [onlyA, onlyB].map((files, side) => listOwn(files, side === 0 ? new Set(pairs.values()) : new Set(pairs.keys())));
  if (leftA!.length === 1 && leftB!.length === 1) pairs.set(leftB![0]!, leftA![0]!);
  return pairs;
}

function listFiles(frames: readonly Frame[]): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const { url, name, kind } of frames) {
    if (kind !== 'own' && kind !== 'dependency') continue;
    const names = files.get(url) ?? new Set<string>();
    files.set(url, names);
    if (name !== ANONYMOUS_NAME) names.add(name);
  }
  return files;
}

function without(files: Files, others: Files): Files {
  return new Map([...files].filter(([url]) => url !== '' && !others.has(url)));
}

function listOwn(files: Files, paired: ReadonlySet<string>): string[] {
  return [...files.keys()].filter((url) => !paired.has(url) && packagePath(url) === null);
}

const INNERMOST_PACKAGE = /^.*[\\/]node_modules[\\/](.+)$/s;
const SEPARATOR = /[\\/]/;

/** Path inside the innermost node_modules; null for the user's own files. */
function packagePath(url: string): string | null {
  return INNERMOST_PACKAGE.exec(url)?.[1] ?? null;
}

function toCandidate(a: string, namesA: ReadonlySet<string>, b: string, namesB: ReadonlySet<string>): Candidate | null {
  const [inPackageA, inPackageB] = [packagePath(a), packagePath(b)];
  const names = [...namesA].filter((name) => namesB.has(name)).length;
  const tail = countTail(a, b);
  if (inPackageA !== null || inPackageB !== null) return inPackageA === inPackageB ? { a, b, tail, names } : null;
  const sharesEnough = names > 0 || (tail > 0 && (namesA.size === 0 || namesB.size === 0));
  return sharesEnough ? { a, b, tail, names } : null;
}

function countTail(a: string, b: string): number {
  const [partsA, partsB] = [a.split(SEPARATOR).reverse(), b.split(SEPARATOR).reverse()];
  const differsAt = partsA.findIndex((part, i) => part !== partsB[i]);
  return differsAt < 0 ? partsA.length : differsAt;
}

/** Best first, each file once; the order does not depend on which side is called A. */
function pickPairs(candidates: readonly Candidate[]): Map<string, string> {
  const key = ({ a, b }: Candidate): string => (compareText(a, b) < 0 ? `${a}\n${b}` : `${b}\n${a}`);
  const sorted = [...candidates].sort((x, y) => y.tail - x.tail || y.names - x.names || compareText(key(x), key(y)));
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  for (const { a, b } of sorted) {
    if (pairs.has(b) || taken.has(a)) continue;
    pairs.set(b, a);
    taken.add(a);
  }
  return pairs;
}

/** By code unit: the same on every machine, whatever its language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
