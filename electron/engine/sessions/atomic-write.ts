/**
 * Atomic writing: at any moment, even after a power cut, the path holds either the old or the new file, complete:
 *
 *   write .name.PID-RANDOM.loopscope-tmp beside it -> fsync -> rename over the name -> fsync of the folder
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../agent/requests/sweep.ts';

const TEMPORARY = /\.(\d+)-[0-9a-f]{12}\.loopscope-tmp$/;
/** Virus scanners hold new files open for a moment on Windows. */
const RENAME_ATTEMPTS = 10;
const RENAME_WAIT_MS = 50;
/** Sessions and set-ups hold paths, host names, headers and responses, so only the user may read a new file. */
const PRIVATE = 0o600;
/** No writer takes this long. The folder may be shared with other machines and containers, whose processes cannot be seen from here. */
const STALE_AFTER_MS = 3_600_000;

/**
 * Writes a temporary file with `fill` and gives it the name `path`, or that of the target if it is a symbolic link. A replaced file keeps its
 * mode and owner; `mode` is for new files. Throws errors of the file system, and then leaves nothing behind: EEXIST, if there is a file
 * of the name that may not be replaced, also if it was made meanwhile.
 */
export async function writeAtomically(
  name: string,
  fill: (file: FileHandle) => Promise<void>,
  { mode = PRIVATE, overwrite = true }: { mode?: number; overwrite?: boolean } = {},
): Promise<void> {
  const path = await findTarget(name);
  const temporary = temporaryName(path);
  const file = await open(temporary, 'wx', mode);
  try {
    try {
      await takeOver(path, file);
      await fill(file);
      await file.sync();
    } finally {
      await file.close();
    }
    if (overwrite) await renamePatiently(temporary, path);
    else await renameToNew(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

export function writeTextAtomically(path: string, text: string): Promise<void> {
  return writeAtomically(path, (file) => file.writeFile(text));
}

/** A temporary name beside `path`. It contains the pid of the writer, so that `sweepTemporaryFiles` knows what was left behind. */
export function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 150)}.${process.pid}-${randomBytes(6).toString('hex')}.loopscope-tmp`);
}

/** Resolves all symbolic links of a path; the file need not exist. Throws errors of the file system such as ELOOP. */
export async function findTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // It does not exist: a new file, or a link to one.
  const link = await readlink(path).catch(() => null);
  return link === null ? path : findTarget(resolve(dirname(path), link));
}

/** Gives the new file the owner of the old one. */
async function takeOver(path: string, file: FileHandle): Promise<void> {
  const old = await stat(path).catch(() => null);
  if (old === null || process.platform === 'win32') return;
  const now = await file.stat();
  // Matters only for root, who may save another user's file.
  if (old.uid !== now.uid || old.gid !== now.gid) await file.chown(old.uid, old.gid).catch(() => {});
  await file.chmod(old.mode & 0o777);
}

/** Throws if a file cannot be written in this folder; leaves nothing behind. It has to try: permissions say nothing about a read-only disk. */
export async function tryToWriteIn(dir: string): Promise<void> {
  const path = temporaryName(join(dir, 'try'));
  const file = await open(path, 'wx', PRIVATE);
  await file.close();
  await rm(path, { force: true });
}

/** A link is made only if there is nothing of its name. */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Not every disk has links: the name is taken first.
    const taken = await open(to, 'wx', PRIVATE);
    await taken.close();
    return renamePatiently(from, to);
  }
  await rm(from);
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

/** Removes temporary files of killed writers. Never fails: the next save tries again. */
export async function sweepTemporaryFiles(dir: string): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const pid = Number(TEMPORARY.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid) && (await isStale(join(dir, name)))) await rm(join(dir, name), { force: true }).catch(() => {});
  }
}

async function isStale(path: string): Promise<boolean> {
  const { mtimeMs } = (await stat(path).catch(() => null)) ?? { mtimeMs: Date.now() };
  return Date.now() - mtimeMs > STALE_AFTER_MS;
}
