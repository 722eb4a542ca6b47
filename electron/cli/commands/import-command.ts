import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { wordSaid } from '../../../shared/format/word-said.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import type { Engine } from '../../engine/api/engine.ts';
import { addValueFlag, type ValueChoice } from '../flags/choose-run.ts';
import { addForceFlag, nameForce } from '../flags/force-option.ts';
import { makeEngine } from '../make-engine.ts';
import { refuse } from '../print/print-failure.ts';
import { print } from '../terminal.ts';
import { tellSession } from './run-command.ts';

interface ImportOptions extends ValueChoice {
  readonly output: string;
  /** The recording that the file is joined to. */
  readonly join?: string;
  readonly force?: boolean;
}

/** The session to write, and what there is to say of it. */
type Made = Outcome<{ readonly sessionId: string; readonly says: readonly string[] }>;

export function setupImportCommand(program: Command): void {
  const command = program
    .command('import')
    .description(text('commandLine.command.import'))
    .argument('<file>', text('commandLine.argument.fileToImport'))
    .option('--join <session>', text('commandLine.option.join'))
    .requiredOption('-o, --output <file>', text('commandLine.option.outputSession'));
  addForceFlag(addValueFlag(command)).action(async (file: string, { output, join, value, force = false }: ImportOptions) => {
    const engine = await makeEngine();
    const made = await (join === undefined ? importFile(engine, file, value) : joinFile(engine, file, join, value));
    if (!made.ok) return refuse(made.failure, false);
    const { sessionId, says } = made.value;
    const saved = await engine.sessions.saveAs(sessionId, resolve(output), force);
    if (!saved.ok) return refuse(nameForce(saved.failure), false);
    for (const one of says) print(one);
    print(tellSession(saved.value.path));
    await engine.close();
  });
}

async function importFile({ sessions }: Engine, file: string, value: string | null = null): Promise<Made> {
  const opened = await sessions.openFile(resolve(file), { remember: false, value });
  if (!opened.ok) return opened;
  const { sessionId } = opened.value;
  if (sessions.get(sessionId).cell.isSavable)
    return fail('bad-request', say('session.fileIsSession', { name: basename(file) }), say('session.useAsItIs'));
  return succeed({ sessionId, says: [] });
}

async function joinFile({ sessions }: Engine, file: string, join: string, value: string | null = null): Promise<Made> {
  const opened = await sessions.openFile(resolve(file), { remember: false, value });
  if (!opened.ok) return opened;
  const recorded = await sessions.openFile(resolve(join), { remember: false });
  if (!recorded.ok) return recorded;
  const { sessionId } = recorded.value;
  const joined = await sessions.join(sessionId, opened.value.sessionId);
  return joined.ok ? succeed({ sessionId: joined.value.sessionId, says: joined.value.says.map(wordSaid) }) : joined;
}
