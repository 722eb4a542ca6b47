/** `loopscope plan export`: a request plan for a load generator that runs on many machines. */
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { wordSaid } from '../../../shared/format/word-said.ts';
import { type Failure, fail } from '../../../shared/model/failure.ts';
import type { Plan } from '../../../shared/model/load/plan.ts';
import { filesOf } from '../../../shared/plan/check-files.ts';
import { exportToArtillery } from '../../../shared/plan/export/artillery.ts';
import { checkArtillery } from '../../../shared/plan/export/artillery-limits.ts';
import { type Exported, exportToK6 } from '../../../shared/plan/export/k6.ts';
import { checkPortable, type NotPortable } from '../../../shared/plan/export/not-portable.ts';
import type { PlanFiles } from '../../../shared/plan/program.ts';
import { withPlaces } from '../../../shared/plan/read-plan.ts';
import { tellProblem } from '../../../shared/plan/tell-problem.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { writeTextAtomically } from '../../engine/sessions/atomic-write.ts';
import { findSaveProblem } from '../../engine/sessions/save-problem.ts';
import { describeWriteFailure } from '../../engine/sessions/write-failure.ts';
import { addForceFlag, nameForce } from '../flags/force-option.ts';
import { refuseDocument } from '../flags/given-document.ts';
import { readGivenPlan } from '../flags/plan-options.ts';
import { refuse } from '../print/print-failure.ts';
import { printFile, tell } from '../terminal.ts';

interface PlanExportOptions {
  readonly to: keyof typeof GENERATORS;
  readonly url: string;
  readonly output?: string;
  readonly force?: boolean;
}

interface Generator {
  readonly check: (plan: Plan, files: PlanFiles) => readonly NotPortable[];
  readonly script: (plan: Plan, files: PlanFiles, target: string) => Exported;
}

const GENERATORS = {
  k6: { check: (plan) => checkPortable(plan, 'k6'), script: exportToK6 },
  artillery: { check: checkArtillery, script: exportToArtillery },
} as const satisfies Record<string, Generator>;

/** Each user of k6 reads the script by itself, each worker of Artillery the files. */
const MOST_BYTES = 16 * 2 ** 20;

export function setupPlanCommand(program: Command): void {
  const plan = program.command('plan').description(text('commandLine.command.plan'));
  const command = plan
    .command('export')
    .description(text('commandLine.command.planExport'))
    .argument('<plan>', text('commandLine.argument.plan'))
    .addOption(new Option('--to <generator>', text('commandLine.option.exportTo')).choices(Object.keys(GENERATORS)).makeOptionMandatory())
    .addOption(new Option('--url <url>', text('commandLine.option.exportUrl')).default('http://127.0.0.1:3000').argParser(readServer))
    .option('-o, --output <file>', text('commandLine.option.outputFile'), '-');
  addForceFlag(command).action(async (file: string, { to, url, output = '-', force = false }: PlanExportOptions) => {
    const given = await readGivenPlan(file, file);
    if (!given.ok) return refuse(given.failure, false);
    const { plan, text: planText, files } = given.value;
    const [beside] = filesOf(plan).tables.concat(filesOf(plan).bodies);
    if (given.value.file === null && beside !== undefined)
      return refuse(fail('bad-request', say('plan.besideNothing', { name: beside })).failure, false);
    const found = withPlaces(planText, GENERATORS[to].check(plan, files));
    if (found.length > 0) return refuse(refuseDocument(file, found.map(tellProblem)).failure, false);
    if (sizeOf(files) > MOST_BYTES)
      return refuse(fail('bad-request', say('planExport.tablesTooLarge', { limit: MOST_BYTES })).failure, false);
    const exported = GENERATORS[to].script(plan, files, url);
    if (output === '-') printFile(exported.text);
    else {
      const failed = await write(resolve(output), exported.text, force);
      if (failed !== null) return refuse(failed, false);
      tell(text('terminal.written', { path: resolve(output) }));
    }
    for (const note of exported.notes) tell(text('terminal.note', { message: wordSaid(note) }));
  });
}

function readServer(typed: string): string {
  const { protocol, origin } = URL.canParse(typed) ? new URL(typed) : { protocol: '', origin: '' };
  if (protocol !== 'http:' && protocol !== 'https:') throw new InvalidArgumentError(text('commandLine.refused.exportUrl'));
  return origin;
}

/** For its user only: it has what the plan has. */
async function write(path: string, content: string, force: boolean): Promise<Failure | null> {
  const problem = await findSaveProblem(path, force);
  if (problem !== null) return nameForce(problem);
  try {
    await writeTextAtomically(path, content);
    return null;
  } catch (error) {
    return describeWriteFailure(say('save.fileNotWritten'), path, error);
  }
}

function sizeOf({ tables, bodies }: PlanFiles): number {
  const ofTables = [...tables.values()].flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.join().length, 0);
  return [...bodies.values()].reduce((sum, { length }) => sum + length, ofTables);
}
