/** A command that is shown, read as `loopscope run` and `loopscope compare` read it. */
import { Command } from 'commander';
import { addCompareFlags, type CompareOptions, toComparison } from '../../electron/cli/flags/compare-options.ts';
import { withGroup } from '../../electron/cli/flags/group-option.ts';
import { readPlanFlags, withPlan } from '../../electron/cli/flags/plan-options.ts';
import { addSetupFlags, givenArguments, givenSettings, toSetup } from '../../electron/cli/flags/setup-options.ts';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import type { Outcome } from '../../shared/model/failure.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { splitWords } from '../../shared/model/setup/shell-words.ts';
import { messageOf } from './worded.ts';

export type Reread = { readonly kind: 'run'; readonly setup: Setup } | { readonly kind: 'compare'; readonly comparison: ComparisonSetup };

/** What is refused throws. */
export async function rereadCommand(line: string): Promise<Reread> {
  const [, kind] = splitWords(line).words;
  if (kind === 'compare') return { kind, comparison: await rereadCompare(line) };
  return { kind: 'run', setup: await rereadRun(line, kind === 'leak' ? { 'capture.kind': 'leak' } : {}) };
}

async function rereadRun(line: string, said: Record<string, string>): Promise<Setup> {
  const { own, args } = wordsOf(line);
  const command = addSetupFlags(new Command().argument('[script]')).exitOverride();
  command.parse(own, { from: 'user' });
  const plan = taken(await readPlanFlags(command));
  const planned = taken(withPlan(plan, { ...givenSettings(command), ...givenArguments(args), ...said }));
  return taken(toSetup(command.args[0], taken(await withGroup(planned))));
}

export async function rereadCompare(line: string): Promise<ComparisonSetup> {
  const { own, args } = wordsOf(line);
  const command = addSetupFlags(addCompareFlags(new Command().argument('[a]').argument('[others...]')), ['--seed']).exitOverride();
  command.parse(own, { from: 'user' });
  const plan = taken(await readPlanFlags(command));
  return taken(await toComparison(command.args, args, command, command.opts<CompareOptions>(), plan));
}

function wordsOf(line: string) {
  const words = splitWords(line).words.slice(2);
  const at = words.indexOf('--');
  return at < 0 ? { own: words, args: [] } : { own: words.slice(0, at), args: words.slice(at + 1) };
}

function taken<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  return outcome.value;
}
