/** The packager's settings: what users and the system rely on, and the names that several files have to agree on. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateConfiguration } from 'app-builder-lib/out/util/config/config';
import { DebugLogger } from 'builder-util';
import type { Configuration } from 'electron-builder';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { FUSES, fuseRow, readFuses } from '../../../scripts/dist-check/fuses.mjs';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings = parse(read('electron-builder.yml')) as Configuration;
const fpm = settings.deb?.fpm as string[];

test('electron-builder accepts the configuration', async () => {
  await expect(validateConfiguration(settings, new DebugLogger(false))).resolves.not.toThrow();
  await expect(validateConfiguration({ ...settings, asarr: true } as Configuration, new DebugLogger(false))).rejects.toThrow(/asarr/);
});

test('the package sets the fuses that keep Node out of reach', () => {
  expect(settings.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
  expect(Object.keys(settings.electronFuses!).sort()).toEqual([...FUSES].sort());
});

test('finds the fuses in a binary, and reports a binary without them', () => {
  expect(readFuses(Buffer.concat([Buffer.from('\x7fELF…'), fuseRow()]))).toMatchObject({ runAsNode: true, onlyLoadAppFromAsar: false });
  expect(readFuses(Buffer.from('\x7fELF…'))).toBeNull();
});

test('registers sessions and CPU profiles as file types', () => {
  const kinds = (settings.fileAssociations as { ext: string; mimeType: string; rank: string }[]).map(({ ext, mimeType, rank }) => [
    ext,
    mimeType,
    rank,
  ]);
  expect(kinds).toEqual([
    ['loopscope', 'application/x-loopscope', 'Owner'],
    ['cpuprofile', 'application/x-v8-cpuprofile', 'Alternate'],
  ]);
});

test('builds packages for each system', () => {
  expect(settings.linux?.target).toEqual(['deb', 'AppImage', 'zip']);
  expect(settings.mac?.target).toContain('dmg');
  expect(settings.win?.target).toContain('nsis');
});

test('neither publishes nor checks for updates', () => {
  expect(settings.publish).toBeNull();
});

test('packs the window into the archive and the files for plain Node beside it', () => {
  expect(settings.asar).toBe(true);
  expect(settings.files).toEqual(expect.arrayContaining(['dist/shell/**', 'dist/renderer/**', '!**/node_modules/**']));
  expect(settings.files).not.toEqual(expect.arrayContaining([expect.stringMatching(/^dist\/(engine|cli|\*)/)]));
  expect(settings.extraResources).toEqual([{ from: 'out/dist-stage', to: 'app.asar.unpacked' }]);
  for (const hook of [settings.beforePack, settings.afterPack]) expect(existsSync(join(root, hook as string))).toBe(true);
});

test('the Windows app id equals the one that the program sets', () => {
  expect(read('electron/main.ts')).toContain(`setAppUserModelId('${settings.appId}')`);
});

test('program, desktop file and window have matching names', () => {
  const { executableName, syncDesktopName, desktop } = settings.linux!;
  expect(settings.extraMetadata.desktopName).toBe(`${executableName}.desktop`);
  expect(syncDesktopName).toBe(true);
  // The class of its windows is the name the program gives itself.
  expect(read('electron/main.ts')).toContain(`app.setName('${desktop?.entry?.StartupWMClass}')`);
});

test('the macOS package is signed ad hoc after setting the fuses', () => {
  expect(settings.mac).toMatchObject({ identity: '-', hardenedRuntime: false });
});

test('the desktop file passes paths to the program', () => {
  expect(settings.deb?.executableArgs).toEqual(['%F']);
});

test('the deb accepts package names from before and after the time_t transition of Debian', () => {
  const depends = settings.deb?.depends as string[];
  const renamed = depends.filter((entry) => entry.includes('t64'));
  expect(renamed.length).toBeGreaterThan(5);
  for (const entry of renamed) {
    const [newer, older] = entry.split(' | ');
    expect(older).toBe(newer!.replace(/t64$/, ''));
  }
  // What was missing where only GTK was asked for.
  expect(depends).toEqual(expect.arrayContaining(['libgbm1', 'libasound2t64 | libasound2', 'libdrm2', 'libxkbcommon0']));
});

test('the command of the deb starts the packaged program', () => {
  const [from, to] = fpm[0]!.split('=');
  expect(to).toBe('/usr/bin/loopscope');
  expect(to).not.toBe(`/usr/bin/${settings.linux?.executableName}`);
  expect(read(from!)).toContain(`/opt/${settings.productName}/resources/app.asar.unpacked/dist/cli/loopscope.js`);
});
