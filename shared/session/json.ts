/** JSON from and to files that strangers may have written. */
import type { Bytes } from '../base/units.ts';
import { surveyJson } from '../model/json-survey.ts';

/** Deeper than anything we write (a set-up is 5 deep); shallow enough for every recursive reader. */
export const MAX_JSON_DEPTH = 64;

/** What a text may become in memory. Our own stay far below: a comparison of a thousand runs has a manifest of 1 MB. */
const MAX_BUILT: Bytes = 512 * 1024 ** 2;

/** Parses text that is nested at most `maxDepth` deep. Throws SyntaxError or RangeError: the text is counted before anything is built from it. */
export function parseJson(text: string, maxDepth: number = MAX_JSON_DEPTH): unknown {
  const { tooDeepAt, builtBytes } = surveyJson(text, maxDepth);
  if (tooDeepAt !== null) throw new RangeError(`nested more than ${maxDepth} deep`);
  if (builtBytes > MAX_BUILT) throw new RangeError(`it would take ${Math.round(builtBytes / 1e6)} MB of memory`);
  return JSON.parse(text);
}

/** The same value is always the same text: keys sorted, two spaces a level. */
export function canonicalJson(value: unknown): string {
  return `${write(value, '\n')}\n`;
}

/** The same on one line, for long columns. */
export function compactJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (!Array.isArray(value))
    return `{${sortedEntries(value)
      .map(([key, item]) => `${JSON.stringify(key)}:${compactJson(item)}`)
      .join(',')}}`;
  return value.every((item) => typeof item === 'number') ? JSON.stringify(value) : `[${value.map(compactJson).join(',')}]`;
}

function write(value: unknown, newline: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = `${newline}  `;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((item) => write(item, inner))]
    : ['{', '}', sortedEntries(value).map(([key, item]) => `${JSON.stringify(key)}: ${write(item, inner)}`)];
  return parts.length === 0 ? open + close : `${open}${inner}${parts.join(`,${inner}`)}${newline}${close}`;
}

function sortedEntries(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
