import { expect, test } from 'vitest';
import { exportCollapsed } from '../../../../shared/profile/export/export-collapsed.ts';
import { profileOfTicks } from '../../../../shared/profile/ticks/tick-profile.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { readForeign } from '../../../helpers/read-foreign.ts';

const parse = (kind: string) => ({ name: 'parse /srv/codec.js:14:3', type: 'JS', kind });
const RENDER = { name: 'render /srv/page.js:2:1', type: 'JS', kind: 'Opt' };
const LIBRARY = { name: '/lib/libc.so.6', type: 'SHARED_LIB' };

function ticksOf(...parts: readonly (readonly [number, readonly object[]])[]) {
  return readForeign(JSON.stringify(parts.flatMap(([times, stack]) => Array.from({ length: times }, () => stack)))).ticks!;
}

test('stacks of ticks are a profile that counts them, each function once, whatever its tier', () => {
  const profile = profileOfTicks(ticksOf([30, [parse('Opt')]], [20, [parse('Ignition'), LIBRARY]], [10, [RENDER, parse('Baseline')]]))!;
  expect(exportCollapsed([profile]).trim().split('\n').sort()).toEqual([
    'parse 30',
    'parse;/lib/libc.so.6 [SHARED_LIB] 20',
    'render;parse 10',
  ]);
  const { total, frames } = computeCallTree([profile], WHOLE_PROFILE);
  expect(total[0]).toBe(60);
  expect(frames.find(({ name }) => name === 'parse')).toMatchObject({ url: '/srv/codec.js', line: 13, kind: 'own' });
});

test('ticks without stacks are no profile', () => {
  expect(profileOfTicks({ ...ticksOf([1, [parse('Opt')]]), stacks: { frames: [], parent: [], frame: [], top: [], total: [] } })).toBeNull();
});
