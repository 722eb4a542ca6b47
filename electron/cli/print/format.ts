/** Figures as the terminal shows them: the digits of the screen and of reports, with spaces that a terminal may break at. */
import type { Milliseconds, Percent } from '../../../shared/base/units.ts';
import { formatPercent } from '../../../shared/format/figures.ts';

/** Whoever searches the text types a plain space. */
export function breakable(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

export function percent(value: Percent): string {
  return breakable(formatPercent(value));
}

export function duration(milliseconds: Milliseconds): string {
  // Rounded first: 59.96 s are "1 min 0 s", and 239.7 s not "3 min 60 s".
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1e3);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
