/** What the answer says of servers of which it is known what their responses wait for: each sentence where it holds, and none where it does not. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loopscope, scratch } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SCRIPT = join(TARGETS_DIR, 'waits-told.cjs');
const PEER = 'http://127\\.0\\.0\\.1:\\d+';
const SENTENCES = {
  route: /On average a response of GET \/ takes [\d.]+ ms in the server: (.*)\./,
  pool: new RegExp(`Calls to ${PEER} are in line for .*of the 4 sockets that its agent allows`),
  threads: /Work in libuv’s pool of 4 threads is in line/,
  sequence: /asks other servers 3(\.\d+)? times, never twice at once/,
  connection: new RegExp(`For 100 % of the calls to ${PEER} a connection is opened`),
  tls: /For 100 % of the calls to https:\/\/127\.0\.0\.1:\d+ a TLS connection is opened, whose handshake alone takes [\d.]+ ms on average/,
};

/** Of a load process that had no core no time is told, be it that it is one in the server. */
const isTimed = (answer: string): boolean => !answer.includes('load process');

async function answerOf(waits: string): Promise<string> {
  const file = join(scratch(), 'run.loopscope');
  const ended = await loopscope('run', SCRIPT, '--by-request-limit', '100', '-c', '12', '-d', '3', '--env', `WAITS=${waits}`, '-o', file);
  expect(ended.code, ended.stderr).toBe(0);
  return (await loopscope('show', file)).stdout;
}

function said(answer: string): (keyof typeof SENTENCES)[] {
  return Object.entries(SENTENCES).flatMap(([name, sentence]) => (sentence.test(answer) ? [name as keyof typeof SENTENCES] : []));
}

test('of a server whose agent has four sockets, the line for them is told, and the pool', async () => {
  const answer = await answerOf('sockets');
  expect(said(answer)).toEqual(isTimed(answer) ? ['route', 'pool'] : ['pool']);
  if (isTimed(answer))
    expect(SENTENCES.route.exec(answer)![1]).toMatch(new RegExp(`^[\\d.]+ ms in line for ${PEER}, [\\d.]+ ms for replies of ${PEER}`));
});

test('of a server that works nothing is told of waiting', async () => {
  expect(said(await answerOf('work'))).toEqual([]);
});

test.each([
  ['sequence', ['route', 'sequence']],
  ['together', ['route']],
  ['connections', ['route', 'connection']],
  ['tls', ['route', 'tls']],
  ['timer', ['route']],
] as const)('of %s it is told as it is', { tags: ['long'] }, async (waits, expected) => {
  const answer = await answerOf(waits);
  expect(said(answer)).toEqual(expected.filter((name) => isTimed(answer) || name !== 'route'));
});

test('of work in four threads the line for them is told', { tags: ['long'] }, async () => {
  expect(said(await answerOf('threads'))).toContain('threads');
});
