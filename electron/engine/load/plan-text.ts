/** The text of a plan from its file, right or wrong: whoever opens it can mend it. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { MOST_PLAN_TEXT } from '../../../shared/plan/limits.ts';
import { say } from '../../../shared/words/said.ts';

export async function readPlanText(path: string): Promise<Outcome<string>> {
  try {
    const about = await stat(path);
    // Opening a pipe would wait for a writer.
    if (!about.isFile()) return fail('file-unreadable', say('file.notAFile', { path }), say('file.chooseFile'));
    if (about.size > MOST_PLAN_TEXT) return fail('too-large', say('plan.fileTooLarge', { name: basename(path), limit: MOST_PLAN_TEXT }));
    return succeed(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return fail('damaged', say('plan.notUtf8', { name: basename(path) }));
    return fail(
      'file-unreadable',
      say('file.unreadable', { path, code: String(code) }),
      code === 'ENOENT' ? null : say('file.checkPermissions'),
    );
  }
}
