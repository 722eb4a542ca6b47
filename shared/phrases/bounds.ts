/** Times that are known only within bounds, because some requests got no response. */
import { formatMs, formatSignificant, NOTHING, type TimeUnit } from '../format/figures.ts';
import { boundsOf } from '../load/bounds.ts';
import type { Bounds, Distribution } from '../model/distribution.ts';
import { text } from '../words/words.ts';

/** In a sentence: "12.3 ms", "at least 9.8 s", "between 42.3 ms and 9.8 s". */
export function tellBounds({ low, high }: Bounds): string {
  if (low === high) return formatMs(low);
  return high === Number.POSITIVE_INFINITY
    ? text('run.overview.atLeast', { low: formatMs(low) })
    : text('run.overview.between', { low: formatMs(low), high: formatMs(high) });
}

/** In a column whose head has the unit: "12.3", "≥ 9.80", "0.042 to 9.80". */
export function cellBounds({ low, high }: Bounds, unit: TimeUnit): string {
  const shown = (ms: number): string => formatSignificant(ms * unit.perMs);
  if (low === high) return shown(low);
  return high === Number.POSITIVE_INFINITY
    ? text('run.overview.cellAtLeast', { low: shown(low) })
    : text('run.overview.cellBetween', { low: shown(low), high: shown(high) });
}

/** A figure of a distribution in such a column; a dash where it has none, as the standard deviation among times that are not all known. */
export function cellFigure(of: Distribution, figure: string, unit: TimeUnit): string {
  const bounds = boundsOf(of, figure);
  return bounds === null ? NOTHING : cellBounds(bounds, unit);
}

/** How the bounds among some figures are to be read; null: all are measured. */
export function tellBounded(all: readonly (Distribution | null)[]): string | null {
  return all.some((of) => of?.atLeast !== undefined) ? text('run.overview.boundsNote') : null;
}
