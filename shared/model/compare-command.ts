/** The command that repeats a comparison, for people to copy. */
import { quoteForShell, setupFlags } from './command-line.ts';
import { type ComparisonSetup, DEFAULT_EQUIVALENCE_PERCENT, DEFAULT_PAIRS, DEFAULT_SEED, variantLetter } from './comparison.ts';
import { DEFAULT_LOAD, type NameValue, type Setup } from './setup.ts';

/** Null when they differ in something that the command line cannot say of one variant (the load, the working folder). */
export function formatCompareCommand({ variants, pairs, profiled, seed, equivalencePercent }: ComparisonSetup): string | null {
  const setups = variants.map(({ setup }) => setup);
  if (new Set(setups.map(baseOf)).size > 1) return null;
  const common = commonOf(setups);
  const capture = profiled ? common.capture : ({ kind: 'none' } as const);
  const sides = setups.map((setup, index) => sideFlags(variantLetter(index).toLowerCase(), setup, setups, common));
  const words = [
    'loopscope',
    'compare',
    ...scriptsOf(setups, sides.at(-1)!.length > 0),
    ...setupFlags({ ...common, capture }),
    ...sides.flat(),
  ];
  if (pairs === 1) words.push('--one-look');
  else if (pairs !== DEFAULT_PAIRS) words.push('--pairs', String(pairs));
  if (seed !== DEFAULT_SEED) words.push('--seed', String(seed));
  if (equivalencePercent !== DEFAULT_EQUIVALENCE_PERCENT) words.push('--equivalence', String(equivalencePercent));
  if (common.target.args.length > 0) words.push('--', ...common.target.args);
  return words.map(quoteForShell).join(' ');
}

/** One for all where that says how many variants there are: two, or as many as the flags of the last one name. */
function scriptsOf(setups: readonly Setup[], lastIsNamed: boolean): string[] {
  const scripts = setups.map(({ target }) => target.script);
  const isOne = new Set(scripts).size === 1 && (scripts.length === 2 || lastIsNamed);
  return isOne ? scripts.slice(0, 1) : scripts;
}

/** What not all have. */
function sideFlags(side: string, own: Setup, all: readonly Setup[], common: Setup): string[] {
  const words: string[] = [];
  const flag = (name: string, value: string): void => {
    words.push(`--${name}-${side}`, value);
  };
  if (!isShared(all, argsOf)) flag('args', own.target.args.map(quoteForShell).join(' '));
  if (own.target.node !== common.target.node && own.target.node !== null) flag('node', own.target.node);
  if (!isShared(all, urlOf)) flag('url', own.load.url);
  for (const { name, value } of without(own.target.env, common.target.env)) flag('env', `${name}=${value}`);
  for (const { name, value } of without(own.load.headers, common.load.headers)) flag('header', `${name}=${value}`);
  return words;
}

function commonOf(all: readonly Setup[]): Setup {
  const first = all[0]!;
  const { target, load } = first;
  return {
    ...first,
    target: {
      ...target,
      args: isShared(all, argsOf) ? target.args : [],
      node: isShared(all, nodeOf) ? target.node : null,
      env: target.env.filter((pair) => all.every((one) => includes(one.target.env, pair))),
    },
    load: {
      ...load,
      url: isShared(all, urlOf) ? load.url : DEFAULT_LOAD.url,
      headers: load.headers.filter((pair) => all.every((one) => includes(one.load.headers, pair))),
    },
  };
}

/** All but what has a flag for each variant. */
function baseOf({ target, load, capture }: Setup): string {
  return JSON.stringify([{ ...target, script: '', args: [], node: null, env: [] }, { ...load, url: '', headers: [] }, capture]);
}

const argsOf = ({ target }: Setup): string => JSON.stringify(target.args);
const nodeOf = ({ target }: Setup): string | null => target.node;
const urlOf = ({ load }: Setup): string => load.url;

function isShared(all: readonly Setup[], of: (setup: Setup) => string | null): boolean {
  return new Set(all.map(of)).size === 1;
}

function without(pairs: readonly NameValue[], others: readonly NameValue[]): NameValue[] {
  return pairs.filter((pair) => !includes(others, pair));
}

function includes(pairs: readonly NameValue[], { name, value }: NameValue): boolean {
  return pairs.some((pair) => pair.name === name && pair.value === value);
}
