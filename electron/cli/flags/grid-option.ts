/** `compare --grid FILE`: each case on each topology, one run of each. Both are flags of `run`, and read as such. */
import { type Command, CommanderError } from 'commander';
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import { comparisonSchema } from '../../../shared/model/comparison/comparison-schema.ts';
import { setupOfGrid } from '../../../shared/model/comparison/grid-setup.ts';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { FLAGS, flagName } from '../../../shared/model/setup/command-line.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { SUBJECTS } from '../../../shared/model/setup/subject.ts';
import type { PlanProblem } from '../../../shared/plan/problem.ts';
import { type GridLine, readGrid } from '../../../shared/plan/read-grid.ts';
import { tellProblem } from '../../../shared/plan/tell-problem.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { WordedCommand } from '../commands/worded-command.ts';
import { readGivenDocument, refuseDocument } from './given-document.ts';
import { type GivenSettings, mergeGiven } from './given-settings.ts';
import { withGroup } from './group-option.ts';
import { type GivenPlan, readPlanFlags, withPlan } from './plan-options.ts';
import { addSetupFlags, givenArguments, givenSettings, toSetup } from './setup-options.ts';

/** Of the whole grid. */
const OF_COMMAND = ['wait', 'keepValues'];
const OF_GRID = ['grid', 'output', 'force', 'json', 'markdown', ...OF_COMMAND];

export async function toGrid(
  subject: string | undefined,
  args: readonly string[],
  command: Command,
  file: string,
): Promise<Outcome<ComparisonSetup>> {
  const common = { ...givenSettings(command), ...givenArguments(args) };
  const beside = findNotOfCell(command, OF_GRID);
  if (beside !== null) return fail('bad-request', say('command.exclude', { one: beside, other: '--grid' }), say('grid.isOneRun'));
  const plan = await readPlanFlags(command);
  if (!plan.ok) return plan;
  const given = await readGivenDocument(file, 'grid', '--grid');
  if (!given.ok) return given;
  const refuse = (at: GridLine['at'], says: Said): Outcome<never> =>
    refuseDocument(given.value.name, [tellProblem({ says, path: [], at } satisfies PlanProblem)]);
  const read = readGrid(given.value.text);
  if (!read.ok) return refuseDocument(given.value.name, read.problems.map(tellProblem));
  const lines = new Map<GridLine, ReadLine>();
  for (const line of [...read.grid.topologies, ...read.grid.cases]) {
    const one = await readLine(line, read.grid.cases.includes(line));
    if (!one.ok) return refuse(line.at, sayFailure(one.failure));
    lines.set(line, one.value);
  }
  const cells: Setup[] = [];
  for (const row of read.grid.cases) {
    for (const column of read.grid.topologies) {
      const setup = await cellOf(subject, { given: common, plan: plan.value }, lines.get(column)!, lines.get(row)!);
      if (!setup.ok) return refuse(row.at, say('grid.ofCell', { case: row.name, topology: column.name, says: sayFailure(setup.failure) }));
      cells.push(setup.value);
    }
  }
  const names = (lines: readonly GridLine[]): string[] => lines.map(({ name }) => name);
  const grid = { cases: names(read.grid.cases), topologies: names(read.grid.topologies) };
  return succeed(comparisonSchema.parse(setupOfGrid(grid, cells)));
}

/** A flag that a cell has not, or that is of the whole grid: a cell is one run without a profiler. `also`: those of the command that are neither. */
function findNotOfCell(command: Command, also: readonly string[] = []): string | null {
  const ofCapture = FLAGS.capture.map(({ setting }) => flagName(setting.flag));
  const known = addSetupFlags(new WordedCommand(), ['--seed', ...ofCapture]).options.map((option) => option.attributeName());
  const allowed = [...known.filter((name) => !OF_COMMAND.includes(name)), ...also];
  const other = command.options.find((option) => {
    const name = option.attributeName();
    return command.getOptionValueSource(name) === 'cli' && !allowed.includes(name);
  });
  return other === undefined ? null : flagName({ names: other.flags });
}

interface ReadLine {
  readonly subject: string | undefined;
  readonly given: GivenSettings;
  readonly plan: GivenPlan | null;
}

/** A case says nothing of what is measured, a topology may. */
async function readLine({ words }: GridLine, isCase: boolean): Promise<Outcome<ReadLine>> {
  const at = words.indexOf('--');
  const [own, behind] = at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
  const command = addSetupFlags(new WordedCommand('run').argument('[script]').argument('[args...]'))
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    command.parse([...own], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return fail('bad-request', { verbatim: error.message.slice(text('terminal.error', { message: '' }).length) });
  }
  const misplaced = findNotOfCell(command, ['seed']);
  if (misplaced !== null) return fail('bad-request', say('grid.notOfCell', { flag: misplaced }), say('grid.isOneRun'));
  const [subject, ...args] = command.args;
  if (isCase && subject !== undefined) return fail('bad-request', say('grid.subjectOfCase', { subject }));
  const plan = await readPlanFlags(command);
  if (!plan.ok) return plan;
  return succeed({ subject, given: { ...givenSettings(command), ...givenArguments([...args, ...behind]) }, plan: plan.value });
}

/** The case says last what it is, the topology before it, and the command line what all have. */
async function cellOf(
  subject: string | undefined,
  common: Omit<ReadLine, 'subject'>,
  topology: ReadLine,
  row: ReadLine,
): Promise<Outcome<Setup>> {
  const merged = mergeGiven(mergeGiven(common.given, topology.given), row.given);
  const planned = withPlan(row.plan ?? topology.plan ?? common.plan, merged);
  const given = planned.ok ? await withGroup(planned.value) : planned;
  if (!given.ok) return given;
  const hasOwn = SUBJECTS.some(({ path }) => topology.given[path] !== undefined);
  return toSetup(topology.subject ?? (hasOwn ? undefined : subject), given.value);
}

/** With what to do about it: there is one place for both. */
function sayFailure({ says, hint }: Failure): Said {
  return hint === null ? says : say('list.sentences', { first: says, second: hint });
}
