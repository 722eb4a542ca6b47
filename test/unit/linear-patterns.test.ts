/**
 * No text takes long, whoever wrote it: every regular expression of the product takes time in proportion to what it is given. One that is
 * quadratic takes seconds of a line of 64 kB, and minutes of a megabyte. All are looked at, so that a new one is, too.
 */
import { expect, test } from 'vitest';
import { findPatterns, patternsOfLoading } from '../helpers/patterns.ts';
import { findSlowText, pumpTexts } from '../helpers/pump.ts';

/** Linear ones take tenths of a millisecond for it, quadratic ones some 70 ms and more. */
const LENGTH = 8_192;
const TOO_LONG_MS = 25;

/** What is made in a function, or outside shared/, as it is for what the function is given. A new one has to be added, with the longest it can become. */
const MADE: Readonly<Record<string, readonly RegExp[]>> = {
  'shared/model/setup/command-problem.ts': [/(&&|\|\||[|;&<>`]|\$[\w({]\w*)/],
  'shared/plan/csv.ts': [/[^,\r\n]*/y],
  'shared/load/foreign/import-ab.ts': [/^Document Path: +(\S+)$/m],
  'shared/load/foreign/import-wrk.ts': [/^Running (\S+) test @ (.+)$/m, /^ {4}Latency +(\S+) +(\S+) +(\S+) /m],
  // Made to see whether it can be, and applied to nothing.
  'shared/plan/export/js-pattern.ts': [],
  'electron/cli/commands/worded-command.ts': [
    /^error: unknown option '(.*?)'(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/s,
    /^error: unknown command '(.*?)'$/s,
  ],
  'electron/shell/given-files.ts': [/\.(loopscope|cpuprofile)$/i],
  'electron/engine/ticks/find-log.ts': [/^code-creation,[^,]*,[^,]*,(\d+),.*#(\d+)-(\d+)/],
  'renderer/older-browsers.ts': [/a/g],
};

const { literals, made } = findPatterns();

function findSlow(patterns: readonly { readonly place: string; readonly pattern: RegExp }[]): string[] {
  const texts = [...pumpTexts(LENGTH)];
  return patterns.flatMap(({ place, pattern }) => {
    const slow = findSlowText(pattern, texts, TOO_LONG_MS);
    return slow === null ? [] : [`${place} /${pattern.source}/${pattern.flags} on ${slow}`];
  });
}

test('every regular expression that is written out takes time in proportion to the text', () => {
  expect(literals.length).toBeGreaterThan(500);
  expect(findSlow(literals)).toEqual([]);
});

test('so does every one that is put together when the modules of shared/ are loaded', async () => {
  const loaded = await patternsOfLoading();
  expect(loaded).toHaveLength(made.filter(({ file, inFunction }) => file.startsWith('shared/') && !inFunction).length);
  expect(findSlow(loaded.map((pattern) => ({ place: 'shared', pattern })))).toEqual([]);
});

test('so does every other one that is put together, and each of these is known here', () => {
  const others = made.filter(({ file, inFunction }) => inFunction || !file.startsWith('shared/'));
  const count = (files: readonly string[]) => Object.fromEntries([...new Set(files)].sort().map((file) => [file, true]));
  expect(count(others.map(({ file }) => file))).toEqual(count(Object.keys(MADE)));
  for (const [file, patterns] of Object.entries(MADE)) expect(findSlow(patterns.map((pattern) => ({ place: file, pattern })))).toEqual([]);
});

test('the search for slow ones finds those that are known to be', () => {
  const slow = [/(\\*["'`]?)\b([a-z]+)=/g, /\r+$/, /(?:\\["\\]|[^"])*"x/, /=.*?(?= +[A-Z]=|$)/];
  expect(findSlow(slow.map((pattern, nth) => ({ place: String(nth), pattern })))).toHaveLength(slow.length);
});
