import { resolve } from 'node:path';
import type { Command } from 'commander';
import { describeDifferences } from '../../shared/analysis/differences.ts';
import { type ComparisonSetup, MINIMUM_PAIRS_FOR_VERDICT, variantLetter } from '../../shared/model/comparison.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { describeComparison, reportComparison } from '../engine/compare/comparison-info.ts';
import { Engine, failedReport } from '../engine/engine.ts';
import { writeComparisonReport } from '../engine/write-report.ts';
import { addCompareFlags, type CompareOptions, toComparison } from './compare-options.ts';
import { showCompareProgress } from './compare-progress.ts';
import { EXIT } from './exit.ts';
import { type Condition, parseCondition } from './fail-if.ts';
import { duration } from './format.ts';
import { invocation } from './invocation.ts';
import { formatComparison, formatSensitivity } from './print-comparison.ts';
import { formatRun, TABLES } from './print-report.ts';
import { formatFailure, interruptHandler, judge, type RunOnce } from './run-command.ts';
import { addSetupFlags } from './setup-options.ts';

interface Options extends CompareOptions {
  output?: string;
  json?: boolean;
  markdown?: boolean;
  failIf?: Condition;
}

export function setupCompareCommand(program: Command): void {
  const command: Command = program
    .command('compare')
    .description('run variants against each other, in an order that cancels drift, and say what differs')
    .usage('[options] <scriptA> [scriptB ... scriptF] [-- args]')
    .argument('<scriptA>', 'the Node.js script that starts the server: the base that differences are of')
    .argument(
      '[others...]',
      'up to five others; left out: the same script, with what the flags of one variant change; after --: arguments of all',
    )
    .option('-o, --output <file>', 'where to write the session (default: the data folder)')
    .option('--json', 'print one JSON document instead of text')
    .option('--markdown', 'print Markdown instead of text')
    .option('--fail-if <condition>', 'end with code 3 when it is met: "p99 slower", "p99 > 200ms"', parseCondition);
  addSetupFlags(addCompareFlags(command), ['--seed']).action(async () => {
    const options = command.opts<Options>();
    const { scripts, args } = splitArguments(command.args, process.argv);
    const comparison = toComparison(scripts, args, options);
    if (!comparison.ok) return command.error(`error: ${comparison.failure.message} ${comparison.failure.hint}`);
    const { pairs } = comparison.value;
    if (options.failIf?.kind === 'verdict' && pairs < MINIMUM_PAIRS_FOR_VERDICT)
      return command.error(
        `error: --fail-if "${options.failIf.text}" is about a verdict, and ${pairs} pair${pairs === 1 ? '' : 's'} of runs give none; that needs ${MINIMUM_PAIRS_FOR_VERDICT}.`,
      );
    const { report, exitCode, text } = await compareOnce(comparison.value, options);
    process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : text}\n`);
    process.exitCode = exitCode;
    judge(options.failIf, report);
  });
}

/** What stands before `--` and what behind it: commander gives them as one list. */
function splitArguments(all: readonly string[], argv: readonly string[]): { scripts: readonly string[]; args: readonly string[] } {
  const at = argv.indexOf('--');
  const behind = at < 0 ? 0 : argv.length - at - 1;
  return { scripts: all.slice(0, all.length - behind), args: all.slice(all.length - behind) };
}

export interface CompareOnce extends RunOnce {
  /** What is printed without --json. */
  readonly text: string;
}

/** One comparison with progress on stderr. Ctrl-C once: stop, keep the finished pairs, save; twice: leave at once. */
export async function compareOnce(
  comparison: ComparisonSetup,
  options: { output?: string; name?: string; markdown?: boolean /** The tables of the profiled passes, too. */; tables?: boolean },
): Promise<CompareOnce> {
  const engine = new Engine({ dataDir: null, host: 'browser' });
  const { comparisons, sessions } = engine;
  process.stderr.write(`${await announce(engine, comparison)}\n`);
  // Rounds may be added while it goes on.
  const passesOf = (sessionId: string) => sessions.comparison(sessionId).open.passes;
  const progress = showCompareProgress(engine, comparison, passesOf, process.stderr);
  const saveTo = options.output === undefined ? {} : { saveTo: resolve(options.output) };
  const started = await comparisons.start(comparison, { name: options.name ?? null, ...saveTo });
  if (!started.ok) return { report: failedReport(started.failure), exitCode: EXIT.failed, text: formatFailure(started.failure) };
  const { sessionId } = started.value;
  const onInterrupt = interruptHandler(() => void sessions.stopRun(sessionId), 'Stopping; the finished pairs are kept.');
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  try {
    const { failure, saveFailure } = await sessions.finished(sessionId);
    progress.end();
    const { open, path } = sessions.comparison(sessionId);
    const report = { ...reportComparison(open, path), failure: failure ?? saveFailure };
    const info = describeComparison(open, null);
    // The report as it is exported, so that there is one Markdown of a comparison.
    const printed = options.markdown
      ? (await writeComparisonReport(open, 'markdown')).text.trimEnd()
      : formatComparison(info, failure?.message ?? null);
    if (saveFailure) process.stderr.write(`${formatFailure(saveFailure)}\n`);
    const text =
      report.runs.length === 0 && report.failure
        ? formatFailure(report.failure)
        : `${printed}${options.tables ? formatProfiledPasses(info) : ''}${where(path, options)}`;
    return { report, exitCode: report.failure === null ? EXIT.ok : EXIT.failed, text };
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
    await engine.close();
  }
}

/** What one run of each variant looked like; with the profiler at work, so no part of the verdict. */
function formatProfiledPasses({ passes, setup }: ComparisonInfo): string {
  return passes
    .filter(({ kind, report }) => kind === 'profiled' && report !== null)
    .map(({ variant, report }) => {
      const title = `${variantLetter(variant)} ${setup.variants[variant]!.title}: the run with a profile, no part of the verdict`;
      return `\n\n${title}\n\n${formatRun(report!, TABLES)}`;
    })
    .join('');
}

function where(path: string | null, { markdown }: { markdown?: boolean }): string {
  return path === null || markdown ? '' : `\n\nSession: ${path}\nOpen it: ${invocation('serve', path)}`;
}

/** How long it takes and what it can show, before anything runs. */
async function announce(engine: Engine, comparison: ComparisonSetup): Promise<string> {
  const { totalMs, sensitivity, source } = await engine.comparisons.estimate(comparison);
  const { variants, pairs, profiled } = comparison;
  const names = variants.map(({ title }, index) => `${variantLetter(index)} ${title}`).join(' against ');
  const runs = `${pairs * variants.length} measured runs${profiled ? ` and ${variants.length} with a profile` : ''}`;
  const isSame = describeDifferences(variants.map(({ setup }) => setup)).length === 0;
  return [
    `${names}: ${runs}, about ${duration(totalMs)}.`,
    ...(isSame ? ['Nothing differs between them: this is an A/A check, which shows what this machine can tell.'] : []),
    sensitivity === null
      ? 'What this machine can tell is not known yet; comparing a script with itself shows it.'
      : `With ${sensitivity[0]?.pairs ?? pairs} pairs differences from ${formatSensitivity(sensitivity)} are found at least four times of five (${source}).`,
    ...(pairs < MINIMUM_PAIRS_FOR_VERDICT
      ? [`${pairs === 1 ? 'One look' : `${pairs} pairs`}: differences, but no verdict; that needs ${MINIMUM_PAIRS_FOR_VERDICT} pairs.`]
      : []),
  ].join('\n');
}
