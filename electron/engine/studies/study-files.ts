/** Reads the files of a study. A study from others is untrusted: nothing outside its folder, no large file and no pipe is read. */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Bytes } from '../../../shared/base/units.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { type Said, say } from '../../../shared/words/said.ts';

export interface StudyFiles {
  /** Throws when it is not there. */
  text(name: string): string;
  /** Throws when there is no such file, without reading it. */
  require(name: string): void;
}

/** Files of a bundled study. */
export class OwnFiles implements StudyFiles {
  constructor(private readonly folder: string) {}

  text(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** The specs look for them. */
  require(): void {}
}

/** A hundred times what the longest bundled file has. */
const MOST_TEXT: Bytes = 1_000_000;

/** Files of a study in any folder, which are untrusted. */
export class OthersFiles implements StudyFiles {
  private readonly folder: string;

  /** Throws when it is no folder. */
  constructor(folder: string) {
    this.folder = realpathSync(folder);
  }

  text(name: string): string {
    const bytes = this.open(name, (file, size) => {
      if (size > MOST_TEXT) throw refusal(say('plan.fileTooLarge', { name, limit: MOST_TEXT }));
      const read = Buffer.alloc(size);
      return read.subarray(0, readSync(file, read, 0, size, 0));
    });
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw refusal(say('plan.notUtf8', { name }));
    }
  }

  require(name: string): void {
    this.open(name, () => null);
  }

  /** Opened without blocking, as a pipe would wait for its other end, and without following a link that was created after the check. */
  private open<T>(name: string, use: (file: number, size: Bytes) => T): T {
    let file: number | null = null;
    try {
      const path = realpathSync(join(this.folder, name));
      if (!path.startsWith(this.folder.endsWith(sep) ? this.folder : this.folder + sep)) throw refusal(say('study.fileOutside', { name }));
      file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
      const stat = fstatSync(file);
      if (!stat.isFile()) throw refusal(say('file.notAFile', { path: name }));
      return use(file, stat.size);
    } catch (error) {
      if (error instanceof FailureError) throw error;
      const code = (error as NodeJS.ErrnoException).code ?? '';
      throw refusal(code === 'ENOENT' ? say('study.fileMissing', { name }) : say('plan.fileUnreadable', { name, code }));
    } finally {
      if (file !== null) closeSync(file);
    }
  }
}

function refusal(says: Said): FailureError {
  return new FailureError(fail('file-unreadable', says, say('study.howToWrite')).failure);
}
