/** `--force`: a session file that is there may be replaced. */
import type { Command } from 'commander';
import type { Failure } from '../../shared/model/failure.ts';
import { isVerbatim, say } from '../../shared/words/said.ts';
import { text } from '../../shared/words/words.ts';

export function addForceFlag(command: Command): Command {
  return command.option('--force', text('commandLine.option.force'));
}

/** The window asks whether to replace a file; on the command line the answer is `--force`. */
export function nameForce(failure: Failure): Failure {
  const isThere = !isVerbatim(failure.says) && failure.says.key === 'save.exists';
  return isThere ? { ...failure, hint: say('command.force') } : failure;
}
