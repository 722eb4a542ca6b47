import { expect, test } from 'vitest';
import { describeDifferences } from '../../../shared/analysis/differences.ts';
import { DEFAULT_CAPTURE, DEFAULT_LOAD, type Setup } from '../../../shared/model/setup.ts';

function makeSetup(target: Partial<Setup['target']> = {}, load: Partial<Setup['load']> = {}): Setup {
  return {
    target: { script: '/app/a.js', args: [], cwd: null, env: [], node: null, portTimeoutS: 30, ...target },
    load: { ...DEFAULT_LOAD, ...load },
    capture: DEFAULT_CAPTURE,
  };
}

test('equal set-ups differ in nothing: A/A', () => {
  expect(describeDifferences([makeSetup(), makeSetup()])).toEqual([]);
  expect(describeDifferences([makeSetup()])).toEqual([]);
});

test('each setting by its name, for all variants', () => {
  const found = describeDifferences([
    makeSetup(),
    makeSetup({ script: '/app/b.js', args: ['--port', 'a b', ''], node: '/opt/node22/bin/node' }),
    makeSetup({ cwd: '/srv' }, { url: '/info', end: { by: 'amount', requests: 200 } }),
  ]);
  expect(found).toEqual([
    { field: 'script', values: ['/app/a.js', '/app/b.js', '/app/a.js'] },
    { field: 'args', values: [null, '--port "a b" ""', null] },
    { field: 'cwd', values: [null, null, '/srv'] },
    { field: 'node', values: [null, '/opt/node22/bin/node', null] },
    { field: 'url', values: ['/', '/', '/info'] },
    { field: 'durationS', values: ['10', '10', null] },
    { field: 'requests', values: [null, null, '200'] },
  ]);
});

test('variables and headers one by one; header names are the same in any case, an empty value is not a missing one', () => {
  const found = describeDifferences([
    makeSetup(
      {
        env: [
          { name: 'LOG', value: '' },
          { name: 'SAME', value: '1' },
        ],
      },
      { headers: [{ name: 'Accept-Encoding', value: 'gzip' }] },
    ),
    makeSetup(
      {
        env: [
          { name: 'SAME', value: '1' },
          { name: 'log', value: 'x' },
        ],
      },
      { headers: [{ name: 'accept-encoding', value: 'br' }] },
    ),
  ]);
  expect(found).toEqual([
    { field: 'env.LOG', values: ['', null] },
    { field: 'env.log', values: [null, 'x'] },
    { field: 'header.accept-encoding', values: ['gzip', 'br'] },
  ]);
});

test('no setting of a set-up is forgotten', () => {
  const base = makeSetup();
  const { model: _model, end: _end, headers: _headers, ...load } = base.load;
  const { env: _env, args: _args, ...target } = base.target;
  for (const key of Object.keys(load) as (keyof typeof load)[]) {
    const other = {
      ...base,
      load: { ...base.load, [key]: typeof load[key] === 'number' ? 77 : typeof load[key] === 'boolean' ? false : 'x' },
    } as Setup;
    expect(describeDifferences([base, other]).map(({ field }) => field)).toEqual([key]);
  }
  for (const key of Object.keys(target) as (keyof typeof target)[]) {
    const other = { ...base, target: { ...base.target, [key]: key === 'portTimeoutS' ? 77 : '/x' } } as Setup;
    expect(describeDifferences([base, other]).map(({ field }) => field)).toEqual([key]);
  }
  expect(describeDifferences([base, { ...base, capture: { kind: 'none' } }]).map(({ field }) => field)).toEqual(['capture', 'intervalUs']);
});
