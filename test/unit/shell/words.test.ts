/** The texts of the desktop window's menus and dialogs. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fill } from '../../../electron/shell/words.ts';

const SHELL = new URL('../../../electron/shell/', import.meta.url);
/** A property of a menu item or dialog with a text written beside it. */
const WRITTEN = /\b(?:label|sublabel|title|message|detail|buttons|name):\s*\[?\s*['"`]([^'"`]+)/g;

test('inserted values are not expanded again, and unknown placeholders stay', () => {
  expect(fill('{name} is in {folder}, {name}', { name: '{folder}' })).toBe('{folder} is in {folder}, {folder}');
});

test('menus and dialogs have no text outside the catalogue but the name of the product', () => {
  const files = readdirSync(SHELL).filter((name) => name.endsWith('.ts'));
  const written = files.flatMap((name) => [...readFileSync(new URL(name, SHELL), 'utf8').matchAll(WRITTEN)].map(([, text]) => text));
  expect(files).toContain('menu.ts');
  expect(written).not.toEqual([]);
  expect(new Set(written)).toEqual(new Set(['Loopscope']));
});
