/** Figures as the terminal shows them: the digits of the screen and of reports, with spaces that a terminal may break at. */
import { formatBytes, formatCount, formatMs, formatPercent, formatSignificant } from '../../shared/format/figures.ts';
import type { Bytes, Milliseconds, Percent } from '../../shared/model/units.ts';

/** Whoever searches the text types a plain space. */
export function breakable(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

export function count(value: number): string {
  return formatCount(value);
}

export function decimal(value: number | undefined): string {
  return formatSignificant(value);
}

export function ms(value: Milliseconds | undefined): string {
  return breakable(formatMs(value));
}

export function bytes(value: Bytes | undefined): string {
  return breakable(formatBytes(value));
}

export function percent(value: Percent): string {
  return breakable(formatPercent(value));
}

export function duration(milliseconds: Milliseconds): string {
  const seconds = milliseconds / 1e3;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
