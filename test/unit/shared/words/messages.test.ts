/** The catalogue itself: every message can be read by the library. That every message is used: unused.test.ts. */
import { createTranslator } from 'use-intl';
import { expect, test } from 'vitest';
import { messages as catalogue, LOCALE } from '../../../../shared/words/catalogue.ts';

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[[...path, key].join('.'), value]] : leaves(value, [...path, key]),
  );
}

const messages = leaves(catalogue);

test('finds messages to check', () => {
  expect(messages.length).toBeGreaterThan(100);
});

test.each(messages)('%s is a well-formed message', (key, message) => {
  const args = Object.fromEntries([...message.matchAll(/\{(\w+)/g)].map(([, name]) => [name!, 2]));
  const tags = Object.fromEntries([...message.matchAll(/<(\w+)>/g)].map(([, name]) => [name!, (words: string) => words]));
  const errors: unknown[] = [];
  const translate = createTranslator({
    locale: LOCALE,
    messages: catalogue as never,
    timeZone: 'UTC',
    onError: (error) => errors.push(error),
  }) as unknown as {
    markup: (key: string, values: object) => string;
  };
  translate.markup(key, { ...args, ...tags });
  expect(errors).toEqual([]);
});
