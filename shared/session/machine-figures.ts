/** What disturbed a run, for reports: over the measured phase or a window of it. */
import type { Microseconds } from '../base/units.ts';
import type { MachineFigures } from '../model/report.ts';
import type { MachineSample } from '../model/run.ts';
import type { MachineSeries } from './machine-series.ts';

const US_PER_MS = 1_000;

/** Rows that say something about (fromUs, toUs] on the engine's clock, each with how much of it. */
interface Part {
  readonly row: number;
  readonly us: Microseconds;
}

/** Null: nothing was recorded of that time. `cores`: of the machine. */
export function computeMachineFigures(
  series: MachineSeries,
  fromUs: Microseconds,
  toUs: Microseconds,
  cores: number,
  originUs: Microseconds,
): MachineFigures | null {
  const parts: Part[] = [];
  for (let row = 0; row < series.rows; row++) {
    const at = series.get('at', row);
    // A row speaks for the time since the one before; the first for the time since measuring began.
    const since = row > 0 ? series.get('at', row - 1) : Math.min(fromUs, at);
    const us = Math.min(at, toUs) - Math.max(since, fromUs);
    if (us > 0) parts.push({ row, us });
  }
  if (parts.length === 0) return null;
  return {
    cores,
    foreignPercent: meanAndMax(series, parts, 'foreignPercent'),
    stealPercent: meanAndMax(series, parts, 'stealPercent'),
    generatorPercent: meanAndMax(series, parts, 'generatorPercent'),
    ...clockGapOf(series, parts, originUs),
  };
}

/** The longest one. */
function clockGapOf(
  series: MachineSeries,
  parts: readonly Part[],
  originUs: Microseconds,
): Pick<MachineFigures, 'clockGapMs' | 'clockGapEndMs'> {
  const gapOf = (row: number): Microseconds => Math.abs(series.get('clockGap', row));
  const row = parts.reduce((longest, part) => (gapOf(part.row) > gapOf(longest) ? part.row : longest), parts[0]!.row);
  if (gapOf(row) === 0) return { clockGapMs: 0 };
  return { clockGapMs: gapOf(row) / US_PER_MS, clockGapEndMs: (series.get('at', row) - originUs) / US_PER_MS };
}

/** The mean is over time. Null: the system does not say. */
function meanAndMax(series: MachineSeries, parts: readonly Part[], name: keyof MachineSample): { mean: number; max: number } | null {
  const known = parts.map(({ row, us }) => ({ value: series.get(name, row), us })).filter(({ value }) => !Number.isNaN(value));
  const time = known.reduce((sum, { us }) => sum + us, 0);
  if (time === 0) return null;
  return {
    mean: known.reduce((sum, { value, us }) => sum + value * us, 0) / time,
    max: known.reduce((most, { value }) => Math.max(most, value), 0),
  };
}
