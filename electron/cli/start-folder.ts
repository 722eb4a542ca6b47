/** Imported before all else: much is named by paths from the folder that the command was started in, and Node throws where that was deleted. */
import { fail } from '../../shared/model/failure.ts';
import { say } from '../../shared/words/said.ts';
import { EXIT } from './exit.ts';
import { formatFailure } from './print/print-failure.ts';
import { tell } from './terminal.ts';

try {
  process.cwd();
} catch {
  tell(formatFailure(fail('not-found', say('machine.startFolderGone'), say('machine.goToFolder')).failure), 'bad');
  process.exit(EXIT.failed);
}
