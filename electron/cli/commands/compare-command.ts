import { resolve } from 'node:path';
import type { Command } from 'commander';
import { describeDifferences } from '../../../shared/analysis/verdicts/differences.ts';
import {
  type ComparisonSetup,
  MINIMUM_PAIRS_FOR_VERDICT,
  type Sensitivity,
  variantLetter,
} from '../../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import { DEFAULT_QUESTION, METRICS, type Metric } from '../../../shared/model/comparison/metrics.ts';
import { tellGridPlan } from '../../../shared/phrases/grid.ts';
import { phraseOf } from '../../../shared/phrases/headline.ts';
import { reachOf } from '../../../shared/phrases/reach.ts';
import { type Condition, findImpossible, findUnknownRequest } from '../../../shared/report/conditions.ts';
import { failedReport } from '../../../shared/report/failed-report.ts';
import { sensitivityOf } from '../../../shared/report/sentences.ts';
import { text } from '../../../shared/words/words.ts';
import type { Engine } from '../../engine/api/engine.ts';
import { describeComparison } from '../../engine/experiments/compare/comparison-info.ts';
import { writeComparisonReport } from '../../engine/experiments/export/write-report.ts';
import { EXIT } from '../exit.ts';
import { addCompareFlags, type CompareOptions, toComparison } from '../flags/compare-options.ts';
import { judge, parseCondition } from '../flags/fail-if.ts';
import { addForceFlag, nameForce } from '../flags/force-option.ts';
import { toGrid } from '../flags/grid-option.ts';
import { readPlanFlags } from '../flags/plan-options.ts';
import { addSetupFlags } from '../flags/setup-options.ts';
import { splitArguments } from '../flags/split-arguments.ts';
import { usageError } from '../flags/usage-error.ts';
import { interruptHandler, onInterrupt } from '../interrupts.ts';
import { makeEngine } from '../make-engine.ts';
import { showCompareProgress } from '../print/compare-progress.ts';
import { breakable, duration } from '../print/format.ts';
import { formatComparison } from '../print/print-comparison.ts';
import { formatFailure } from '../print/print-failure.ts';
import { formatRun } from '../print/print-report.ts';
import { areSessions, compareSessions } from '../print/side-by-side.ts';
import { progressOn, tell } from '../terminal.ts';
import { startInTurn } from '../wait-for-turn.ts';
import { type Concluded, concluded, printOutcome, tellSession } from './run-command.ts';

interface Options extends CompareOptions {
  output?: string;
  force?: boolean;
  json?: boolean;
  markdown?: boolean;
  failIf?: readonly Condition[];
}

export function setupCompareCommand(program: Command): void {
  const command: Command = program
    .command('compare')
    .description(text('commandLine.command.compare'))
    .usage('[options] [scriptA] [scriptB ... scriptF] [-- args]')
    .argument('[scriptA]', text('commandLine.argument.base'))
    .argument('[others...]', text('commandLine.argument.others'))
    .option('-o, --output <file>', text('commandLine.option.output'))
    .option('--json', text('commandLine.option.jsonText'))
    .option('--markdown', text('commandLine.option.markdown'))
    .option('--fail-if <condition>', text('commandLine.option.failIfComparison', { needed: MINIMUM_PAIRS_FOR_VERDICT }), collectConditions);
  addSetupFlags(addCompareFlags(addForceFlag(command)), ['--seed']).action(async () => {
    const options = command.opts<Options>();
    const { before: scripts, after: args } = splitArguments(command.args, process.argv);
    if (areSessions(scripts)) return compareSessions(scripts, command);
    if (options.grid !== undefined) return compareGrid(scripts, args, command, options.grid);
    const { failIf = [] } = options;
    const question = options.question ?? failIf.find((condition) => condition.kind === 'verdict')?.metric ?? DEFAULT_QUESTION;
    const plan = await readPlanFlags(command);
    const comparison = plan.ok ? await toComparison(scripts, args, command, { ...options, question }, plan.value) : plan;
    if (!comparison.ok) return command.error(formatFailure(comparison.failure));
    for (const condition of failIf) {
      const setups = comparison.value.variants.map(({ setup }) => setup);
      const impossible = findUnknownRequest(condition, setups) ?? findImpossible(condition, comparison.value);
      if (impossible !== null) return usageError(command, impossible);
    }
    const { report, exitCode, printed } = await compareOnce(comparison.value, options);
    printOutcome(report, printed, options);
    process.exitCode = exitCode;
    judge(failIf, report);
  });
}

async function compareGrid(scripts: readonly string[], args: readonly string[], command: Command, file: string): Promise<void> {
  const [subject, ...others] = scripts;
  if (others.length > 0) return usageError(command, text('commandLine.refused.scriptsBesideGrid'));
  const grid = await toGrid(subject, args, command, file);
  if (!grid.ok) return command.error(formatFailure(grid.failure));
  const options = command.opts<Options>();
  const { report, exitCode, printed } = await compareOnce(grid.value, options);
  printOutcome(report, printed, options);
  process.exitCode = exitCode;
}

function collectConditions(typed: string, conditions: readonly Condition[] = []): Condition[] {
  return [...conditions, parseCondition(typed)];
}

export interface CompareOnce extends Concluded {
  /** What is printed without --json. */
  readonly printed: string;
}

/** One comparison with progress on stderr. Ctrl-C once: stop, keep the finished pairs, save; twice: leave at once. */
export async function compareOnce(
  comparison: ComparisonSetup,
  options: {
    output?: string;
    force?: boolean;
    name?: string;
    wait?: boolean;
    keepValues?: boolean;
    markdown?: boolean;
    /** The tables of the profiled passes, too. */
    tables?: boolean;
    /** What was guessed before a study. */
    guess?: string;
  },
): Promise<CompareOnce> {
  const engine = await makeEngine();
  const { comparisons, sessions } = engine;
  const saveTo = options.output === undefined ? {} : { saveTo: resolve(options.output) };
  const { name = null, keepValues = false, wait = false, force = false } = options;
  const asked = { name, keepValues, mayReplace: force, ...saveTo };
  // Before it is said how long it takes.
  const problem = await comparisons.check(comparison, asked);
  if (problem !== null) return { report: failedReport(nameForce(problem)), exitCode: EXIT.failed, printed: '' };
  tell(await announce(engine, comparison));
  // Rounds may be added while it goes on.
  const passesOf = (sessionId: string) => sessions.comparison(sessionId).open.passes;
  const progress = showCompareProgress(engine, comparison, passesOf, progressOn());
  const started = await startInTurn(wait, () => comparisons.start(comparison, asked));
  if (!started.ok) return { report: failedReport(nameForce(started.failure)), exitCode: EXIT.failed, printed: '' };
  const { sessionId } = started.value;
  if (options.guess !== undefined) await sessions.setGuess(sessionId, options.guess);
  let isInterrupted = false;
  const listened = onInterrupt(
    interruptHandler(() => {
      isInterrupted = true;
      void sessions.stop(sessionId);
    }, text('terminal.stoppingComparison')),
  );
  try {
    const { failure, saveFailure } = await sessions.finished(sessionId);
    progress.end();
    const { open } = sessions.comparison(sessionId);
    const { path, cell } = sessions.get(sessionId);
    const { report, exitCode } = concluded({ ...(await cell.report(null, path)), failure: failure ?? saveFailure }, isInterrupted);
    const info = describeComparison(open, null);
    // The report as it is exported, so that there is one Markdown of a comparison.
    const told = options.markdown ? (await writeComparisonReport(open, 'markdown')).text.trimEnd() : formatComparison(info, failure);
    // Nothing was measured: there is only the error, which is printed to stderr.
    const printed =
      report.runs.length === 0 && report.failure ? '' : `${told}${options.tables ? formatProfiledPasses(info) : ''}${where(path, options)}`;
    return { report, exitCode, printed };
  } finally {
    listened();
    await engine.close();
  }
}

/** What one run of each variant looked like; with the profiler at work, so not part of the verdict. */
function formatProfiledPasses({ passes, setup }: ComparisonInfo): string {
  return passes
    .filter(({ kind, report }) => kind === 'profiled' && report !== null)
    .map(({ variant, report }) => {
      const title = text('terminal.passHead', { variant: variantLetter(variant), title: setup.variants[variant]!.title });
      return `\n\n${title}\n\n${formatRun(report!)}`;
    })
    .join('');
}

function where(path: string | null, { markdown }: { markdown?: boolean }): string {
  return path === null || markdown ? '' : `\n\n${tellSession(path)}`;
}

/** How long it takes and what it can show, before anything runs. */
export async function announce(engine: Engine, comparison: ComparisonSetup): Promise<string> {
  const estimate = await engine.comparisons.estimate(comparison);
  const { totalMs, sensitivity, source } = estimate;
  const { variants, pairs, profiled, question, grid } = comparison;
  if (grid !== undefined) return breakable(tellGridPlan(grid, estimate).join('\n'));
  const names = variants
    .map(({ title }, index) => `${variantLetter(index)} ${title}`)
    .reduce((before, next) => text('terminal.compare.against', { before, next }));
  const reach = reachOf(comparison);
  const isSame = describeDifferences(variants.map(({ setup }) => setup)).length === 0;
  return [
    text('terminal.compare.plan', {
      names,
      runs: pairs * variants.length,
      profiled: profiled ? variants.length : 0,
      time: duration(totalMs),
      question: phraseOf(question),
    }),
    ...(isSame ? [text('terminal.compare.same')] : []),
    ...announceSensitivity(sensitivity, question, source),
    ...(reach === null ? [] : [reach]),
    ...(pairs < MINIMUM_PAIRS_FOR_VERDICT ? [text('terminal.compare.noVerdict', { pairs, needed: MINIMUM_PAIRS_FOR_VERDICT })] : []),
  ].join('\n');
}

/** What such a comparison finds, the question first. Costs are left out unless they are asked about: the sentence is long enough. */
function announceSensitivity(sensitivity: readonly Sensitivity[] | null, question: Metric, source: string | null): string[] {
  if (sensitivity === null) return [text('terminal.compare.sensitivityUnknown')];
  const told = sensitivity.filter(({ metric }) => metric === question || METRICS[metric].sense !== 'cost');
  const isKnown = told.some(({ metric }) => metric === question);
  return [
    ...(isKnown ? [] : [text('terminal.compare.questionUnknown', { question: phraseOf(question) })]),
    ...(told.length === 0
      ? []
      : [breakable(text('terminal.compare.sensitivity', { sensitivity: sensitivityOf(told, question) ?? '', source: source ?? '' }))]),
  ];
}
