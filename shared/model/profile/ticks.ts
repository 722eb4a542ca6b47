/**
 * Classic ticks: what V8's own sampler (`--prof`) has counted in one process. The figures are those of `node --prof-process`, the tree of
 * stacks is the one that 0x draws.
 *
 * A tick is one interruption of the main thread, about every millisecond: a count, no time. Ticks are those of the measured phase, as all
 * figures of a run are; what the log has before and after it is only counted (`outside`).
 */
import { percentOf } from '../../base/percent-of.ts';
import type { Microseconds, Percent } from '../../base/units.ts';

/** In the order of `[Summary]`. */
export const TICK_SHARES = ['JavaScript', 'C++', 'GC', 'Shared libraries'] as const;
export type TickShare = (typeof TICK_SHARES)[number];

/**
 * A line of `[Summary]`. JavaScript, C++, shared libraries and what is unaccounted for add up to the total. GC does not belong to that sum:
 * its ticks are also in the other lines, by the code that was running.
 */
export interface TickSummaryRow {
  readonly name: TickShare;
  readonly ticks: number;
  readonly totalPercent: Percent;
  /** Of the ticks outside shared libraries; null for those libraries themselves. */
  readonly nonlibPercent: Percent | null;
}

/** Its lines. `inLibraries`: ticks in shared libraries. */
export function summarize(
  total: number,
  inLibraries: number,
  rows: readonly { readonly name: TickShare; readonly ticks: number }[],
): readonly TickSummaryRow[] {
  return rows.map(({ name, ticks }) => ({
    name,
    ticks,
    totalPercent: percentOf(ticks, total),
    nonlibPercent: name === 'Shared libraries' || total === inLibraries ? null : percentOf(ticks, total - inLibraries),
  }));
}

/** A line of `[Shared libraries]`: with a Node linked statically, as most are, the binary itself is one. */
export interface TickLibrary {
  readonly name: string;
  readonly ticks: number;
  readonly totalPercent: Percent;
}

/** What a report says of ticks. */
export interface TickFigures {
  readonly total: number;
  /** Ticks at an address of which V8 does not know what it is. */
  readonly unaccounted: number;
  /** Ticks of the total in states that the text leaves out (`--prof-process -j`, `-g`, ...); absent: none. */
  readonly excluded?: number;
  readonly summary: readonly TickSummaryRow[];
  readonly libraries: readonly TickLibrary[];
  /** The functions to name; absent: not looked for. Those without a file are none. */
  readonly code?: { readonly called: TickCode | null; readonly itself: TickCode | null };
}

/** `line` is one-based. `percent`: of all ticks. */
export interface TickCode {
  readonly function: string;
  readonly url: string;
  /** The shortest path that says which file it is, where others have its name; absent: its name does. */
  readonly file?: string;
  readonly line: number;
  readonly ticks: number;
  readonly percent: Percent;
}

/** Whatever its tier. `line` is one-based; 0: it has no place. */
export interface TickFunction {
  readonly function: string;
  readonly url: string;
  readonly line: number;
  /** With it on top of the stack. */
  readonly self: number;
  /** With it anywhere on the stack. */
  readonly total: number;
  /** By ticks in it and what it called; the heaviest first. */
  readonly callers: readonly (Pick<TickFunction, 'function' | 'url' | 'line'> & { readonly ticks: number })[];
}

export interface TickFunctions {
  /** Of all code. */
  readonly ticks: number;
  /** From all stacks. Otherwise from a printed bottom-up profile, which leaves out small callers: counts are at least so many. */
  readonly isWhole: boolean;
  readonly rows: readonly TickFunction[];
}

/** A line of `[Bottom up (heavy) profile]`: callers stand below what they called, one deeper. Those below 1 % are left out by Node. */
export interface BottomUpRow {
  /** As Node prints it: with the mark of the tier (`*` and `+` optimised, `^` and `~` not) and the place of the function. */
  readonly name: string;
  readonly depth: number;
  readonly ticks: number;
  /** Of the ticks of the line it stands below; at depth 0 of all ticks. */
  readonly parentPercent: Percent;
}

/** Whose code a frame is, as 0x tells it. */
export const TICK_TYPES = ['app', 'deps', 'core', 'native', 'regexp', 'v8', 'cpp', 'wasm'] as const;
export type TickType = (typeof TICK_TYPES)[number];

/** What 0x's filters tell apart, in the order of its buttons: having been inlined or having started the program comes before whose code it is. */
export const TICK_CATEGORIES = ['app', 'deps', 'core', 'wasm', 'inlinable', 'native', 'regexp', 'v8', 'cpp', 'init'] as const;
export type TickCategory = (typeof TICK_CATEGORIES)[number];

/** `none`: not JavaScript, or not known. */
export const TICK_TIERS = ['optimised', 'unoptimised', 'none'] as const;
export type TickTier = (typeof TICK_TIERS)[number];

export interface TickFrame {
  readonly name: string;
  /** A path or a URL, as V8 logs it; empty: none. */
  readonly url: string;
  /** Zero-based; -1 when there is no position. */
  readonly line: number;
  readonly column: number;
  readonly type: TickType;
  readonly tier: TickTier;
  /** V8 has inlined this function into its caller; this frame is from when it did not, or from another caller. */
  readonly inlined: boolean;
  /** It ran while modules were loaded. */
  readonly init: boolean;
}

/** A call tree: parents before children; node 0 is the root, which has no frame (-1). */
export interface TickStacks {
  readonly frames: readonly TickFrame[];
  readonly parent: ArrayLike<number>;
  /** Into `frames`. */
  readonly frame: ArrayLike<number>;
  /** Ticks with this node on top of the stack. */
  readonly top: ArrayLike<number>;
  /** Ticks with this node anywhere on the stack. */
  readonly total: ArrayLike<number>;
}

export interface Ticks extends TickFigures {
  /** Version of the Node that wrote the log, which also read it. */
  readonly node: string;
  readonly pid: number;
  /** Sampling interval as the log states it; 0: it does not. */
  readonly intervalUs: Microseconds;
  /** Ticks before and after the measured phase, which count nowhere else. */
  readonly outside: number;
  readonly bottomUp: readonly BottomUpRow[];
  /** Functions apart by tier: 0x's tree "with tiers". `mergeTiers` (tick-flame.ts) gives the other one. */
  readonly stacks: TickStacks;
}
