/** The glossary, and the pages of the help that it leads to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TERM_PAGES, TERMS } from '../../../renderer/ui/terms.ts';
import { glossary } from '../../../shared/words/en/glossary.ts';

const DOCS = join(import.meta.dirname, '../../../docs');

test.each(TERMS)('%s is explained in one to three sentences, and its page exists', (id) => {
  const { text } = glossary[id];
  const sentences = text.match(/[^.]+(?:\.\d[^.]*)*\.(?=\s|$)/g) ?? [];
  expect(sentences.length).toBeGreaterThanOrEqual(1);
  expect(sentences.length).toBeLessThanOrEqual(3);
  expect(text.endsWith('.')).toBe(true);
  expect(existsSync(join(DOCS, `${TERM_PAGES[id]}.md`))).toBe(true);
});

test('pages of the help link to pages that exist', () => {
  const links = readdirSync(DOCS)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [...readFileSync(join(DOCS, file), 'utf8').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, to]) => to!));
  expect(links).toContain('FLAME-GRAPH.md');
  expect(links.filter((file) => !existsSync(join(DOCS, file)))).toEqual([]);
});
