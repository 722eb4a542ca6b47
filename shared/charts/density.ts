/** Latency over time as cells, coloured by how many responses are in them. Pure. */
import type { DensityColumns } from '../model/series.ts';
import type { Span } from './chart-lines.ts';

/** One that has responses in it. */
export interface DensityCell extends Span {
  /** ms; the faster end belongs to it, the slower one does not. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** Index of its colour. */
  readonly step: number;
}

export interface Density {
  readonly cells: readonly DensityCell[];
  /** The least count of each colour, ascending; at most `DENSITY_STEPS`. */
  readonly steps: readonly number[];
  /** In the fullest cell. */
  readonly most: number;
}

export const DENSITY_STEPS = 5;

export function computeDensity({ meta: { cellMs, rows }, counts, edgesMs }: DensityColumns): Density {
  const most = counts.reduce((highest, count) => Math.max(highest, count), 0);
  const steps = stepsOf(most);
  const cells: DensityCell[] = [];
  counts.forEach((count, index) => {
    if (count === 0) return;
    const [column, row] = [Math.floor(index / rows), index % rows];
    const [from, to] = [(column * cellMs) / 1_000, ((column + 1) * cellMs) / 1_000];
    const step = steps.reduce((found, least, nth) => (count >= least ? nth : found), 0);
    cells.push({ from, to, low: edgesMs[row]!, high: edgesMs[row + 1]!, count, step });
  });
  return { cells, steps, most };
}

/** Each colour stands for as many times more as the one before: one response must be seen beside a thousand. */
function stepsOf(most: number): readonly number[] {
  const bounds = Array.from({ length: DENSITY_STEPS }, (_, step) => Math.ceil(most ** (step / DENSITY_STEPS) - 1e-9));
  return [...new Set(bounds)].filter((bound) => bound > 0);
}

/** The one at a place; null: nothing came there. */
export function cellAt({ cells }: Density, seconds: number, ms: number): DensityCell | null {
  return cells.find(({ from, to, low, high }) => seconds >= from && seconds < to && ms >= low && ms < high) ?? null;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The nearest one in time that is about as slow, or the next one up or down in its own time; itself where there is none. From nowhere: the fullest. */
export function nextCell({ cells, most }: Density, current: DensityCell | null, direction: Direction): DensityCell | null {
  if (current === null) return cells.find(({ count }) => count === most) ?? null;
  const sign = direction === 'right' || direction === 'up' ? 1 : -1;
  const isAlongTime = direction === 'left' || direction === 'right';
  const distance = (cell: DensityCell): number => sign * (isAlongTime ? cell.from - current.from : cell.low - current.low);
  const ahead = cells.filter((cell) => distance(cell) > 0 && (isAlongTime || cell.from === current.from));
  const nearest = ahead.reduce((least, cell) => Math.min(least, distance(cell)), Number.POSITIVE_INFINITY);
  const apart = ({ low }: DensityCell): number => Math.abs(Math.log(low / current.low));
  return ahead.filter((cell) => distance(cell) === nearest).sort((a, b) => apart(a) - apart(b))[0] ?? current;
}
