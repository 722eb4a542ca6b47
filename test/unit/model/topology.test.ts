import { expect, test } from 'vitest';
import { findSetupLimits } from '../../../shared/model/setup-limits.ts';
import { readTopology, refuseTopology } from '../../../shared/model/topology.ts';
import { setupOf } from '../../helpers/comparisons.ts';

test.each([
  ['direct', { kind: 'direct' }],
  ['processes:2', { kind: 'processes', copies: 2 }],
  ['nginx', { kind: 'nginx', copies: 1 }],
  ['nginx:3', { kind: 'nginx', copies: 3 }],
  ['proxy:/srv/my proxy.js', { kind: 'proxy', file: '/srv/my proxy.js' }],
  ['proxy:C:\\srv\\proxy.js', { kind: 'proxy', file: 'C:\\srv\\proxy.js' }],
])('%s', (text, topology) => {
  expect(readTopology(text)).toEqual(topology);
  expect(refuseTopology(text)).toBeNull();
});

test.each([
  '',
  'nginx:',
  'nginx:0',
  'nginx:32',
  'nginx:2x',
  'processes',
  'processes:0',
  'processes:32',
  'proxy',
  'proxy:',
  'proxy:proxy.js',
  'haproxy',
])('“%s” is none', (text) => {
  expect(refuseTopology(text)).not.toBeNull();
});

test('only a script runs in several processes', () => {
  const limits = (target: object) => findSetupLimits(setupOf('a.js', { target: { topology: 'processes:2', ...target } }));
  expect(limits({})).toEqual([]);
  expect(limits({ kind: 'command', command: 'npm start' }).map(({ field }) => field)).toContain('target.topology');
});

test('ticks are of one process, and nginx gets a port of its own', () => {
  const setup = setupOf('a.js', { target: { topology: 'nginx' }, load: { url: 'http://127.0.0.1:3000/' } });
  const limits = findSetupLimits({ ...setup, capture: { kind: 'ticks' } });
  expect(limits.map(({ field }) => field)).toEqual(['capture.kind', 'requests.0.url']);
});
