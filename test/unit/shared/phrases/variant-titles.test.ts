import { describe, expect, test } from 'vitest';
import { defaultCapture } from '../../../../shared/model/setup/captures.ts';
import { DEFAULT_SETUP, type ScriptTarget, type Setup } from '../../../../shared/model/setup/setup.ts';
import { titleVariants } from '../../../../shared/phrases/variant-titles.ts';
import { makeSetup } from '../../../helpers/fake-data.ts';
import { closedLoadOf } from '../../../helpers/plans.ts';

const base = makeSetup('/srv/shop/app.js');
const target = (change: Partial<ScriptTarget>): Setup => ({ ...base, target: { ...(base.target as ScriptTarget), ...change } });
const request = (change: Partial<Setup['requests'][0]>): Setup => ({ ...base, requests: [{ ...base.requests[0], ...change }] });
const connections = (count: number): Setup => ({ ...base, load: { ...closedLoadOf(base), connections: count } });
const env = (name: string, value: string): Setup => target({ env: [{ name, value }] });

const header = (name: string, value: string): Setup => request({ headers: [{ name, value }] });

test.each<[string, Setup[], string[]]>([
  ['scripts', [base, target({ script: '/srv/shop/new.js' })], ['app.js', 'new.js']],
  ['folders of one script', [base, target({ script: '/srv/other/app.js' })], ['shop/app.js', 'other/app.js']],
  ['an argument', [target({ args: ['5000'] }), target({ args: ['10000'] })], ['app.js 5000', 'app.js 10000']],
  ['an argument of one', [base, target({ args: ['--fast', 'a b'] })], ['app.js', 'app.js --fast "a b"']],
  ['the address', [request({ url: '/a' }), request({ url: '/b' })], ['/a', '/b']],
  ['a variable', [env('MODE', 'a'), env('MODE', 'b')], ['MODE=a', 'MODE=b']],
  [
    'a variable that one is given twice: the last value is the one it has',
    [
      env('WAIT', '20'),
      target({
        env: [
          { name: 'WAIT', value: '20' },
          { name: 'WAIT', value: '23' },
        ],
      }),
    ],
    ['WAIT=20', 'WAIT=23'],
  ],
  [
    'long arguments of Node behind those of all',
    [['--max-old-space-size=200'], ['--max-old-space-size=200', '--max-semi-space-size=64']].map((nodeArgs) => target({ nodeArgs })),
    ['--max-old-space-size=200', '… --max-semi-space-size=64'],
  ],
  ['a variable of one', [base, env('MODE', 'b')], ['no MODE', 'MODE=b']],
  [
    'each of several variables that differ, as any of them may be the reason',
    [
      base,
      target({
        env: [
          { name: 'SOCKETS', value: '18' },
          { name: 'POOL', value: '7' },
        ],
      }),
    ],
    ['no POOL, no SOCKETS', 'POOL=7, SOCKETS=18'],
  ],
  [
    'a variable rather than how it was recorded',
    [base, { ...env('MODE', 'b'), capture: { ...defaultCapture('cpu'), byRequestLimit: 100 } }],
    ['no MODE', 'MODE=b'],
  ],
  [
    'a header',
    [header('Cache-Control', 'no-cache'), header('cache-control', 'no-store')],
    ['cache-control: no-cache', 'cache-control: no-store'],
  ],
  ['the encoding', [base, header('Accept-Encoding', 'gzip')], ['no accept-encoding', 'gzip']],
  ['Node, by its path', [base, target({ node: '/opt/node26/bin/node' })], ['default Node', 'Node 26']],
  [
    'Node in a folder of its version',
    ['20.1.0', '20.2.0'].map((version) => target({ node: `/home/ana/.nvm/versions/node/v${version}/bin/node` })),
    ['Node 20.1.0', 'Node 20.2.0'],
  ],
  [
    'a plan, by its file',
    ['mix', 'search'].map((name) => ({ ...base, plan: `plan: 1\nrequests: [/${name}]`, planFile: `/srv/plans/${name}.yaml` })),
    ['mix.yaml', 'search.yaml'],
  ],
  ['a plan of one', [base, { ...base, plan: 'plan: 1\nrequests: [/a]', planFile: '/srv/mix.yaml' }], ['no Request plan', 'mix.yaml']],
  ['a number', [connections(10), connections(50)], ['10 connections', '50 connections']],
  [
    'a switch',
    [true, false].map((keepAlive): Setup => ({ ...base, client: { ...DEFAULT_SETUP.client, keepAlive } })),
    ['connections kept open', 'a new connection each time'],
  ],
  ['the client', [base, { ...base, client: { kind: 'autocannon', pipelining: 1, workers: 1, pin: true } }], ['loopscope', 'autocannon']],
  [
    'as much as it takes',
    [base, env('MODE', 'b'), target({ env: [{ name: 'MODE', value: 'b' }], args: ['1'] })],
    ['app.js', 'app.js, MODE=b', 'app.js 1, MODE=b'],
  ],
  ['nothing', [base, base], ['app.js A', 'app.js B']],
])('by what differs: %s', (_, setups, titles) => {
  expect(titleVariants(setups)).toEqual(titles);
});

test('by the version of Node that was found there', () => {
  const setups = [base, target({ node: '/usr/local/bin/node' })];
  expect(titleVariants(setups, ['22.11.0', '24.1.0'])).toEqual(['Node 22', 'Node 24']);
  expect(titleVariants(setups, ['22.11.0', '22.12.1'])).toEqual(['Node 22.11.0', 'Node 22.12.1']);
});

describe('a hidden value is in no title', () => {
  test('of a variable that only one has, the name tells them apart', () => {
    expect(titleVariants([base, env('API_TOKEN', 'hunter2-of-b')])).toEqual(['no API_TOKEN', 'API_TOKEN']);
  });

  test.each<[string, Setup[]]>([
    ['variables', [env('API_TOKEN', 'hunter2-of-a'), env('API_TOKEN', 'hunter2-of-b')]],
    ['arguments', [target({ args: ['--password=hunter2-of-a'] }), target({ args: ['--password=hunter2-of-b'] })]],
    ['addresses', [request({ url: 'http://u:hunter2-of-a@127.0.0.1/' }), request({ url: 'http://u:hunter2-of-b@127.0.0.1/' })]],
    ['bodies', [request({ body: 'hunter2-of-a' }), request({ body: 'hunter2-of-b' })]],
  ])('%s', (_, setups) => {
    expect(titleVariants(setups)).toEqual(['app.js A', 'app.js B']);
  });
});
