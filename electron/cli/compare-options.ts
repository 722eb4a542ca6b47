/** The flags of a comparison, and the set-ups they mean. */
import { basename } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import {
  CAREFUL_PAIRS,
  type ComparisonSetup,
  DEFAULT_EQUIVALENCE_PERCENT,
  DEFAULT_PAIRS,
  DEFAULT_SEED,
  QUICK_PAIRS,
} from '../../shared/model/comparison.ts';
import { comparisonSchema } from '../../shared/model/comparison-schema.ts';
import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import type { NameValue, Setup } from '../../shared/model/setup.ts';
import { collectPairs, number, type SetupOptions, toSetup } from './setup-options.ts';

const SIDES = ['a', 'b'] as const;

/** What may differ between the two, as commander names it. */
interface SideOptions {
  envA: NameValue[];
  envB: NameValue[];
  headerA: NameValue[];
  headerB: NameValue[];
  argsA?: string[];
  argsB?: string[];
  nodeA?: string;
  nodeB?: string;
  urlA?: string;
  urlB?: string;
}

export interface CompareOptions extends SetupOptions, SideOptions {
  pairs?: number;
  quick?: boolean;
  careful?: boolean;
  oneLook?: boolean;
  seed: number;
  equivalence: number;
}

export function addCompareFlags(command: Command): Command {
  command
    .optionsGroup('Comparison:')
    .option('--pairs <n>', `pairs of runs; a verdict needs 10 (default: ${DEFAULT_PAIRS})`, number)
    .option('--quick', `${QUICK_PAIRS} pairs: differences and intervals, no verdict`)
    .option('--careful', `${CAREFUL_PAIRS} pairs`)
    .option('--one-look', 'one run each: differences, never a verdict')
    .option('--seed <n>', 'draws the order of the runs', number, DEFAULT_SEED)
    .option('--equivalence <percent>', 'differences within this count as none', number, DEFAULT_EQUIVALENCE_PERCENT)
    .optionsGroup('Of one side only:');
  for (const side of SIDES) {
    const letter = side.toUpperCase();
    command
      .option(`--env-${side} <name=value>`, `an environment variable of ${letter}; repeat for more`, collectPairs, [])
      .option(`--args-${side} <words>`, `arguments of ${letter}'s script, quoted as in a shell`, splitWords)
      .option(`--node-${side} <path>`, `the Node.js binary of ${letter}`)
      .option(`--url-${side} <path|url>`, `what to request of ${letter}`)
      .option(`--header-${side} <name=value>`, `a request header for ${letter}; repeat for more`, collectPairs, []);
  }
  return command;
}

/** `scriptB` null: the same script. `args`: of both. */
export function toComparison(
  scriptA: string,
  scriptB: string | null,
  args: readonly string[],
  options: CompareOptions,
): Outcome<ComparisonSetup> {
  const pairs = pairsOf(options);
  if (!pairs.ok) return pairs;
  const a = toSide(scriptA, args, options, {
    env: options.envA,
    header: options.headerA,
    args: options.argsA,
    node: options.nodeA,
    url: options.urlA,
  });
  if (!a.ok) return a;
  const b = toSide(scriptB ?? scriptA, args, options, {
    env: options.envB,
    header: options.headerB,
    args: options.argsB,
    node: options.nodeB,
    url: options.urlB,
  });
  if (!b.ok) return b;
  const variants = [a.value, b.value].map((setup) => ({ title: basename(setup.target.script), setup }));
  const checked = comparisonSchema.safeParse({
    variants,
    pairs: pairs.value,
    profiled: options.capture === 'cpu',
    seed: options.seed,
    equivalencePercent: options.equivalence,
  });
  if (checked.success) return succeed(checked.data);
  const issue = checked.error.issues[0]!;
  return fail(
    'bad-request',
    `${FLAG_OF[String(issue.path[0])] ?? issue.path.join('.')}: ${issue.message}.`,
    'See loopscope compare --help.',
  );
}

const FLAG_OF: Record<string, string> = { pairs: '--pairs', seed: '--seed', equivalencePercent: '--equivalence' };

function pairsOf({ pairs, quick, careful, oneLook }: CompareOptions): Outcome<number> {
  const asked = [pairs, quick ? QUICK_PAIRS : undefined, careful ? CAREFUL_PAIRS : undefined, oneLook ? 1 : undefined].filter(
    (n) => n !== undefined,
  );
  if (asked.length > 1) return fail('bad-request', '--pairs, --quick, --careful and --one-look exclude each other.', 'Give one of them.');
  return succeed(asked[0] ?? DEFAULT_PAIRS);
}

interface Side {
  readonly env: readonly NameValue[];
  readonly header: readonly NameValue[];
  readonly args: readonly string[] | undefined;
  readonly node: string | undefined;
  readonly url: string | undefined;
}

function toSide(script: string, args: readonly string[], options: CompareOptions, side: Side): Outcome<Setup> {
  const node = side.node ?? options.node;
  return toSetup(script, [...args, ...(side.args ?? [])], {
    ...options,
    env: [...options.env, ...side.env],
    header: [...options.header, ...side.header],
    url: side.url ?? options.url,
    ...(node === undefined ? {} : { node }),
  });
}

const WORD = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g;

/** Words as a POSIX shell would split them; nothing is expanded. */
export function splitWords(text: string): string[] {
  const rest = text.replace(WORD, '').trim();
  if (rest !== '') throw new InvalidArgumentError('A quote is not closed.');
  return (text.match(WORD) ?? []).map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, (_, double?: string, single?: string, escaped?: string) => {
      if (double !== undefined) return double.replace(/\\(["\\$`])/g, '$1');
      return single ?? escaped ?? '';
    }),
  );
}
