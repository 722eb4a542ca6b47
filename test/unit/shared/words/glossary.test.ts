/** The glossary, and the pages of the help that it leads to. */
import { expect, test } from 'vitest';
import { readerOf } from '../../../../renderer/screens/help/pages.ts';
import { TERM_PAGES, TERMS } from '../../../../renderer/ui/terms.ts';
import { messages } from '../../../../shared/words/catalogue.ts';
import { glossary } from '../../../../shared/words/en/glossary.ts';

test.each(TERMS)('%s is explained in one to three sentences, and its page exists', (id) => {
  const { text } = glossary[id];
  const sentences = text.match(/[^.]+(?:\.\d[^.]*)*\.(?=\s|$)/g) ?? [];
  expect(sentences.length).toBeGreaterThanOrEqual(1);
  expect(sentences.length).toBeLessThanOrEqual(3);
  expect(text.endsWith('.')).toBe(true);
  expect(readerOf(TERM_PAGES[id])).toBeDefined();
});

/** Every text by its key, as "compare.queue.title". */
function textsOf(part: unknown, key = ''): [key: string, text: string][] {
  if (typeof part === 'string') return [[key, part]];
  return Object.entries(part as object).flatMap(([name, below]) => textsOf(below, key === '' ? name : `${key}.${name}`));
}

test('service time is what the server takes for one request, as in the theory of queues, and no figure of a client', () => {
  const texts = textsOf(messages).filter(([, text]) => /service time/i.test(text));
  const ofServers = /^(probe|services)\.|^compare\.(queue|responseOrder)\.|^glossary\.(queue-theory|from-sending)\./;
  expect(texts.map(([key]) => key)).toContain('compare.queue.help');
  expect(texts.filter(([key]) => !ofServers.test(key))).toEqual([]);
});
