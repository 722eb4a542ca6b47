import { expect, test } from 'vitest';
import { checkForm, findField } from '../../../../renderer/state/forms/check-form.ts';
import { countChanges, EMPTY_FORM, foreignHost, formOf, isUntouched } from '../../../../renderer/state/forms/setup-form.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { closedLoadOf } from '../../../helpers/plans.ts';
import { scriptOf } from '../../../helpers/script-target.ts';

const FORM = { ...EMPTY_FORM, script: '/srv/app.js' };

const SETUP: Setup = {
  target: {
    kind: 'script',
    script: '/srv/my app.js',
    args: ['--name', 'Ana Maria', 'a"b'],
    nodeArgs: ['--max-old-space-size=200', '--title=a b'],
    cwd: '/srv',
    env: [{ name: 'NODE_ENV', value: 'production' }],
    node: '/usr/bin/node',
    topology: 'direct',
    portTimeoutS: 12,
  },
  requests: [{ url: '/cart?x=1', method: 'POST', headers: [{ name: 'content-type', value: 'application/json' }], body: '{}' }],
  plan: 'plan: 1\nrequests: [/cart]',
  planFile: '/srv/plan.yaml',
  loadCommand: null,
  load: {
    model: 'closed',
    connections: 50,
    end: { by: 'amount', requests: 200 },
    warmupS: 0,
    timeoutS: 5,
    allowHost: null,
    keepBodies: true,
  },
  client: { kind: 'loopscope', keepAlive: false, pipelining: 4, workers: 2, pin: false },
  capture: { kind: 'none' },
  collectGarbage: true,
};

test('a set-up survives the round trip through the form', () => {
  expect(checkForm(formOf(SETUP))).toEqual({ setup: SETUP, problems: {} });
  const timed: Setup = {
    ...SETUP,
    load: { ...closedLoadOf(SETUP), end: { by: 'duration', seconds: 2.5 } },
    capture: {
      kind: 'cpu',
      allocations: false,
      intervalUs: 100,
      spans: false,
      byRequest: false,
      byRequestLimit: 10,
      waits: true,
      keepStatements: true,
      measureCost: false,
      keepSource: false,
      exactFrames: false,
    },
  };
  expect(checkForm(formOf(timed)).setup).toEqual(timed);
});

test('a new form lacks only the script and proposes a warm-up', () => {
  expect(checkForm(EMPTY_FORM)).toEqual({ setup: null, problems: { script: 'noSubject' } });
  expect(checkForm(FORM).setup?.load.warmupS).toBe(3);
});

test('a path without its slash is taken with it; what may be a host is not', () => {
  const urlOf = (url: string) => checkForm({ ...FORM, url }).setup?.requests[0].url;
  expect(['slow', ' api/v1?x=1 ', '?page=2', 'a/b:c', '/slow'].map(urlOf)).toEqual(['/slow', '/api/v1?x=1', '/?page=2', '/a/b:c', '/slow']);
  for (const url of ['localhost:3000/slow', 'localhost/slow', '127.0.0.1', 'htp://x'])
    expect(checkForm({ ...FORM, url }).problems).toEqual({ url: 'badUrl' });
});

test.each([
  ['connections', { connections: 0 }, 'range'],
  ['connections', { connections: 2.5 }, 'range'],
  ['connections', { connections: Number.NaN }, 'range'],
  ['durationS', { durationS: 0 }, 'range'],
  ['requests', { endBy: 'amount', requests: -1 }, 'range'],
  ['warmupS', { warmupS: -1 }, 'range'],
  ['timeoutS', { timeoutS: 0 }, 'range'],
  ['portTimeoutS', { portTimeoutS: 0 }, 'range'],
  ['pipelining', { pipelining: 101 }, 'range'],
  ['workers', { workers: Number.NaN }, 'range'],
  ['intervalUs', { intervalUs: 49 }, 'range'],
  ['url', { url: '' }, 'noUrl'],
  ['url', { url: 'localhost:3000' }, 'badUrl'],
  ['url', { url: 'http://' }, 'badUrl'],
  ['args', { args: '"open' }, 'openQuote'],
  ['env', { env: [{ name: '', value: 'x' }] }, 'badName'],
  ['env', { env: [{ name: 'A=B', value: 'x' }] }, 'badName'],
  ['headers', { headers: [{ name: 'two words', value: 'x' }] }, 'badHeader'],
  ['headers', { headers: [{ name: 'x', value: 'a\r\nb: c' }] }, 'badHeader'],
] as const)('%s: %j is %s', (field, change, problem) => {
  const { setup, problems } = checkForm({ ...FORM, ...(change as object) });
  expect(setup).toBeNull();
  expect(problems).toEqual({ [field]: problem });
});

test('a wrong duration does not matter while an amount is chosen', () => {
  expect(checkForm({ ...FORM, endBy: 'amount', durationS: Number.NaN }).setup).not.toBeNull();
});

test('empty rows are ignored', () => {
  const empty = { name: '', value: '' };
  const { setup } = checkForm({ ...FORM, env: [empty], headers: [empty, { name: 'x', value: '' }] });
  expect(scriptOf(setup!).env).toEqual([]);
  expect(setup?.requests[0].headers).toEqual([{ name: 'x', value: '' }]);
});

test('the name of another machine must be typed again and is never remembered', () => {
  const form = { ...FORM, url: 'http://Example.org:81/x' };
  expect(checkForm(form).problems).toEqual({ allowHost: 'notTyped' });
  expect(checkForm({ ...form, allowHost: 'example.com' }).problems).toEqual({ allowHost: 'notTyped' });
  const { setup } = checkForm({ ...form, allowHost: ' example.org ' });
  expect(setup?.load.allowHost).toBe('example.org');
  expect(formOf(setup!).allowHost).toBe('');
});

test.each([
  ['/x', null],
  ['http://localhost:3000/', null],
  ['http://127.9.9.9/', null],
  ['https://[::1]:3000/', null],
  ['http://127.0.0.1.example.org/', '127.0.0.1.example.org'],
  ['http://localhost.example.org/', 'localhost.example.org'],
  ['http://user@10.0.0.1/', '10.0.0.1'],
  ['http://0.0.0.0/', '0.0.0.0'],
  ['ftp://example.org/', null],
])('host of %s that is not this machine: %s', (url, host) => {
  expect(foreignHost(url)).toBe(host);
});

test('fields are found by the paths that the engine gives', () => {
  expect(findField('target.env.0.name')).toBe('env');
  expect(findField('requests.0.url')).toBe('url');
  expect(findField('load.end')).toBeUndefined();
});

test('changes are counted relative to a new form', () => {
  expect(isUntouched(FORM)).toBe(true);
  expect(isUntouched({ ...FORM, connections: 11 })).toBe(false);
  expect(countChanges({ ...FORM, method: 'PUT', body: 'x' }, ['method', 'body', 'headers'])).toBe(2);
});
