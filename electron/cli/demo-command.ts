import type { Command } from 'commander';
import type { Demo } from '../../shared/protocol/contract.ts';
import { loadDemos } from '../engine/demos.ts';
import { DEMOS_DIR } from '../engine/paths.ts';
import { EXIT } from './exit.ts';
import { hasDisplay } from './open-in-browser.ts';
import { formatOutcome, runOnce } from './run-command.ts';
import { serve } from './serve-command.ts';

interface DemoOptions {
  variant?: string;
  open: boolean;
  json?: boolean;
  output?: string;
}

export function setupDemoCommand(program: Command): void {
  const command: Command = program
    .command('demo')
    .description('run a bundled study; without a name: list them')
    .argument('[name]', 'which study')
    .option('--variant <name>', 'which variant of it (default: the first)')
    .option('-o, --output <file>', 'where to write the session (default: the data folder)')
    .option('--no-open', 'print how to open the result instead of opening it')
    .option('--json', 'print one JSON document instead of tables');
  command.action(async (name: string | undefined, options: DemoOptions) => {
    const demos = await loadDemos(DEMOS_DIR);
    if (name === undefined) return void process.stdout.write(`${formatDemos(demos)}\n`);
    const demo = demos.find((one) => one.name === name);
    if (!demo) return command.error(`error: there is no study ${name}. There is: ${demos.map((one) => one.name).join(', ')}.`);
    const variant = options.variant === undefined ? demo.variants[0] : demo.variants.find((one) => one.name === options.variant);
    if (!variant)
      return command.error(`error: ${name} has no variant ${options.variant}. It has: ${demo.variants.map((one) => one.name).join(', ')}.`);
    await runDemo(demo, variant, options);
  });
}

async function runDemo(demo: Demo, variant: Demo['variants'][number], { json, open, output }: DemoOptions): Promise<void> {
  if (!json) process.stderr.write(`${demo.title}: ${variant.title}\n`);
  const { report, exitCode } = await runOnce(variant.setup, {
    name: `${demo.name} ${variant.name}`,
    ...(output === undefined ? {} : { output }),
  });
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : `${formatOutcome(report)}\n`);
  process.exitCode = exitCode;
  if (exitCode === EXIT.ok && !json && open && report.session !== null && hasDisplay())
    await serve(report.session, { port: 0, open: true });
}

function formatDemos(demos: readonly Demo[]): string {
  return demos
    .map(
      ({ name, title, summary, variants }) => `${name}\n  ${title}. ${summary}\n  variants: ${variants.map((one) => one.name).join(', ')}`,
    )
    .join('\n\n');
}
