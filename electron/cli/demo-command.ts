import type { Command } from 'commander';
import type { Report } from '../../shared/model/report.ts';
import type { Demo, StudyForm } from '../../shared/protocol/contract.ts';
import { text } from '../../shared/words/words.ts';
import { bundledDemos } from '../engine/studies/demos.ts';
import { chooseForm } from './choose-form.ts';
import { compareOnce } from './compare-command.ts';
import { EXIT } from './exit.ts';
import { openWindow } from './open-command.ts';
import { hasDisplay } from './open-in-browser.ts';
import { formatFailure, formatOutcome, printOutcome, runOnce } from './run-command.ts';
import { WAIT_HELP } from './setup-options.ts';
import { print, tell } from './terminal.ts';

interface DemoOptions {
  form?: string;
  variant?: string;
  open: boolean;
  json?: boolean;
  output?: string;
  published?: boolean;
  wait?: boolean;
}

export function setupDemoCommand(program: Command): void {
  const command: Command = program
    .command('demo')
    .description('run a bundled study; without a name: list them')
    .argument('[name]', 'which study')
    .option('--form <name>', 'which comparison of the study (default: the first, its quick form)')
    .option('--published', 'short for --form published; with another form: its published version')
    .option('--variant <name>', 'one run of this variant instead of a comparison')
    .option('-o, --output <file>', 'where to write the session (default: the data folder)')
    .option('--wait', WAIT_HELP)
    .option('--no-open', 'print how to open the result instead of opening it')
    .option('--json', 'print one JSON document instead of tables');
  command.action(async (name: string | undefined, options: DemoOptions) => {
    const demos = await bundledDemos();
    if (name === undefined) return print(`${formatDemos(demos)}\n\n${text('terminal.studies.start')}`);
    const demo = demos.find((one) => one.name === name);
    if (!demo) return command.error(`error: there is no study ${name}. There is: ${demos.map((one) => one.name).join(', ')}.`);
    if (options.variant === undefined) {
      const form = chooseForm(demo, options);
      return form.ok ? runStudy(demo, form.value, options) : command.error(formatFailure(form.failure));
    }
    if (options.form !== undefined || options.published)
      return command.error('error: --variant is one run; --form and --published choose a comparison. Leave one of them out.');
    const variant = demo.variants.find((one) => one.name === options.variant);
    if (!variant)
      return command.error(`error: ${name} has no variant ${options.variant}. It has: ${demo.variants.map((one) => one.name).join(', ')}.`);
    await runDemo(demo, variant, options);
  });
}

async function runStudy(demo: Demo, form: StudyForm, { json, open, output, wait = false }: DemoOptions): Promise<void> {
  if (!json) tell(text('terminal.studies.started', { study: demo.title, part: form.title }));
  const name = `${demo.name} ${form.name}`;
  const { report, exitCode, printed } = await compareOnce(form.comparison, {
    name,
    tables: true,
    wait,
    ...(output === undefined ? {} : { output }),
  });
  printOutcome(report, printed, json === undefined ? {} : { json });
  await end(report, exitCode, json !== true && open);
}

async function end(report: Report, exitCode: number, open: boolean): Promise<void> {
  process.exitCode = exitCode;
  if (exitCode === EXIT.ok && open && report.session !== null && hasDisplay()) await openWindow(report.session);
}

async function runDemo(demo: Demo, variant: Demo['variants'][number], { json, open, output, wait = false }: DemoOptions): Promise<void> {
  if (!json) tell(text('terminal.studies.started', { study: demo.title, part: variant.title }));
  const { report, exitCode } = await runOnce(variant.setup, {
    name: `${demo.name} ${variant.name}`,
    wait,
    ...(output === undefined ? {} : { output }),
  });
  printOutcome(report, formatOutcome(report), json === undefined ? {} : { json });
  await end(report, exitCode, json !== true && open);
}

export function formatDemos(demos: readonly Demo[]): string {
  return demos
    .map(({ name, title, summary, variants, comparisons }) =>
      [
        name,
        `  ${text('terminal.studies.study', { title, summary })}`,
        ...formatNames(text('terminal.studies.forms'), comparisons),
        ...formatNames(text('terminal.studies.variants'), variants),
      ].join('\n'),
    )
    .join('\n\n');
}

function formatNames(label: string, all: readonly { readonly name: string; readonly title: string }[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length));
  return [`  ${label}`, ...all.map(({ name, title }) => `    ${name.padEnd(width)}  ${title}`)];
}
