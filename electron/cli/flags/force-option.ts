/** `--force`: a session file that is there may be replaced. */
import type { Command } from 'commander';
import type { Failure } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { isNameTaken } from '../../engine/sessions/save-problem.ts';

export function addForceFlag(command: Command): Command {
  return command.option('--force', text('commandLine.option.force'));
}

/** The window asks whether to replace a file; on the command line, `--force` agrees to that. */
export function nameForce(failure: Failure): Failure {
  return isNameTaken(failure) ? { ...failure, hint: say('command.force') } : failure;
}
