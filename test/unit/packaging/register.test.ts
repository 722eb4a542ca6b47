/** resources/linux/register.sh, run in a home of its own. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../../resources/linux/register.sh');

function unpacked(name: string) {
  const home = mkdtempSync(join(tmpdir(), 'loopscope-register-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const folder = join(home, name);
  const icon = join(folder, 'resources/app.asar.unpacked/resources/icons/512x512.png');
  mkdirSync(dirname(icon), { recursive: true });
  writeFileSync(icon, 'icon');
  copyFileSync(SCRIPT, join(folder, 'register.sh'));
  chmodSync(join(folder, 'register.sh'), 0o755);
  const run = (...args: string[]) =>
    execFileSync('sh', [join(folder, 'register.sh'), ...args], {
      env: { ...process.env, XDG_DATA_HOME: join(home, 'data') },
      stdio: 'pipe',
    });
  const files = [
    'applications/loopscope-desktop.desktop',
    'mime/packages/loopscope-desktop.xml',
    'icons/hicolor/512x512/apps/loopscope-desktop.png',
  ];
  return { folder, run, files: files.map((file) => join(home, 'data', file)) };
}

test('registers program, file types and icon with the desktop, and removes them again', () => {
  const { folder, run, files } = unpacked('Loopscope 0.1');
  run();
  expect(files.map((file) => existsSync(file))).toEqual([true, true, true]);
  const [desktop, mime] = files.map((file) => readFileSync(file, 'utf8'));
  expect(desktop).toContain(`Exec="${folder}/loopscope-desktop" %F\n`);
  expect(desktop).toContain('MimeType=application/x-loopscope;application/x-v8-cpuprofile;');
  expect(mime).toContain('<mime-type type="application/x-loopscope"><comment>Loopscope session</comment><glob pattern="*.loopscope"/>');
  run('--remove');
  expect(files.map((file) => existsSync(file))).toEqual([false, false, false]);
  expect(existsSync(folder)).toBe(true);
});

test('quotes the path of the program as the specification requires', () => {
  const { run, files } = unpacked('100% "mine" $HOME');
  run();
  expect(readFileSync(files[0]!, 'utf8')).toMatch(/Exec=".*\/100%% \\\\"mine\\\\" \\\\\$HOME\/loopscope-desktop" %F\n/);
});
