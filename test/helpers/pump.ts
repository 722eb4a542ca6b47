/** Texts that make a regular expression slow which tries the same characters again from each of them, and how long it takes. */
import { runInThisContext } from 'node:vm';

/** What is repeated. */
export const UNITS: readonly string[] = [
  ...[
    'a',
    'A',
    '1',
    '_',
    '-',
    '.',
    '/',
    '\\',
    ' ',
    '\t',
    '\n',
    '\r',
    '"',
    "'",
    '`',
    '=',
    ':',
    '@',
    '(',
    '[',
    '{',
    '<',
    '>',
    '&',
    '?',
    '#',
    '%',
  ],
  ...['\u001b[', 'aA', 'a1', 'a.', 'a/', 'a=', 'a:', 'a\\', 'a b', '://', '//a', '//:', '"a"', '\\"', '--a ', 'a=&', 'a@', 'a@a.'],
  ...[
    '-----BEGIN a-----',
    'bearer ',
    'basic ',
    '(not saved ',
    'eyJ',
    'key=',
    'key: ',
    'key="',
    '/home/',
    '/a.js',
    'http://a:',
    '00000000-',
  ],
  ...['é', '😀', '\ud800', '%41', '{{', '\r\n', ' \n'],
];

/** What stands before it, once: an expression may only begin there to try the rest. */
const OPENINGS = ['', '"', "'", '`', 'a=', 'a:', 'a', '1', '(', '[', '<a ', '--a ', '-a "', '://', '{{', 'key="', 'key: '];
const REPEATED = [' ', 'a', '1', '\\', '\t', '\n', '-', '.', '/', '=', ':', '"', 'a ', '1 ', '\\"', "\\'"];

export interface PumpText {
  /** What comes once and what is repeated, as JSON. */
  readonly of: string;
  readonly text: string;
}

/** Of about this length, with an end that fits to nothing. */
export function* pumpTexts(length: number): Generator<PumpText> {
  const of = (opening: string, unit: string) => ({
    of: JSON.stringify([opening, unit]),
    text: `${opening}${unit.repeat(Math.ceil(length / unit.length))}\u0001`,
  });
  for (const unit of UNITS) yield of('', unit);
  for (const opening of OPENINGS.slice(1)) for (const unit of REPEATED) yield of(opening, unit);
}

/** What takes for ever is cut off; on a busy machine all texts of one expression take seconds. */
const LONGEST_MS = 20_000;

/** The first text in which finding all (or the first, of one without `g`) takes more CPU time than `mostMs`, three times; null: none. */
export function findSlowText(pattern: RegExp, texts: readonly PumpText[], mostMs: number): string | null {
  let current = '';
  const find = (): string | null => {
    for (const { of, text } of texts) {
      current = of;
      const once = (): number => {
        pattern.lastIndex = 0;
        return cpuMs(() => (pattern.global ? text.replace(pattern, '') : pattern.exec(text)));
      };
      if (once() > mostMs && once() > mostMs && once() > mostMs) return of;
    }
    return null;
  };
  try {
    // In a script of its own, because only that can be cut off.
    (globalThis as { findUnderTest?: typeof find }).findUnderTest = find;
    return runInThisContext('findUnderTest()', { timeout: LONGEST_MS }) as string | null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return current;
    throw error;
  }
}

/** CPU time of this process, which a busy machine does not lengthen. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}
