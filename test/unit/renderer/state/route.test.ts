import { expect, test } from 'vitest';
import { hashOf, parseRoute, type Route } from '../../../../renderer/state/route.ts';
import { infoChange } from '../../../../renderer/state/sessions.ts';

test.each<[string, Route]>([
  ['', { screen: 'home' }],
  ['#', { screen: 'home' }],
  ['#/', { screen: 'home' }],
  ['#/setup', { screen: 'setup' }],
  ['#/settings', { screen: 'settings' }],
  ['#/run/a%2Fb%20c', { screen: 'run', sessionId: 'a/b c' }],
  ['#/run', { screen: 'unknown', hash: '#/run' }],
  ['#/nothing', { screen: 'unknown', hash: '#/nothing' }],
  ['#/help/%', { screen: 'help', page: null }],
  ['#/run/%E0%A4', { screen: 'unknown', hash: '#/run/%E0%A4' }],
])('%s', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

test('a route and its address convert into each other', () => {
  for (const route of [
    { screen: 'home' },
    { screen: 'setup' },
    { screen: 'help', page: 'ANSWER', section: 'which-code' },
    { screen: 'run', sessionId: 'ü/?#% 1' },
  ] as Route[]) {
    expect(parseRoute(hashOf(route))).toEqual(route);
  }
});

test('a failed save keeps the path of the session', () => {
  expect(infoChange({ type: 'session.saved', sessionId: 's', path: null, failure: null })).toEqual({});
  expect(infoChange({ type: 'session.saved', sessionId: 's', path: '/x', failure: null })).toEqual({ path: '/x' });
  expect(infoChange({ type: 'sessions.changed' })).toBeNull();
});
