/** A reply that has come while the event loop was busy with others is not told as if the other server had taken so long. The program has written down how it was. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasLoad, type Report } from '../../shared/model/report.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { record, stories } from '../helpers/known-routes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SCRIPT = join(TARGETS_DIR, 'late-replies.cjs');
const PLAN = `plan: 1
requests:
  - { name: asks, url: /asks }
  - { name: works, url: /works }
`;
const US_PER_MS = 1_000;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test('the time for which a reply lies there unread is time of a busy event loop', async () => {
  const log = join(scratch(), 'log.json');
  const { file, recording, rows } = await record(SCRIPT, PLAN, '-c', '6', '-a', '120', '--env', `LOG=${log}`);
  const calls = JSON.parse(readFileSync(log, 'utf8')) as readonly { readonly progressMs: number; readonly unreadMs: number }[];
  const [progress, unread] = [sum(calls.map(({ progressMs }) => progressMs)), sum(calls.map(({ unreadMs }) => unreadMs))];
  // Otherwise nothing is shown.
  expect(unread).toBeGreaterThan(2 * progress);

  const run = (JSON.parse((await loopscope('show', file, '--json')).stdout) as Report).runs.find(hasLoad)!;
  // Of the call itself it is not known when its reply came.
  const call = run.waits!.find(({ kind, route }) => kind === 'http' && route === null)!;
  expect(call.calls).toBe(calls.length);
  expect(call.inProgressMs.mean * call.calls).toBeGreaterThan(0.9 * (progress + unread));
  const { parts } = run.routes!.routes.find(({ route }) => route === 'GET /asks')!;
  const part = parts!.find(({ part: name, kind }) => name === 'inProgress' && kind === 'http')!;
  const share = part.busyMs / part.meanMs;
  expect((1 - share) * part.totalMs).toBeLessThan(1.25 * progress);
  expect(share * part.totalMs).toBeGreaterThan(0.8 * unread);

  const { told } = await stories({ recording, rows });
  const asked = told.filter(({ planned }) => planned === 0).map(({ story }) => story);
  expect(asked.length).toBe(calls.length);
  const busy = sum(asked.map(({ busyWaitingUs }) => busyWaitingUs));
  expect((sum(asked.map(({ totals }) => totals.waiting)) - busy) / US_PER_MS).toBeLessThan(1.25 * progress);
  expect(busy / US_PER_MS).toBeGreaterThan(0.8 * unread);
});
