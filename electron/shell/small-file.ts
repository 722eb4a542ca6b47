import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Null: it is not there, or cannot be read. */
export function readSmall(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Old or new content, never half of one. What is kept this way is only comfort: a disk that is full must not keep anybody from leaving. */
export function writeSmall(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    // Nothing is lost but the comfort.
  }
}
