import type { Command } from 'commander';
import type { Report } from '../../shared/model/report.ts';
import type { Demo } from '../../shared/protocol/contract.ts';
import { loadDemos } from '../engine/demos.ts';
import { DEMOS_DIR } from '../engine/paths.ts';
import { compareOnce } from './compare-command.ts';
import { EXIT } from './exit.ts';
import { openWindow } from './open-command.ts';
import { hasDisplay } from './open-in-browser.ts';
import { formatOutcome, runOnce } from './run-command.ts';

/** Name of the comparison that a study's publication describes. */
const PUBLISHED = 'published';

interface DemoOptions {
  variant?: string;
  open: boolean;
  json?: boolean;
  output?: string;
  published?: boolean;
}

export function setupDemoCommand(program: Command): void {
  const command: Command = program
    .command('demo')
    .description('run a bundled study; without a name: list them')
    .argument('[name]', 'which study')
    .option('--published', 'as it was published, not in its quick form')
    .option('--variant <name>', 'one run of this variant instead of the comparison')
    .option('-o, --output <file>', 'where to write the session (default: the data folder)')
    .option('--no-open', 'print how to open the result instead of opening it')
    .option('--json', 'print one JSON document instead of tables');
  command.action(async (name: string | undefined, options: DemoOptions) => {
    const demos = await loadDemos(DEMOS_DIR);
    if (name === undefined) return void process.stdout.write(`${formatDemos(demos)}\n`);
    const demo = demos.find((one) => one.name === name);
    if (!demo) return command.error(`error: there is no study ${name}. There is: ${demos.map((one) => one.name).join(', ')}.`);
    if (options.variant === undefined && demo.comparisons.length > 0) return runStudy(demo, options, command);
    if (options.published) return command.error(`error: ${name} has no published form of its own.`);
    const variant = options.variant === undefined ? demo.variants[0] : demo.variants.find((one) => one.name === options.variant);
    if (!variant)
      return command.error(`error: ${name} has no variant ${options.variant}. It has: ${demo.variants.map((one) => one.name).join(', ')}.`);
    await runDemo(demo, variant, options);
  });
}

/** The comparison of a study: its quick form, or the one called `published`. */
async function runStudy(demo: Demo, { json, open, output, published }: DemoOptions, command: Command): Promise<void> {
  const form = published ? demo.comparisons.find((one) => one.name === PUBLISHED) : demo.comparisons[0];
  if (!form) return command.error(`error: ${demo.name} has no published form of its own.`);
  if (!json) process.stderr.write(`${demo.title}: ${form.title}\n`);
  const name = `${demo.name} ${form.name}`;
  const { report, exitCode, text } = await compareOnce(form.comparison, {
    name,
    tables: true,
    ...(output === undefined ? {} : { output }),
  });
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : text}\n`);
  await end(report, exitCode, json !== true && open);
}

async function end(report: Report, exitCode: number, open: boolean): Promise<void> {
  process.exitCode = exitCode;
  if (exitCode === EXIT.ok && open && report.session !== null && hasDisplay()) await openWindow(report.session);
}

async function runDemo(demo: Demo, variant: Demo['variants'][number], { json, open, output }: DemoOptions): Promise<void> {
  if (!json) process.stderr.write(`${demo.title}: ${variant.title}\n`);
  const { report, exitCode } = await runOnce(variant.setup, {
    name: `${demo.name} ${variant.name}`,
    ...(output === undefined ? {} : { output }),
  });
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : `${formatOutcome(report)}\n`);
  await end(report, exitCode, json !== true && open);
}

function formatDemos(demos: readonly Demo[]): string {
  return demos
    .map(({ name, title, summary, variants, comparisons }) =>
      [
        name,
        `  ${title}. ${summary}`,
        ...(comparisons.length === 0 ? [] : [`  comparisons: ${comparisons.map((one) => one.name).join(', ')}`]),
        `  variants: ${variants.map((one) => one.name).join(', ')}`,
      ].join('\n'),
    )
    .join('\n\n');
}
