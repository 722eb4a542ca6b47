import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkNode, findNodesOn } from '../../../../electron/engine/machine/find-nodes.ts';
import { listNodePlaces, type Machine } from '../../../../electron/engine/machine/node-places.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';

const home = mkdtempSync(join(tmpdir(), 'loopscope-nodes-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A program that answers as a Node of that version would. */
function plant(path: string, answer: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho ${answer}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Folders of a described machine. */
function machine(platform: NodeJS.Platform, env: Machine['env'], folders: Record<string, string[]>, at: string): Machine {
  return { platform, env, home: at, list: (dir) => folders[dir] ?? [] };
}

test('version managers and PATH on Linux, newest first', () => {
  const places = listNodePlaces(
    machine(
      'linux',
      { PATH: '/opt/a:/opt/b', VOLTA_HOME: '/v', N_PREFIX: '/n' },
      {
        '/home/u/.nvm/versions/node': ['v9.1.0', 'v20.1.0', 'v18.0.0'],
        '/home/u/.local/share/fnm/node-versions': ['v22.0.0'],
        '/v/tools/image/node': ['20.5.0'],
        '/home/u/.asdf/installs/nodejs': ['21.0.0'],
        '/n/n/versions/node': ['19.0.0'],
      },
      '/home/u',
    ),
  );
  expect(places.slice(0, 9)).toEqual([
    { path: '/opt/a/node', source: 'PATH' },
    { path: '/opt/b/node', source: 'PATH' },
    { path: '/home/u/.nvm/versions/node/v20.1.0/bin/node', source: 'nvm' },
    { path: '/home/u/.nvm/versions/node/v18.0.0/bin/node', source: 'nvm' },
    { path: '/home/u/.nvm/versions/node/v9.1.0/bin/node', source: 'nvm' },
    { path: '/home/u/.local/share/fnm/node-versions/v22.0.0/installation/bin/node', source: 'fnm' },
    { path: '/v/tools/image/node/20.5.0/bin/node', source: 'volta' },
    { path: '/home/u/.asdf/installs/nodejs/21.0.0/bin/node', source: 'asdf' },
    { path: '/n/n/versions/node/19.0.0/bin/node', source: 'n' },
  ]);
});

test('Homebrew on macOS', () => {
  const places = listNodePlaces(machine('darwin', {}, { '/opt/homebrew/opt': ['node', 'node@22', 'openssl'] }, '/Users/u'));
  expect(places.filter(({ source }) => source === 'Homebrew').map(({ path }) => path)).toEqual([
    '/opt/homebrew/bin/node',
    '/opt/homebrew/opt/node@22/bin/node',
    '/opt/homebrew/opt/node/bin/node',
    '/usr/local/bin/node',
  ]);
});

test('the usual Windows places', () => {
  const env = { Path: 'C:\\x;C:\\y', ProgramFiles: 'C:\\Program Files', APPDATA: 'C:\\U\\R', LOCALAPPDATA: 'C:\\U\\L' };
  const places = listNodePlaces(machine('win32', env, { 'C:\\U\\R\\nvm': ['v20.1.0', 'settings.txt'] }, 'C:\\U'));
  expect(places.map(({ path }) => path)).toEqual([
    'C:\\x\\node.exe',
    'C:\\y\\node.exe',
    'C:\\U\\R\\nvm\\v20.1.0\\node.exe',
    'C:\\Program Files\\nodejs\\node.exe',
    'C:\\U\\L\\Programs\\nodejs\\node.exe',
    'C:\\U\\scoop\\apps\\nodejs\\current\\node.exe',
    'C:\\U\\scoop\\apps\\nodejs-lts\\current\\node.exe',
  ]);
});

test('lists each binary once, unusable ones last, without what is not Node', async () => {
  const old = plant('.nvm/versions/node/v16.20.2/bin/node', 'v16.20.2');
  const good = plant('.nvm/versions/node/v22.1.0/bin/node', 'v22.1.0');
  plant('.volta/tools/image/node/1/bin/node', 'hello');
  mkdirSync(join(home, 'bin'));
  symlinkSync(good, join(home, 'bin/node'));
  const found = await findNodesOn({
    platform: 'linux',
    env: { PATH: join(home, 'bin') },
    home,
    list: (dir) => {
      if (dir === join(home, '.nvm/versions/node')) return ['v16.20.2', 'v22.1.0'];
      return dir === join(home, '.volta/tools/image/node') ? ['1'] : [];
    },
  });
  const ours = found.filter(({ path }) => path.startsWith(home));
  expect(ours.map((one) => ({ ...one, problem: one.problem && wordSaid(one.problem) }))).toEqual([
    { path: join(home, 'bin/node'), source: 'PATH', version: '22.1.0', problem: null },
    { path: old, source: 'nvm', version: '16.20.2', problem: expect.stringContaining('Node 16.20.2 is too old') },
  ]);
  expect(found.at(-1)!.path).toBe(old);
});

test('checks a chosen Node', async () => {
  expect(await checkNode(process.execPath)).toMatchObject({ ok: true, value: { version: process.versions.node, problem: null } });
  expect(await checkNode(plant('old/node', 'v17.9.1'))).toMatchObject({ ok: false, failure: { code: 'node-too-old' } });
  expect(await checkNode(join(home, 'nothing'))).toMatchObject({ ok: false, failure: { code: 'node-missing' } });
  expect(await checkNode(plant('else/node', 'something'))).toMatchObject({ ok: false, failure: { code: 'node-missing' } });
});

test('a Node that could not be asked once is asked again', async () => {
  const ready = join(home, 'ready');
  const file = plant('busy/node', `v22.1.0; test -e '${ready}'`);
  expect(await checkNode(file)).toMatchObject({ ok: false, failure: { code: 'node-missing' } });
  writeFileSync(ready, '');
  expect(await checkNode(file)).toMatchObject({ ok: true, value: { version: '22.1.0' } });
});
