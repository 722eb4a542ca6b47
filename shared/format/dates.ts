/** Dates and ages for people, in the reader's time zone. */
import { LOCALE } from '../words/catalogue.ts';
import { NOTHING } from './figures.ts';

/** Each is made when it is first needed: the command line starts without dates. */
let dateTime: Intl.DateTimeFormat | undefined;
let dayOnly: Intl.DateTimeFormat | undefined;
let relative: Intl.RelativeTimeFormat | undefined;

function parse(iso: string): number | null {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}

export function formatDateTime(iso: string): string {
  const at = parse(iso);
  if (at === null) return NOTHING;
  dateTime ??= new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
  return dateTime.format(at);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "2 minutes ago", "yesterday", "3 Nov 2025". */
export function formatAgo(iso: string, now: number): string {
  const at = parse(iso);
  if (at === null) return NOTHING;
  const age = Math.max(0, now - at);
  relative ??= new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
  if (age < MINUTE) return relative.format(0, 'second');
  if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour');
  if (age < 7 * DAY) return relative.format(-Math.floor(age / DAY), 'day');
  dayOnly ??= new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
  return dayOnly.format(at);
}
