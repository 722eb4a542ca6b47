/**
 * Moves a file to the trash of the desktop, from where its owner can take it back (the Trash specification of freedesktop.org):
 *
 *   Trash/files/NAME              the file itself
 *   Trash/info/NAME.trashinfo     where it was, and when it was deleted
 *
 * A file on the disk of the home folder goes to the trash there; one on another disk to that disk's own, because nothing is copied. In the
 * desktop window Electron does this, on every system.
 */
import { lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';

export interface TrashPlace {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
  readonly uid?: number;
}

/** Upper bound of `name (n)`: more would be a bug elsewhere. */
const MOST_NAMES = 10_000;

/** Throws the error of the system: the file does not exist, or must not be moved. */
export async function moveToTrash(
  path: string,
  { env = process.env, home = homedir(), uid = process.getuid?.() ?? 0 }: TrashPlace = {},
): Promise<void> {
  // A symbolic link itself is moved, not its target.
  const file = join(await realpath(dirname(resolve(path))), basename(path));
  const { dev } = await lstat(file);
  const data = env.XDG_DATA_HOME !== undefined && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local/share');
  await mkdir(data, { recursive: true, mode: 0o700 });
  const isOnHomeDisk = (await lstat(data)).dev === dev;
  const top = isOnHomeDisk ? null : await findTop(file, dev);
  const trash = top === null ? join(data, 'Trash') : await trashOfDisk(top, uid);
  for (const folder of ['files', 'info']) await mkdir(join(trash, folder), { recursive: true, mode: 0o700 });
  // The trash of a removable disk moves with the disk.
  const { name, info } = await reserve(trash, basename(file), top === null ? file : relative(top, file));
  try {
    await rename(file, join(trash, 'files', name));
  } catch (error) {
    await rm(info, { force: true });
    throw error;
  }
}

/** The folder that the disk is mounted at. */
async function findTop(file: string, dev: number): Promise<string> {
  let top = dirname(file);
  while (dirname(top) !== top && (await lstat(dirname(top))).dev === dev) top = dirname(top);
  return top;
}

/** The trash that the administrator has set up for all users, if it is safe; otherwise one of the user. */
async function trashOfDisk(top: string, uid: number): Promise<string> {
  const shared = await lstat(join(top, '.Trash')).catch(() => null);
  const isSticky = shared?.isDirectory() === true && (shared.mode & 0o1000) !== 0;
  return isSticky ? join(top, '.Trash', String(uid)) : join(top, `.Trash-${uid}`);
}

/** The description is created first, and only if there is none of that name: so two programs never take the same one. */
async function reserve(trash: string, file: string, path: string): Promise<{ name: string; info: string }> {
  const text = `[Trash Info]\nPath=${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}\nDeletionDate=${localTime(new Date())}\n`;
  const extension = extname(file);
  for (let number = 1; number <= MOST_NAMES; number++) {
    const name = number === 1 ? file : `${basename(file, extension)} ${number}${extension}`;
    const info = join(trash, 'info', `${name}.trashinfo`);
    const isFree = await lstat(join(trash, 'files', name)).then(
      () => false,
      () => true,
    );
    if (!isFree) continue;
    try {
      await writeFile(info, text, { flag: 'wx', mode: 0o600 });
      return { name, info };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error(`no free name for ${file} in ${trash}`);
}

/** 2026-01-02T03:04:05, local time. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
