import { expect, test } from 'vitest';
import { formatTopology, readTopology, refuseTopology, USUAL_NGINX } from '../../../../shared/model/setup/topology.ts';
import { findSetupLimits } from '../../../../shared/plan/setup-limits.ts';
import { setupOf } from '../../../helpers/comparisons.ts';

test.each([
  ['direct', { kind: 'direct' }],
  ['processes:2', { kind: 'processes', copies: 2 }],
  ['nginx', { kind: 'nginx', copies: 1, settings: USUAL_NGINX }],
  ['nginx:3', { kind: 'nginx', copies: 3, settings: USUAL_NGINX }],
  ['nginx,keepalive=0', { kind: 'nginx', copies: 1, settings: { ...USUAL_NGINX, keepalive: 0 } }],
  ['nginx:2,timeout=0.6,files=1024', { kind: 'nginx', copies: 2, settings: { ...USUAL_NGINX, timeout: 0.6, files: 1024 } }],
  ['proxy:/srv/my proxy.js', { kind: 'proxy', copies: 1, file: '/srv/my proxy.js' }],
  ['proxy:2:/srv/proxy.js', { kind: 'proxy', copies: 2, file: '/srv/proxy.js' }],
  ['proxy:C:\\srv\\proxy.js', { kind: 'proxy', copies: 1, file: 'C:\\srv\\proxy.js' }],
])('%s', (text, topology) => {
  expect(readTopology(text)).toEqual(topology);
  expect(refuseTopology(text)).toBeNull();
  expect(formatTopology(readTopology(text)!)).toBe(text);
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
  'proxy:0:/srv/proxy.js',
  'proxy:32:/srv/proxy.js',
  'proxy:2:',
  'haproxy',
  'nginx,',
  'nginx,timeout',
  'nginx,timeout=0',
  'nginx,timeout=1;',
  'nginx,timeout=1,timeout=2',
  'nginx,keepalive=1.5',
  'nginx,connections=7',
  'nginx,constructor=1',
  'processes:2,timeout=1',
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
