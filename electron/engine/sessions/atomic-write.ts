/**
 * Writing a file so that its name always holds a whole one, the old or the new, whenever the power goes:
 *
 *   write .name.PID-RANDOM.loopscope-tmp beside it -> fsync -> rename over the name -> fsync of the folder
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from './owner.ts';

const TEMPORARY = /\.(\d+)-[0-9a-f]{12}\.loopscope-tmp$/;
/** Virus scanners hold new files open for a moment on Windows. */
const RENAME_ATTEMPTS = 10;
const RENAME_WAIT_MS = 50;

/** Fills a temporary file by `fill` and makes it the file at `path`. Throws what the file system throws, and then leaves nothing behind. */
export async function writeAtomically(path: string, fill: (file: FileHandle) => Promise<void>, mode = 0o666): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 150)}.${process.pid}-${randomBytes(6).toString('hex')}.loopscope-tmp`);
  const file = await open(temporary, 'wx', mode);
  try {
    try {
      await fill(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await renamePatiently(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

export function writeTextAtomically(path: string, text: string, mode?: number): Promise<void> {
  return writeAtomically(path, (file) => file.writeFile(text), mode);
}

async function renamePatiently(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (process.platform !== 'win32' || (code !== 'EPERM' && code !== 'EBUSY') || attempt === RENAME_ATTEMPTS) throw error;
      await wait(RENAME_WAIT_MS * attempt);
    }
  }
}

/** Makes the names in a folder durable. Windows has no such call. */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Removes what killed writers have left in a folder. */
export async function sweepTemporaryFiles(dir: string): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const pid = Number(TEMPORARY.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) await rm(join(dir, name), { force: true });
  }
}
