import { expect, test } from 'vitest';
import { classifyFrame, classifyNamed } from '../../../../shared/model/profile/frame-kind.ts';

test.each([
  ['node:internal/timers', 'core'],
  ['internal/timers.js', 'core'],
  ['internal/process/task_queues.js', 'core'],
  ['internal/bootstrap/loaders', 'core'],
  ['internal/runtime/maps/map.go', 'dependency'],
  ['internal/bytealg/compare_amd64.s', 'dependency'],
  ['internal/cache.rb', 'own'],
  ['internal/cache.py', 'own'],
  ['internal/Cache.java', 'own'],
])('a file %s is of the kind %s: Node is written in JavaScript', (url, kind) => {
  expect(classifyFrame(url, 3)).toBe(kind);
});

test.each([
  ['listOnTimeout internal/timers.js:549:17', 'core'],
  ['listOnTimeout (internal/timers.js:549:17)', 'core'],
  ['listOnTimeout node:internal/timers:549:17', 'core'],
  ['internal/timers.js:549:17', 'core'],
  ['internal/runtime/maps.ctrlGroup.matchH2', 'own'],
  ['get (internal/cache.rb:4)', 'own'],
  ['get (internal/cache.rb:4) at x.js', 'own'],
])('a function named %s is of the kind %s', (name, kind) => {
  expect(classifyNamed(name)).toBe(kind);
});
