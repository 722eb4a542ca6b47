/** The flags of a comparison, and the set-ups they mean. */
import { type Command, Option } from 'commander';
import { OF_VARIANT } from '../../../shared/model/comparison/compare-command.ts';
import {
  CAREFUL_PAIRS,
  type ComparisonSetup,
  DEFAULT_EQUIVALENCE_PERCENT,
  DEFAULT_PAIRS,
  DEFAULT_SEED,
  MINIMUM_PAIRS_FOR_VERDICT,
  QUICK_PAIRS,
} from '../../../shared/model/comparison/comparison.ts';
import { comparisonSchema } from '../../../shared/model/comparison/comparison-schema.ts';
import { DEFAULT_QUESTION, METRIC_NAMES, type Metric } from '../../../shared/model/comparison/metrics.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { asksExactFrames, recordsAnything } from '../../../shared/model/setup/captures.ts';
import { flagName } from '../../../shared/model/setup/command-line.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { titleVariants } from '../../../shared/phrases/variant-titles.ts';
import type { Messages } from '../../../shared/words/catalogue.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { describeIssue } from '../print/describe-issue.ts';
import { type GivenSettings, mergeGiven } from './given-settings.ts';
import { withGroup } from './group-option.ts';
import { number, takeOneOf } from './option-values.ts';
import { type GivenPlan, readGivenPlan, withPlan } from './plan-options.ts';
import { givenArguments, givenIn, givenSettings, LOAD_COMMAND, optionOf, type SetupOptions, toSetup } from './setup-options.ts';

/** Variants by the letters of their flags; the first is the base. */
const SIDES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
/** Listed in the help; the flags of the others are alike. */
const LISTED = 2;

export interface CompareOptions extends SetupOptions {
  grid?: string;
  pairs?: number;
  question?: Metric;
  quick?: boolean;
  careful?: boolean;
  oneLook?: boolean;
  seed: number;
  equivalence: number;
}

export function addCompareFlags(command: Command): Command {
  command
    .optionsGroup(text('commandLine.group.comparison'))
    .option('--pairs <n>', text('commandLine.option.pairs', { needed: MINIMUM_PAIRS_FOR_VERDICT, pairs: DEFAULT_PAIRS }), number)
    .option('--quick', text('commandLine.option.quick', { pairs: QUICK_PAIRS }))
    .option('--careful', text('commandLine.option.careful', { pairs: CAREFUL_PAIRS }))
    .option('--one-look', text('commandLine.option.oneLook'))
    .option('--grid <file>', text('commandLine.option.grid'))
    .addOption(takeOneOf(new Option('--question <metric>', text('commandLine.option.question')), METRIC_NAMES))
    .option('--seed <n>', text('commandLine.option.seed'), number, DEFAULT_SEED)
    .option('--equivalence <percent>', text('commandLine.option.equivalence'), number, DEFAULT_EQUIVALENCE_PERCENT)
    .optionsGroup(text('commandLine.group.ofVariant'));
  for (const [index, side] of SIDES.entries()) {
    const options = OF_VARIANT.map((place) => {
      const { names } = place.setting.ofVariant!;
      return optionOf(
        place,
        names.replace(flagName({ names }), (name) => `${name}-${side}`),
        text(`commandLine.settingOf.${place.key as keyof Messages['commandLine']['settingOf']}`, { letter: side.toUpperCase() }),
      );
    });
    for (const option of options) command.addOption(option.hideHelp(index >= LISTED));
  }
  return command;
}

/** `scripts`: of A, B, ...; a variant that only its flags name runs that of A. `args`: of all of them. */
export async function toComparison(
  scripts: readonly string[],
  args: readonly string[],
  command: Command,
  options: CompareOptions,
  plan: GivenPlan | null = null,
): Promise<Outcome<ComparisonSetup>> {
  const pairs = pairsOf(options);
  if (!pairs.ok) return pairs;
  if (scripts.length > SIDES.length)
    return fail('bad-request', say('command.manyScripts', { count: scripts.length }), say('command.mostVariants', { most: SIDES.length }));
  const common = { ...givenSettings(command), ...givenArguments(args) };
  const sides = SIDES.map((side) => givenOfSide(command, side));
  const count = Math.max(2, scripts.length, 1 + sides.findLastIndex((side) => Object.keys(side).length > 0));
  const setups: Setup[] = [];
  const hasOwnClient = sides.slice(0, count).some((side) => mergeGiven(common, side)[LOAD_COMMAND] === undefined);
  for (const [index, side] of sides.slice(0, count).entries()) {
    const script = scripts[index] ?? scripts[0];
    const given = await readFiles(mergeGiven(common, side), plan, (name) => (side[name] === undefined ? '' : `-${SIDES[index]}`));
    if (given.ok && script !== undefined && given.value[GROUP] !== undefined) return besideScript(script, side, SIDES[index]!);
    const setup = given.ok ? toSetup(script, given.value, hasOwnClient) : given;
    if (!setup.ok) return setup;
    setups.push(setup.value);
  }
  if (setups.some(({ capture }) => asksExactFrames(capture)))
    return fail('bad-request', say('comparison.noExactFrames'), say('comparison.exactAlone'));
  const titles = titleVariants(setups);
  const checked = comparisonSchema.safeParse({
    variants: setups.map((setup, index) => ({ title: titles[index]!, setup })),
    pairs: pairs.value,
    question: options.question ?? DEFAULT_QUESTION,
    profiled: setups.every(({ capture }) => recordsAnything(capture.kind)),
    seed: options.seed,
    equivalencePercent: options.equivalence,
  });
  if (checked.success) return succeed(checked.data);
  const issue = checked.error.issues[0]!;
  return fail(
    'bad-request',
    say('command.badFlag', { flag: FLAG_OF[String(issue.path[0])] ?? issue.path.join('.'), what: describeIssue(issue) }),
  );
}

function besideScript(script: string, side: GivenSettings, letter: string): Outcome<never> {
  const flag = side[GROUP] === undefined ? '--group' : `--group-${letter}`;
  return fail('bad-request', say('command.scriptBesideGroup', { script, flag }), say('command.groupAlone'));
}

const PLAN = 'plan';
const GROUP = 'target.group';
const SCHEDULE = 'load.schedule';
const SEED = 'load.seed';

/** With the plan and the group in place of their files. `plan`: of all variants that have none of their own. */
async function readFiles(
  { [PLAN]: own, [SEED]: seed, ...given }: GivenSettings,
  plan: GivenPlan | null,
  sideOf: (name: string) => string,
): Promise<Outcome<GivenSettings>> {
  const read = own === undefined ? succeed(plan) : await readGivenPlan(String(own), `--plan${sideOf(PLAN)}`);
  const planned = read.ok ? withPlan(read.value, given) : read;
  return planned.ok ? withGroup(withSeed(planned.value, seed), `--group${sideOf(GROUP)}`) : planned;
}

/** One seed draws the order of the runs and, where there are any, the arrivals. */
function withSeed(given: GivenSettings, seed: unknown): GivenSettings {
  return given[SCHEDULE] === undefined || seed === undefined ? given : { ...given, [SEED]: seed };
}

const FLAG_OF: Record<string, string> = { pairs: '--pairs', seed: '--seed', equivalencePercent: '--equivalence' };

function pairsOf({ pairs, quick, careful, oneLook }: CompareOptions): Outcome<number> {
  const asked = [pairs, quick ? QUICK_PAIRS : undefined, careful ? CAREFUL_PAIRS : undefined, oneLook ? 1 : undefined].filter(
    (n) => n !== undefined,
  );
  if (asked.length > 1) return fail('bad-request', say('command.pairsFlags'), say('command.giveOne'));
  return succeed(asked[0] ?? DEFAULT_PAIRS);
}

function givenOfSide(command: Command, side: string): GivenSettings {
  return givenIn(
    command,
    OF_VARIANT.map((place) => [place, `${flagName(place.setting.ofVariant!)}-${side}`]),
  );
}
