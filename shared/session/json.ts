/** JSON from and to files that strangers may have written. */

/** Deeper than anything we write (a set-up is 5 deep); shallow enough for every recursive reader. */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]); // [ {
const CLOSE = new Set([0x5d, 0x7d]); // ] }

/** Parses text that is nested at most `maxDepth` deep. Throws SyntaxError or RangeError: the text is checked before anything is built from it. */
export function parseJson(text: string, maxDepth: number = MAX_JSON_DEPTH): unknown {
  if (depthOf(text, maxDepth) > maxDepth) throw new RangeError(`nested more than ${maxDepth} deep`);
  return JSON.parse(text);
}

/** How deep brackets nest, counted no further than one above `limit`. */
function depthOf(text: string, limit: number): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length && deepest <= limit; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPEN.has(code)) deepest = Math.max(deepest, ++depth);
    else if (CLOSE.has(code)) depth -= 1;
  }
  return deepest;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

/** The same value is always the same text: keys sorted, two spaces a level. */
export function canonicalJson(value: unknown): string {
  return `${write(value, '\n')}\n`;
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
