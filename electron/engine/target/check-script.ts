/** What keeps a file from being run as a script, found without running it. */
import { accessSync, constants, statSync } from 'node:fs';
import { extname } from 'node:path';
import { type Failure, fail } from '../../../shared/model/failure.ts';
import { findNodeArgsProblem } from '../../../shared/model/setup/node-args.ts';
import { say } from '../../../shared/words/said.ts';

/** Files that Node does not run as a program. It runs others whatever they are called: `bin/www` has no extension. */
const NOT_SCRIPTS = new Set(['.json', '.html', '.css', '.md', '.txt', '.yaml', '.yml', '.sh', '.zip']);
const RECORDINGS = new Set(['.loopscope', '.cpuprofile']);

/** Null: a run can have them. */
export function checkNodeArgs(words: readonly string[]): Failure | null {
  const problem = findNodeArgsProblem(words);
  return problem && fail('bad-request', problem.says, problem.hint).failure;
}

/** Null: nothing. */
export function checkScript(script: string): Failure | null {
  try {
    if (!statSync(script).isFile())
      return fail('script-missing', say('file.notAFile', { path: script }), say('target.chooseScript')).failure;
    accessSync(script, constants.R_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return fail('script-missing', say('file.missing', { path: script }), say('target.checkPath')).failure;
    return fail('script-unreadable', say('file.unreadable', { path: script, code: String(code) }), say('target.checkPermissions')).failure;
  }
  const kind = extname(script).toLowerCase();
  if (RECORDINGS.has(kind))
    return fail('script-unreadable', say('target.isRecording', { path: script }), say('target.showRecording')).failure;
  if (NOT_SCRIPTS.has(kind)) return fail('script-unreadable', say('target.notAScript', { path: script }), say('target.scriptsAre')).failure;
  return null;
}
