/** Why files cannot be read. */
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { type Said, say } from '../../../shared/words/said.ts';

/** Refuses a damaged file. `why` completes the sentence "it is damaged: ..."; `cause`: what the system or a library says about it. */
export function damaged(name: string | Said, why: Said, cause?: unknown): FailureError {
  const detail = cause === undefined ? undefined : (cause as Error).message;
  return new FailureError(fail('damaged', say('file.damaged', { name, why }), say('file.openCopy'), detail).failure);
}

/** The same where `what` is a sentence about a part of it. */
export function damagedIn(name: string, what: Said): FailureError {
  return new FailureError(fail('damaged', say('file.damagedIn', { name, what }), say('file.openCopy')).failure);
}

/** Refuses a file that would make us allocate too much memory. `why` completes the sentence "it is refused: ...". */
export function tooLarge(name: string, why: Said): FailureError {
  return new FailureError(fail('too-large', say('file.refused', { name, why }), say('file.distrust')).failure);
}

export function missing(path: string): FailureError {
  return new FailureError(fail('file-missing', say('file.missing', { path }), say('file.mayBeMoved')).failure);
}

export function unreadable(path: string, code: string): FailureError {
  return new FailureError(fail('file-unreadable', say('file.unreadable', { path, code }), say('file.checkPermissions')).failure);
}

/** The file at this path is not the one that was opened. */
export function replaced(name: string): FailureError {
  return new FailureError(fail('damaged', say('file.replaced', { name }), say('file.openAgain')).failure);
}
