import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Failure } from '../../shared/model/failure.ts';
import type { TimeWindow } from '../../shared/model/units.ts';
import { describeComparison } from '../engine/compare/comparison-info.ts';
import { Engine, failedReport } from '../engine/engine.ts';
import { EXIT } from './exit.ts';
import { formatComparison } from './print-comparison.ts';
import { formatReport, TABLES, type TableName } from './print-report.ts';
import { formatFailure } from './run-command.ts';
import { number } from './setup-options.ts';

interface ShowOptions {
  json?: boolean;
  table?: TableName;
  from?: number;
  to?: number;
}

/** Tables of the contract that need a feature which is not there yet. */
const LATER_TABLES = ['tree', 'ticks', 'states', 'phases', 'levels', 'findings'];

export function setupShowCommand(program: Command): void {
  const command: Command = program
    .command('show')
    .description('print the figures of a session, or of a .cpuprofile')
    .argument('<file>', 'a .loopscope session or a .cpuprofile')
    .option('--json', 'print one JSON document instead of tables')
    .addOption(new Option('--table <name>', `one table: ${TABLES.join(', ')}`).argParser((name) => parseTable(name, command)))
    .option('--from <seconds>', 'only what ended from here on, counted from the start of the measured phase', number)
    .option('--to <seconds>', 'only what ended before here', number);
  command.action(async (file: string, options: ShowOptions) => {
    const window = toWindow(options);
    if (window && window.toMs <= window.fromMs) return command.error('error: --to must be later than --from.');
    const engine = new Engine({ dataDir: null, host: 'browser' });
    const opened = await engine.sessions.openFile(resolve(file), { remember: false });
    if (!opened.ok) return refuse(opened.failure, options.json === true);
    const { sessionId } = opened.value;
    const { open } = await engine.sessions.source(sessionId);
    if (open.kind === 'comparison' && window) return command.error('error: --from and --to are of a single run; this is a comparison.');
    const report = await engine.report(sessionId, window);
    const text = (): string => {
      if (options.table) return formatReport(report, [options.table]);
      return open.kind === 'comparison'
        ? formatComparison(describeComparison(open, null), open.failure?.message ?? null)
        : formatReport(report, TABLES);
    };
    process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : `${text()}\n`);
    await engine.close();
  });
}

export function refuse(failure: Failure, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify(failedReport(failure), null, 2)}\n`);
  else process.stderr.write(`${formatFailure(failure)}\n`);
  process.exitCode = EXIT.failed;
}

function toWindow({ from, to }: ShowOptions): TimeWindow | null {
  if (from === undefined && to === undefined) return null;
  return { fromMs: (from ?? 0) * 1e3, toMs: to === undefined ? Number.MAX_SAFE_INTEGER : to * 1e3 };
}

function parseTable(name: string, command: Command): TableName {
  if ((TABLES as readonly string[]).includes(name)) return name as TableName;
  if (LATER_TABLES.includes(name)) return command.error(`error: --table ${name} is not there yet. This version has ${TABLES.join(', ')}.`);
  return command.error(`error: there is no table ${name}. It must be one of ${TABLES.join(', ')}.`);
}
