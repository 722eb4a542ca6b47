import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../shared/model/failure.ts';
import { say } from '../../shared/words/said.ts';
import { text } from '../../shared/words/words.ts';
import { addForceFlag, nameForce } from './force-option.ts';
import { makeEngine } from './make-engine.ts';
import { tellSession } from './run-command.ts';
import { refuse } from './show-command.ts';
import { print } from './terminal.ts';

export function setupImportCommand(program: Command): void {
  const command = program
    .command('import')
    .description(text('commandLine.command.import'))
    .argument('<file>', text('commandLine.argument.fileToImport'))
    .requiredOption('-o, --output <file>', text('commandLine.option.outputSession'));
  addForceFlag(command).action(async (file: string, { output, force = false }: { readonly output: string; readonly force?: boolean }) => {
    const engine = makeEngine();
    const opened = await engine.sessions.openFile(resolve(file), { remember: false });
    if (!opened.ok) return refuse(opened.failure, false);
    const { sessionId } = opened.value;
    if (engine.sessions.get(sessionId).cell.isSavable)
      return refuse(fail('bad-request', say('session.fileIsSession', { name: basename(file) }), say('session.useAsItIs')).failure, false);
    const saved = await engine.sessions.saveAs(sessionId, resolve(output), force);
    if (!saved.ok) return refuse(nameForce(saved.failure), false);
    print(tellSession(saved.value.path));
    await engine.close();
  });
}
