import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Overrides where the lock of this machine lies. */
export const LOCK_DIR_VARIABLE = 'LOOPSCOPE_LOCK_DIR';

/**
 * One folder for all engines of a user on this machine, whatever data folder each of them has: two data folders share one CPU.
 *
 * Several users do not see each other's runs: in a folder that all may write, one could keep all others from measuring for ever, and
 * could read what they run. What others use is recorded with the run as foreign CPU instead. Who wants one lock for all sets the
 * variable to a folder they share. A container has a folder of its own as well.
 */
export function lockDir(env: NodeJS.ProcessEnv = process.env, uid: number | null = process.getuid?.() ?? null): string {
  const chosen = env[LOCK_DIR_VARIABLE];
  if (chosen) return resolve(chosen);
  // The first is not set in every shell (su, cron) where the second is there all the same.
  const ofUser = env.XDG_RUNTIME_DIR || (uid === null ? null : `/run/user/${uid}`);
  if (ofUser && isFolder(ofUser)) return join(ofUser, 'loopscope');
  // Windows has a temporary folder for each user.
  return join(tmpdir(), uid === null ? 'loopscope-lock' : `loopscope-lock-${uid}`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
