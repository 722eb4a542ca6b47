/**
 * The sign-flip permutation test. If nothing differs between A and B, their names could be swapped within any pair, so the
 * log ratio of that pair could as well have had the other sign. With k pairs there are 2^k such worlds, all equally likely; p is
 * the share of them whose mean lies as far from 0 as the observed one, on either side.
 *
 *   log ratios   0.1  0.2  0.3         flipped: none 0.2 | 0.1 -> 0.13 | 0.2 -> 0.07 | 0.3 -> 0 ...
 *                                      2 of 8 worlds are as far from 0 (none flipped, all flipped): p = 0.25
 *
 * Flipping a set of pairs brings a mean above 0 to at least as much again exactly when that set's own mean is at most 0. So the means of
 * all non-empty sets of pairs tell p; and as that holds for the differences from any assumed shift, their order statistics are the
 * limits of the interval of all shifts the test does not reject (Hartigan 1969, "typical values").
 */
import type { Random } from './random.ts';
import { quickselect } from './statistics.ts';

/** Up to here all sign flips are gone through (2^20); beyond, a random choice of them is. */
export const MOST_ENUMERATED_PAIRS = 20;
/** Sign flips drawn beyond: p near 0.05 is then known to +- 0.0014. */
export const DRAWN_FLIPS = 100_000;
export const SIGNIFICANCE_LEVEL = 0.05;
/** Sums that would be equal in exact arithmetic differ by rounding; relative to the mean size of a value. */
const ROUNDING = 1e-12;

export interface SignFlips {
  /** Mean of each non-empty set of values: of all sets, or of those drawn. In no order. */
  readonly means: Float64Array;
  /** Sign flips that they speak for, the one that changes nothing included. */
  readonly flips: number;
  /** False: drawn at random. */
  readonly exact: boolean;
  /** Means not further apart than this are equal. */
  readonly tolerance: number;
}

/** `random` is asked only above `mostEnumerated` values. */
export function flipSigns(values: readonly number[], random: Random, mostEnumerated = MOST_ENUMERATED_PAIRS): SignFlips {
  const exact = values.length <= mostEnumerated;
  const means = exact ? enumerateMeans(values) : drawMeans(values, random);
  const tolerance = (ROUNDING * values.reduce((sum, value) => sum + Math.abs(value), 0)) / Math.max(1, values.length);
  return { means, flips: means.length + 1, exact, tolerance };
}

/** A set is a number, bit i for value i; each sum is that of the set without its lowest bit, and one more value. */
function enumerateMeans(values: readonly number[]): Float64Array {
  const count = 2 ** values.length;
  const sums = new Float64Array(count);
  const sizes = new Uint8Array(count);
  for (let set = 1; set < count; set++) {
    const rest = set & (set - 1);
    sums[set] = sums[rest]! + values[31 - Math.clz32(set ^ rest)]!;
    sizes[set] = sizes[rest]! + 1;
  }
  for (let set = 1; set < count; set++) sums[set]! /= sizes[set]!;
  return sums.subarray(1);
}

function drawMeans(values: readonly number[], random: Random): Float64Array {
  const means = new Float64Array(DRAWN_FLIPS);
  for (let drawn = 0; drawn < DRAWN_FLIPS; ) {
    const { sum, size } = drawSet(values, random);
    if (size > 0) means[drawn++] = sum / size;
  }
  return means;
}

const BITS_PER_DRAW = 32;

function drawSet(values: readonly number[], random: Random): { sum: number; size: number } {
  let [sum, size, bits] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    if (i % BITS_PER_DRAW === 0) bits = (random() * 2 ** BITS_PER_DRAW) >>> 0;
    if ((bits >>> (i % BITS_PER_DRAW)) & 1) {
      sum += values[i]!;
      size += 1;
    }
  }
  return { sum, size };
}

/** Two-sided p of "the values are centred on 0". */
export function computeSignFlipP({ means, flips, tolerance }: SignFlips): number {
  // The flip that changes nothing is always as extreme as itself.
  let [notAbove, notBelow] = [1, 1];
  for (const mean of means) {
    if (mean <= tolerance) notAbove += 1;
    if (mean >= -tolerance) notBelow += 1;
  }
  return Math.min(1, (2 * Math.min(notAbove, notBelow)) / flips);
}

/**
 * The shifts that the test does not reject at `level`: an interval with coverage 1 - level whatever the distribution, as long as
 * it is symmetric. It contains 0 exactly when p is at least `level`. Null: with so few values no shift can be rejected.
 */
export function invertSignFlips(
  { means, flips }: Pick<SignFlips, 'means' | 'flips'>,
  level: number = SIGNIFICANCE_LEVEL,
): [low: number, high: number] | null {
  const rank = Math.ceil((level * flips) / 2) - 1;
  if (rank < 1) return null;
  const sorted = means.slice();
  const select = (index: number): number => {
    // The library's types say array; it reads and writes by index only.
    quickselect(sorted as unknown as number[], index);
    return sorted[index]!;
  };
  return [select(rank - 1), select(sorted.length - rank)];
}
