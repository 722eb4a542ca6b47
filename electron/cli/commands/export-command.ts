import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { readLanguage } from '../../../shared/base/language.ts';
import { isPageFigure, PAGE_FIGURES, type PageFigure } from '../../../shared/model/comparison/lesson-links.ts';
import { EXPORT_FORMATS, EXPORTS, type ExportFormat } from '../../../shared/model/export-formats.ts';
import { isLeftOut, joinLeftOut, LEAVE_OUT_ALL, LEFT_OUT, type LeftOut } from '../../../shared/model/left-out.ts';
import type { FoldOptions } from '../../../shared/profile/tree/folds.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { writeAtomically } from '../../engine/sessions/atomic-write.ts';
import { describeWriteFailure } from '../../engine/sessions/write-failure.ts';
import { addRunFlags, addValueFlag, openChosen, type RunChoice, selectionOf, type ValueChoice } from '../flags/choose-run.ts';
import { addForceFlag, nameForce } from '../flags/force-option.ts';
import { foldOption } from '../flags/option-values.ts';
import { usageError } from '../flags/usage-error.ts';
import { addWindowFlags, clipToRun, toWindow, type WindowOptions } from '../flags/window-options.ts';
import { makeEngine } from '../make-engine.ts';
import { refuse } from '../print/print-failure.ts';
import { printBytes, printFile, tell } from '../terminal.ts';

/** A copy of the session without some of it: a file to open, not a text. */
const SESSION = 'session';
/** A short report is asked for by a flag of its own. */
const FORMATS = EXPORT_FORMATS.filter((format) => !EXPORTS[format].isUnnamed);
const WITHOUT = [...LEFT_OUT, LEAVE_OUT_ALL].join(', ');
const NAMES = [...FORMATS, SESSION].join(', ');
/** An export is made for others to read, as far as the umask lets them. */
const TO_SHARE = 0o666;
const LATER_FORMATS = ['png'];
type Format = ExportFormat | typeof SESSION;
/** As their files end, where that is not the name of the format. */
const ENDINGS: ReadonlyMap<string, Format> = new Map([
  ...FORMATS.flatMap((format) => EXPORTS[format].endings.map((ending) => [ending, format] as const)),
  ['loopscope', SESSION],
]);

interface ExportOptions extends RunChoice, ValueChoice, WindowOptions {
  /** Not given: as the name of the file ends. */
  readonly format?: Format;
  readonly without?: readonly LeftOut[];
  readonly output: string;
  readonly brief?: boolean;
  readonly force?: boolean;
  readonly fold?: FoldOptions;
  readonly figures?: readonly PageFigure[];
  readonly conclusion?: string;
  readonly language?: string;
}

export function setupExportCommand(program: Command): void {
  const command: Command = program
    .command('export')
    .description(text('commandLine.command.export'))
    .argument('<file>', text('commandLine.argument.file'))
    .addOption(
      new Option('--format <format>', text('commandLine.option.format', { names: NAMES })).argParser((format) =>
        parseFormat(format, command),
      ),
    )
    .addOption(foldOption())
    .addOption(
      new Option('--without <parts>', text('commandLine.option.without', { names: WITHOUT })).argParser((parts) =>
        parseParts(parts, command),
      ),
    )
    .option('--brief', text('commandLine.option.brief'))
    .addOption(
      new Option('--figures <names>', text('commandLine.option.figures', { names: PAGE_FIGURES.join(', ') })).argParser((names) =>
        parseFigures(names, command),
      ),
    )
    .option('--conclusion <text>', text('commandLine.option.conclusion'))
    .option('--language <code>', text('commandLine.option.language'))
    .requiredOption('-o, --output <file>', text('commandLine.option.outputFile'));
  addForceFlag(addRunFlags(addValueFlag(addWindowFlags(command)))).action(
    async (file: string, { format: given, output, without, brief = false, force = false, ...choice }: ExportOptions) => {
      const { fold, figures, conclusion, language } = choice;
      const named = given ?? formatOf(output) ?? (brief ? 'markdown' : unknownEnding(command, output));
      if (brief && named !== 'markdown') return usageError(command, text('commandLine.refused.briefMarkdown'));
      if (fold && !(named !== SESSION && EXPORTS[named].folds)) return usageError(command, text('commandLine.refused.foldFormat'));
      if (named === SESSION) return exportCopy(command, file, { output, without: without ?? [], force }, choice);
      if (without && !EXPORTS[named].canLeaveOut) {
        const names = [SESSION, ...FORMATS.filter((one) => EXPORTS[one].canLeaveOut)];
        return usageError(command, text('commandLine.refused.withoutFormat', { names: names.join(', ') }));
      }
      if ((figures ?? conclusion ?? language) !== undefined && named !== 'lesson')
        return usageError(command, text('commandLine.refused.pageFormat'));
      if (language !== undefined && readLanguage(language) === null)
        return usageError(command, text('commandLine.refused.language', { language }));
      const format = brief ? 'brief' : named;
      const asked = toWindow(command, choice);
      const engine = await makeEngine();
      const chosen = await openChosen(engine, file, choice);
      if (!chosen.ok) return refuse(chosen.failure, false);
      const { sessionId, open } = chosen.value;
      if (open.kind === 'comparison' && asked) return usageError(command, text('commandLine.refused.singleRunOnly'));
      if (open.kind === 'services' && asked) return usageError(command, text('commandLine.refused.notOfUnknownServices'));
      const isOfSeveral = open.kind === 'comparison' || open.kind === 'services';
      const window = isOfSeveral ? null : clipToRun(command, asked, open);
      const exported = await engine.handle('export.text', {
        sessionId,
        format,
        selection: selectionOf(choice),
        window,
        folding: fold && { hide: [...fold.hide], folds: fold.folds && [...fold.folds] },
        figures: figures && [...figures],
        conclusion,
        language,
        without: without && [...without],
      });
      if (!exported.ok) return refuse(exported.failure, false);
      const { text: content, isBase64 } = exported.value;
      if (output === '-') {
        if (!isBase64) printFile(content);
        else if (!printBytes(Buffer.from(content, 'base64'))) return usageError(command, text('commandLine.refused.bytesToTerminal'));
      } else {
        try {
          await writeAtomically(resolve(output), (to) => to.writeFile(content, isBase64 ? 'base64' : 'utf8'), { mode: TO_SHARE });
        } catch (error) {
          return refuse(describeWriteFailure(say('save.fileNotWritten'), resolve(output), error), false);
        }
        tell(text('terminal.written', { path: resolve(output) }));
      }
      await engine.close();
    },
  );
}

async function exportCopy(
  command: Command,
  file: string,
  { output, without, force }: { output: string; without: readonly LeftOut[]; force: boolean },
  { run, variant, process, thread, from, to, value }: RunChoice & ValueChoice & WindowOptions,
): Promise<void> {
  if (without.length === 0) return usageError(command, text('commandLine.refused.sessionWithout', { names: WITHOUT }));
  if (output === '-') return usageError(command, text('commandLine.refused.sessionToFile'));
  if ([run, variant, process, thread, from, to].some((one) => one !== undefined))
    return usageError(command, text('commandLine.refused.sessionWhole'));
  const engine = await makeEngine();
  const opened = await engine.sessions.openFile(resolve(file), { remember: false, value: value ?? null });
  if (!opened.ok) return refuse(opened.failure, false);
  const saved = await engine.handle('sessions.save-copy', {
    sessionId: opened.value.sessionId,
    path: resolve(output),
    overwrite: force,
    without: [...without],
  });
  if (!saved.ok) return refuse(nameForce(saved.failure), false);
  tell(text('terminal.written', { path: saved.value.path }));
  await engine.close();
}

function parseParts(given: string, command: Command): LeftOut[] {
  const parts = given.split(',').flatMap((one) => (one.trim() === LEAVE_OUT_ALL ? LEFT_OUT : [one.trim()]));
  const unknown = parts.find((one) => !isLeftOut(one));
  if (unknown !== undefined) return usageError(command, text('commandLine.refused.without', { name: unknown, names: WITHOUT }));
  return joinLeftOut(parts.filter(isLeftOut));
}

function parseFigures(given: string, command: Command): PageFigure[] {
  const names = given.split(',').map((one) => one.trim());
  const unknown = names.find((one) => !isPageFigure(one));
  if (unknown !== undefined)
    return usageError(command, text('commandLine.refused.figure', { name: unknown, names: PAGE_FIGURES.join(', ') }));
  return names.filter(isPageFigure);
}

function parseFormat(format: string, command: Command): Format {
  const meant = ENDINGS.get(format) ?? format;
  if (isFormat(meant)) return meant;
  const asked = { name: format, names: NAMES };
  return usageError(command, text(`commandLine.refused.${LATER_FORMATS.includes(format) ? 'formatLater' : 'format'}`, asked));
}

/** Null: the name of the file does not say. `report.json` is the document, whatever else is written as JSON. */
export function formatOf(output: string): Format | null {
  const [, long = '', last = ''] = /\.([a-z]+\.([a-z]+)|[a-z]+)$/i.exec(output)?.map((one = '') => one.toLowerCase()) ?? [];
  const meant = ENDINGS.get(long) ?? ENDINGS.get(last || long) ?? (last || long);
  return isFormat(meant) ? meant : null;
}

function unknownEnding(command: Command, output: string): never {
  return usageError(command, text('commandLine.refused.noFormat', { file: output, names: NAMES }));
}

function isFormat(name: string): name is Format {
  return name === SESSION || (FORMATS as readonly string[]).includes(name);
}
