/** The command that repeats a comparison, for people to copy. */
import { quoteForShell, setupFlags } from './command-line.ts';
import { type ComparisonSetup, DEFAULT_EQUIVALENCE_PERCENT, DEFAULT_PAIRS, DEFAULT_SEED } from './comparison.ts';
import { DEFAULT_LOAD, type NameValue, type Setup } from './setup.ts';

/**
 * Null when there are more than two variants, or they differ in something that the command line cannot say of each side (the
 * load, the working folder).
 */
export function formatCompareCommand({ variants, pairs, profiled, seed, equivalencePercent }: ComparisonSetup): string | null {
  const [a, b, ...more] = variants.map(({ setup }) => setup);
  if (!a || !b || more.length > 0 || !isOneBase(a, b)) return null;
  const common = commonOf(a, b);
  const capture = profiled ? common.capture : ({ kind: 'none' } as const);
  const scripts = a.target.script === b.target.script ? [a.target.script] : [a.target.script, b.target.script];
  const words = [
    'loopscope',
    'compare',
    ...scripts,
    ...setupFlags({ ...common, capture }),
    ...sideFlags('a', a, b),
    ...sideFlags('b', b, a),
  ];
  if (pairs === 1) words.push('--one-look');
  else if (pairs !== DEFAULT_PAIRS) words.push('--pairs', String(pairs));
  if (seed !== DEFAULT_SEED) words.push('--seed', String(seed));
  if (equivalencePercent !== DEFAULT_EQUIVALENCE_PERCENT) words.push('--equivalence', String(equivalencePercent));
  if (common.target.args.length > 0) words.push('--', ...common.target.args);
  return words.map(quoteForShell).join(' ');
}

/** What only this side has. */
function sideFlags(side: 'a' | 'b', own: Setup, other: Setup): string[] {
  const words: string[] = [];
  const flag = (name: string, value: string): void => {
    words.push(`--${name}-${side}`, value);
  };
  if (!sameArgs(own, other)) flag('args', own.target.args.map(quoteForShell).join(' '));
  if (own.target.node !== other.target.node && own.target.node !== null) flag('node', own.target.node);
  if (own.load.url !== other.load.url) flag('url', own.load.url);
  for (const { name, value } of without(own.target.env, other.target.env)) flag('env', `${name}=${value}`);
  for (const { name, value } of without(own.load.headers, other.load.headers)) flag('header', `${name}=${value}`);
  return words;
}

function commonOf(a: Setup, b: Setup): Setup {
  const { target, load } = a;
  return {
    ...a,
    target: {
      ...target,
      args: sameArgs(a, b) ? target.args : [],
      node: target.node === b.target.node ? target.node : null,
      env: target.env.filter((pair) => includes(b.target.env, pair)),
    },
    load: {
      ...load,
      url: load.url === b.load.url ? load.url : DEFAULT_LOAD.url,
      headers: load.headers.filter((pair) => includes(b.load.headers, pair)),
    },
  };
}

/** Whether the two are the same but for what has a flag for each side. */
function isOneBase(a: Setup, b: Setup): boolean {
  const base = ({ target, load, capture }: Setup): string =>
    JSON.stringify([{ ...target, script: '', args: [], node: null, env: [] }, { ...load, url: '', headers: [] }, capture]);
  return base(a) === base(b);
}

function sameArgs(a: Setup, b: Setup): boolean {
  return JSON.stringify(a.target.args) === JSON.stringify(b.target.args);
}

function without(pairs: readonly NameValue[], others: readonly NameValue[]): NameValue[] {
  return pairs.filter((pair) => !includes(others, pair));
}

function includes(pairs: readonly NameValue[], { name, value }: NameValue): boolean {
  return pairs.some((pair) => pair.name === name && pair.value === value);
}
