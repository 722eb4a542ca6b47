/** What lessons say of Loopscope's own screens and of Node, held against both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STUDIES_DIR } from '../../../../electron/engine/machine/paths.ts';
import { parseMarkdown, parseSpans } from '../../../../shared/base/markdown.ts';

const CATALOGUE = join(import.meta.dirname, '../../../../shared/words/en');
const studies = readdirSync(STUDIES_DIR, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const textsOf = (study: string): string[] =>
  ['lesson.md', 'published.md'].flatMap((file) => {
    const found = readdirSync(join(STUDIES_DIR, study)).includes(file);
    return found ? [readFileSync(join(STUDIES_DIR, study, file), 'utf8')] : [];
  });
const catalogue = readdirSync(CATALOGUE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(CATALOGUE, name), 'utf8'))
  .join('\n');
const titles = studies.map((study) => readFileSync(join(STUDIES_DIR, study, 'demo.json'), 'utf8')).join('\n');

/** What a sentence is about, and no words of the screen. */
const EMPHASIZED = ['A closed load.', 'An open load.', 'Sixteen at once, the others wait'];

test.each(studies)('%s: what its lesson quotes stands on the screen', (study) => {
  // A dot follows the words of a button or a title where the sentence ends.
  const quoted = textsOf(study)
    .flatMap((text) => parseMarkdown(text))
    .flatMap((block) => ('text' in block ? [block.text] : block.kind === 'list' ? block.items : []))
    .flatMap((text) => parseSpans(text).flatMap((span) => (span.kind === 'emphasis' && /^[A-Z]\S+ /.test(span.text) ? [span.text] : [])))
    .filter((text) => !EMPHASIZED.includes(text))
    .flatMap((text) => text.split(/ ?\.\.\. ?/));
  for (const text of quoted) expect(catalogue.includes(text) || titles.includes(text), text).toBe(true);
});

test.each(studies)('%s: no figure of its texts is taken for the number of a list', (study) => {
  const lists = textsOf(study).flatMap((text) => parseMarkdown(text).filter(({ kind }) => kind === 'list'));
  for (const list of lists) expect(list).toMatchObject({ start: expect.toBeOneOf([null, 1]) });
});

test('a process that writes into a pipe waits for the call, not for the reader: the rest is kept in memory', async () => {
  expect(textsOf('console-log')[0]).toMatch(
    /A pipe takes what it has room for; on Linux and macOS the rest, .*waits in memory, and nobody waits for it/,
  );
  // More than any pipe has room for, and nobody reads before the writer has said how much is left.
  const code = `for (let i = 0; i < 200; i++) console.log('x'.repeat(4_096)); process.stderr.write(String(process.stdout.writableLength));`;
  const writer = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [left] = (await once(writer.stderr, 'data')) as [Buffer];
  expect(Number(left)).toBeGreaterThan(200_000);
  writer.stdout.resume();
  expect(await once(writer, 'close')).toEqual([0, null]);
});
