import { type Failure, fail } from '../../../shared/model/failure.ts';
import { type Said, say } from '../../../shared/words/said.ts';

/** Explains a failed system call to the user. `what` begins the sentence, for example `save.sessionNotSaved`. */
export function describeWriteFailure(what: Said, path: string, error: unknown): Failure {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fail('disk-full', say('save.diskFull', { what, path }), say('save.makeRoom'), message).failure;
    case 'EACCES':
    case 'EPERM':
      return fail('cannot-write', say('save.notAllowed', { what, path }), say('save.choosePlace'), message).failure;
    case 'EROFS':
      return fail('cannot-write', say('save.readOnly', { what, path }), say('save.choosePlace'), message).failure;
    case 'ENOENT':
    case 'ENOTDIR':
      return fail('cannot-write', say('save.noFolder', { what, path }), say('save.createFolder'), message).failure;
    case 'EEXIST':
      return fail('cannot-write', say('save.inTheWay', { what, path }), say('save.moveAway'), message).failure;
    case 'EISDIR':
      return fail('cannot-write', say('save.isFolder', { what, path }), say('save.nameFile'), message).failure;
    default:
      return fail('cannot-write', say('save.notWritten', { what, path, why: code || message }), say('save.choosePlace'), message).failure;
  }
}
