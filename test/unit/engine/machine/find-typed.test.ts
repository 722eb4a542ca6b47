/** Paths as people paste them, against real files. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { findTyped, pathsMeant } from '../../../../electron/engine/machine/find-typed.ts';
import { wordFailure } from '../../../../shared/format/word-said.ts';
import { temporaryFolder } from '../../../helpers/targets.ts';

let dir: string;
let file: string;

beforeEach(() => {
  dir = temporaryFolder('typed');
  mkdirSync(join(dir, 'my app'));
  file = join(dir, 'my app', "it's 100%.cpuprofile");
  writeFileSync(file, '{}');
});

const urlOf = (path: string) => pathToFileURL(path).href;

test.each<[string, (path: string) => string]>([
  ['as it is', (path) => path],
  ['with spaces and an end of line around it', (path) => `  ${path} \r\n`],
  ['in double quotes, as the file manager of Windows copies it', (path) => `"${path}"`],
  ['in double quotes, with a space after them', (path) => `"${path}" `],
  ['with marked spaces, as a terminal completes it', (path) => path.replace(/[ ']/g, '\\$&')],
  ['as a URL', urlOf],
  ['as a URL with the name of this machine', (path) => urlOf(path).replace('file://', 'file://localhost')],
  ['as a URL that was not encoded', (path) => `file://${path}`],
  ['as a URL with a place in the file', (path) => `${urlOf(path)}#L12`],
  ['from the folder that is shown', () => "my app/it's 100%.cpuprofile"],
  ['with dots in it', () => `${dir}/my app/../my app/it's 100%.cpuprofile`],
  ['with a line and a column', (path) => `${path}:12:5`],
])('a file is found %s', async (_, typed) => {
  expect(await findTyped(typed(file), dir)).toEqual({ ok: true, value: { kind: 'file', path: file } });
});

test.each<[string, () => string, () => string]>([
  ['with a slash at its end', () => `${dir}/my app/`, () => join(dir, 'my app')],
  ['that is home', () => '~', homedir],
  ['that is home, with a slash', () => '~/', homedir],
  ['in single quotes', () => `'${dir}/my app'`, () => join(dir, 'my app')],
])('a folder is found %s', async (_, typed, path) => {
  expect(await findTyped(typed(), dir)).toEqual({ ok: true, value: { kind: 'folder', path: path() } });
});

describe('what cannot be found is said in a sentence', () => {
  async function said(typed: string): Promise<string> {
    const found = await findTyped(typed, dir);
    if (found.ok) throw new Error(`found ${found.value.path}`);
    const { message, hint } = wordFailure(found.failure);
    return hint ? `${message} ${hint}` : message;
  }

  test('a path that is not there, with the folder that is', async () => {
    expect(await said(join(dir, 'my app/x/y.js'))).toBe(
      `There is no file or folder ${join(dir, 'my app/x/y.js')}. The nearest folder that exists is ${join(dir, 'my app')}.`,
    );
  });

  test('below a file there is nothing', async () => {
    expect(await said(`${file}/x`)).toContain(`There is no file or folder ${file}/x.`);
  });

  test('an address of the web', async () => {
    expect(await said('https://example.org/a.cpuprofile')).toContain('is a web address');
  });

  test('a path of Windows elsewhere', async () => {
    expect(await said('"C:\\Users\\ana\\a.cpuprofile"')).toBe(
      'C:\\Users\\ana\\a.cpuprofile is a Windows path, and Loopscope does not run on Windows here.',
    );
  });

  test('a URL that names another machine', async () => {
    expect(await said('file://fileserver/share/a.cpuprofile')).toBe('file://fileserver/share/a.cpuprofile is on another machine.');
  });

  test('a device', async () => {
    expect(await said('/dev/null')).toBe('/dev/null is neither a file nor a folder.');
  });

  test('a link that leads nowhere', async () => {
    symlinkSync(join(dir, 'gone'), join(dir, 'link'));
    expect(await said('link')).toContain(`There is no file or folder ${join(dir, 'link')}.`);
  });
});

describe('paths of the other system of one machine', () => {
  const linux = { from: '/home/ana', home: '/home/ana', isWindows: false };

  test('a drive of Windows is where Linux in Windows has it', () => {
    expect(pathsMeant('"C:\\Users\\ana\\my app\\a.js"', linux)).toContain('/mnt/c/Users/ana/my app/a.js');
  });

  test('a folder of Linux as Windows shows it', () => {
    expect(pathsMeant('\\\\wsl.localhost\\Debian\\home\\ana\\a.js', linux)).toContain('/home/ana/a.js');
    expect(pathsMeant('\\\\wsl$\\Debian', linux)).toContain('/');
  });
});
