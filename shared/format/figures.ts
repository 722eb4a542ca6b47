/**
 * Numbers for people, the same on the screen and in a report. The unit is always stated, either in the text itself
 * (`formatMs`) or in a column's head (`chooseTimeUnit`); what is not a number is an en dash, never 0.
 */
import type { Milliseconds, Percent } from '../base/units.ts';
import { LOCALE } from '../words/catalogue.ts';

export const NOTHING = '–';
/** Keeps a number and its unit on one line. */
const NBSP = '\u00a0';

type Maybe = number | null | undefined;

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(LOCALE, options);
  formats.set(key, made);
  return made;
}

function isNumber(value: Maybe): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Fixed decimals, so that a column of them lines up. */
export function formatNumber(value: Maybe, decimals = 0): string {
  if (!isNumber(value)) return NOTHING;
  return numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
}

/** More than other tools print themselves. */
const MOST_PRINTED = 3;

/** As another tool has written it, not rounded to what is significant. */
export function formatExact(value: Maybe): string {
  if (!isNumber(value)) return NOTHING;
  const decimals = [0, 1, 2].find((count) => Number(value.toFixed(count)) === Number(value.toFixed(MOST_PRINTED)));
  return formatNumber(value, decimals ?? MOST_PRINTED);
}

/**
 * Three significant digits, and never fewer digits than the whole part has: 0.123, 1.23, 12.3, 123, 1,234. Small ones, as in a
 * column of seconds, keep two: 0.012, 0.0031, 0.00060. What is not zero is not written as zero.
 */
export function formatSignificant(value: Maybe): string {
  if (!isNumber(value)) return NOTHING;
  return formatNumber(value, decimalsFor(value));
}

/** Microseconds in a column of seconds. */
const MOST_DECIMALS = 6;

function decimalsFor(value: number): number {
  const size = Math.abs(value);
  if (size === 0) return 0;
  // Rounded first, so that 9.996 is "10.0" and not "10.00".
  const digits = Math.floor(Math.log10(Number(size.toPrecision(3))));
  if (digits < -2) return Math.min(MOST_DECIMALS, 1 - digits);
  return Math.min(3, Math.max(0, 2 - digits));
}

export function formatCount(value: Maybe): string {
  return formatNumber(value, 0);
}

export interface TimeUnit {
  readonly unit: 'µs' | 'ms' | 's';
  /** Multiply milliseconds by this. */
  readonly perMs: number;
}
const MICROSECONDS: TimeUnit = { unit: 'µs', perMs: 1_000 };
export const MILLISECONDS: TimeUnit = { unit: 'ms', perMs: 1 };
const SECONDS: TimeUnit = { unit: 's', perMs: 1 / 1_000 };

/** The unit in which the largest of some times reads best: one for a whole column or axis. */
export function chooseTimeUnit(largestMs: Milliseconds): TimeUnit {
  const size = Math.abs(largestMs);
  if (size > 0 && size < 1) return MICROSECONDS;
  return size < 1_000 ? MILLISECONDS : SECONDS;
}

/** "480 µs", "12.3 ms", "4.98 s". */
export function formatMs(ms: Maybe, unit?: TimeUnit): string {
  if (!isNumber(ms)) return NOTHING;
  // 999.6 ms would read "1,000 ms": choose the unit of what will be printed.
  const chosen = unit ?? chooseTimeUnit(Number(ms.toPrecision(3)));
  return `${formatSignificant(ms * chosen.perMs)}${NBSP}${chosen.unit}`;
}

/** A typed time, as short as possible: "1 ms", "250 µs". */
export function formatMsTyped(ms: Maybe): string {
  if (!isNumber(ms)) return NOTHING;
  const { unit, perMs } = chooseTimeUnit(ms);
  return `${numberFormat({ maximumFractionDigits: 3 }).format(ms * perMs)}${NBSP}${unit}`;
}

/** Elapsed time, for clocks: "7.2 s", "1:05", "1:01:05". */
export function formatElapsed(ms: Maybe): string {
  if (!isNumber(ms)) return NOTHING;
  if (ms < 59_950) return `${formatNumber(ms / 1_000, 1)}${NBSP}s`;
  const seconds = Math.round(ms / 1_000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Time in a sentence, where seconds of minutes do not matter: "0 s", "45 s", "3 min", "2 h 5 min". */
export function formatRoughTime(ms: Maybe): string {
  if (!isNumber(ms)) return NOTHING;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds}${NBSP}s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes}${NBSP}min` : `${Math.floor(minutes / 60)}${NBSP}h ${minutes % 60}${NBSP}min`;
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Decimal, as autocannon prints them: 1 kB is 1000 B. */
export function formatBytes(bytes: Maybe): string {
  if (!isNumber(bytes)) return NOTHING;
  const rounded = Number(bytes.toPrecision(3));
  const step = rounded === 0 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.abs(rounded)) / 3)));
  const isCount = step === 0 && Number.isInteger(bytes);
  return `${isCount ? formatNumber(bytes) : formatSignificant(bytes / 1_000 ** step)}${NBSP}${BYTE_UNITS[step]}`;
}

/** "1,234/s", "10.0/s". */
export function formatRate(perSecond: Maybe): string {
  return isNumber(perSecond) ? `${formatSignificant(perSecond)}/s` : NOTHING;
}

const DECIMALS_OF_ALL = 2;

/** How far a share of all may be from 100 by the rounding of what was added up and divided. */
const ROUNDING: Percent = 1e-9;

/** Takes 0 to 100. What is not all is never called 100 %: it has as many decimals as say so. */
export function formatPercent(percent: Percent | null | undefined, decimals = 1): string {
  if (!isNumber(percent)) return NOTHING;
  if (percent >= 100 - ROUNDING || Number(percent.toFixed(decimals)) < 100) return `${formatNumber(percent, decimals)}${NBSP}%`;
  return decimals < DECIMALS_OF_ALL ? formatPercent(percent, decimals + 1) : `${formatNumber(99.99, DECIMALS_OF_ALL)}${NBSP}%`;
}

/** A share that may be small: "0 %", "0.042 %", "12.3 %". */
export function formatShare(percent: Percent | null | undefined): string {
  return isNumber(percent) ? `${formatSignificant(percent)}${NBSP}%` : NOTHING;
}

/** A limit as it was set, as short as possible: "5 %", "2.5 %". */
export function formatPercentTyped(percent: Percent): string {
  return `${numberFormat({ maximumFractionDigits: 3 }).format(percent)}${NBSP}%`;
}

/** An estimate: two digits mean something. "6.3 %", "44 %". */
export function formatAbout(percent: Percent | null | undefined): string {
  return isNumber(percent) ? formatPercent(percent, Math.abs(percent) < 9.95 ? 1 : 0) : NOTHING;
}

/** Difference with its sign: "+12.0 %", "−38.0 %". */
export function formatSigned(value: Maybe, decimals = 1): string {
  if (!isNumber(value)) return NOTHING;
  return numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'exceptZero' })
    .format(value)
    .replace('-', '−');
}

/** Of a difference, as many digits as mean something, for a column whose head has the unit: "+12.0", "−38.4", "+250". */
export function formatDifferenceFigures(percent: Percent | null | undefined): string {
  return isNumber(percent) ? formatSigned(percent, Math.abs(percent) < 99.95 ? 1 : 0) : NOTHING;
}

/** The same with its unit: "−38.4 %". */
export function formatDifference(percent: Percent | null | undefined): string {
  return isNumber(percent) ? `${formatDifferenceFigures(percent)}${NBSP}%` : NOTHING;
}
