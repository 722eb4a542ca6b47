import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isReadableByAll, placePreload } from '../../../../electron/engine/target/preload-file.ts';
import { temporaryFolder } from '../../../helpers/targets.ts';

function preloadIn(folder: string, mode: number): string {
  mkdirSync(folder);
  const file = join(folder, 'loopscope-preload.cjs');
  writeFileSync(file, 'globalThis.loopscopeTestLoaded = true;');
  chmodSync(folder, mode);
  return file;
}

test.each([
  { what: 'other users may not enter', name: 'private', mode: 0o700 },
  { what: 'that needs quotes', name: 'with spaces', mode: 0o755 },
])('in a folder $what, a file of one line stands in for the preload, and goes with the run', ({ name, mode }) => {
  const base = temporaryFolder();
  chmodSync(base, 0o755);
  const file = preloadIn(join(base, name), mode);
  const placed = placePreload(file);
  expect(placed.path).not.toBe(file);
  expect(placed.path).not.toMatch(/\s/);
  expect(statSync(placed.path).mode & 0o777).toBe(0o644);
  expect(isReadableByAll(placed.path)).toBe(true);
  createRequire(import.meta.url)(placed.path);
  expect((globalThis as { loopscopeTestLoaded?: boolean }).loopscopeTestLoaded).toBe(true);
  delete (globalThis as { loopscopeTestLoaded?: boolean }).loopscopeTestLoaded;
  placed.remove();
  expect(existsSync(placed.path)).toBe(false);
});

test.skipIf(process.platform === 'win32')('where everybody can read it, it is loaded from where it is', () => {
  // The temporary folder of the tests may be private.
  const base = mkdtempSync('/tmp/loopscope-open-');
  onTestFinished(() => rmSync(base, { recursive: true }));
  chmodSync(base, 0o755);
  const file = preloadIn(join(base, 'open'), 0o755);
  expect(placePreload(file).path).toBe(file);
});
