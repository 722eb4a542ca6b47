import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { controlFile, parseArguments } from '../../../scripts/fpm-lite.mjs';

const FPM_LITE = join(import.meta.dirname, '../../../scripts/fpm-lite.mjs');

/** As electron-builder 26 asks. */
const ARGUMENTS = [
  ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libgtk-3-0', '-d', 'libnss3', '--deb-recommends', 'nodejs (>= 20.19)'],
  ...['--deb-compression', 'gz', '--architecture', 'amd64', '--description', 'Short\n Long line\n\n Another', '--version', '1.2.3'],
  ...['--name', 'loopscope', '--maintainer', 'Some Body <body@example.invalid>', '--vendor', 'V', '--url', 'https://example.org/'],
  ...['--deb-priority', 'optional', '--license', 'MIT'],
];

test('writes the requested control file', () => {
  const text = controlFile(parseArguments([...ARGUMENTS, '--package', 'x.deb', 'a/=/opt/A']), 42);
  expect(text).toBe(`Package: loopscope
Version: 1.2.3
Architecture: amd64
Maintainer: Some Body <body@example.invalid>
Installed-Size: 42
Depends: libgtk-3-0, libnss3
Recommends: nodejs (>= 20.19)
Section: devel
Priority: optional
Homepage: https://example.org/
Description: Short
 Long line
 .
 Another
`);
});

test('stops at unknown options', () => {
  expect(() => parseArguments([...ARGUMENTS, '--deb-systemd', 'x'])).toThrow('--deb-systemd is not known');
  expect(() => parseArguments(['-t', 'rpm'])).toThrow('makes deb, not rpm');
});

test('builds a real package: folders, single files, modes, scripts', (context) => {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return context.skip('no dpkg-deb on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-fpm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'app/inner'), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'app/inner/data'), 'x', { mode: 0o666 });
  writeFileSync(join(folder, 'app/program'), 'x');
  chmodSync(join(folder, 'app/program'), 0o777);
  writeFileSync(join(folder, 'after'), '#!/bin/sh\n');
  const deb = join(folder, 'out.deb');
  const maps = [`${folder}/app/=/opt/App`, `${folder}/app/program=/usr/bin/tool`];
  execFileSync(FPM_LITE, [...ARGUMENTS, '--after-install', join(folder, 'after'), '--package', deb, ...maps]);

  const listed = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' });
  const entries = listed.split('\n').flatMap((line) => /^(\S+) (\S+) .* \.(\/\S+)$/.exec(line)?.slice(1).join(' ') ?? []);
  expect(entries).toEqual(
    expect.arrayContaining([
      'drwxr-xr-x root/root /opt/App/inner/',
      '-rw-r--r-- root/root /opt/App/inner/data',
      '-rwxr-xr-x root/root /opt/App/program',
      '-rwxr-xr-x root/root /usr/bin/tool',
    ]),
  );
  expect(execFileSync('dpkg-deb', ['--ctrl-tarfile', deb]).includes('postinst')).toBe(true);
});
