/** The glossary, and the pages of the help that it leads to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TERM_PAGES, TERMS } from '../../../renderer/ui/terms.ts';
import { messages } from '../../../shared/words/catalogue.ts';
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

/** Every text by its key, as "compare.queue.title". */
function textsOf(part: unknown, key = ''): [key: string, text: string][] {
  if (typeof part === 'string') return [[key, part]];
  return Object.entries(part as object).flatMap(([name, below]) => textsOf(below, key === '' ? name : `${key}.${name}`));
}

test('service time is what the server takes for one request, as in the theory of queues, and no figure of a client', () => {
  const texts = textsOf(messages).filter(([, text]) => /service time/i.test(text));
  const ofServers = /^(probe|services)\.|^compare\.(queue|answerOrder)\.|^glossary\.(queue-theory|from-sending)\./;
  expect(texts.map(([key]) => key)).toContain('compare.queue.help');
  expect(texts.filter(([key]) => !ofServers.test(key))).toEqual([]);
});
