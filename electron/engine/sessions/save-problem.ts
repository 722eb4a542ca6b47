import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Failure, fail } from '../../../shared/model/failure.ts';
import { isVerbatim, say } from '../../../shared/words/said.ts';
import { findTarget, tryToWriteIn } from './atomic-write.ts';
import { describeWriteFailure } from './write-failure.ts';

/**
 * Why a session could not be saved at `path`, checked before anything is launched; null: no problem. A file that is there is replaced only
 * if `mayReplace`. `path` undefined: it is saved in the library, where problems do not prevent a start.
 */
export async function findSaveProblem(path: string | undefined, mayReplace: boolean): Promise<Failure | null> {
  if (path === undefined) return null;
  const what = say('save.nothingStarted');
  const asked = resolve(path);
  try {
    const target = await findTarget(asked);
    const there = await stat(target).catch(() => null);
    if (there?.isDirectory()) return fail('cannot-write', say('save.isFolder', { what, path: asked }), say('save.nameFile')).failure;
    if (there && !there.isFile()) return fail('cannot-write', say('save.notAFile', { what, path: asked }), say('save.nameFile')).failure;
    if (there && !mayReplace) return nameTaken(asked);
    await tryToWriteIn(dirname(target));
    return null;
  } catch (error) {
    return describeWriteFailure(what, asked, error);
  }
}

/** There is a file at `path`, which may not be replaced. */
export function nameTaken(path: string): Failure {
  return fail('cannot-write', say('save.exists', { path }), say('save.chooseName')).failure;
}

export function isNameTaken({ says }: Failure): boolean {
  return !isVerbatim(says) && says.key === 'save.exists';
}
