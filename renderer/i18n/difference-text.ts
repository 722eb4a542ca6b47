/** Differences with their sign, as many digits as mean something. */
import { formatSigned, NOTHING } from './format.ts';

const NBSP = '\u00a0';

/** "+12 %", "−3.4 %". */
export function percentText(value: number | null | undefined): string {
  const figures = percentFigures(value);
  return figures === NOTHING ? NOTHING : `${figures}${NBSP}%`;
}

/** The same without the unit, for a column whose head has it. */
export function percentFigures(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING;
  return formatSigned(value, Math.abs(value) < 99.95 ? 1 : 0);
}
