import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importedPackages, withDependencies } from '../../../scripts/study-packages.mjs';

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

test('finds packages in every kind of import; files and builtins are not packages', () => {
  const folder = folderWith({
    'a/server.js':
      "import { createServer } from 'node:http';\nimport x from 'react-dom/server';\nimport './own.js';\nimport 'side-effect';",
    'a/own.js': "const e = require('express');\nconst fs = require('fs');\nconst later = await import('@scope/name/deep');",
    'b/lesson.md': "import nothing from 'not-a-script'",
  });
  expect(importedPackages(folder)).toEqual(['@scope/name', 'express', 'react-dom', 'side-effect']);
});

test('includes dependencies, each resolved as Node does', () => {
  //  a -> b 1 (its own copy) -> c        b 2 is the one above, and nobody here needs it
  const tree = folderWith({
    'node_modules/a/package.json': { dependencies: { b: '1' } },
    'node_modules/a/node_modules/b/package.json': { dependencies: { c: '1' } },
    'node_modules/b/package.json': {},
    'node_modules/c/package.json': { dependencies: { a: '1' }, optionalDependencies: { gone: '1' } },
  });
  expect(withDependencies(tree, ['a'])).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c']);
});

test('a missing package stops the build and is named', () => {
  const tree = folderWith({ 'node_modules/a/package.json': { dependencies: { lost: '1' } } });
  expect(() => withDependencies(tree, ['a'])).toThrow(/^lost, which node_modules\/a needs/);
});

test('the bundled studies import installed packages only', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const needed = importedPackages(join(root, 'resources/demos'));
  expect(needed).toContain('react-dom');
  expect(needed.filter((name) => !(name in dependencies))).toEqual([]);
  expect(withDependencies(root, needed)).toEqual(expect.arrayContaining(['node_modules/react', 'node_modules/scheduler']));
});
