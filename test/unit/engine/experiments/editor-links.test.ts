/** "Open in the editor": what is made of a place, and what main hands to the system. Places come from other people's programs. */
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findSource } from '../../../../electron/engine/experiments/find-source.ts';
import { linkOfFile } from '../../../../electron/shell/open-in-editor.ts';
import type { Frame } from '../../../../shared/model/profile/profile.ts';
import { EDITORS, type Editor, editorLink } from '../../../../shared/model/setup/editors.ts';
import { shellCallChecks } from '../../../../shared/protocol/shell.ts';
import { temporaryFolder } from '../../../helpers/session-dir.ts';

const dir = realpathSync(temporaryFolder());

describe('a link', () => {
  test('has the scheme of the chosen editor, the encoded path, line and column', () => {
    const at = { path: '/srv/my shop/app.js', line: 12, column: 7 };
    expect(EDITORS.map((editor) => editorLink(editor, at))).toEqual([
      'vscode://file/srv/my%20shop/app.js:12:7',
      'cursor://file/srv/my%20shop/app.js:12:7',
      'idea://open?file=/srv/my%20shop/app.js&line=12&column=7',
      'webstorm://open?file=/srv/my%20shop/app.js&line=12&column=7',
      'subl://open?url=file:///srv/my%20shop/app.js&line=12&column=7',
      'zed://file/srv/my%20shop/app.js:12:7',
    ]);
    expect(editorLink('vscode', { ...at, path: 'C:\\shop\\app.js' })).toBe('vscode://file/C:/shop/app.js:12:7');
  });

  test('is one argument, whatever the name of the file', () => {
    for (const editor of EDITORS) {
      const link = editorLink(editor, { path: `/a/"b' & $(c);d?e=1#f%20:9:9.js`, line: 1, column: 1 })!;
      expect(link).toMatch(/^[a-z]+:\/\/[\w./:%?=&-]+$/);
      const { hash, searchParams } = new URL(link);
      expect([hash, [...searchParams.keys()].filter((key) => !['file', 'url', 'line', 'column'].includes(key))]).toEqual(['', []]);
    }
  });

  test.each<[string, unknown]>([
    ['a way up', { path: '/srv/../etc/passwd' }],
    ['a line feed', { path: '/srv/a\nb.js' }],
    ['characters that reorder text', { path: '/srv/\u202esj.exe' }],
    ['another scheme', { path: 'javascript:alert(1)' }],
    ['a relative path', { path: 'app.js' }],
    ['a network share', { path: '//evil/share/x.js' }],
    ['another network share', { path: '\\\\evil\\share\\x.js' }],
    ['a line that is text', { line: '1&command=x' }],
    ['a line that is no integer', { line: 1.5 }],
    ['no line', { line: 0 }],
    ['a column that is none', { column: Number.NaN }],
    ['an editor that is not in the list', { editor: 'file' }],
    ['an editor that every object has', { editor: 'constructor' }],
  ])('is not made of %s, and the window refuses the call', (_, change) => {
    const call = { editor: 'vscode', path: '/srv/app.js', line: 1, column: 1, ...(change as object) };
    expect(shellCallChecks['open-in-editor']({ ...call })).toBe(false);
    expect(editorLink(call.editor as Editor, call)).toBeNull();
  });
});

describe('the file of a frame', () => {
  const [shop, elsewhere] = [join(dir, 'shop'), join(dir, 'shop-of-others')];
  const script = join(shop, 'app.js');
  mkdirSync(join(shop, 'lib'), { recursive: true });
  mkdirSync(elsewhere);
  for (const path of [script, join(shop, `lib/it's "odd" #1.js`), join(shop, 'lib/two\nlines.js'), join(elsewhere, 'secret.js')])
    writeFileSync(path, '');
  symlinkSync(join(elsewhere, 'secret.js'), join(shop, 'lib/out.js'));
  symlinkSync(script, join(elsewhere, 'link-to-app.js'));

  const frameAt = (url: string, line = 3, column = 4): Frame => ({ name: 'f', url, line, column, kind: 'own' });
  const find = (url: string, from = script) => findSource([frameAt(url)], from, { function: 'f', url, line: 4 });

  test('is found in the folder of the script, with line and column, also by a link to the script', async () => {
    const inside = join(shop, `lib/it's "odd" #1.js`);
    for (const from of [script, join(elsewhere, 'link-to-app.js')])
      expect(await find(pathToFileURL(inside).href, from)).toEqual({ path: inside, line: 4, column: 5 });
    expect(await find(inside)).toEqual({ path: inside, line: 4, column: 5 });
    expect(await findSource([frameAt(inside, -1, -1)], script, { function: 'f', url: inside, line: 0 })).toEqual({
      path: inside,
      line: 1,
      column: 1,
    });
  });

  test.each([
    ['another folder whose name begins the same', pathToFileURL(join(elsewhere, 'secret.js')).href, 'outside'],
    ['a way up', `file://${shop}/lib/../../shop-of-others/secret.js`, 'outside'],
    ['an encoded way up', `file://${shop}/lib/%2e%2e/%2e%2e/shop-of-others/secret.js`, 'outside'],
    ['a symbolic link out', pathToFileURL(join(shop, 'lib/out.js')).href, 'outside'],
    ['a file of the system', 'file:///etc/passwd', 'outside'],
    ['a folder', pathToFileURL(join(shop, 'lib')).href, 'gone'],
    ['a file that is gone', pathToFileURL(join(shop, 'gone.js')).href, 'gone'],
    ['a name of two lines', pathToFileURL(join(shop, 'lib/two\nlines.js')).href, 'oddName'],
    ['another machine', 'file://evil/share/x.js', 'noFile'],
    ['another scheme', 'vscode://file/etc/passwd', 'noFile'],
    ['a script in an address', 'javascript:alert(1)', 'noFile'],
    ['an encoded slash', `file://${shop}%2flib%2fout.js`, 'noFile'],
    ['a module of Node', 'node:fs', 'noFile'],
    ['nothing', '', 'noFile'],
  ])('%s is not opened', async (_, url, why) => {
    expect(await find(url)).toEqual({ why });
  });

  test('only of frames that were recorded', async () => {
    const url = pathToFileURL(script).href;
    expect(await findSource([frameAt(url)], script, { function: 'g', url, line: 4 })).toEqual({ why: 'noFile' });
    expect(await findSource([], script, { function: 'f', url, line: 4 })).toEqual({ why: 'noFile' });
  });

  test('main looks again: the path is that of a file and leads through no link', () => {
    const at = { editor: 'vscode', line: 4, column: 5 } as const;
    expect(linkOfFile({ ...at, path: script })).toBe(`vscode://file${pathToFileURL(script).pathname}:4:5`);
    for (const path of [join(shop, 'lib/out.js'), join(shop, 'gone.js'), join(shop, 'lib'), `${shop}/lib/../app.js`, `${shop}//app.js`])
      expect(linkOfFile({ ...at, path })).toBeNull();
  });
});
