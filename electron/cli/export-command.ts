import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { Engine } from '../engine/engine.ts';
import { exportSession, type TextFormat } from '../engine/export-session.ts';
import { writeTextAtomically } from '../engine/sessions/atomic-write.ts';
import { describeWriteFailure } from '../engine/sessions/write-failure.ts';
import { refuse } from './show-command.ts';

const FORMATS: readonly TextFormat[] = ['cpuprofile', 'speedscope', 'collapsed', 'autocannon', 'hgrm', 'csv', 'json', 'html', 'markdown'];
const LATER_FORMATS = ['svg', 'png'];

export function setupExportCommand(program: Command): void {
  const command: Command = program
    .command('export')
    .description("write a session in another tool's format")
    .argument('<file>', 'a .loopscope session or a .cpuprofile')
    .addOption(
      new Option('--format <format>', FORMATS.join(', ')).makeOptionMandatory().argParser((format) => parseFormat(format, command)),
    )
    .requiredOption('-o, --output <file>', 'where to write it; - for standard output');
  command.action(async (file: string, { format, output }: { format: TextFormat; output: string }) => {
    const engine = new Engine({ dataDir: null, host: 'browser' });
    const opened = await engine.sessions.openFile(resolve(file), { remember: false });
    if (!opened.ok) return refuse(opened.failure, false);
    const { sessionId } = opened.value;
    const exported = await exportSession((await engine.sessions.source(sessionId)).open, format, await engine.report(sessionId, null));
    if (!exported.ok) return refuse(exported.failure, false);
    if (output === '-') process.stdout.write(exported.value.text);
    else {
      try {
        await writeTextAtomically(resolve(output), exported.value.text);
      } catch (error) {
        return refuse(describeWriteFailure('The file could not be written', resolve(output), error), false);
      }
      process.stderr.write(`Wrote ${resolve(output)}\n`);
    }
    await engine.close();
  });
}

function parseFormat(format: string, command: Command): TextFormat {
  if ((FORMATS as readonly string[]).includes(format)) return format as TextFormat;
  if (LATER_FORMATS.includes(format))
    return command.error(`error: --format ${format} is not there yet. This version writes ${FORMATS.join(', ')}.`);
  return command.error(`error: there is no format ${format}. It must be one of ${FORMATS.join(', ')}.`);
}
