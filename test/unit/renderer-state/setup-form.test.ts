import { expect, test } from 'vitest';
import { checkForm, findField } from '../../../renderer/state/check-form.ts';
import { countChanges, EMPTY_FORM, foreignHost, formOf, isUntouched } from '../../../renderer/state/setup-form.ts';
import type { Setup } from '../../../shared/model/setup.ts';

const FORM = { ...EMPTY_FORM, script: '/srv/app.js' };

const SETUP: Setup = {
  target: {
    script: '/srv/my app.js',
    args: ['--name', 'Ana Maria', 'a"b'],
    cwd: '/srv',
    env: [{ name: 'NODE_ENV', value: 'production' }],
    node: '/usr/bin/node',
    portTimeoutS: 12,
  },
  load: {
    model: 'closed',
    url: '/cart?x=1',
    connections: 50,
    end: { by: 'amount', requests: 200 },
    warmupS: 0,
    timeoutS: 5,
    method: 'POST',
    headers: [{ name: 'content-type', value: 'application/json' }],
    body: '{}',
    keepAlive: false,
    allowHost: null,
  },
  capture: { kind: 'none' },
};

test('a set-up becomes a form and the same set-up again', () => {
  expect(checkForm(formOf(SETUP))).toEqual({ setup: SETUP, problems: {} });
  const timed: Setup = {
    ...SETUP,
    load: { ...SETUP.load, end: { by: 'duration', seconds: 2.5 } },
    capture: { kind: 'cpu', intervalUs: 100 },
  };
  expect(checkForm(formOf(timed)).setup).toEqual(timed);
});

test('a fresh form lacks only its script, and proposes a warm-up', () => {
  expect(checkForm(EMPTY_FORM)).toEqual({ setup: null, problems: { 'target.script': 'noScript' } });
  expect(checkForm(FORM).setup?.load.warmupS).toBe(3);
});

test.each([
  ['load.connections', { connections: 0 }, 'connections'],
  ['load.connections', { connections: 2.5 }, 'connections'],
  ['load.connections', { connections: Number.NaN }, 'connections'],
  ['load.end.seconds', { seconds: 0 }, 'seconds'],
  ['load.end.requests', { endBy: 'amount', requests: -1 }, 'requests'],
  ['load.warmupS', { warmupS: -1 }, 'warmup'],
  ['load.timeoutS', { timeoutS: 0 }, 'timeout'],
  ['target.portTimeoutS', { portTimeoutS: 0 }, 'portTimeout'],
  ['capture.intervalUs', { intervalUs: 49 }, 'interval'],
  ['load.url', { url: '' }, 'noUrl'],
  ['load.url', { url: 'localhost:3000' }, 'badUrl'],
  ['load.url', { url: 'http://' }, 'badUrl'],
  ['target.args', { args: '"open' }, 'openQuote'],
  ['target.env', { env: [{ name: '', value: 'x' }] }, 'badName'],
  ['target.env', { env: [{ name: 'A=B', value: 'x' }] }, 'badName'],
  ['load.headers', { headers: [{ name: 'two words', value: 'x' }] }, 'badHeader'],
  ['load.headers', { headers: [{ name: 'x', value: 'a\r\nb: c' }] }, 'badHeader'],
] as const)('%s: %j is %s', (field, change, problem) => {
  const { setup, problems } = checkForm({ ...FORM, ...(change as object) });
  expect(setup).toBeNull();
  expect(problems).toEqual({ [field]: problem });
});

test('a wrong duration does not matter while an amount is chosen', () => {
  expect(checkForm({ ...FORM, endBy: 'amount', seconds: Number.NaN }).setup).not.toBeNull();
});

test('rows left empty are not meant', () => {
  const empty = { name: '', value: '' };
  const { setup } = checkForm({ ...FORM, env: [empty], headers: [empty, { name: 'x', value: '' }] });
  expect(setup?.target.env).toEqual([]);
  expect(setup?.load.headers).toEqual([{ name: 'x', value: '' }]);
});

test('another machine must be typed again, and is never remembered', () => {
  const form = { ...FORM, url: 'http://Example.org:81/x' };
  expect(checkForm(form).problems).toEqual({ 'load.allowHost': 'notTyped' });
  expect(checkForm({ ...form, allowHost: 'example.com' }).problems).toEqual({ 'load.allowHost': 'notTyped' });
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

test('the engine names fields by paths', () => {
  expect(findField('target.env.0.name')).toBe('target.env');
  expect(findField('load.url')).toBe('load.url');
  expect(findField('load.end')).toBeUndefined();
});

test('changes are counted against a fresh form', () => {
  expect(isUntouched(FORM)).toBe(true);
  expect(isUntouched({ ...FORM, connections: 11 })).toBe(false);
  expect(countChanges({ ...FORM, method: 'PUT', body: 'x' }, ['method', 'body', 'headers'])).toBe(2);
});
