import { expect, test } from 'vitest';
import { DEFAULT_SETUP, type Setup } from '../../../../shared/model/setup/setup.ts';
import { setupSchema } from '../../../../shared/model/setup/setup-schema.ts';
import { upgradeSetup } from '../../../../shared/session/upgrade-setup.ts';
import { planOf } from '../../../helpers/plans.ts';
import { scriptOf } from '../../../helpers/script-target.ts';

/** As formats 1 and 2 had it. */
const EARLIER = {
  target: { script: '/srv/app.js', args: ['--fast'], cwd: null, env: [{ name: 'A', value: '1' }], node: null, portTimeoutS: 30 },
  load: {
    model: 'closed',
    url: '/cart',
    connections: 50,
    end: { by: 'amount', requests: 200 },
    warmupS: 1,
    timeoutS: 5,
    method: 'POST',
    headers: [{ name: 'accept', value: '*/*' }],
    body: '{}',
    keepAlive: false,
    allowHost: null,
  },
  capture: { kind: 'cpu', intervalUs: 500, byRequest: false, measureCost: false, keepSource: false, exactFrames: false },
};

const TODAY: Setup = {
  target: { ...scriptOf(DEFAULT_SETUP), script: '/srv/app.js', args: ['--fast'], env: [{ name: 'A', value: '1' }] },
  ...planOf({
    url: '/cart',
    connections: 50,
    end: { by: 'amount', requests: 200 },
    warmupS: 1,
    timeoutS: 5,
    method: 'POST',
    headers: [{ name: 'accept', value: '*/*' }],
    body: '{}',
    keepAlive: false,
  }),
  capture: {
    kind: 'cpu',
    allocations: false,
    intervalUs: 500,
    spans: false,
    byRequest: false,
    byRequestLimit: 100,
    waits: true,
    keepStatements: true,
    measureCost: false,
    keepSource: false,
    exactFrames: false,
  },
  collectGarbage: false,
};

test('each setting of an earlier set-up has its place in the current one', () => {
  expect(setupSchema.parse(upgradeSetup(EARLIER))).toEqual(TODAY);
  expect(upgradeSetup(TODAY)).toBe(TODAY);
});

test('a set-up from before a setting existed gets its default, or what was done before', () => {
  const { pipelining: _pipelining, workers: _workers, ...client } = { pipelining: 1, workers: 1, ...TODAY.client };
  const { keepBodies: _keepBodies, ...load } = TODAY.load;
  const { nodeArgs: _nodeArgs, topology: _topology, ...target } = scriptOf(TODAY);
  const capture = { kind: 'cpu', intervalUs: 500 };
  expect(setupSchema.parse({ ...TODAY, target, client, load, capture })).toEqual(TODAY);
});

test.each([
  ['nothing', null],
  ['a list', []],
  ['no target', { load: EARLIER.load }],
  ['a load that is a text', { ...EARLIER, load: 'x' }],
  ['settings nobody knows', { ...EARLIER, load: { ...EARLIER.load, pipelining: 2 } }],
  ['a setting that is missing', { ...EARLIER, load: { ...EARLIER.load, url: undefined } }],
])('leaves an invalid set-up to the schema: %s', (_, raw) => {
  expect(setupSchema.safeParse(upgradeSetup(raw)).success).toBe(false);
});
