import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findScript } from '../../../electron/cli/flags/find-script.ts';
import { wordFailure } from '../../../shared/format/word-said.ts';
import { messageOf } from '../../helpers/worded.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'loopscope-test-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Of a folder with these files, or those that the description names. */
const found = (described: unknown, files: readonly string[] = ['src/server.js', 'app.ts', 'index.js']) => {
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  writeFileSync(join(folder, 'package.json'), typeof described === 'string' ? described : JSON.stringify(described));
  const outcome = findScript(folder);
  return outcome.ok ? { ...outcome.value, script: outcome.value.script.slice(folder.length + 1) } : messageOf(outcome.failure);
};

test('a folder: what its start script runs with node, with its arguments, or else its main file', () => {
  expect(found({ main: 'index.js', scripts: { start: 'node src/server.js --port "80 80"' } })).toEqual({
    script: 'src/server.js',
    args: ['--port', '80 80'],
    nodeArgs: [],
    folder,
  });
  expect(found({ scripts: { start: 'node --import tsx --expose-gc app.ts' } })).toEqual({
    script: 'app.ts',
    args: [],
    nodeArgs: ['--import', 'tsx', '--expose-gc'],
    folder,
  });
  expect(found({ main: 'index.js' })).toEqual({ script: 'index.js', args: [], nodeArgs: [], folder });
});

test('what npm would start otherwise is not guessed', () => {
  expect(found({ main: 'index.js', scripts: { start: 'next start' } })).toContain('is not just "node FILE": next start');
  // The next step is one that can be copied.
  const outcome = findScript(folder);
  expect(outcome.ok || wordFailure(outcome.failure).hint).toContain(`--command "npm start" --cwd ${folder}`);
  for (const start of ['node --expose-gc', 'node app.js && echo', 'PORT=1 node app.js'])
    expect(found({ scripts: { start } })).toContain('is not just');
  expect(found({ scripts: { start: 3 } })).toContain('names neither');
  for (const broken of ['null', '[1', '']) expect(found(broken)).toContain('cannot be read');
});

test('what the package.json names and is not there is said, with the script that builds it', () => {
  const start = 'node dist/main.js';
  expect(found({ scripts: { start } })).toMatch(/^The start script in .*package\.json is dist\/main\.js, which is not there\.$/);
  expect(found({ main: 'lib/app.js' })).toMatch(/^The main file in .*package\.json is lib\/app\.js, which is not there\.$/);
  const hint = (described: object) => {
    found(described);
    const outcome = findScript(folder);
    return outcome.ok ? '' : wordFailure(outcome.failure).hint;
  };
  expect(hint({ scripts: { start } })).toBe('Check the path of the script.');
  expect(hint({ scripts: { start, build: 'tsc' } })).toBe(`Run its build script first: npm run build --prefix ${folder}`);
});

test.each([
  [{ scripts: { start: 'node dist/main' } }, 'dist/main.js'],
  [{ scripts: { start: 'node .' }, main: 'lib' }, 'lib/index.js'],
])('a file is found as Node finds it, without its extension or as the index of a folder: %j', (described, script) => {
  expect(found(described, [script])).toMatchObject({ script });
});

test('a file, and what is not there, is left to the check of scripts', () => {
  expect(findScript('server.js')).toEqual({ ok: true, value: { script: 'server.js', args: [], nodeArgs: [], folder: null } });
});
