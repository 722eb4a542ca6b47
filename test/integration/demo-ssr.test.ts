/** The servers of the study do the same work in a different order; that is all the study rests on. */

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { scratch } from '../helpers/command.ts';
import { closedLoadOf } from '../helpers/plans.ts';
import { comparisonOf, measure, startVariant, variantOf } from '../helpers/studies.ts';

const ssr = (name: string): Setup => variantOf('ssr', name);

test('both variants send the same page', async () => {
  const [long, small] = await Promise.all([startVariant(ssr('long')), startVariant(ssr('small'))]);
  const [a, b] = await Promise.all([long, small].map(async ({ url }) => (await fetch(url)).text()));
  expect(a).toContain('<li>one</li>');
  expect(a).toBe(b);
});

async function ask(url: string | URL, name: string): Promise<string> {
  const answer = await fetch(url);
  await answer.text();
  return `${name} ${answer.status}`;
}

test('the old address of the page sends clients on to it', async () => {
  for (const name of ['long', 'small']) {
    const { url } = await startVariant(ssr(name));
    const answer = await fetch(new URL('/old', url), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
  }
});

async function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends a request and gives the status of its answer as soon as the answer begins. */
async function statusOf(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  return first.toString('latin1').slice('HTTP/1.1 '.length).slice(0, 3);
}

/** Which of the two is answered first when a cheap request comes in right behind the one for a page. */
async function firstAnswered(url: string): Promise<string> {
  const sockets = await Promise.all([connectTo(url), connectTo(url), connectTo(url)]);
  const [first, second, third] = sockets;
  // Both are accepted before it counts; who is accepted when is not the question.
  await Promise.all([statusOf(first, '/404'), statusOf(second, '/404')]);
  // Whoever has looked at a third has looked at these two again, and found nothing.
  await statusOf(third, '/404');
  const order: string[] = [];
  // One write right after the other: the server finds them in this order, however late it looks.
  const answers = [statusOf(first, '/'), statusOf(second, '/404')].map((answer) => answer.then((status) => order.push(status)));
  await Promise.all(answers);
  for (const socket of sockets) socket.destroy();
  expect([...order].sort()).toEqual(['200', '404']);
  return order[0]!;
}

test('a cheap request waits for the page when it is one long task, and not when it is many small tasks', async () => {
  const long = await startVariant(ssr('long'));
  await ask(long.url, 'warm');
  expect(await firstAnswered(long.url)).toBe('200');
  const small = await startVariant(ssr('small'));
  await ask(small.url, 'warm');
  expect(await firstAnswered(small.url)).toBe('404');
});

const socketFiles = (dir: string): string[] => readdirSync(dir).filter((name) => /^api-.*\.sock$/.test(name));

test.each(['long-api', 'small-api'])(
  '%s: a page waits for the API, which responds in turn, and leaves no socket file behind',
  async (name) => {
    const TMPDIR = scratch();
    const { child, url } = await startVariant(ssr(name), { TMPDIR, API_DELAYS_MS: '60,250', LISTS_PER_CHUNK: '1' });
    expect(socketFiles(TMPDIR)).toHaveLength(1);
    for (const delay of [60, 250, 60]) {
      const started = performance.now();
      expect(await ask(url, 'page')).toBe('page 200');
      // Timers are never early by more than the fraction they round off.
      expect(performance.now() - started).toBeGreaterThan(delay - 1);
    }
    child.kill('SIGTERM');
    await expect.poll(() => socketFiles(TMPDIR)).toEqual([]);
  },
);

test.each(['long', 'small'])(
  '%s-mixed: the cheap route is measured while other clients request pages',
  { tags: ['long'] },
  async (name) => {
    const { setup } = comparisonOf('ssr', 'mixed').variants[name === 'long' ? 0 : 1]!;
    const run = await measure({ ...setup, load: { ...closedLoadOf(setup), end: { by: 'duration', seconds: 3 } } });
    expect(run.requests).toMatchObject({ failed: 0, unexpected: 0 });
    expect(run.requests.completed).toBeGreaterThan(0);
    expect(run.server.map(({ role }) => role).sort()).toEqual(['child', 'main']);
  },
);

test.each(['not-found', 'redirect'])('%s: what the plan expects is no failure', async (form) => {
  const { setup } = comparisonOf('ssr', form).variants[1]!;
  const end = { by: 'amount', requests: 40 } as const;
  // One client, so that it ends with a whole turn of the sequence.
  const run = await measure({ ...setup, load: { ...closedLoadOf(setup), connections: 1, end } });
  expect(run.requests).toMatchObject({ completed: 40, failed: 0, unexpected: 0 });
  expect(run.metStatus).toEqual(form === 'redirect' ? { 302: 20 } : { 404: 40 });
});

test('the API and the other clients end when the server is killed', async () => {
  const TMPDIR = scratch();
  const { child, url } = await startVariant(ssr('small'), { TMPDIR, WITH_API: '1', CROWD: '3', LISTS_PER_CHUNK: '1', API_DELAYS_MS: '1' });
  expect(await ask(url, 'page')).toBe('page 200');
  expect(socketFiles(TMPDIR)).toHaveLength(1);
  child.kill('SIGKILL');
  await expect.poll(() => socketFiles(TMPDIR)).toEqual([]);
});
