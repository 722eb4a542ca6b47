/** Which documents the help has, and that links between documents lead somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pageOfLink, READING, readerOf, USING } from '../../../../renderer/screens/help/pages.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const documentsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
    .sort();
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

test('the help lists each document for users once, and none for developers', () => {
  const listed = [...READING, ...USING].map((name) => `docs/user/${name}.md`);
  expect(listed.sort()).toEqual(documentsIn('docs/user'));
});

test.each([
  ['START', '# First steps'],
  ['PLATFORMS', '# Platforms'],
  ['BENCHMARKS', '# Benchmarks'],
  ['STUDIES', '# Studies'],
])('the address of the page %s opens it, also where no list names it any more', async (name, heading) => {
  expect(await readerOf(name)!()).toContain(heading);
});

test.each([
  ['PLANS.md', { page: 'PLANS', section: undefined }],
  ['LINES.md#exact-frames', { page: 'LINES', section: 'exact-frames' }],
  ['../developer/PLATFORMS.md', { page: 'PLATFORMS', section: undefined }],
  ['NO-SUCH-PAGE.md', null],
  ['constructor.md', null],
  ['https://example.org/PLANS.md', null],
])('a link to %s leads to %o', (href, to) => {
  expect(pageOfLink(href)).toEqual(to);
});

const DOCUMENTS = ['.', 'docs/user', 'docs/developer'].flatMap(documentsIn);

/** As GitHub and the help make an address of a heading. */
const sectionsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^##+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase().replace(/\W+/g, '-'));

test.each(DOCUMENTS)('the links in %s lead to files and sections that exist', (file) => {
  const links = [...textOf(file).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
  const lost = links.filter(([, path, section]) => {
    const to = path === '' ? file : join(dirname(file), path!);
    if (!existsSync(join(ROOT, to))) return true;
    return section !== undefined && !sectionsOf(to).includes(section);
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

test('documents link to each other, so that the test above has something to look at', () => {
  expect(DOCUMENTS).toContain('README.md');
  expect(textOf('docs/user/START.md')).toContain('](ANSWER.md)');
});
