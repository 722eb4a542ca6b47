/** What readers of comments and titles of tests would stumble over. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const sources = ['shared', 'electron', 'renderer', 'test', 'scripts', 'bench'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|[mc]js)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(top, name).replaceAll('\\', '/')),
);

/** Lines at which a doc comment ends that is followed by another one: it documents nothing. */
function findStacked(text: string): number[] {
  return [...text.matchAll(/\*\/[ \t]*\n[ \t]*\/\*\*/g)].map(({ index }) => text.slice(0, index).split('\n').length);
}

test('a doc comment above another one is found', () => {
  expect(findStacked('/** A. */\nconst a = 1;\n\n/** B. */\n  /** C. */\nconst b = 2;\n')).toEqual([4]);
});

test('no doc comment stands directly above another one', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.flatMap((file) => findStacked(readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`))).toEqual([]);
});

/** A letter and two digits, as in numbered lists of requirements and findings. */
const CODE = /(?<![\w-])[A-Z]-\d{2}(?![\w-])/g;

test('a code in a title is found, and other names with digits are not', () => {
  expect("test('A-10, B-01.2: is refused', body)".match(CODE)).toEqual(['A-10', 'B-01']);
  expect('UTF-16, ISO-8859-15, 2026-A-10, M/D/1, p99, [A-Z]'.match(CODE)).toBeNull();
});

test('no title or comment refers to a numbered list that the repository does not have', () => {
  const self = 'test/unit/comments.test.ts';
  const codes = sources
    .filter((file) => file !== self)
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(CODE)].map(([code]) => `${file}: ${code}`));
  expect(codes, 'Say what holds, in words.').toEqual([]);
});
