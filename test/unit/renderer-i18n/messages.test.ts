/** The catalogue itself: every message can be read by the library, and every message is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranslator } from 'use-intl';
import { expect, test } from 'vitest';
import { en } from '../../../shared/words/en.ts';

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[[...path, key].join('.'), value]] : leaves(value, [...path, key]),
  );
}

const messages = leaves(en);
const root = join(import.meta.dirname, '../../../renderer');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');

test('finds messages to check', () => {
  expect(messages.length).toBeGreaterThan(100);
});

test.each(messages)('%s is a well-formed message', (key, message) => {
  const args = Object.fromEntries([...message.matchAll(/\{(\w+)/g)].map(([, name]) => [name!, 2]));
  const tags = Object.fromEntries([...message.matchAll(/<(\w+)>/g)].map(([, name]) => [name!, (words: string) => words]));
  const errors: unknown[] = [];
  const translate = createTranslator({
    locale: 'en',
    messages: en as never,
    timeZone: 'UTC',
    onError: (error) => errors.push(error),
  }) as unknown as {
    markup: (key: string, values: object) => string;
  };
  translate.markup(key, { ...args, ...tags });
  expect(errors).toEqual([]);
});

test('every message of the frame, Home, Set-up and Settings is used', () => {
  const unused = messages
    .map(([key]) => key)
    .filter((key) => /^(common|home|setup|settings)\./.test(key))
    .filter((key) => !new RegExp(`['.]${key.split('.').at(-1)!}'`).test(sources));
  expect(unused).toEqual([]);
});
