import { EXIT } from './exit.ts';

/** Called before all else is loaded: much is named by paths from the folder that the command was started in, and Node throws where that was deleted. */
export async function checkStartFolder(): Promise<void> {
  try {
    process.cwd();
  } catch {
    const [{ fail }, { say }, { formatFailure }, { tell }] = await Promise.all([
      import('../../shared/model/failure.ts'),
      import('../../shared/words/said.ts'),
      import('./print/print-failure.ts'),
      import('./terminal.ts'),
    ]);
    tell(formatFailure(fail('not-found', say('machine.startFolderGone'), say('machine.goToFolder')).failure), 'bad');
    process.exit(EXIT.failed);
  }
}
