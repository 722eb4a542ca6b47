import { type Failure, fail } from '../../../shared/model/failure.ts';

/** What a failed system call means to a person. `what` starts the sentence: "The session could not be saved". */
export function describeWriteFailure(what: string, path: string, error: unknown): Failure {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fail('disk-full', `${what}: the disk of ${path} is full.`, 'Make room, or choose a place on another disk.', message).failure;
    case 'EACCES':
    case 'EPERM':
      return fail('cannot-write', `${what}: writing to ${path} is not allowed.`, 'Choose another place.', message).failure;
    case 'EROFS':
      return fail('cannot-write', `${what}: ${path} is on a read-only disk.`, 'Choose another place.', message).failure;
    case 'ENOENT':
    case 'ENOTDIR':
      return fail('cannot-write', `${what}: the folder of ${path} does not exist.`, 'Create it, or choose another place.', message).failure;
    case 'EISDIR':
      return fail('cannot-write', `${what}: ${path} is a folder.`, 'Choose the name of a file.', message).failure;
    default:
      return fail('cannot-write', `${what}: ${path} could not be written (${code || message}).`, 'Choose another place.', message).failure;
  }
}
