/** The services of the study of unknown services: what they do is what is told of them. */
import { readdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../electron/engine/agent/requests/sweep.ts';
import { findHolder } from '../../electron/engine/machine/machine-lock.ts';
import { NO_PROBE } from '../../electron/engine/probe/probes.ts';
import { BlackBoxes } from '../../electron/engine/studies/black-boxes.ts';
import { NO_SERVICES, type ServiceTruth } from '../../shared/model/services.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { findStudy } from '../helpers/studies.ts';
import { messageOf } from '../helpers/worded.ts';

const dir = temporaryFolder();
const { script } = findStudy('unknown-service').services!;

async function startBoxes(truths: readonly ServiceTruth[] | null, seed: number | null = null): Promise<BlackBoxes> {
  ensureBuilt();
  const boxes = new BlackBoxes(() => {});
  onTestFinished(() => boxes.stop());
  const form = { name: 'tried', title: 'Tried', max: 4, budgetS: 3, fixed: truths };
  const started = await boxes.start({ study: 'unknown-service', script, form, seed });
  if (!started.ok) throw new Error(messageOf(started.failure));
  return boxes;
}

/** Resolves with the order in which responses come, of requests sent in this order. */
async function order(urls: readonly string[]): Promise<number[]> {
  const came: number[] = [];
  const responses = urls.map(
    (url, at) =>
      new Promise<void>((resolve, reject) => {
        get(url, { agent: false }, (response) => response.resume().on('end', () => resolve(void came.push(at)))).on('error', reject);
      }),
  );
  await Promise.all(responses);
  return came;
}

async function refuses(url: string): Promise<boolean> {
  return order([url]).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  );
}

test('with a limit the other route is answered first; a synchronous one keeps it waiting', async () => {
  const boxes = await startBoxes([
    { kind: 'limit', workers: 1, serviceMs: 300 },
    { kind: 'synchronous', workers: 1, serviceMs: 300 },
  ]);
  const [limit, synchronous] = boxes.state.running!.services;
  expect((await order([limit!.url, limit!.url, limit!.lightUrl]))[0]).toBe(2);
  // When the first of four is answered, the others are in line already, and the light one comes after them.
  const came: string[] = [];
  const ask = (name: string, url: string) => order([url]).then(() => void came.push(name));
  const slow = ['1', '2', '3', '4'].map((name) => ask(name, synchronous!.url));
  await Promise.race(slow);
  await Promise.all([...slow, ask('light', synchronous!.lightUrl)]);
  expect(came.indexOf('light')).toBeGreaterThan(1);
});

test('what they are is told on request only; when they are stopped they end, and what is known of them stays', async () => {
  const boxes = await startBoxes(null, 6);
  const { services, truths, seed } = boxes.state.running!;
  expect({ seed, truths, names: services.map(({ name }) => name) }).toEqual({ seed: 6, truths: null, names: ['A', 'B'] });
  boxes.reveal();
  expect(boxes.state.running!.truths).toHaveLength(2);
  await boxes.probe();
  await boxes.stopProbing();
  const before = boxes.state.running!;
  expect(before.services[0]!.probe.report).not.toBeNull();
  await boxes.stop();
  expect(boxes.state.running).toEqual({ ...before, isUp: false });
  expect((await boxes.probe()).ok).toBe(false);
  for (const { url } of services) await expect.poll(() => refuses(url)).toBe(true);
});

test.each([
  ['is stopped', (boxes: BlackBoxes) => boxes.stopProbing()],
  ['ends with the services', (boxes: BlackBoxes) => boxes.stop()],
])('a probe that %s while it is being started asks nothing', async (_, end) => {
  const boxes = await startBoxes([{ kind: 'limit', workers: 2, serviceMs: 40 }]);
  const probing = boxes.probe();
  await end(boxes);
  expect([findHolder(), boxes.state.running!.services[0]!.probe]).toEqual([null, NO_PROBE]);
  expect(await probing).toMatchObject({ ok: false, failure: { code: 'stopped' } });
});

test('stopping ends services that are being started and never listen; closing starts none afterwards', async () => {
  ensureBuilt();
  const boxes = new BlackBoxes(() => {});
  onTestFinished(() => boxes.stop());
  const silent = join(dir, 'silent.cjs');
  writeFileSync(silent, "require('node:fs').writeFileSync(__filename + '.' + process.pid, ''); setInterval(() => {}, 1_000);");
  const form = { name: 'tried', title: 'Tried', max: 4, budgetS: 3, fixed: null };
  const order = { study: 'unknown-service', script: silent, form, seed: 6 };
  const pids = () => readdirSync(dir).flatMap((name) => /^silent\.cjs\.(\d+)$/.exec(name)?.[1] ?? []);
  const starting = boxes.start(order);
  await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(2);
  await boxes.stop();
  const isStopped = { ok: false, failure: { code: 'stopped' } };
  expect(await starting).toMatchObject(isStopped);
  expect(boxes.state).toEqual(NO_SERVICES);
  expect(pids().filter((pid) => isAlive(Number(pid)))).toEqual([]);
  const last = boxes.start(order);
  await boxes.close();
  expect(await last).toMatchObject(isStopped);
  expect(await boxes.start(order)).toMatchObject(isStopped);
});

test('a probe asks one after the other, and stopping it leaves the second alone', async () => {
  const boxes = await startBoxes([
    { kind: 'limit', workers: 2, serviceMs: 40 },
    { kind: 'no-limit', workers: null, serviceMs: 40 },
  ]);
  expect((await boxes.probe()).ok).toBe(true);
  expect(boxes.state.running!.services.map(({ probe }) => probe.progress !== null)).toEqual([true, false]);
  await boxes.stopProbing();
  const [a, b] = boxes.state.running!.services;
  expect(a!.probe).toMatchObject({ progress: null, report: { workers: null, reason: 'stopped' } });
  expect(b!.probe.asked).toBeNull();
});
