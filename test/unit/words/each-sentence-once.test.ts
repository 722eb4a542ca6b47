/** A sentence that is needed in two places is one text for both. Labels of a word or two may be the same by chance. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const CATALOGUE = join(import.meta.dirname, '../../../shared/words/en');
const SENTENCE = /'((?:[^'\\\n]|\\.)+ (?:[^'\\\n]|\\.)+[.?!])'/g;

test('no sentence of the catalogue is written twice', () => {
  const sentences = readdirSync(CATALOGUE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(join(CATALOGUE, name), 'utf8').matchAll(SENTENCE)].map(([, sentence]) => sentence!));
  expect(sentences.length).toBeGreaterThan(1_000);
  expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
});
