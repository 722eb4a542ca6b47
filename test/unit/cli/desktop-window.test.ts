import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DesktopMachine, findDesktop } from '../../../electron/cli/commands/desktop-window.ts';

const DESK: DesktopMachine = { env: { DISPLAY: ':0' }, platform: 'linux', isRoot: false };

/** A folder with these files, gone after the test. */
function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'loopscope-window-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const BUILT = { 'dist/shell/preload.cjs': '' };
const DOWNLOADED = { ...BUILT, 'node_modules/electron/path.txt': 'electron\n', 'node_modules/electron/dist/electron': '' };

test('a downloaded Electron is started with the source tree', () => {
  const root = tree(DOWNLOADED);
  expect(findDesktop(root, DESK)).toEqual({ ok: true, program: join(root, 'node_modules/electron/dist/electron'), args: [root] });
});

test('an incomplete one does not count', () => {
  expect(findDesktop(tree({ ...BUILT, 'node_modules/electron/path.txt': 'electron' }), DESK)).toMatchObject({
    ok: false,
    why: 'notInstalled',
  });
  expect(findDesktop(tree(BUILT), DESK)).toMatchObject({ ok: false, why: 'notInstalled' });
});

test('another build is used if it is named', () => {
  const root = tree({ ...BUILT, 'other/electron': '' });
  const env = { ...DESK.env, ELECTRON_OVERRIDE_DIST_PATH: join(root, 'other') };
  expect(findDesktop(root, { ...DESK, env })).toMatchObject({ ok: true, program: join(root, 'other/electron') });
});

test('a package without the window has none, whatever Electron there is', () => {
  const root = tree({ 'other/electron': '' });
  const env = { ...DESK.env, ELECTRON_OVERRIDE_DIST_PATH: join(root, 'other') };
  expect(findDesktop(root, { ...DESK, env })).toEqual({ ok: false, why: 'notPacked' });
});

test('without a display, and as root, there is no window, and a reason', () => {
  const root = tree(DOWNLOADED);
  expect(findDesktop(root, { ...DESK, env: {} })).toEqual({ ok: false, why: 'noDisplay' });
  expect(findDesktop(root, { ...DESK, isRoot: true })).toEqual({ ok: false, why: 'asRoot' });
});

test('the installed command starts the installed program', () => {
  const root = tree({ 'loopscope-desktop': '', 'resources/app.asar.unpacked/package.json': '{}' });
  const unpacked = join(root, 'resources/app.asar.unpacked');
  expect(findDesktop(unpacked, DESK)).toEqual({ ok: true, program: join(root, 'loopscope-desktop'), args: [] });
  expect(findDesktop(unpacked, { ...DESK, platform: 'win32' })).toMatchObject({ ok: false });
  writeFileSync(join(root, 'Loopscope.exe'), '');
  expect(findDesktop(unpacked, { ...DESK, platform: 'win32' })).toMatchObject({ ok: true, program: join(root, 'Loopscope.exe') });
});
