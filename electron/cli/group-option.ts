/** `--group FILE`: the text of the group, its name and its folder. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { LONGEST_GROUP } from '../../shared/group/group.ts';
import { readGroup } from '../../shared/group/read-group.ts';
import { type Failure, fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import { tellProblem } from '../../shared/plan/tell-problem.ts';
import { type Said, say } from '../../shared/words/said.ts';
import { wordSaid } from '../../shared/words/word-said.ts';
import type { GivenSettings } from './given-settings.ts';

const GROUP = 'target.group';

/** With the text in place of the file that is given. The command that is shown has the text itself where there is no file. */
export function withGroup(given: GivenSettings): Outcome<GivenSettings> {
  const value = given[GROUP];
  if (value === undefined) return succeed(given);
  if (String(value).includes('\n')) return checked(String(value), '--group', given);
  const path = resolve(String(value));
  const text = readGroupFile(path);
  if (!text.ok) return text;
  return checked(text.value, basename(path), { 'target.cwd': dirname(path), ...given, 'target.groupFile': path });
}

function checked(text: string, name: string, given: GivenSettings): Outcome<GivenSettings> {
  const read = readGroup(text);
  return read.ok ? succeed({ ...given, [GROUP]: text }) : refused(name, read.problems.map(tellProblem));
}

function refused(name: string, [first, ...others]: readonly Said[]): { ok: false; failure: Failure } {
  const failed = fail('bad-request', say('plan.inFile', { name, says: first! }));
  return others.length === 0 ? failed : { ok: false, failure: { ...failed.failure, detail: others.map(wordSaid).join('\n') } };
}

function readGroupFile(path: string): Outcome<string> {
  try {
    const about = statSync(path);
    // Opening a pipe would wait for a writer.
    if (!about.isFile()) return fail('file-unreadable', say('file.notAFile', { path }), say('file.chooseFile'));
    if (about.size > 4 * LONGEST_GROUP) return fail('too-large', say('group.tooLong', { limit: LONGEST_GROUP }));
    return succeed(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail('file-unreadable', say('file.unreadable', { path, code: String(code) }));
  }
}
