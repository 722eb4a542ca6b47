import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { packagesOfBundle } from '../../../../../shared/profile/import/bundled-modules.ts';
import { temporaryFolder } from '../../../../helpers/session-dir.ts';

const FILES = {
  'node_modules/plain/index.js': 'exports.ofPlain = () => "plain"; // a comment in it',
  'node_modules/@scope/module/lib/main.mjs': 'export const ofModule = () => "module";',
  'src/my own/part.ts': 'export const ofMine = () => "mine";',
  'src/main.ts':
    'import { ofPlain } from "plain"; import { ofModule } from "@scope/module/lib/main.mjs"; import { ofMine } from "./my own/part"; console.log(ofPlain(), ofModule(), ofMine(), () => "of main");',
};

test.each(['cjs', 'esm'] as const)('of a bundle of esbuild without a map each module is of its package, as %s', (format) => {
  const dir = temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const { outputFiles } = buildSync({
    ...{ entryPoints: [join(dir, 'src/main.ts')], absWorkingDir: dir, bundle: true, write: false },
    ...{ platform: 'node', format, outdir: 'out' },
  });
  const { text } = outputFiles[0]!;
  const packageOf = packagesOfBundle(text);
  const packageAt = (code: string) => packageOf(text.slice(0, text.indexOf(code)).split('\n').length - 1);
  expect(['"plain"', '"module"', '"mine"', '"of main"'].map(packageAt)).toEqual(['plain', '@scope/module', null, null]);
});

test('of a file of webpack that is not minified, too; a module with a number for its name is of no package', () => {
  const packageOf = packagesOfBundle(
    ['/******/ (() => {', '/***/ "./node_modules/plain/index.js":', 'a', '/***/ 123:', 'b', '/***/ "./src/main.js":', 'c'].join('\n'),
  );
  expect([0, 1, 2, 3, 4, 5, 6].map(packageOf)).toEqual([null, 'plain', 'plain', null, null, null, null]);
});

test('comments in a file that was written by hand say nothing', () => {
  expect(packagesOfBundle('// see node_modules/plain/index.js\nmine();')(1)).toBe(null);
  expect(packagesOfBundle('// node_modules/plain/index.js\nmine();')(1)).toBe(null);
  expect(packagesOfBundle('')(0)).toBe(null);
});
