/** A sample of test/acceptance/untimed/linear-redactors.test.ts, which has all texts for all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../../electron/engine/machine/paths.ts';
import { pumpTexts, UNITS } from '../../../helpers/pump.ts';
import { REDACTORS } from '../../../helpers/redactors.ts';
import { findSlowRedactors, MEGABYTE } from '../../../helpers/slow-redactors.ts';

const EACH = 1;

/** What they take is no text of others, or passes through those that are tried. */
const OTHERS: readonly string[] = [
  ...['ANY_LABEL', 'HIDDEN_PARTS', 'NOTHING_FOUND', 'PRIVATE_SUBJECTS', 'QUOTE_OF_NAME', 'REDACTED', 'writeAll'],
  ...['countHidden', 'hasRedacted', 'withoutNumbers', 'hiddenLabel', 'highestLabel', 'labelAt'],
  ...['cutAt', 'replaceRanges', 'mapStrings', 'textsOf', 'FactCollector', 'conceal', 'concealed', 'HIDDEN_ADDRESS'],
];

test('what looks for secrets takes 1 MB of a text that may make it slow in less than 1 s of CPU', () => {
  const texts = [...pumpTexts(MEGABYTE)].slice(0, UNITS.length);
  expect(texts.length).toBeGreaterThanOrEqual(60);
  // Each has others, far from each other in the list.
  const textsOf = (nth: number) => Array.from({ length: EACH }, (_, at) => texts[(nth * 7 + at * 31) % texts.length]!);
  expect(findSlowRedactors(textsOf)).toEqual([]);
});

/** What is hidden in copies, in set-ups and in output is looked for where that is known. */
const FOLDERS = ['shared/privacy', 'shared/copies'];
const FILES = ['shared/model/setup/hidden.ts', 'shared/session/redact-output.ts'];

test('every function that is exported for hiding and takes a text of others is among them', () => {
  const inFolders = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`));
  const exported = [...inFolders, ...FILES]
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)])
    .map(([, name]) => name!);
  const source = readFileSync(join(ROOT, 'test/helpers/redactors.ts'), 'utf8');
  expect(exported.filter((name) => !source.includes(name)).sort()).toEqual([...OTHERS].sort());
  expect(Object.keys(REDACTORS).length).toBeGreaterThan(25);
});
