import { expect, test } from 'vitest';
import { computeParts, hasParts } from '../../../shared/load/part-figures.ts';
import { allocateRows } from '../../../shared/load/request-rows.ts';
import { DROPPED, ERROR_KINDS, type RequestBatch } from '../../../shared/model/run.ts';
import { loadOf } from '../../helpers/plans.ts';

const TIMEOUT = 1 + ERROR_KINDS.indexOf('TIMEOUT');

/** Rows of [phase, intended s, late ms, latency ms, status], in order of completion. */
function rows(...all: readonly (readonly [number, number, number, number, number])[]): RequestBatch {
  const batch = allocateRows(all.length);
  all.forEach(([phase, intended, late, latency, status], row) => {
    batch.phase[row] = phase;
    batch.intended[row] = intended * 1e6;
    batch.start[row] = intended * 1e6 + late * 1e3;
    batch.latency[row] = latency * 1e3;
    batch.status[row] = status;
  });
  return batch;
}

test('phases: requests count where they were to be sent, responses where they came', async () => {
  //   phase 0: 2/s for 1 s │ phase 1: 4/s for 1 s │ pause
  //   0.5 ──────────────────► 1.2 (slow)
  //        1.0 ► 1.01
  //                 1.25 ► fails   1.5 dropped   1.75 ──────────► 2.4
  const arrivals = loadOf('arrivals', { schedule: '2/s for 1s, 4/s for 1s, pause 1s' });
  expect(hasParts(arrivals)).toBe(true);
  expect(hasParts(loadOf('arrivals', { schedule: '2/s for 1s' }))).toBe(false);
  const batch = rows(
    [0, 1, 0, 10, 200],
    [0, 0.5, 3, 700, 200],
    [1, 1.25, 0, 100, TIMEOUT],
    [1, 1.5, 0, 0, DROPPED],
    [1, 1.75, 0, 650, 500],
  );
  const { phases, levels } = await computeParts(arrivals, [batch]);
  expect(levels).toEqual([]);
  expect(phases.map(({ rate, from, to, offered, throughput }) => ({ rate, from, to, offered, throughput }))).toEqual([
    { rate: [2, 2], from: 0, to: 1, offered: 2, throughput: 0 },
    { rate: [4, 4], from: 1, to: 2, offered: 3, throughput: 2 },
    { rate: [0, 0], from: 2, to: 3, offered: 0, throughput: 0 },
  ]);
  expect(phases.map(({ requests }) => requests)).toEqual([
    { sent: 2, completed: 2, failed: 0, timedOut: 0, dropped: 0, unexpected: 0 },
    { sent: 2, completed: 1, failed: 1, timedOut: 1, dropped: 1, unexpected: 1 },
    { sent: 0, completed: 0, failed: 0, timedOut: 0, dropped: 0, unexpected: 0 },
  ]);
  expect(phases[0]!.latencyMs).toMatchObject({ count: 2, min: 10, max: 700, mean: 355 });
  expect(phases[0]!.latenessMs).toEqual({ p50: 0, p99: 3 });
  expect([phases[1]!.latencyMs, phases[2]!.latenessMs]).toEqual([null, null]);
});

test('levels: from their first request for the time they were held; one that was not reached is left out', async () => {
  const sweep = loadOf('sweep', { levels: '1,2,8', holdS: 1 });
  const batch = rows([0, 0, 0, 500, 200], [0, 0.5, 0, 500, 200], [1, 1.2, 0, 400, 200], [1, 1.2, 0, 500, 200], [1, 2, 0, 700, 200]);
  const { phases, levels } = await computeParts(sweep, [batch]);
  expect(phases).toEqual([]);
  expect(levels.map((level) => ({ ...level, requests: level.requests.completed, latencyMs: level.latencyMs?.max }))).toEqual([
    {
      connections: 1,
      from: 0,
      to: 1,
      requests: 2,
      offered: 2,
      throughput: 1,
      latencyMs: 500,
      latenessMs: { p50: 0, p99: 0 },
      inFlight: 1,
      inFlightByLittle: 1,
    },
    {
      connections: 2,
      from: 1.2,
      to: 2.2,
      requests: 3,
      offered: 3,
      throughput: 2,
      latencyMs: 700,
      latenessMs: { p50: 0, p99: 0 },
      inFlight: 1.1,
      inFlightByLittle: 1.6,
    },
  ]);
  expect((await computeParts(loadOf('sweep', { levels: '5/s' }), [batch])).levels.map((level) => 'rate' in level && level.rate)).toEqual([
    5,
  ]);
});
