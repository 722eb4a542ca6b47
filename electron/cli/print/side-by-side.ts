/** `loopscope compare a.loopscope k6.json`: saved runs and results of other tools side by side. Nothing is run. */
import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import type { Command } from 'commander';
import { flagName } from '../../../shared/model/setup/command-line.ts';
import { OPENABLE_EXTENSIONS } from '../../../shared/protocol/file-names.ts';
import { toDocument } from '../../../shared/report/report-document.ts';
import { text } from '../../../shared/words/words.ts';
import { describeComparison } from '../../engine/experiments/compare/comparison-info.ts';
import { writeComparisonReport } from '../../engine/experiments/export/write-report.ts';
import { tellSession } from '../commands/run-command.ts';
import { EXIT } from '../exit.ts';
import { nameForce } from '../flags/force-option.ts';
import { usageError } from '../flags/usage-error.ts';
import { makeEngine } from '../make-engine.ts';
import { print, printJson } from '../terminal.ts';
import { formatComparison } from './print-comparison.ts';
import { refuse } from './print-failure.ts';

const SESSION = '.loopscope';
const RECORDED: ReadonlySet<string> = new Set(OPENABLE_EXTENSIONS.map((extension) => `.${extension}`));
/** What says how the result is given; all others are about runs. */
const OF_RESULT = ['output', 'force', 'json', 'markdown'];

interface Options {
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

/** One of them is a session, a profile or a result: nobody means to run that. */
export function areSessions(files: readonly string[]): boolean {
  return files.some((file) => {
    const extension = extname(file).toLowerCase();
    // A command may end in the name of a file.
    return extension === SESSION || (RECORDED.has(extension) && existsSync(file));
  });
}

export async function compareSessions(files: readonly string[], command: Command): Promise<void> {
  const other = command.options.find((option) => {
    const name = option.attributeName();
    return !OF_RESULT.includes(name) && command.getOptionValueSource(name) === 'cli';
  });
  if (other !== undefined)
    return usageError(command, text('commandLine.refused.besideSessions', { flag: flagName({ names: other.flags }) }));
  if (files.length < 2 || files.length > 6) return usageError(command, text('commandLine.refused.sessionsCount'));
  const { output, force = false, json = false, markdown = false } = command.opts<Options>();
  const engine = await makeEngine();
  const sessionIds: string[] = [];
  for (const file of files) {
    const opened = await engine.sessions.openFile(resolve(file), { remember: false, value: null });
    if (!opened.ok) {
      refuse(opened.failure, json);
      // It can be read: what is wrong is to compare it.
      if (opened.failure.code === 'not-a-session') process.exitCode = EXIT.usage;
      return;
    }
    sessionIds.push(opened.value.sessionId);
  }
  const compared = await engine.comparisons.ofSessions(sessionIds);
  if (!compared.ok) {
    refuse(compared.failure, json);
    // They were opened: what is wrong is to compare them.
    if (compared.failure.code === 'not-available') process.exitCode = EXIT.usage;
    return;
  }
  const { sessionId } = compared.value;
  const saved = output === undefined ? null : await engine.sessions.saveAs(sessionId, resolve(output), force);
  if (saved?.ok === false) return refuse(nameForce(saved.failure), json);
  const { open } = engine.sessions.comparison(sessionId);
  const path = saved === null ? null : saved.value.path;
  if (json) printJson(toDocument(await engine.sessions.get(sessionId).cell.report(null, path)));
  else if (markdown) print((await writeComparisonReport(open, 'markdown')).text.trimEnd());
  else print(`${formatComparison(describeComparison(open, null), null)}${path === null ? '' : `\n\n${tellSession(path)}`}`);
  await engine.close();
}
