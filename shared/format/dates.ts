/** Dates and ages for people, in the reader's time zone. */
import { LOCALE } from '../words/catalogue.ts';
import { NOTHING } from './figures.ts';

const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

function parse(iso: string): number | null {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}

export function formatDateTime(iso: string): string {
  const at = parse(iso);
  return at === null ? NOTHING : dateTime.format(at);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "2 minutes ago", "yesterday", "3 Nov 2025". */
export function formatAgo(iso: string, now: number): string {
  const at = parse(iso);
  if (at === null) return NOTHING;
  const age = Math.max(0, now - at);
  if (age < MINUTE) return relative.format(0, 'second');
  if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour');
  if (age < 7 * DAY) return relative.format(-Math.floor(age / DAY), 'day');
  return dayOnly.format(at);
}
