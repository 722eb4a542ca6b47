/**
 * What of a call tree is folded away. The time of folded functions stays: it is that of the frame they are folded into, counted apart from
 * its own.
 *
 *   all            b folded        calls of a within a    my code: packages (x, y) are one row each below the function that leads to them
 *   a 2            a 2 + 3         a 6                    a 2
 *    \ b 3          \ a 4           \ b 3                  | x 0 + 3
 *       \ a 4                                              \ a 4
 */
import type { Percent } from '../../base/units.ts';
import { isIdle } from '../../model/profile/frame-kind.ts';
import type { Frame } from '../../model/profile/profile.ts';
import type { FrameKind } from '../../model/report.ts';
import { NO_PACKAGE, numberPackages } from '../model/package-of.ts';

/** A function as interface and tables name it. */
export interface FunctionName {
  readonly function: string;
  readonly url: string;
  /** One-based; 0 without position. */
  readonly line: number;
}

/** `function`: into its callers. `recursion`: its calls within itself are one call. `mine`: own code stays, packages are rows. */
export type Fold = { readonly how: 'mine' } | ({ readonly how: 'function' | 'recursion' } & FunctionName);

/** Kinds of frames that can be folded into their callers. */
export const FOLDABLE_KINDS = ['dependency', 'core', 'native'] as const satisfies readonly FrameKind[];

/** As many as fit in sight of somebody who wants to know what is folded. */
export const MOST_FOLDS = 20;

/** Frames of the kinds in `hide` are folded into their callers. */
export interface FoldOptions {
  readonly hide: readonly FrameKind[];
  /** Absent: none. */
  readonly folds?: readonly Fold[] | undefined;
}

export function isSameFold(one: Fold, other: Fold): boolean {
  return keyOfFolds({ hide: [], folds: [one] }) === keyOfFolds({ hide: [], folds: [other] });
}

/** Calls that become one call keep their time. */
export function foldsTime(folds: readonly Fold[]): boolean {
  return folds.some(({ how }) => how !== 'recursion');
}

/** A weight of a function, or of a row of a table; `self` is with what is folded into it. */
interface Weighed {
  readonly self: number;
  readonly folded?: number;
  readonly selfPercent: Percent;
}

/** Without what is folded into it. */
export function ownTime({ self, folded = 0 }: Pick<Weighed, 'self' | 'folded'>): number {
  return self - folded;
}

export function ownPercent(row: Weighed): Percent {
  return row.self > 0 ? (row.selfPercent * ownTime(row)) / row.self : 0;
}

/** Equal for what folds the same; the order does not matter. */
export function keyOfFolds({ hide, folds = [] }: FoldOptions): string {
  const texts = folds.map((fold) => (fold.how === 'mine' ? fold.how : JSON.stringify([fold.how, fold.function, fold.url, fold.line])));
  return JSON.stringify([[...hide].sort(), texts.sort()]);
}

export function isFrameOf({ name, url, line }: Frame, of: FunctionName): boolean {
  return name === of.function && url === of.url && line + 1 === of.line;
}

/** Node's own JavaScript as a row. */
const NODE_ROW = 'Node.js';
export const NO_ROW = -1;

/** What becomes of each function. */
export interface FoldRules {
  /** With the rows of packages at the end, so that the index of a function stays the same. */
  readonly frames: readonly Frame[];
  /** By function: it is folded into its caller. */
  readonly isHidden: readonly boolean[];
  /** By function: its calls within itself are one call. */
  readonly isOnce: readonly boolean[];
  /** By function: the row that stands for it, in `frames`, or NO_ROW; null: packages are not folded. */
  readonly rowOf: Int32Array | null;
}

export function decideFolds(all: readonly Frame[], { hide, folds = [] }: FoldOptions): FoldRules {
  const isMine = folds.some(({ how }) => how === 'mine');
  const { frames, rowOf } = isMine ? addRows(all) : { frames: all, rowOf: null };
  const isNamed = (how: Fold['how']) => {
    const named = folds.filter((fold): fold is Extract<Fold, FunctionName> => fold.how === how && fold.how !== 'mine');
    return (frame: Frame) => named.some((fold) => isFrameOf(frame, fold));
  };
  const [isFolded, isOnce] = [isNamed('function'), isNamed('recursion')];
  return {
    frames,
    // `(idle)` is nobody's code.
    isHidden: frames.map((frame) => !isIdle(frame) && (hide.includes(frame.kind) || isFolded(frame))),
    isOnce: frames.map(isOnce),
    rowOf,
  };
}

function addRows(all: readonly Frame[]): { frames: readonly Frame[]; rowOf: Int32Array } {
  const packages = numberPackages(all);
  const frames = [...all];
  const rows = packages.all.map(
    ({ name, kind }) => frames.push({ name: name === '' ? NODE_ROW : name, url: '', line: -1, column: -1, kind }) - 1,
  );
  return { frames, rowOf: packages.numberOf.map((number) => (number === NO_PACKAGE ? NO_ROW : rows[number]!)) };
}
