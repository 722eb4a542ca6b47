/** Compiled code is used again where it is that of the file and ours, and whatever else lies there changes nothing. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cacheDir, evaluateFile } from '../../../../electron/engine/machine/code-cache.ts';

let folder: string;
let file: string;
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'loopscope-code-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  folder = join(home, 'cache');
  mkdirSync(folder, { mode: 0o700 });
  file = join(home, 'answer.cjs');
  writeAnswer(42);
});

/** Two answers of two digits have files of the same length, which is all that V8 compares. */
function writeAnswer(answer: number): void {
  writeFileSync(file, `(function () { const numbers = [${answer}]; return numbers.map((one) => one)[0]; })`);
}

const kept = (): string => join(folder, readdirSync(folder)[0]!);
/** A file is written by renaming another one. */
const identity = (): number => statSync(kept()).ino;

function answer(into: string | null = folder): unknown {
  const { value, keep } = evaluateFile(file, 'answer', into);
  const said = (value as () => unknown)();
  keep();
  return said;
}

test('what was kept is used, and not written again', () => {
  expect(answer()).toBe(42);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^answer-v\d/)]);
  expect(statSync(kept()).mode & 0o077).toBe(0);
  const before = identity();
  expect(answer()).toBe(42);
  expect(identity()).toBe(before);
});

test('a file that has changed is compiled, also where it has the same length', () => {
  answer();
  const before = identity();
  writeAnswer(43);
  expect(answer()).toBe(43);
  expect(identity()).not.toBe(before);
  expect(answer()).toBe(43);
});

test.each([
  [
    'one bit, anywhere',
    (path: string, nth: number) => {
      const bytes = readFileSync(path);
      const at = Math.floor((nth * bytes.length) / 40);
      bytes[at]! ^= 1 << (nth % 8);
      writeFileSync(path, bytes);
    },
  ],
  ['the end', (path: string, nth: number) => truncateSync(path, Math.floor((nth * statSync(path).size) / 40))],
])('damaged code is not run: %s', (_, damage) => {
  for (let nth = 0; nth < 40; nth++) {
    answer();
    damage(kept(), nth);
    const before = identity();
    expect(answer()).toBe(42);
    expect(identity()).not.toBe(before);
  }
});

test('code that others may have written is not run', (context) => {
  if (process.platform === 'win32') return context.skip('Windows has no such modes.');
  answer();
  chmodSync(kept(), 0o666);
  const before = identity();
  expect(answer()).toBe(42);
  expect(identity()).not.toBe(before);
});

test('without a place for it nothing is kept', () => {
  expect(answer(null)).toBe(42);
  expect(answer(join(folder, 'gone'))).toBe(42);
  expect(answer(file)).toBe(42);
  expect(readdirSync(folder)).toEqual([]);
});

test('what was written long ago goes', () => {
  const old = join(folder, 'answer-v1.0.0-x64-0');
  writeFileSync(old, '');
  utimesSync(old, 0, 0);
  answer();
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^answer-v[^1]|^answer-v1\d/)]);
});

test('lies where each system keeps such files', () => {
  const home = '/home/me';
  expect(cacheDir({}, 'linux', home)).toBe(join(home, '.cache/loopscope'));
  expect(cacheDir({ XDG_CACHE_HOME: '/fast' }, 'linux', home)).toBe(join('/fast/loopscope'));
  expect(cacheDir({}, 'darwin', home)).toBe(join(home, 'Library/Caches/Loopscope'));
  expect(cacheDir({ LOCALAPPDATA: 'C:\\Local' }, 'win32', home)).toBe(join('C:\\Local', 'Loopscope', 'Cache'));
});
