/** What travels with the bundled studies is what they load, and enough. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyStudyPackages, isLicence, packageFolder, studyPackageFiles } from '../../../scripts/study-packages.mjs';

const root = join(import.meta.dirname, '../../..');

function folderWith(files: Record<string, string | object>): string {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-dist-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const filesOf = (tree: string) => studyPackageFiles(tree, join(tree, 'studies'));

test('follows every kind of import, and takes of a package what is loaded, its package.json and its licence', async () => {
  //  a -> b 1 (its own copy) -> c        b 2 is the one above, and nobody here needs it
  const tree = folderWith({
    'studies/one/server.js': "import { createServer } from 'node:http';\nimport './own.js';\nimport 'side-effect';",
    'studies/one/own.js': "import a from 'a';\nexport const later = () => import('@scope/name/deep');",
    'studies/two/app.cjs': "const app = require('side-effect'); app.set('view engine', 'views');",
    'studies/two/lesson.md': "import nothing from 'not-a-script'",
    'node_modules/a/package.json': { main: 'a.js', browser: 'browser.js' },
    'node_modules/a/a.js': "module.exports = require('b'); try { require('not-there'); } catch {}",
    'node_modules/a/browser.js': '',
    'node_modules/a/README.md': '',
    'node_modules/a/LICENSE.txt': '',
    'node_modules/a/node_modules/b/package.json': {},
    'node_modules/a/node_modules/b/index.js': "require('c');",
    'node_modules/b/package.json': {},
    'node_modules/b/index.js': '',
    'node_modules/c/package.json': {
      exports: { module: './for-bundlers.js', 'module-sync': './for-newer.mjs', node: './for-node.js', default: './other.js' },
    },
    'node_modules/c/for-bundlers.js': '',
    'node_modules/c/for-newer.mjs': '',
    'node_modules/c/for-node.js': '',
    'node_modules/c/other.js': '',
    'node_modules/@scope/name/package.json': {},
    'node_modules/@scope/name/deep.js': '',
    'node_modules/side-effect/package.json': {},
    'node_modules/side-effect/index.js': '',
    'node_modules/views/package.json': { exports: { import: './views.mjs', require: './views.cjs' } },
    'node_modules/views/views.mjs': '',
    'node_modules/views/views.cjs': '',
  });
  expect((await filesOf(tree)).map((file) => file.replace('node_modules/', ''))).toEqual([
    '@scope/name/deep.js',
    '@scope/name/package.json',
    'a/LICENSE.txt',
    'a/a.js',
    'a/node_modules/b/index.js',
    'a/node_modules/b/package.json',
    'a/package.json',
    'c/for-newer.mjs',
    'c/for-node.js',
    'c/package.json',
    'side-effect/index.js',
    'side-effect/package.json',
    'views/package.json',
    'views/views.cjs',
  ]);
});

test('a missing package stops the build and is named', async () => {
  await expect(filesOf(folderWith({ 'studies/one/a.js': "import 'lost';" }))).rejects.toThrow(/Could not resolve "lost"/);
  await expect(filesOf(folderWith({ 'studies/one/a.js': "app.set('view engine', 'pug');" }))).rejects.toThrow(/Could not resolve "pug"/);
});

test('tells packages and licences by their paths', () => {
  expect(packageFolder('node_modules/a/node_modules/@b/c/lib/d.js')).toBe('node_modules/a/node_modules/@b/c');
  expect(packageFolder('shared/base/units.ts')).toBeNull();
  expect(['LICENSE', 'licence.md', 'COPYING', 'index.js'].map(isLicence)).toEqual([true, true, true, false]);
});

/** Renders a page in both ways, and says of which folder Express is. */
const PROGRAM = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import cookieSession from 'cookie-session';
import express from 'express';
const app = express();
app.set('view engine', 'ejs').set('views', process.argv[2]).use(cookieSession({ keys: ['a'] }));
app.render('page', { name: 'views' }, (error, html) => console.log(error ?? html, renderToString(createElement('b', null, 'elements'))));
console.log(import.meta.resolve('express'));
`;

test('the packages of the bundled studies work in a folder of their own', async () => {
  const folder = folderWith({ 'resources/demos/one/app.mjs': PROGRAM, 'views/page.ejs': 'from <%= name %>' });
  expect(await copyStudyPackages(root, folder)).toBeGreaterThan(4);
  const app = join(folder, 'resources/demos/one/app.mjs');
  const [where, said] = execFileSync(process.execPath, [app, join(folder, 'views')], { encoding: 'utf8' }).split('\n');
  expect(where).toContain('/resources/node_modules/express/');
  expect(said).toBe('from views <b>elements</b>');
});
