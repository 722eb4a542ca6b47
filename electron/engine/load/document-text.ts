/** The text of a document of a user's (a plan, a group, a grid) from its file, right or wrong: whoever opens it can mend it. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Bytes } from '../../../shared/base/units.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { MOST_PLAN_TEXT } from '../../../shared/model/load/limits.ts';
import { LONGEST_GROUP } from '../../../shared/model/setup/group.ts';
import type { DocumentKind } from '../../../shared/model/setup/setting.ts';
import { LONGEST_GRID } from '../../../shared/plan/read-grid.ts';
import { say } from '../../../shared/words/said.ts';

/** A character has up to four bytes. */
const MOST_BYTES: Readonly<Record<DocumentKind | 'grid', Bytes>> = {
  plan: MOST_PLAN_TEXT,
  group: 4 * LONGEST_GROUP,
  grid: 4 * LONGEST_GRID,
};

export async function readDocumentText(path: string, kind: keyof typeof MOST_BYTES): Promise<Outcome<string>> {
  const limit = MOST_BYTES[kind];
  const name = basename(path);
  try {
    const about = await stat(path);
    // Opening a pipe would wait for a writer.
    if (!about.isFile()) return fail('file-unreadable', say('file.notAFile', { path }), say('file.chooseFile'));
    if (about.size > limit) return fail('too-large', say('plan.fileTooLarge', { name, limit }));
    return succeed(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return fail('damaged', say('plan.notUtf8', { name }));
    return fail(
      'file-unreadable',
      say('file.unreadable', { path, code: String(code) }),
      code === 'ENOENT' ? null : say('file.checkPermissions'),
    );
  }
}
