/** Nothing is kept that only its own tests use: exports of shared/ and texts of the window, by a plain walk over the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messages } from '../../shared/words/catalogue.ts';

const root = join(import.meta.dirname, '../..');

interface Source {
  readonly file: string;
  readonly text: string;
}

const sources: readonly Source[] = ['shared', 'electron', 'renderer', 'scripts', 'bench'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => ({ file: join(top, name).replaceAll('\\', '/'), text: readFileSync(join(root, top, name), 'utf8') })),
);
const shared = sources.filter(({ file }) => file.startsWith('shared/'));

const baseOf = (path: string): string => path.split('/').at(-1)!;
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type\s+|\s+as\s.*$/g, ''))
    .filter((name) => name !== '');
const mentions = (text: string, name: string): number => text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;

/** `name@file`, the file without its folder: enough to tell apart two exports of one name. */
const imported = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g)].flatMap(([, names, from]) =>
      namesIn(names!).map((name) => `${name}@${baseOf(from!)}`),
    ),
  ),
);

/** Files taken as a whole, by `export *`, `import * as` or `import()`: what is used of them is known by its name only. */
const takenWhole = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:import|export)\s+\*[^'\n]*'([^']+)'|import\('([^']+)'\)/g)].map(([, from, dynamic]) => baseOf(from ?? dynamic!)),
  ),
);

function isUsed(name: string, { file, text }: Source): boolean {
  if (imported.has(`${name}@${baseOf(file)}`) || mentions(text, name) > 1) return true;
  return takenWhole.has(baseOf(file)) && sources.some((other) => other.file !== file && mentions(other.text, name) > 0);
}

function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(/^export (?:abstract |async )*(?:const|function\*?|class|interface|type) (\w+)/gm)];
  const passedOn = [...text.matchAll(/^export \{([^}]*)\} from '[^'./]+'/gm)];
  return [...declared.map(([, name]) => name!), ...passedOn.flatMap(([, names]) => namesIn(names!))];
}

test('every export of shared/ is used by the product, not only by tests', () => {
  expect(shared.flatMap(({ text }) => exportsOf(text)).length).toBeGreaterThan(300);
  const unused = shared.flatMap((source) =>
    exportsOf(source.text)
      .filter((name) => !isUsed(name, source))
      .map((name) => `${source.file}: ${name}`),
  );
  expect(unused).toEqual([]);
});

type Tree = { readonly [key: string]: string | Tree };

function keysOf(tree: Tree, path: readonly string[] = []): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[...path, key].join('.')] : keysOf(value, [...path, key]),
  );
}

/** The last part of a key is put together, as in text(`${choice}Note`): then its part before the ending is what sources name. */
const ENDINGS = /(?<=\w)(Note|Help)$/;

/** Their keys are put together from the name of what they are about. */
const BY_KIND =
  /^said\.(requestError|failedLoadHint|loadModel|runWarning\.(rising|falling|jumping|share(Less|More)?$)|comparisonWarning\.(steady|warm-up|rising|falling|jumping|share(Less|More)?)$)/;

test('every text of the catalogue is used', () => {
  const readers = sources.filter(({ file }) => /^(renderer|shared|electron)\//.test(file) && !file.startsWith('shared/words/en'));
  // A word in quotes or after a full stop (text('home.title'), text('title')), or a field that gives its name to a text.
  const named = new Set(
    readers.flatMap(({ text }) =>
      [...text.matchAll(/(?<=['.`])([\w -]+)(?=['`])|\b(\w+)\??:/g)].map(([, quoted, field]) => quoted ?? field),
    ),
  );
  const code = sources.map(({ text }) => text).join('\n');
  const unused = keysOf(messages).filter((key) => {
    if (key.startsWith('said.')) return !BY_KIND.test(key) && !code.includes(`'${key.slice('said.'.length)}'`);
    const last = key.split('.').at(-1)!;
    return !named.has(last) && !named.has(last.replace(ENDINGS, ''));
  });
  expect(unused).toEqual([]);
});
