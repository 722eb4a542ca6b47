/** Folders of platforms this was never run on: at least what the documentation of Electron and of the packager says about them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chromiumLicences, outsideArchive } from '../../../electron/shell/places.ts';

test('finds the Chromium licences beside the program, on macOS among its resources', () => {
  const place = (platform: NodeJS.Platform) => chromiumLicences(platform, join('/app', 'loopscope'), join('/app', 'resources'));
  expect(place('linux')).toBe(join('/app', 'LICENSES.chromium.html'));
  expect(place('win32')).toBe(join('/app', 'LICENSES.chromium.html'));
  expect(place('darwin')).toBe(join('/app', 'resources', 'LICENSES.chromium.html'));
});

test('finds files for plain Node beside the archive', () => {
  expect(outsideArchive('/opt/L/resources/app.asar/dist/engine/e.js')).toBe('/opt/L/resources/app.asar.unpacked/dist/engine/e.js');
  expect(outsideArchive('C:\\L\\resources\\app.asar\\dist\\e.js')).toBe('C:\\L\\resources\\app.asar.unpacked\\dist\\e.js');
  expect(outsideArchive('/src/loopscope/dist/engine/e.js')).toBe('/src/loopscope/dist/engine/e.js');
});
