import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Enough to see what led to a problem; there are never more than two files of this size. */
const MAX_BYTES = 512 * 1024;

/** A local file, rotated once. It is never sent anywhere. */
export class Log {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  write(text: string): void {
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      if (sizeOf(this.file) > MAX_BYTES) renameSync(this.file, `${this.file}.old`);
      appendFileSync(this.file, `${new Date().toISOString()} ${text.replace(/\n?$/, '\n')}`, { mode: 0o600 });
    } catch {
      // Failing to write the log must not break the program.
    }
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
