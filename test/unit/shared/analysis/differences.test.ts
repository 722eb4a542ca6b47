import { expect, test } from 'vitest';
import { describeDifferences } from '../../../../shared/analysis/verdicts/differences.ts';
import type { Setting } from '../../../../shared/model/setup/setting.ts';
import { mapSettings, readSetting, SETTINGS_LIST, type SettingValue } from '../../../../shared/model/setup/settings-list.ts';
import { DEFAULT_CAPTURE, type ScriptTarget, type Setup } from '../../../../shared/model/setup/setup.ts';
import { type PlanSettings, planOf } from '../../../helpers/plans.ts';
import { scriptTarget } from '../../../helpers/script-target.ts';

function makeSetup(target: Partial<ScriptTarget> = {}, load: PlanSettings = {}): Setup {
  return {
    target: scriptTarget({ script: '/app/a.js', ...target }),
    ...planOf({ ...load }),
    capture: DEFAULT_CAPTURE,
    collectGarbage: true,
  };
}

test('equal set-ups have no differences: A/A', () => {
  expect(describeDifferences([makeSetup(), makeSetup()])).toEqual([]);
  expect(describeDifferences([makeSetup()])).toEqual([]);
});

test('lists each setting by name, for all variants', () => {
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

test('lists variables and headers one by one; header names are case-insensitive, an empty value is not a missing one', () => {
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

const OTHER: Readonly<Record<Setting['is'], (value: unknown) => unknown>> = {
  text: () => '/x',
  number: () => 77,
  choice: () => 'PUT',
  switch: (value) => !value,
  words: () => ['x'],
  pairs: () => [{ name: 'x', value: 'x' }],
};

test('covers every setting of a set-up', () => {
  const base = makeSetup();
  const places = SETTINGS_LIST.filter((place) => readSetting(base, place) !== undefined && !place.union);
  expect(places.length).toBeGreaterThan(15);
  for (const { path, key, setting } of places) {
    const other = mapSettings(base, (place, value) => (place.path === path ? OTHER[setting.is](value) : value) as SettingValue);
    const field = setting.is === 'pairs' ? `${setting.one}.x` : key;
    expect(describeDifferences([base, other]).map((one) => one.field)).toEqual([field]);
  }
  expect(describeDifferences([base, { ...base, capture: { kind: 'none' } }]).map(({ field }) => field)).toEqual(['capture']);
});

test('hidden values that differ are a difference, equal ones are not, and those that cannot be compared are unknown', () => {
  const withToken = (value: string) => makeSetup({ env: [{ name: 'TOKEN', value }] });
  const of = (...values: string[]) => describeDifferences(values.map(withToken));
  expect(of('(not saved 1)', '(not saved 1)')).toEqual([]);
  expect(of('(not saved 1)', '(not saved 2)')).toEqual([
    { field: 'env.TOKEN', values: ['(not saved 1)', '(not saved 2)'], hidden: 'differs' },
  ]);
  expect(of('(not saved)', '(not saved)')).toEqual([{ field: 'env.TOKEN', values: ['(not saved)', '(not saved)'], hidden: 'unknown' }]);
  expect(of('(not saved 1)', 'plain')).toEqual([{ field: 'env.TOKEN', values: ['(not saved 1)', 'plain'] }]);
  expect(describeDifferences([withToken('(not saved)'), makeSetup()])).toEqual([{ field: 'env.TOKEN', values: ['(not saved)', null] }]);
  expect(of('(not saved)')).toEqual([]);
});

test('of two plans the first line that differs is told', () => {
  const planned = (plan: string | null) => ({ ...makeSetup(), plan });
  const text = 'plan: 1\nrequests:\n  - { url: /a, weight: 3 }\n  - /b\n';
  expect(describeDifferences([planned(text), planned(text.replace('3', '4')), planned(null)])).toEqual([
    { field: 'plan', values: ['1: plan: 1', '1: plan: 1', null] },
  ]);
  expect(describeDifferences([planned(text), planned(text.replace('3', '4'))])).toEqual([
    { field: 'plan', values: ['3: - { url: /a, weight: 3 }', '3: - { url: /a, weight: 4 }'] },
  ]);
});
