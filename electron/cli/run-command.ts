import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Failure } from '../../shared/model/failure.ts';
import type { Report } from '../../shared/model/report.ts';
import type { Setup } from '../../shared/model/setup.ts';
import { Engine, failedReport } from '../engine/engine.ts';
import { EXIT } from './exit.ts';
import { type Condition, judgeCondition, parseCondition } from './fail-if.ts';
import { invocation } from './invocation.ts';
import { formatReport } from './print-report.ts';
import { showProgress } from './progress.ts';
import { addSetupFlags, type SetupOptions, toSetup } from './setup-options.ts';

interface RunOptions extends SetupOptions {
  output?: string;
  json?: boolean;
  failIf?: Condition;
}

export function setupRunCommand(program: Command): void {
  const command: Command = program
    .command('run')
    .description('launch a script, load it, print the figures and write a session')
    .argument('<script>', 'the Node.js script that starts the server')
    .argument('[args...]', 'arguments of the script, after --')
    .option('-o, --output <file>', 'where to write the session (default: the data folder)')
    .option('--json', 'print one JSON document instead of tables')
    .addOption(new Option('--fail-if <condition>', 'end with code 3 when it is met, for example "p99 > 200ms"').argParser(parseLimit));
  addSetupFlags(command).action(async (script: string, args: string[], options: RunOptions) => {
    const setup = toSetup(script, args, options);
    if (!setup.ok) return command.error(`error: ${setup.failure.message} ${setup.failure.hint}`);
    const { report, exitCode } = await runOnce(setup.value, options);
    process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : `${formatOutcome(report)}\n`);
    process.exitCode = exitCode;
    judge(options.failIf, report);
  });
}

/** A command that has worked ends with another code when the condition is met, or when that cannot be told. */
export function judge(condition: Condition | undefined, report: Report): void {
  if (process.exitCode !== EXIT.ok || !condition) return;
  const judgement = judgeCondition(condition, report);
  switch (judgement.kind) {
    case 'not met':
      return;
    case 'met':
      process.stderr.write(`--fail-if "${condition.text}" is met.\n`);
      process.exitCode = EXIT.met;
      return;
    default:
      process.stderr.write(`--fail-if "${condition.text}" could not be judged: ${judgement.why}\n`);
      process.exitCode = judgement.kind === 'no runs' ? EXIT.failed : EXIT.unjudged;
  }
}

function parseLimit(text: string): Condition {
  const condition = parseCondition(text);
  if (condition.kind === 'limit') return condition;
  throw new InvalidArgumentError('A single run has nothing to be compared with: it must be like "p99 > 200ms".');
}

export interface RunOnce {
  readonly report: Report;
  readonly exitCode: number;
}

/** One run with progress on stderr. Ctrl-C once: stop, keep, save; twice: leave at once. */
export async function runOnce(setup: Setup, options: { output?: string; name?: string }): Promise<RunOnce> {
  const engine = new Engine({ dataDir: null, host: 'browser' });
  const progress = showProgress(engine, setup, process.stderr);
  const started = await engine.startRun(setup, {
    canAsk: false,
    ...(options.output === undefined ? {} : { saveTo: resolve(options.output) }),
    ...(options.name === undefined ? {} : { name: options.name }),
  });
  if (!started.ok) return failed(started.failure);
  const { sessionId } = started.value;
  const onInterrupt = interruptHandler(() => void engine.sessions.stopRun(sessionId));
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  try {
    const { failure, saveFailure } = await engine.sessions.finished(sessionId);
    progress.end();
    const report = { ...(await engine.report(sessionId, null)), failure: failure ?? saveFailure };
    return { report, exitCode: report.failure === null ? EXIT.ok : EXIT.failed };
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
    await engine.close();
  }
}

function failed(failure: Failure): RunOnce {
  return { report: failedReport(failure), exitCode: EXIT.failed };
}

export function interruptHandler(stop: () => void, words = 'Stopping; what was recorded is kept.'): () => void {
  let times = 0;
  return () => {
    times += 1;
    // The agents and the load process end the target when this process is gone.
    if (times > 1) process.exit(130);
    process.stderr.write(`\n${words} Ctrl-C again leaves at once.\n`);
    stop();
  };
}

/** Tables, then what went wrong, then where the session is. */
export function formatOutcome(report: Report): string {
  const { failure, session } = report;
  return [
    report.runs.some((run) => (run.requests?.sent ?? 0) > 0) ? formatReport(report) : '',
    failure ? formatFailure(failure) : '',
    session === null ? '' : `Session: ${session}\nOpen it: ${invocation('serve', session)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

export function formatFailure({ message, hint, detail }: Failure): string {
  const indented = detail === undefined || detail.trim() === '' ? '' : `\n\n${detail.trimEnd().replace(/^/gm, '    ')}`;
  return `error: ${message}${hint === '' ? '' : ` ${hint}`}${indented}`;
}
