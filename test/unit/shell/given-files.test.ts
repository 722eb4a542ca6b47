import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App } from 'electron';
import { expect, onTestFinished, test } from 'vitest';
import { Desktop } from '../../../electron/shell/desktop.ts';
import { filesIn, setupFiles, startOptions } from '../../../electron/shell/given-files.ts';
import { Log } from '../../../electron/shell/log.ts';

test('opens only arguments that are existing sessions or profiles', () => {
  const exists = (path: string): boolean => !path.includes('gone');
  const args = [
    '/opt/loopscope',
    '--no-sandbox',
    '-r',
    '/x/shim.cjs',
    '.',
    'a.loopscope',
    '/b/c.CPUPROFILE',
    'gone.loopscope',
    '--x=y.loopscope',
    'profile.json',
    'notes.md',
  ];
  expect(filesIn(args, '/work', exists)).toEqual(['/work/a.loopscope', '/b/c.CPUPROFILE', '/work/profile.json']);
  expect(filesIn(['x', ...Array.from({ length: 50 }, (_, i) => `${i}.loopscope`)], '/', exists)).toHaveLength(10);
  expect(filesIn(['/opt/a.loopscope'], '/', exists)).toEqual([]);
});

test('accepts file: URLs, as some desktops pass them, and no other URLs', () => {
  const address = pathToFileURL('/data/R&D 100%/größe a.loopscope').href;
  const args = ['x', address, 'file://elsewhere/b.loopscope', 'file:///%zz.loopscope', 'https://example.com/c.loopscope'];
  expect(filesIn(args, '/work', (path) => path.startsWith('/data'))).toEqual(['/data/R&D 100%/größe a.loopscope']);
});

/** The program's own events without the program: what Electron says on macOS, and what a second start says everywhere. */
function setUp({ isLeaving = false } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope-given-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const app = new EventEmitter();
  const desktop = new Desktop(dir, new Log(join(dir, 'a.log')));
  const given: unknown[] = [];
  const afterwards: string[][] = [];
  let shown = 0;
  desktop.commands.pageIsReady((_channel, command) => void given.push(command));
  desktop.showWindow = () => {
    shown++;
  };
  setupFiles(app as unknown as App, desktop, {
    startAfterwards: (files) => {
      if (isLeaving) afterwards.push([...files]);
      return isLeaving;
    },
  });
  const file = join(dir, 'a.loopscope');
  writeFileSync(file, '');
  return { app, dir, file, given, afterwards, shown: () => shown };
}

test('macOS: opens a file from the Finder or the Dock and prevents the default of Electron', () => {
  const { app, given } = setUp();
  let prevented = 0;
  app.emit('open-file', { preventDefault: () => prevented++ }, '/Users/a/b.loopscope');
  expect(given).toEqual([{ type: 'open-path', path: '/Users/a/b.loopscope' }]);
  expect(prevented).toBe(1);
});

test('a second start passes its files to the first, relative to its own folder, and brings the window to the front', () => {
  const { app, dir, file, given, shown } = setUp();
  app.emit('second-instance', {}, ['/opt/loopscope', '--flag', 'a.loopscope'], dir);
  expect(given).toEqual([{ type: 'open-path', path: file }]);
  app.emit('second-instance', {}, ['/opt/loopscope'], dir);
  expect(given).toHaveLength(1);
  expect(shown()).toBe(2);
});

test('keeps files that arrive while the program quits for its next start', () => {
  const { app, dir, file, given, afterwards, shown } = setUp({ isLeaving: true });
  app.emit('open-file', { preventDefault: () => {} }, '/Users/a/b.loopscope');
  app.emit('second-instance', {}, ['/opt/loopscope', 'a.loopscope'], dir);
  expect(afterwards).toEqual([['/Users/a/b.loopscope'], [file]]);
  expect(given).toEqual([]);
  expect(shown()).toBe(0);
});

test('a restart keeps all arguments except the files', () => {
  const args = ['/opt/loopscope', '--no-sandbox', '.', 'first.loopscope', '--flag=x.loopscope'];
  expect(startOptions(args, {}, ['/second.loopscope'])).toEqual({ args: ['--no-sandbox', '.', '--flag=x.loopscope', '/second.loopscope'] });
  expect(startOptions(['/tmp/.mount/loopscope'], { APPIMAGE: '/home/a/Loopscope.AppImage' }, [])).toEqual({
    args: [],
    execPath: '/home/a/Loopscope.AppImage',
  });
});
