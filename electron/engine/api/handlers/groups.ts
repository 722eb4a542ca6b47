/** Groups of programs from files. */
import { dirname } from 'node:path';
import { succeed } from '../../../../shared/model/failure.ts';
import { readDocumentText } from '../../load/document-text.ts';
import type { HandlersOf } from './handler-types.ts';

export const groupHandlers: HandlersOf<'group'> = {
  'group.open': async ({ path }) => {
    const read = await readDocumentText(path, 'group');
    return read.ok ? succeed({ text: read.value, folder: dirname(path) }) : read;
  },
};
