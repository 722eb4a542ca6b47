/** The flags of a comparison, and the set-ups they mean. */
import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
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

/** Variants by the letters of their flags; the first is the base. */
const SIDES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
type Letter = Uppercase<(typeof SIDES)[number]>;
/** Listed in the help; the flags of the others are alike. */
const LISTED = 2;

/** What may differ between variants, as commander names it: `envA`, `argsC`. */
type SideOptions = { [L in Letter as `env${L}` | `header${L}`]: NameValue[] } & {
  [L in Letter as `args${L}`]?: string[];
} & { [L in Letter as `node${L}` | `url${L}`]?: string };

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
    .optionsGroup('Of one variant only (--env-c to --url-f alike):');
  for (const [index, side] of SIDES.entries()) {
    const letter = side.toUpperCase();
    const options = [
      new Option(`--env-${side} <name=value>`, `an environment variable of ${letter}; repeat for more`).argParser(collectPairs).default([]),
      new Option(`--args-${side} <words>`, `arguments of ${letter}'s script, quoted as in a shell`).argParser(splitWords),
      new Option(`--node-${side} <path>`, `the Node.js binary of ${letter}`),
      new Option(`--url-${side} <path|url>`, `what to request of ${letter}`),
      new Option(`--header-${side} <name=value>`, `a request header for ${letter}; repeat for more`).argParser(collectPairs).default([]),
    ];
    for (const option of options) command.addOption(option.hideHelp(index >= LISTED));
  }
  return command;
}

/** `scripts`: of A, B, ...; a variant that only its flags name runs that of A. `args`: of all of them. */
export function toComparison(scripts: readonly string[], args: readonly string[], options: CompareOptions): Outcome<ComparisonSetup> {
  const pairs = pairsOf(options);
  if (!pairs.ok) return pairs;
  if (scripts.length > SIDES.length)
    return fail(
      'bad-request',
      `${scripts.length} scripts are too many.`,
      `A comparison has at most ${SIDES.length} variants; arguments stand after --.`,
    );
  const sides = SIDES.map((side) => sideOf(side.toUpperCase() as Letter, options));
  const count = Math.max(2, scripts.length, 1 + sides.findLastIndex(isNamed));
  const variants: ComparisonSetup['variants'] = [];
  for (const [index, side] of sides.slice(0, count).entries()) {
    const setup = toSide(scripts[index] ?? scripts[0]!, args, options, side);
    if (!setup.ok) return setup;
    variants.push({ title: basename(setup.value.target.script), setup: setup.value });
  }
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

function sideOf(letter: Letter, options: SideOptions): Side {
  return {
    env: options[`env${letter}`],
    header: options[`header${letter}`],
    args: options[`args${letter}`],
    node: options[`node${letter}`],
    url: options[`url${letter}`],
  };
}

function isNamed({ env, header, args, node, url }: Side): boolean {
  return env.length > 0 || header.length > 0 || args !== undefined || node !== undefined || url !== undefined;
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
