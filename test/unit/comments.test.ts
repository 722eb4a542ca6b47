/** Comments that a reader would attach to the wrong thing. */
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
