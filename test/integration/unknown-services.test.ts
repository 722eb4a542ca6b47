/** Unknown services behave as their revealed parameters say. */
import { readdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../electron/engine/agent/requests/sweep.ts';
import { findHolder } from '../../electron/engine/machine/machine-lock.ts';
import { UnknownServices } from '../../electron/engine/studies/unknown-services.ts';
import { NO_PROBE } from '../../shared/model/probe.ts';
import type { ServiceTruth } from '../../shared/model/services.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { findStudy } from '../helpers/studies.ts';
import { messageOf } from '../helpers/worded.ts';

const dir = temporaryFolder();
const { script, lesson } = findStudy('unknown-service').services!;
const STUDY = { study: 'unknown-service', folder: null, title: 'Two unknown services', lesson };

async function startUnknowns(truths: readonly ServiceTruth[] | null, seed: number | null = null): Promise<UnknownServices> {
  ensureBuilt();
  const unknowns = new UnknownServices(() => {});
  onTestFinished(() => unknowns.stop());
  const form = { name: 'tried', title: 'Tried', max: 4, budgetS: 3, fixed: truths };
  const started = await unknowns.start({ ...STUDY, script, form, seed });
  if (!started.ok) throw new Error(messageOf(started.failure));
  return unknowns;
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
  const unknowns = await startUnknowns([
    { kind: 'limit', workers: 1, serviceMs: 300 },
    { kind: 'synchronous', workers: 1, serviceMs: 300 },
  ]);
  const [limit, synchronous] = unknowns.state!.services;
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
  const unknowns = await startUnknowns(null, 6);
  const { services, truths, plan } = unknowns.state!;
  expect({ seed: plan.seed, truths, names: services.map(({ name }) => name) }).toEqual({ seed: 6, truths: null, names: ['A', 'B'] });
  unknowns.reveal();
  expect(unknowns.state!.truths).toHaveLength(2);
  await unknowns.probe();
  await unknowns.stopProbing();
  const before = unknowns.state!;
  expect(before.services[0]!.probe.report).not.toBeNull();
  await unknowns.stop();
  expect(unknowns.state).toEqual({ ...before, isUp: false });
  expect((await unknowns.probe()).ok).toBe(false);
  for (const { url } of services) await expect.poll(() => refuses(url)).toBe(true);
});

test.each([
  ['is stopped', (unknowns: UnknownServices) => unknowns.stopProbing()],
  ['ends with the services', (unknowns: UnknownServices) => unknowns.stop()],
])('a probe that %s while it is being started asks nothing', async (_, end) => {
  const unknowns = await startUnknowns([{ kind: 'limit', workers: 2, serviceMs: 40 }]);
  const probing = unknowns.probe();
  await end(unknowns);
  expect([findHolder(), unknowns.state!.services[0]!.probe]).toEqual([null, NO_PROBE]);
  expect(await probing).toMatchObject({ ok: false, failure: { code: 'stopped' } });
});

test('stopping ends services that are being started and never listen; closing starts none afterwards', async () => {
  ensureBuilt();
  const unknowns = new UnknownServices(() => {});
  onTestFinished(() => unknowns.stop());
  const silent = join(dir, 'silent.cjs');
  writeFileSync(silent, "require('node:fs').writeFileSync(__filename + '.' + process.pid, ''); setInterval(() => {}, 1_000);");
  const form = { name: 'tried', title: 'Tried', max: 4, budgetS: 3, fixed: null };
  const order = { ...STUDY, script: silent, form, seed: 6 };
  const pids = () => readdirSync(dir).flatMap((name) => /^silent\.cjs\.(\d+)$/.exec(name)?.[1] ?? []);
  const starting = unknowns.start(order);
  await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(2);
  await unknowns.stop();
  const isStopped = { ok: false, failure: { code: 'stopped' } };
  expect(await starting).toMatchObject(isStopped);
  expect(unknowns.state).toBeNull();
  expect(pids().filter((pid) => isAlive(Number(pid)))).toEqual([]);
  const last = unknowns.start(order);
  await unknowns.close();
  expect(await last).toMatchObject(isStopped);
  expect(await unknowns.start(order)).toMatchObject(isStopped);
});

test('a probe asks one after the other, and stopping it leaves the second alone', async () => {
  const unknowns = await startUnknowns([
    { kind: 'limit', workers: 2, serviceMs: 40 },
    { kind: 'no-limit', workers: null, serviceMs: 40 },
  ]);
  expect((await unknowns.probe()).ok).toBe(true);
  expect(unknowns.state!.services.map(({ probe }) => probe.progress !== null)).toEqual([true, false]);
  await unknowns.stopProbing();
  const [a, b] = unknowns.state!.services;
  expect(a!.probe).toMatchObject({ progress: null, report: { workers: null, reason: 'stopped' } });
  expect(b!.probe.asked).toBeNull();
});
