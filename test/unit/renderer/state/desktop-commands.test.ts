import { expect, test } from 'vitest';
import { documentState } from '../../../../renderer/state/desktop-commands.ts';
import type { Route } from '../../../../renderer/state/route.ts';
import type { SessionInfo } from '../../../../shared/protocol/session-contract.ts';

const session = (change: Partial<SessionInfo>): SessionInfo =>
  ({ kind: 'run', state: 'done', path: '/a.loopscope', ...change }) as SessionInfo;
const RUN: Route = { screen: 'run', sessionId: '1' };

test('a running run counts as edited and can be stopped; afterwards its file is the document', () => {
  expect(documentState(RUN, session({ state: 'measuring', path: null }))).toEqual({ path: null, edited: true, screen: 'run', live: true });
  expect(documentState(RUN, session({}))).toEqual({ path: '/a.loopscope', edited: false, screen: 'run', live: false });
});

test('a comparison behaves like a run', () => {
  const running = session({ kind: 'comparison', state: 'measuring', path: null });
  expect(documentState({ screen: 'compare', sessionId: '1' }, running)).toMatchObject({ screen: 'run', live: true, edited: true });
  expect(documentState({ screen: 'study', name: 'ssr', sessionId: '1' }, running)).toMatchObject({ screen: 'run', live: true });
});

test('a profile of another tool never counts as edited; other screens have no document', () => {
  expect(documentState(RUN, session({ kind: 'profile', path: null }))).toMatchObject({ edited: false });
  expect(documentState({ screen: 'home' }, session({}))).toEqual({ path: null, edited: false, screen: 'home', live: false });
  expect(documentState({ screen: 'study', name: 'ssr', sessionId: null }, session({}))).toMatchObject({ screen: 'other', path: null });
  // Not known yet: nothing is claimed.
  expect(documentState(RUN, undefined)).toEqual({ path: null, edited: false, screen: 'other', live: false });
});
