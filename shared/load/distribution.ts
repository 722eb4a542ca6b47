/**
 * Exact percentiles of whole microseconds in bounded memory.
 *
 *   0 us ............. 2^20 us (1.05 s) ............ 2^32 us
 *   one count for each microsecond     | the values themselves, 4 bytes each
 *   (at most 4 MB, grown as needed)    | few: what takes over a second is seldom
 *
 * An HdrHistogram would be smaller, but its answer is up to 0.06 % off; here every percentile equals an exact sort.
 */
import { minimumCount } from '../base/statistics/minimum-count.ts';
import type { Microseconds } from '../base/units.ts';
import type { MeasuredDistribution, PercentileMap } from '../model/distribution.ts';
import { LATENCY_PERCENTILES } from '../model/distribution.ts';
import { GrowableColumn } from './growable-column.ts';

const DIRECT_LIMIT = 2 ** 20;
const FIRST_SIZE = 2 ** 12;
/** Most microseconds have no value: they are passed over by 2^8 at a time, which also leaves their fresh pages of memory alone. */
const BLOCK_BITS = 8;
const BLOCK = 2 ** BLOCK_BITS;
/** Whether percentile `p` of `n` values is too uncertain for a headline, a finding or a verdict. */
export function isWeak(p: number, n: number): boolean {
  return n < minimumCount(p);
}

/** Nearest rank of percentile `p` among `n` values, one-based. Percentiles are exact to thousandths, so 99.9 % of 1000 is 999. */
export function nearestRank(p: number, n: number): number {
  const thousandths = Math.round(p * 1_000);
  return Math.min(n, Math.max(1, Math.ceil((thousandths * n) / 100_000)));
}

/** Nearest-rank percentile of values in ascending order; NaN when there are none. */
export function percentileOfSorted(sorted: ArrayLike<number>, p: number): number {
  return sorted.length === 0 ? Number.NaN : sorted[nearestRank(p, sorted.length) - 1]!;
}

/** Collects whole microseconds (0 to 2^32-1) and computes exact figures from them. */
export class ExactDistribution {
  count = 0;
  max: Microseconds = 0;
  private smallest: Microseconds = Number.POSITIVE_INFINITY;
  /** Exact: whole numbers, and 2^53 µs are 285 years. */
  private sum = 0;
  private direct = new Uint32Array(0);
  /** The sum of each block of `direct`. */
  private blocks = new Float64Array(0);
  private readonly large = new GrowableColumn(Uint32Array);
  private largeIsSorted = true;

  record(us: Microseconds, times = 1): void {
    this.count += times;
    this.sum += us * times;
    if (us > this.max) this.max = us;
    if (us < this.smallest) this.smallest = us;
    if (us < DIRECT_LIMIT) {
      if (us >= this.direct.length) this.grow(us);
      this.direct[us]! += times;
      this.blocks[us >>> BLOCK_BITS]! += times;
    } else {
      for (let n = 0; n < times; n++) this.large.push(us);
      this.largeIsSorted = false;
    }
  }

  /** Takes in everything another one has collected. */
  addAll(other: ExactDistribution): void {
    for (const [us, times] of other.entries()) this.record(us, times);
  }

  get min(): Microseconds {
    return this.count === 0 ? 0 : this.smallest;
  }

  get mean(): Microseconds {
    return this.count === 0 ? 0 : this.sum / this.count;
  }

  /** Of the population; from the mean and then the differences, so that close values do not cancel out. Goes through all of them. */
  get stdev(): Microseconds {
    if (this.count === 0) return 0;
    const { direct, blocks, mean } = this;
    let squares = 0;
    for (let block = 0; block < blocks.length; block++) {
      if (blocks[block] === 0) continue;
      for (let us = block << BLOCK_BITS; us < (block + 1) << BLOCK_BITS; us++) {
        if (direct[us] !== 0) squares += direct[us]! * (us - mean) ** 2;
      }
    }
    for (const us of this.large.view()) squares += (us - mean) ** 2;
    return Math.sqrt(squares / this.count);
  }

  /** Nearest rank; NaN when nothing was recorded. */
  percentile(p: number): Microseconds {
    return this.percentiles([p])[0]!;
  }

  /** Several percentiles, given in ascending order, in one pass. */
  percentiles(ascending: readonly number[]): Microseconds[] {
    if (this.count === 0) return ascending.map(() => Number.NaN);
    return this.atRanks(ascending.map((p) => nearestRank(p, this.count)));
  }

  /** The values of several ranks, from 1 to `count` and in ascending order, in one pass. */
  atRanks(ascending: readonly number[]): Microseconds[] {
    const { direct, blocks } = this;
    let us = -1;
    let seen = 0;
    return ascending.map((rank) => {
      while (seen < rank && us + 1 < direct.length) {
        us += 1;
        const block = us >>> BLOCK_BITS;
        if (us % BLOCK === 0 && seen + blocks[block]! < rank) {
          seen += blocks[block]!;
          us += BLOCK - 1;
        } else seen += direct[us]!;
      }
      return seen >= rank ? us : this.sortedLarge()[rank - seen - 1]!;
    });
  }

  /** Distinct values with their counts, ascending. */
  *entries(): Generator<readonly [us: Microseconds, count: number]> {
    for (let us = 0; us < this.direct.length; us++) {
      if (us % BLOCK === 0 && this.blocks[us >>> BLOCK_BITS] === 0) us += BLOCK - 1;
      else if (this.direct[us] !== 0) yield [us, this.direct[us]!];
    }
    for (const us of this.sortedLarge()) yield [us, 1];
  }

  reset(): void {
    this.count = 0;
    this.max = 0;
    this.smallest = Number.POSITIVE_INFINITY;
    this.sum = 0;
    this.direct.fill(0);
    this.blocks.fill(0);
    this.large.clear();
    this.largeIsSorted = true;
  }

  private grow(us: Microseconds): void {
    let size = Math.max(FIRST_SIZE, this.direct.length);
    // In few steps: fresh pages cost more than what is counted in them.
    while (size <= us) size *= 16;
    const [larger, blocks] = [new Uint32Array(size), new Float64Array(size / BLOCK)];
    larger.set(this.direct);
    blocks.set(this.blocks);
    [this.direct, this.blocks] = [larger, blocks];
  }

  private sortedLarge(): ArrayLike<number> & Iterable<number> {
    const view = this.large.view();
    if (!this.largeIsSorted) view.sort();
    this.largeIsSorted = true;
    return view;
  }
}

const US_PER_MS = 1_000;

/** What figures are made of. */
type Measured = Pick<ExactDistribution, 'count' | 'min' | 'mean' | 'stdev' | 'max' | 'percentiles'>;

/** The same of values that are there and in ascending order: where there are many distributions, it takes no memory for each. */
export function measuredOf(ascending: ArrayLike<number>): Measured {
  const count = ascending.length;
  const sum = (of: (us: Microseconds) => number): number => {
    let all = 0;
    for (let i = 0; i < count; i++) all += of(ascending[i]!);
    return all;
  };
  const mean = count === 0 ? 0 : sum((us) => us) / count;
  return {
    ...{ count, mean, min: ascending[0] ?? 0, max: ascending[count - 1] ?? 0 },
    stdev: count === 0 ? 0 : Math.sqrt(sum((us) => (us - mean) ** 2) / count),
    percentiles: (all) => all.map((p) => percentileOfSorted(ascending, p)),
  };
}

/** The figures of a report, in milliseconds; null when nothing was recorded. */
export function toDistribution(d: Measured, unitsPerMs: number = US_PER_MS): MeasuredDistribution | null {
  if (d.count === 0) return null;
  const values = d.percentiles(LATENCY_PERCENTILES);
  return {
    count: d.count,
    min: d.min / unitsPerMs,
    mean: d.mean / unitsPerMs,
    stdev: d.stdev / unitsPerMs,
    max: d.max / unitsPerMs,
    percentiles: toPercentileMap(
      LATENCY_PERCENTILES,
      values.map((us) => us / unitsPerMs),
    ),
    weak: LATENCY_PERCENTILES.filter((p) => isWeak(p, d.count)).map(String),
  };
}

/** Percentiles as text against their values. */
export function toPercentileMap(percentiles: readonly number[], values: readonly number[]): PercentileMap {
  return Object.fromEntries(percentiles.map((p, index) => [String(p), values[index]!]));
}
