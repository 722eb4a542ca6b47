/** Figures as the terminal shows them. Always with their unit; "–" where there is none. */
import type { Bytes, Milliseconds } from '../../shared/model/units.ts';

const NONE = '–';

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function count(value: number): string {
  return whole.format(value);
}

export function decimal(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? NONE : plain.format(value);
}

export function ms(value: Milliseconds | undefined): string {
  return value === undefined || Number.isNaN(value) ? NONE : `${plain.format(value)} ms`;
}

export function bytes(value: Bytes | undefined): string {
  if (value === undefined || Number.isNaN(value)) return NONE;
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${plain.format(value / 1000 ** step)} ${units[step]}`;
}

export function percent(value: number): string {
  return `${value.toFixed(1)} %`;
}

export function duration(milliseconds: Milliseconds): string {
  const seconds = milliseconds / 1e3;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
