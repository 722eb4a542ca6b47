import { expect, onTestFinished, test } from 'vitest';
import { Engine } from '../../../../electron/engine/api/engine.ts';
import { replyTo } from '../../../../electron/engine/server/connection.ts';
import type { AppInfo } from '../../../../shared/protocol/app-contract.ts';
import { type RequestName, requests } from '../../../../shared/protocol/contract.ts';
import type { Right } from '../../../../shared/protocol/request.ts';
import { temporaryFolder } from '../../../helpers/session-dir.ts';
import { createStandInEngine } from '../../../helpers/stand-in-engine.ts';
import { messageOf } from '../../../helpers/worded.ts';

const dir = temporaryFolder();
const names = Object.keys(requests) as RequestName[];
const needing = (right: Right) => names.filter((name) => requests[name].needs === right);

/** What a connection with this right is told, with parameters that no request takes, so that nothing is done. */
async function ask(right: Right, name: RequestName): Promise<string | null> {
  const outcome = await replyTo({ api: createStandInEngine(), right, log: () => {} }, name, { no: 'such' });
  return outcome.ok ? null : outcome.failure.code;
}

test('a connection that may only read is refused every request that does something, whatever its parameters', async () => {
  const refused = needing('act');
  expect(refused).toEqual(expect.arrayContaining(['run.start', 'sessions.open', 'files.list', 'settings.set', 'profile.source']));
  expect(await Promise.all(refused.map((name) => ask('read', name)))).toEqual(refused.map(() => 'not-allowed'));
});

test('the refusal names the request, and nothing reaches the engine', async () => {
  const api = createStandInEngine();
  const outcome = await replyTo({ api, right: 'read', log: () => {} }, 'run.stop', { sessionId: 's' });
  expect(outcome.ok ? '' : messageOf(outcome.failure)).toContain('run.stop');
  expect(api.asked).toEqual([]);
});

test('what only reads is answered on such a connection', async () => {
  const api = createStandInEngine({ 'session.output': () => ({ text: [], droppedBytes: 0 }) });
  const outcome = await replyTo({ api, right: 'read', log: () => {} }, 'session.output', { sessionId: 's' });
  expect(outcome.ok).toBe(true);
  expect(await Promise.all(needing('read').map((name) => ask('read', name)))).toEqual(needing('read').map(() => 'bad-request'));
});

test('a page is told what it may do', async () => {
  const engine = new Engine({ dataDir: dir, host: 'browser' });
  onTestFinished(() => engine.close());
  const told = async (right: Right) => {
    const outcome = await replyTo({ api: engine, right, log: () => {} }, 'app.info', {});
    return outcome.ok ? (outcome.value as AppInfo).may : null;
  };
  expect([await told('read'), await told('act')]).toEqual(['read', 'act']);
});

test('a connection that may act is refused nothing for want of a right', async () => {
  expect(await Promise.all(names.map((name) => ask('act', name)))).toEqual(names.map(() => 'bad-request'));
});
