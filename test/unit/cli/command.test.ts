/** The command that is shown for a comparison makes the same comparison. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, test } from 'vitest';
import { addCompareFlags } from '../../../electron/cli/flags/compare-options.ts';
import { formatCompareCommand } from '../../../shared/model/comparison/compare-command.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import type { ScriptTarget, Setup, TargetOf } from '../../../shared/model/setup/setup.ts';
import { comparisonOf, setupOf } from '../../helpers/comparisons.ts';
import { loadOf, type PlanSettings } from '../../helpers/plans.ts';
import { rereadCommand, rereadCompare } from '../../helpers/reread-command.ts';
import { scriptOf } from '../../helpers/script-target.ts';

const base = setupOf('plain.cjs', { target: { cwd: '/srv/shop', portTimeoutS: 30 } });
const withTarget = (target: Partial<ScriptTarget>, load: PlanSettings = {}): Setup =>
  setupOf('plain.cjs', { target: { ...scriptOf(base), ...target }, load });

/** As the command line reads it, titles aside: they are only words. */
async function reread(line: string): Promise<unknown> {
  return untitled(await rereadCompare(line));
}

function untitled(comparison: ComparisonSetup): unknown {
  return { ...comparison, variants: comparison.variants.map(({ setup }) => setup) };
}

/** With files of plans and groups, each in a folder of its own. */
const folder = mkdtempSync(join(tmpdir(), 'loopscope-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const planned = (plan: string, planFile: string | null = null): Setup => ({ ...base, plan, planFile });
const filed = (name: string, plan: string): Setup => planned(plan, fileOf(name, plan));
const PAGE = 'plan: 1\nrequests: [/page]\n';
const SEARCH = 'plan: 1\nrequests:\n  - { name: search, url: "/search?q=it\'s" }\nload: { model: closed, connections: 77 }\nwarmup: 5\n';

function grouped(name: string, script: string, change: Partial<TargetOf<'group'>> = {}): Setup {
  const group = `group: 1\nmembers:\n  - { name: api, script: ${script} }\n`;
  const groupFile = fileOf(name, group);
  return { ...base, target: { kind: 'group', group, groupFile, cwd: dirname(groupFile), env: [], portTimeoutS: 30, ...change } };
}

const FOR_A_TIME = loadOf('closed', { end: { by: 'duration', seconds: 5 } });
const FIVE = { ...FOR_A_TIME, connections: 5 };
const commanded = (loadCommand: string | null): Setup => ({ ...base, load: FOR_A_TIME, loadCommand });

const setupsThatDiffer: Record<string, Setup[]> = {
  'nothing, six times': [base, base, base, base, base, base],
  'three scripts': [base, withTarget({ script: '/b.js' }), withTarget({ script: '/c.js', env: [{ name: 'X', value: '1' }] })],
  'a variable in three ways': ['1', '2', '3'].map((value) => withTarget({ env: [{ name: 'X', value }] })),
  'the address of the second of three': [base, withTarget({}, { url: '/b' }), base],
  'Node of the third': [base, base, withTarget({ node: '/opt/node24/bin/node' })],
  'the client': [base, { ...base, client: { kind: 'autocannon', pipelining: 1, workers: 1, pin: true } }],
  'the client, the other way round': [{ ...base, client: { kind: 'autocannon', pipelining: 1, workers: 1, pin: true } }, base],
  'the load command': [commanded('wrk -d 10 {url}'), commanded('ab -n "100" {url}')],
  'the load command of one, beside a client of ours with connections that are read': [
    { ...commanded(null), load: FIVE },
    { ...commanded('wrk {url}'), load: FIVE },
  ],
  'the load command of the second of three': [commanded('wrk {url}'), commanded("ab '{url}'"), commanded('wrk {url}')],
  'the plan, from files': [filed('a/plan.yaml', PAGE), filed('b/plan.yaml', SEARCH)],
  'the plan, without files': [planned(PAGE), planned(SEARCH)],
  'the plan of one': [base, filed('search.yaml', SEARCH)],
  'the plan of the third': [filed('a/plan.yaml', PAGE), filed('a/plan.yaml', PAGE), planned(SEARCH)],
  'the file of the plan': [filed('a/plan.yaml', PAGE), filed('c/plan.yaml', PAGE)],
  'not the plan, but a variable': [
    filed('a/plan.yaml', PAGE),
    { ...withTarget({ env: [{ name: 'X', value: '1' }] }), plan: PAGE, planFile: join(folder, 'a/plan.yaml') },
  ],
  'the group, from one folder': [grouped('a.yaml', 'a.js'), grouped('b.yaml', 'b.js')],
  'the group, from two folders': [grouped('a/group.yaml', 'a.js'), grouped('b/group.yaml', 'b.js')],
  'the group, in another folder': [grouped('a.yaml', 'a.js', { cwd: '/srv' }), grouped('b.yaml', 'b.js', { cwd: '/srv' })],
  'not the group, but a variable': [grouped('a.yaml', 'a.js'), grouped('a.yaml', 'a.js', { env: [{ name: 'X', value: '1' }] })],
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
  'a variable of both, and of one with another value': [
    withTarget({ env: [{ name: 'X', value: '1' }] }),
    withTarget({ env: [{ name: 'X', value: '1' }] }),
    withTarget({ env: [{ name: 'X', value: '2' }] }),
  ],
  'a header that one sends twice': [
    withTarget({}, { headers: [{ name: 'accept', value: 'text/html' }] }),
    withTarget(
      {},
      {
        headers: [
          { name: 'accept', value: 'text/html' },
          { name: 'accept', value: '*/*' },
        ],
      },
    ),
  ],
  arguments: [withTarget({ args: ['--size', 'a "b" c'] }), withTarget({ args: ["d'e", '$HOME', ''] })],
  'arguments of both': [withTarget({ args: ['--port', '0'] }), withTarget({ args: ['--port', '0'], node: '/opt/node24/bin/node' })],
  'what is in front': [base, withTarget({ topology: 'nginx:2' }), withTarget({ topology: 'proxy:/srv/my proxy.js' })],
  'arguments of Node': [base, withTarget({ nodeArgs: ['--max-semi-space-size=64', '--title=a b'] })],
  node: [base, withTarget({ node: '/opt/node 24/bin/node' })],
  'url and header': [
    withTarget({}, { url: '/a', headers: [{ name: 'accept', value: 'text/html' }] }),
    withTarget({}, { url: '/b?x=1&y=2', headers: [{ name: 'accept', value: '*/*' }] }),
  ],
};

test.each(Object.entries(setupsThatDiffer))('the shown command makes the same comparison: %s', async (_, setups) => {
  const comparison = comparisonOf(setups, { pairs: 12, question: 'spread', seed: 3, equivalencePercent: 2, profiled: true });
  expect(await reread(formatCompareCommand(comparison)!)).toEqual(untitled(comparison));
});

test('the shown command of one look without profiles', async () => {
  const comparison = comparisonOf([base, base], { pairs: 1, seed: 1, profiled: false });
  const line = formatCompareCommand(comparison)!;
  expect(line).toContain('--one-look');
  const { variants, ...rest } = (await reread(line)) as { variants: Setup[] };
  expect(rest).toMatchObject({ pairs: 1, profiled: false });
  expect(variants[0]!.capture).toEqual({ kind: 'none' });
});

test('shows no command when a difference has no flag per variant', () => {
  expect(formatCompareCommand(comparisonOf([base, withTarget({}, { connections: 3 })]))).toBeNull();
});

test('shows no command when one client does not support a setting of the other', async () => {
  const own = withTarget({}, { keepAlive: false });
  const other: Setup = { ...base, client: { kind: 'autocannon', pipelining: 1, workers: 1, pin: true } };
  expect(formatCompareCommand(comparisonOf([own, other]))).toBeNull();
  expect(formatCompareCommand(comparisonOf([own, own]))).toContain('--no-keepalive');
  await expect(reread('loopscope compare a.js --no-keepalive --client-b autocannon')).rejects.toThrow(
    '--no-keepalive and --client autocannon cannot be combined.',
  );
});

test('what no variant reads is refused beside load commands, and what one reads is not', async () => {
  await expect(reread("loopscope compare a.js -c 5 --load-command-a 'wrk {url}' --load-command-b 'ab {url}'")).rejects.toThrow(
    'A load command decides the load itself: -c has no effect on it.',
  );
  const { variants } = (await reread("loopscope compare a.js -d 5 -c 5 --load-command-b 'ab {url}'")) as { variants: Setup[] };
  expect(variants).toMatchObject([{ loadCommand: null, load: { connections: 5 } }, { loadCommand: 'ab {url}' }]);
});

const GROUP = 'group: 1\nmembers: [{ name: a, script: a.js }]\n';
const OF_PROFILE = ['--interval 500', '--spans', '--by-request', '--measure-cost', '--keep-source', '--exact-frames'];

describe.each(OF_PROFILE)('%s, which says how a profile is taken,', (flag) => {
  const name = flag.split(' ')[0]!;

  test.each([
    ['run a.js', '--capture none'],
    ['run a.js', '--capture ticks'],
    ['run http://127.0.0.1:3000', '--capture none'],
    ['compare a.js', '--capture none'],
    ['compare http://127.0.0.1:3000 http://127.0.0.1:3001', '--capture none'],
  ])('is refused by %s %s', async (command, capture) => {
    const says = `${name} and ${capture} cannot be combined.`;
    await expect(rereadCommand(`loopscope ${command} ${capture} ${flag}`)).rejects.toThrow(says);
  });

  test.each([
    'run http://127.0.0.1:3000',
    'run --url http://127.0.0.1:3000/a',
    'compare http://127.0.0.1:3000 http://127.0.0.1:3001',
    'compare a.js http://127.0.0.1:3000',
  ])('is refused by %s, whose processes are not known', async (command) => {
    const says = `${name} and http://127.0.0.1:3000 cannot be combined.`;
    await expect(rereadCommand(`loopscope ${command} ${flag}`)).rejects.toThrow(says);
  });

  test.each(['a.js', "--command 'npm start'", `--group ${fileOf('group.yaml', GROUP)}`, '--pid 4711'])(
    'is taken of %s',
    async (subject) => {
      const read = rereadCommand(`loopscope run ${subject} ${flag}`);
      if (subject.startsWith('--pid') && name === '--exact-frames') return expect(read).rejects.toThrow('Exact frames take a second pass');
      expect(await read).toMatchObject({ setup: { capture: { kind: 'cpu' } } });
    },
  );
});

test('allocations are sampled of what Loopscope starts, alone or beside CPU time, and not of a process that runs already', async () => {
  expect(await rereadCommand('loopscope run a.js --capture cpu,heap')).toMatchObject({
    setup: { capture: { kind: 'cpu', allocations: true } },
  });
  expect(await rereadCommand("loopscope run --command 'npm start' --capture heap --alive --no-inlining")).toMatchObject({
    setup: { capture: { kind: 'heap', alive: true, inlining: false } },
  });
  await expect(rereadCommand('loopscope run --pid 4711 --capture heap')).rejects.toThrow('heap');
  await expect(rereadCommand('loopscope run --pid 4711 --capture cpu,heap')).rejects.toThrow('Allocations are sampled only');
});

test('what is measured from outside is measured without flags of a profile', async () => {
  expect(await rereadCommand('loopscope run http://127.0.0.1:3000 -a 50')).toMatchObject({ setup: { capture: { kind: 'none' } } });
});

test('a group may be given as its text, with flags of what is recorded', async () => {
  const { setup } = (await rereadCommand(`loopscope run --group '${GROUP}' --interval 500`)) as { setup: Setup };
  expect(setup).toMatchObject({ target: { kind: 'group', groupFile: 'group.yaml' }, capture: { kind: 'cpu', intervalUs: 500 } });
  const { variants } = (await reread(`loopscope compare --group-a '${GROUP}' --group-b '${GROUP}' --interval 500 --seed 3`)) as {
    variants: Setup[];
  };
  expect(variants.map(({ target }) => target.kind)).toEqual(['group', 'group']);
  await expect(rereadCommand(`loopscope run --group '${GROUP}' --capture none --interval 500`)).rejects.toThrow(
    /^--interval and --capture none cannot be combined/,
  );
});

test('a plan that is too long to be shown has a name of its own for each variant', () => {
  const long = (text: string): Setup => planned(`${PAGE}# ${text.repeat(5_000)}`);
  expect(formatCompareCommand(comparisonOf([long('x'), long('y')]))).toContain(' --plan-a plan-a.yaml --plan-b plan-b.yaml');
});

test('so has a group that is too long to be shown and was read from no file', () => {
  const long = (text: string): Setup => grouped('a.yaml', 'a.js', { group: `group: 1 # ${text.repeat(5_000)}`, groupFile: 'group.yaml' });
  expect(formatCompareCommand(comparisonOf([long('x'), long('y')]))).toContain(' --group-a group-a.yaml --group-b group-b.yaml');
});

test("the load of a variant's plan applies where no flag says otherwise, and its own plan takes the place of that of all", async () => {
  const plan = fileOf('load.yaml', `${PAGE}load: { model: closed, connections: 7, duration: 2 }\n`);
  const made = (await reread(`loopscope compare a.js --plan ${fileOf('page.yaml', PAGE)} --plan-b ${plan} --seed 3`)) as {
    variants: Setup[];
  };
  expect(made.variants.map(({ planFile, load }) => [planFile, load.model === 'closed' && load.connections])).toEqual([
    [join(folder, 'page.yaml'), 10],
    [plan, 7],
  ]);
  const same = (await reread(`loopscope compare a.js --plan-b ${plan} -c 3`)) as { variants: Setup[] };
  expect(same.variants).toMatchObject([
    { plan: null, load: { connections: 3 } },
    { planFile: plan, load: { connections: 3 } },
  ]);
});

test.each([
  ['--plan-b nobody.yaml', /nobody\.yaml cannot be read \(ENOENT\)/],
  ['--group-b nobody.yaml', /nobody\.yaml cannot be read \(ENOENT\)/],
  ["--group-b 'group: 1\nmembers: [{ name: api, script: b.js }]'", /^a\.js and --group-b are both given/],
  [`--plan-b ${folder}`, /is not a file/],
  ["--plan-b 'plan: 1\nrequests: [{ ulr: /a }]'", /^--plan-b: Line 2, column \d+: "ulr"/],
  ["--group-b 'group: 1\nmembers: [{ nam: a }]'", /^--group-b: Line 2, column \d+: "nam"/],
  ["--plan-b 'plan: 1\nrequests: [/a]\n' --method PUT", /^--method and --plan-b cannot be combined/],
])('refuses %s, and names the flag', async (flags, says) => {
  await expect(reread(`loopscope compare a.js ${flags}`)).rejects.toThrow(says);
});

test.each(['plan', 'group'])('a %s that is not UTF-8 is refused', async (kind) => {
  const path = join(folder, 'latin.yaml');
  writeFileSync(path, Buffer.from(`${kind}: 1 # \xe9`, 'latin1'));
  await expect(reread(`loopscope compare a.js --${kind}-b ${path}`)).rejects.toThrow('latin.yaml is not a text in UTF-8.');
});

test('refuses an unclosed quote', () => {
  const command = addCompareFlags(new Command().argument('<a>'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  expect(() => command.parse(['x.js', '--args-a', 'a "b'], { from: 'user' })).toThrow('A quote is not closed.');
});
