import type { Command } from 'commander';
import type { Study, StudyForm } from '../../../shared/model/comparison/study.ts';
import type { Report } from '../../../shared/model/report.ts';
import { SEEDS } from '../../../shared/model/services.ts';
import { text } from '../../../shared/words/words.ts';
import { bundledStudies } from '../../engine/studies/load-studies.ts';
import { EXIT } from '../exit.ts';
import { chooseAmong, chooseForm } from '../flags/choose-form.ts';
import { agreeTo, chooseStudy } from '../flags/choose-study.ts';
import { addForceFlag } from '../flags/force-option.ts';
import { numberWithin } from '../flags/option-values.ts';
import { usageError } from '../flags/usage-error.ts';
import { formatFailure } from '../print/print-failure.ts';
import { print, tell } from '../terminal.ts';
import { compareOnce } from './compare-command.ts';
import { openWindow } from './open-command.ts';
import { hasDisplay } from './open-in-browser.ts';
import { formatOutcome, printOutcome, runOnce } from './run-command.ts';
import { runServices } from './services-command.ts';

interface DemoOptions {
  form?: string;
  variant?: string;
  seed?: number;
  guess?: string;
  yes?: boolean;
  open: boolean;
  json?: boolean;
  output?: string;
  force?: boolean;
  published?: boolean;
  wait?: boolean;
}

export function setupDemoCommand(program: Command): void {
  const command: Command = program
    .command('demo')
    .description(text('commandLine.command.demo'))
    .argument('[name]', text('commandLine.argument.study'))
    .option('--form <name>', text('commandLine.option.form'))
    .option('--published', text('commandLine.option.published'))
    .option('--variant <name>', text('commandLine.option.studyVariant'))
    .option('--guess <choice>', text('commandLine.option.guess'))
    .option('--seed <n>', text('commandLine.option.servicesSeed'), numberWithin(SEEDS, true))
    .option('-o, --output <file>', text('commandLine.option.output'))
    .option('--yes', text('commandLine.option.studyYes'))
    .option('--wait', text('commandLine.option.wait'))
    .option('--no-open', text('commandLine.option.noOpen'))
    .option('--json', text('commandLine.option.json'));
  addForceFlag(command);
  command.action(async (name: string | undefined, options: DemoOptions) => {
    const studies = await bundledStudies();
    if (name === undefined) return print(`${formatStudies(studies)}\n\n${text('terminal.studies.start')}`);
    const study = await chooseStudy(command, studies, name);
    const mayRun = () => agreeTo(command, study, { yes: options.yes ?? false, json: options.json ?? false });
    if (study.services !== null) {
      if (options.variant !== undefined || options.output !== undefined || options.guess !== undefined)
        return usageError(command, text('commandLine.refused.notOfServices', { study: name }));
      const form = chooseAmong(study.name, study.services.forms, options);
      const { seed = null, json = false, wait = false } = options;
      if (!form.ok) return command.error(formatFailure(form.failure));
      if (await mayRun()) await runServices(study, { form: form.value, seed, json, wait });
      return;
    }
    if (options.seed !== undefined) return usageError(command, text('commandLine.refused.seedOfServices', { study: name }));
    const choices = study.lesson?.choices ?? [];
    if (options.guess !== undefined && !choices.some(({ id }) => id === options.guess))
      return usageError(
        command,
        text('commandLine.refused.guess', { study: study.name, name: options.guess, choices: tellChoices(study) }),
      );
    if (options.variant === undefined) {
      const form = chooseForm(study, options);
      if (!form.ok) return command.error(formatFailure(form.failure));
      if (await mayRun()) await runStudy(study, form.value, options);
      return;
    }
    if (options.guess !== undefined) return usageError(command, text('commandLine.refused.guessOfVariant'));
    if (options.form !== undefined || options.published) return usageError(command, text('commandLine.refused.variantOrForm'));
    const variant = study.variants.find((one) => one.name === options.variant);
    if (!variant) {
      const asked = { study: name, name: options.variant, names: namesOf(study.variants) };
      return usageError(command, text('commandLine.refused.studyVariant', asked));
    }
    if (await mayRun()) await runVariant(study, variant, options);
  });
}

/** What can be guessed, to choose from. */
function tellChoices({ lesson }: Study): string {
  return (lesson?.choices ?? []).map(({ id, text: choice }) => text('terminal.studies.choice', { id, choice })).join('\n');
}

const namesOf = (all: readonly { readonly name: string }[]): string => all.map(({ name }) => name).join(', ');

async function runStudy(
  study: Study,
  form: StudyForm,
  { json, open, output, guess, force = false, wait = false }: DemoOptions,
): Promise<void> {
  if (!json) tell(text('terminal.studies.started', { study: study.title, part: form.title }));
  const name = `${study.name} ${form.name}`;
  const { report, exitCode, printed } = await compareOnce(form.comparison, {
    name,
    tables: true,
    wait,
    force,
    ...(output === undefined ? {} : { output }),
    ...(guess === undefined ? {} : { guess }),
  });
  printOutcome(report, printed, json === undefined ? {} : { json });
  await end(report, exitCode, json !== true && open);
}

async function end(report: Report, exitCode: number, open: boolean): Promise<void> {
  process.exitCode = exitCode;
  if (exitCode === EXIT.ok && open && report.session !== null && hasDisplay()) await openWindow(report.session);
}

async function runVariant(
  study: Study,
  variant: Study['variants'][number],
  { json, open, output, force = false, wait = false }: DemoOptions,
): Promise<void> {
  if (!json) tell(text('terminal.studies.started', { study: study.title, part: variant.title }));
  const { report, exitCode, alone } = await runOnce(variant.setup, {
    name: `${study.name} ${variant.name}`,
    wait,
    force,
    ...(output === undefined ? {} : { output }),
  });
  printOutcome(report, formatOutcome(report, { alone }), json === undefined ? {} : { json });
  await end(report, exitCode, json !== true && open);
}

export function formatStudies(studies: readonly Study[]): string {
  return studies
    .map(({ name, title, summary, variants, comparisons, grids, services }) =>
      [
        name,
        `  ${text('terminal.studies.study', { title, summary })}`,
        ...formatNames(text('terminal.studies.forms'), services?.forms ?? [...comparisons, ...grids]),
        ...(variants.length === 0 ? [] : formatNames(text('terminal.studies.variants'), variants)),
      ].join('\n'),
    )
    .join('\n\n');
}

function formatNames(label: string, all: readonly { readonly name: string; readonly title: string }[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length));
  return [`  ${label}`, ...all.map(({ name, title }) => `    ${name.padEnd(width)}  ${title}`)];
}
