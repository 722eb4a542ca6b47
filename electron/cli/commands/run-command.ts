import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Failure, fail, type Outcome } from '../../../shared/model/failure.ts';
import { hasLoad, type Report } from '../../../shared/model/report.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { type Condition, findUnknownRequest } from '../../../shared/report/conditions.ts';
import { failedReport } from '../../../shared/report/failed-report.ts';
import { toDocument } from '../../../shared/report/report-document.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { askForSignal } from '../ask-signal.ts';
import { EXIT } from '../exit.ts';
import { judge, parseCondition } from '../flags/fail-if.ts';
import { addForceFlag, nameForce } from '../flags/force-option.ts';
import type { GivenSettings } from '../flags/given-settings.ts';
import { withGroup } from '../flags/group-option.ts';
import { invocation } from '../flags/invocation.ts';
import { readPlanFlags, withPlan } from '../flags/plan-options.ts';
import { addSetupFlags, givenArguments, givenSettings, type SetupOptions, toSetup } from '../flags/setup-options.ts';
import { splitArguments } from '../flags/split-arguments.ts';
import { usageError } from '../flags/usage-error.ts';
import { interruptHandler, onInterrupt } from '../interrupts.ts';
import { makeEngine } from '../make-engine.ts';
import { formatFailure } from '../print/print-failure.ts';
import { formatReport, markOf, type OnRequest } from '../print/print-report.ts';
import { showProgress } from '../print/progress.ts';
import { type RowTable, rowTablesOf } from '../print/row-tables.ts';
import { print, printJson, progressOn, tell } from '../terminal.ts';
import { startInTurn } from '../wait-for-turn.ts';

interface RunOptions extends SetupOptions, OnRequest {
  output?: string;
  force?: boolean;
  json?: boolean;
  failIf?: readonly Condition[];
}

export function setupRunCommand(program: Command): void {
  const command: Command = program
    .command('run')
    .description(text('commandLine.command.run'))
    .usage('[options] [script] [-- args]')
    .argument('[script]', text('commandLine.argument.script'))
    .argument('[args...]', text('commandLine.argument.args'))
    .option('-o, --output <file>', text('commandLine.option.output'))
    .option('--json', text('commandLine.option.json'))
    .option('--intervals', text('commandLine.option.intervals'))
    .addOption(new Option('--fail-if <condition>', text('commandLine.option.failIfRun')).argParser(collectLimits));
  addSetupFlags(addForceFlag(command)).action(async (_script: unknown, _args: unknown, options: RunOptions) => {
    const setup = await readSetup(command);
    if (!setup.ok) return command.error(formatFailure(setup.failure));
    const { failIf = [] } = options;
    for (const condition of failIf) {
      const unknown = findUnknownRequest(condition, [setup.value]);
      if (unknown !== null) return usageError(command, unknown);
    }
    const { report, exitCode, alone } = await runOnce(await askForSignal(setup.value, options), options);
    printOutcome(report, formatOutcome(report, { ...options, alone }), options);
    process.exitCode = exitCode === EXIT.ok && isUnclear(report) ? EXIT.unjudged : exitCode;
    judge(failIf, report);
  });
}

/** What the flags and arguments of a command ask for. `own`: what the command itself says. */
export async function readSetup(command: Command, own: GivenSettings = {}): Promise<Outcome<Setup>> {
  const { before, after } = splitArguments(command.args, process.argv);
  const [subject, ...args] = before;
  const plan = await readPlanFlags(command);
  const planned = plan.ok ? withPlan(plan.value, { ...givenSettings(command), ...givenArguments([...args, ...after]), ...own }) : plan;
  const given = planned.ok ? await withGroup(planned.value) : planned;
  return given.ok ? toSetup(subject, given.value) : given;
}

/** A search for the highest rate that has no answer. */
function isUnclear({ runs: [run] }: Report): boolean {
  const word = run !== undefined && hasLoad(run) ? run.limit?.verdict?.word : undefined;
  return word === 'falling' || word === 'unclear' || word === 'nothing';
}

function collectLimits(typed: string, conditions: readonly Condition[] = []): Condition[] {
  const condition = parseCondition(typed);
  if (condition.kind === 'limit') return [...conditions, condition];
  throw new InvalidArgumentError(text('commandLine.failIf.formRun'));
}

/** A run or a comparison, done. */
export interface Concluded {
  readonly report: Report;
  readonly exitCode: number;
}

export interface RunOnce extends Concluded {
  /** The tables of it that are printed alone only. */
  readonly alone: readonly RowTable[];
}

/** One run with progress on stderr. Ctrl-C once: stop, keep, save; twice: leave at once. */
export async function runOnce(
  setup: Setup,
  options: { output?: string; force?: boolean; name?: string; keepValues?: boolean; wait?: boolean },
): Promise<RunOnce> {
  const engine = await makeEngine();
  let progress: ReturnType<typeof showProgress> | null = null;
  const started = await startInTurn(options.wait ?? false, () => {
    progress ??= showProgress(engine, setup, progressOn());
    return engine.startRun(setup, {
      canAsk: false,
      mayReplace: options.force ?? false,
      keepValues: options.keepValues ?? false,
      ...(options.output === undefined ? {} : { saveTo: resolve(options.output) }),
      ...(options.name === undefined ? {} : { name: options.name }),
    });
  });
  if (!started.ok) return failed(nameForce(started.failure));
  const { sessionId } = started.value;
  let isInterrupted = false;
  const listened = onInterrupt(
    interruptHandler(() => {
      isInterrupted = true;
      void engine.sessions.stop(sessionId);
    }),
  );
  try {
    const { saveFailure } = await engine.sessions.finished(sessionId);
    progress!.end();
    const measured = await engine.report(sessionId, null);
    const report = { ...measured, failure: measured.failure ?? saveFailure };
    const { open } = await engine.sessions.view(sessionId);
    return { ...concluded(report, isInterrupted), alone: rowTablesOf(open) };
  } finally {
    listened();
    await engine.close();
  }
}

/** Ctrl-C keeps what was measured, which is a result; before that there is nothing to keep. */
export function concluded(report: Report, isInterrupted: boolean): Concluded {
  if (report.failure !== null) return { report, exitCode: EXIT.failed };
  if (!isInterrupted || report.session !== null) return { report, exitCode: EXIT.ok };
  return { report: { ...report, failure: fail('stopped', say('command.stoppedBefore')).failure }, exitCode: EXIT.interrupted };
}

function failed(failure: Failure): RunOnce {
  return { report: failedReport(failure), exitCode: EXIT.failed, alone: [] };
}

/** The document or the tables on stdout; what went wrong on stderr, as all errors. */
export function printOutcome(report: Report, tables: string, { json, intervals = false }: OnRequest & { readonly json?: boolean }): void {
  if (json) printJson(toDocument(report, report, { intervals }));
  else if (tables !== '') print(tables, markOf(report));
  if (report.failure && !json) tell(formatFailure(report.failure), 'bad');
}

/** What went wrong when there are figures all the same, tables, then where the session is. */
export function formatOutcome(
  report: Report,
  { intervals = false, alone = [] }: OnRequest & { readonly alone?: readonly RowTable[] } = {},
): string {
  const { session } = report;
  return [
    report.runs.some((run) => (run.requests?.sent ?? 0) > 0 || (hasLoad(run) && run.byCommand !== undefined))
      ? formatReport(report, undefined, { intervals, alone })
      : '',
    session === null ? '' : tellSession(session),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

export function tellSession(path: string): string {
  return [text('terminal.session', { path }), text('terminal.openIt', { command: invocation('serve', path) })].join('\n');
}
