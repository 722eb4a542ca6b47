import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Null: the file does not exist or cannot be read. */
export function readSmall(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Leaves the old or the new content, never half of it. Only preferences are kept this way: a full disk must not keep the program from quitting. */
export function writeSmall(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    // Only a preference is lost.
  }
}
