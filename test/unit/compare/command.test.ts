/** The command that is shown for a comparison makes the same comparison. */
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCompareFlags, type CompareOptions, toComparison } from '../../../electron/cli/compare-options.ts';
import { addSetupFlags } from '../../../electron/cli/setup-options.ts';
import { formatCompareCommand } from '../../../shared/model/compare-command.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison.ts';
import type { ScriptTarget, Setup } from '../../../shared/model/setup.ts';
import { splitWords } from '../../../shared/model/shell-words.ts';
import { comparisonOf, setupOf } from '../../helpers/comparisons.ts';
import type { PlanSettings } from '../../helpers/plans.ts';
import { scriptOf } from '../../helpers/script-target.ts';
import { messageOf } from '../../helpers/worded.ts';

const base = setupOf('plain.cjs', { target: { cwd: '/srv/shop', portTimeoutS: 30 } });
const withTarget = (target: Partial<ScriptTarget>, load: PlanSettings = {}): Setup =>
  setupOf('plain.cjs', { target: { ...scriptOf(base), ...target }, load });

/** As the command line reads it, titles aside: they are only words. */
function reread(line: string): unknown {
  const words = splitWords(line).words.slice(2);
  const at = words.indexOf('--');
  const [own, args] = at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
  const command = addSetupFlags(addCompareFlags(new Command().argument('<a>').argument('[others...]')), ['--seed']).exitOverride();
  command.parse(own, { from: 'user' });
  const made = toComparison(command.args, args, command, command.opts<CompareOptions>());
  if (!made.ok) throw new Error(messageOf(made.failure));
  return untitled(made.value);
}

function untitled(comparison: ComparisonSetup): unknown {
  return { ...comparison, variants: comparison.variants.map(({ setup }) => setup) };
}

const setupsThatDiffer: Record<string, Setup[]> = {
  'nothing, six times': [base, base, base, base, base, base],
  'three scripts': [base, withTarget({ script: '/b.js' }), withTarget({ script: '/c.js', env: [{ name: 'X', value: '1' }] })],
  'a variable in three ways': ['1', '2', '3'].map((value) => withTarget({ env: [{ name: 'X', value }] })),
  'the address of the second of three': [base, withTarget({}, { url: '/b' }), base],
  'Node of the third': [base, base, withTarget({ node: '/opt/node24/bin/node' })],
  'the client': [base, { ...base, client: { kind: 'autocannon', pipelining: 1, workers: 1, pin: true } }],
  'the client, the other way round': [{ ...base, client: { kind: 'autocannon', pipelining: 1, workers: 1, pin: true } }, base],
  nothing: [base, base],
  script: [base, withTarget({ script: '/srv/shop/other file.js' })],
  environment: [
    withTarget({ env: [{ name: 'BOTH', value: '1' }] }),
    withTarget({
      env: [
        { name: 'BOTH', value: '1' },
        { name: 'ONLY_B', value: "it's = two words" },
      ],
    }),
  ],
  'the same variable': [withTarget({ env: [{ name: 'X', value: '1' }] }), withTarget({ env: [{ name: 'X', value: '2' }] })],
  arguments: [withTarget({ args: ['--size', 'a "b" c'] }), withTarget({ args: ["d'e", '$HOME', ''] })],
  'arguments of both': [withTarget({ args: ['--port', '0'] }), withTarget({ args: ['--port', '0'], node: '/opt/node24/bin/node' })],
  'arguments of Node': [base, withTarget({ nodeArgs: ['--max-semi-space-size=64', '--title=a b'] })],
  node: [base, withTarget({ node: '/opt/node 24/bin/node' })],
  'url and header': [
    withTarget({}, { url: '/a', headers: [{ name: 'accept', value: 'text/html' }] }),
    withTarget({}, { url: '/b?x=1&y=2', headers: [{ name: 'accept', value: '*/*' }] }),
  ],
};

test.each(Object.entries(setupsThatDiffer))('the shown command makes the same comparison: %s', (_, setups) => {
  const comparison = comparisonOf(setups, { pairs: 12, question: 'spread', seed: 3, equivalencePercent: 2, profiled: true });
  expect(reread(formatCompareCommand(comparison)!)).toEqual(untitled(comparison));
});

test('the shown command of one look without profiles', () => {
  const comparison = comparisonOf([base, base], { pairs: 1, seed: 1, profiled: false });
  const line = formatCompareCommand(comparison)!;
  expect(line).toContain('--one-look');
  const { variants, ...rest } = reread(line) as { variants: Setup[] };
  expect(rest).toMatchObject({ pairs: 1, profiled: false });
  expect(variants[0]!.capture).toEqual({ kind: 'none' });
});

test('shows no command when a difference has no flag per variant', () => {
  expect(formatCompareCommand(comparisonOf([base, withTarget({}, { connections: 3 })]))).toBeNull();
});

test('shows no command when one client does not support a setting of the other', () => {
  const own = withTarget({}, { keepAlive: false });
  const other: Setup = { ...base, client: { kind: 'autocannon', pipelining: 1, workers: 1, pin: true } };
  expect(formatCompareCommand(comparisonOf([own, other]))).toBeNull();
  expect(formatCompareCommand(comparisonOf([own, own]))).toContain('--no-keepalive');
  expect(() => reread('loopscope compare a.js --no-keepalive --client-b autocannon')).toThrow(
    '--no-keepalive and --client autocannon cannot be combined.',
  );
});

test('a sampling interval without a profile has no effect', () => {
  expect(reread('loopscope compare a.js --capture none --interval 500')).toEqual(reread('loopscope compare a.js --capture none'));
  expect(() => reread('loopscope compare a.js --capture ticks --interval 500')).toThrow(
    '--interval and --capture ticks cannot be combined.',
  );
});

test('refuses an unclosed quote', () => {
  const command = addCompareFlags(new Command().argument('<a>'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  expect(() => command.parse(['x.js', '--args-a', 'a "b'], { from: 'user' })).toThrow('A quote is not closed.');
});
