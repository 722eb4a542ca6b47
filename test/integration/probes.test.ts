/** The probe of an engine, as its pages see it. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatProbe } from '../../electron/cli/print/print-probe.ts';
import { findHolder } from '../../electron/engine/machine/machine-lock.ts';
import { Probes } from '../../electron/engine/probe/probes.ts';
import { NO_PROBE, PROBE_DEFAULTS, type ProbeOrder } from '../../shared/model/probe.ts';
import { answerOf } from '../../shared/phrases/probe.ts';
import { newEngine } from '../helpers/engines.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

/** Answers after so long, however many there are. */
async function startTimer(ms = 30, onRequest: (response: ServerResponse) => void = () => {}): Promise<ProbeOrder> {
  const server = createServer((_, response) => {
    onRequest(response);
    setTimeout(() => response.end('done'), ms);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?key=hush`;
  return { ...PROBE_DEFAULTS, url, lightUrl: null, headers: [], max: 2, budgetS: 120, allowHost: null };
}

function startProbes(): { probes: Probes; changes: () => number } {
  let changed = 0;
  const probes = new Probes(() => {
    changed++;
  });
  onTestFinished(() => probes.stop());
  return { probes, changes: () => changed };
}

test('tells how far it has come and then what it found; a second one is refused meanwhile', async () => {
  const order = { ...(await startTimer()), ramp: '0/s for 100ms, 0/s..40/s over 1s' };
  const { probes, changes } = startProbes();
  expect(await probes.start(order)).toEqual({ ok: true, value: null });
  expect(probes.state).toMatchObject({ progress: { levels: [] }, report: null });
  expect(await probes.start(order)).toMatchObject({ ok: false, failure: { code: 'busy' } });
  await expect.poll(() => probes.state.report).toMatchObject({ workers: null, reason: expect.stringMatching(/^not-/) });
  expect(probes.state.progress).toBeNull();
  expect(probes.state.report!.levels.map(({ connections }) => connections)).toEqual([1, 2]);
  const { schedule, dueS, latencyMs } = probes.state.report!.ramp!;
  expect(schedule).toBe(order.ramp);
  // The k-th comes when the area under the rate is k.
  expect(dueS).toEqual(Array.from({ length: 20 }, (_, nth) => expect.closeTo(0.1 + Math.sqrt((nth + 1) / 20), 2)));
  expect(latencyMs.every((ms) => ms !== null && ms >= 29)).toBe(true);
  expect(changes()).toBeGreaterThan(4);
  expect(JSON.stringify(probes.state)).not.toContain('hush');
});

test('is stopped, and says so', async () => {
  const order = await startTimer();
  const { probes } = startProbes();
  await probes.start({ ...order, max: 1_000, budgetS: 600 });
  await expect.poll(() => probes.state.progress?.steps.length).toBeGreaterThan(0);
  await probes.stop();
  expect(probes.state).toMatchObject({ progress: null, isStopping: false, report: { reason: 'stopped', workers: null } });
});

const RAMP = '0/s..40/s over 1s';
/** For the whole of a probe on a busy machine. */
const PATIENT = { timeout: 90_000 };

test('what a rising rate would have shown is said to be missing when most of its requests failed', { tags: ['long'] }, async () => {
  const { probes } = startProbes();
  const isRising = () => probes.state.progress?.stage.doing === 'ramp';
  const order = await startTimer(30, (response) => isRising() && response.destroy());
  await probes.start({ ...order, ramp: RAMP });
  await expect.poll(() => probes.state.progress, PATIENT).toBeNull();
  const report = probes.state.report!;
  expect(report).toMatchObject({ ramp: null, cuts: [{ during: 'ramp', reason: 'no-answer' }] });
  const sentence = 'Latency at a rising rate is not shown: more than half of the requests for it failed.';
  for (const told of [answerOf(report).join('\n'), formatProbe(report)]) expect(told).toContain(sentence);
});

test('so is what another route would have shown; nobody is told to name one, and what follows is measured', {
  tags: ['long'],
}, async () => {
  const order = await startTimer(30, (response) => response.req.url === '/light' && response.destroy());
  const { probes } = startProbes();
  await probes.start({ ...order, lightUrl: '/light', ramp: RAMP });
  await expect.poll(() => probes.state.progress, PATIENT).toBeNull();
  const report = probes.state.report!;
  expect(report).toMatchObject({ light: null, synchronous: null, cuts: [{ during: 'light', reason: 'no-answer' }] });
  expect(report.ramp?.latencyMs).toHaveLength(20);
  // That nothing waited is known all the same.
  expect(report.reason).toMatch(/^not-/);
  const told = answerOf({ ...report, workers: 2, reason: null });
  expect(told).toContainEqual(
    expect.stringMatching(/^Whether another route has to wait is not known: more than half of the requests for it failed/),
  );
  expect(told.join(' ')).not.toContain('--light-url');
});

test('that it was stopped while the rate rose is said, too', { tags: ['long'] }, async () => {
  const { probes } = startProbes();
  const order = await startTimer();
  await probes.start({ ...order, ramp: `${RAMP}, 40/s for 60s` });
  await expect.poll(() => probes.state.progress?.stage.doing, PATIENT).toBe('ramp');
  await probes.stop();
  const report = probes.state.report!;
  expect(report).toMatchObject({ ramp: null, cuts: [{ during: 'ramp', reason: 'stopped' }] });
  expect(answerOf(report)).toContainEqual('Not tried, or not to the end, because the probe was stopped: a rising rate.');
});

test.each([
  ['is stopped', (probes: Probes) => probes.stop()],
  ['is closed', (probes: Probes) => probes.close()],
])('one that %s while it is being started sends nothing', async (_, end) => {
  const onRequest = vi.fn();
  const order = await startTimer(30, onRequest);
  const { probes } = startProbes();
  const starting = probes.start(order);
  await end(probes);
  // Not only later: who waits for the end goes on with something else.
  expect([findHolder(), probes.state]).toEqual([null, NO_PROBE]);
  expect(await starting).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  expect(onRequest).not.toHaveBeenCalled();
});

test('one that was stopped can be started again', async () => {
  const order = await startTimer();
  const { probes } = startProbes();
  await probes.stop();
  expect(await probes.start(order)).toEqual({ ok: true, value: null });
});

test('an engine that is closed has ended the one that was being started, and starts none', async () => {
  const order = { ...(await startTimer()), headers: [] };
  const engine = newEngine(temporaryFolder());
  const starting = engine.handle('probe.start', order);
  await engine.close();
  expect(findHolder()).toBeNull();
  expect(await starting).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  expect(await engine.handle('probe.start', order)).toMatchObject({ ok: false, failure: { code: 'stopped' } });
});

test('what does not answer is a failure, and another machine is refused before anything is sent', async () => {
  const order = await startTimer();
  const { probes } = startProbes();
  expect(await probes.start({ ...order, url: 'http://192.0.2.1/' })).toMatchObject({ ok: false });
  expect(probes.state.asked).toBeNull();
  await probes.start({ ...order, url: 'http://127.0.0.1:1/' });
  await expect.poll(() => probes.state.failure?.code).toBe('load-failed');
});

test('a request that takes longer than the budget is no service that does not answer', async () => {
  const order = await startTimer(60_000);
  const { probes } = startProbes();
  await probes.start({ ...order, budgetS: 1 });
  await expect.poll(() => probes.state.progress).toBeNull();
  expect(probes.state).toMatchObject({ failure: null, report: { workers: null, reason: 'budget', serviceMs: null } });
});
