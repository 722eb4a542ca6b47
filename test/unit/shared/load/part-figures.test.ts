import { expect, test } from 'vitest';
import { unexpectedOf } from '../../../../shared/analysis/failed-load.ts';
import { percentileOfSorted } from '../../../../shared/load/distribution.ts';
import { LoadAccumulator } from '../../../../shared/load/load-accumulator.ts';
import { computeParts, hasParts, type Parted } from '../../../../shared/load/part-figures.ts';
import { allocateRows, sliceRows } from '../../../../shared/load/request-rows.ts';
import { levelsOf } from '../../../../shared/model/load-models.ts';
import type { PlannedFigures } from '../../../../shared/model/report.ts';
import { AS_EXPECTED, DROPPED, ERROR_KINDS, type RequestBatch } from '../../../../shared/model/run.ts';
import type { Load } from '../../../../shared/model/setup/setup.ts';
import { loadOf } from '../../../helpers/plans.ts';
import { seededRandom } from '../../../helpers/random.ts';

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

const parted = (load: Load): Parted => ({ load, names: [], durationUs: 3e6 });

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
  const { phases, levels } = await computeParts(parted(arrivals), [batch]);
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
  const { phases, levels } = await computeParts(parted(sweep), [batch]);
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
  expect(
    (await computeParts(parted(loadOf('sweep', { levels: '5/s' })), [batch])).levels.map((level) => 'rate' in level && level.rate),
    // What lies beyond the levels is a repeat.
  ).toEqual([5, 5]);
});

test('visitors who go through a sequence: who was done in time, and each request at each level', async () => {
  //  5/s from 0.2 s on, for 1 s │ 10/s from 2.1 s on
  //  0.2 ► 0.3 ...think... 0.8 ► 0.9   done
  //  0.4 ► 0.5             0.9 ► 1.4   done after the end, at 1.2
  //  0.6 ► status 500                  breaks off: over at 0.7
  const sweep = loadOf('sweep', { levels: '5/s, 10/s', holdS: 1 });
  const batch = rows(
    ...([
      [0, 0.2, 0, 100, 200],
      [0, 0.4, 0, 100, 200],
      [0, 0.6, 0, 100, 500],
      [0, 0.8, 0, 100, 200],
      [0, 0.9, 0, 500, 200],
      [1, 2.1, 0, 30, 200],
      [1, 2.2, 0, 0, DROPPED],
      [1, 2.9, 0, 50, 200],
    ] as const),
  );
  batch.request.set([0, 0, 0, 1, 1, 0, 0, 1]);
  const { levels } = await computeParts({ load: sweep, names: ['login', 'report'], isSequence: true, durationUs: 3.1e6 }, [batch]);
  // 0.7 s and 0.1 s are spent inside, and of the second visit, from 0.4 to 1.4, all but the 0.2 s after the end.
  expect(levels.map((level) => 'visits' in level && level.visits)).toEqual([
    expect.objectContaining({ came: 3, left: 1, inside: expect.closeTo(1.6) }),
    expect.objectContaining({ came: 2, left: 0, inside: expect.closeTo(0.85) }),
  ]);
  expect(levels[0]!.byRequest!.map(({ name, requests, latencyMs }) => [name, requests.sent, requests.unexpected, latencyMs!.max])).toEqual([
    ['login', 3, 1, 100],
    ['report', 2, 0, 500],
  ]);
  expect(levels[1]!.byRequest![0]!.requests).toMatchObject({ sent: 1, dropped: 1 });
  // One that is due after the end of a level was never in flight in it.
  expect(levels[0]!.inFlight).toBeCloseTo(0.1 + 0.1 + 0.1 + 0.1 + 0.3);
  const late = rows([0, 0.2, 0, 100, 200], [0, 1.3, 0, 400, 200]);
  late.request.set([0, 1]);
  const overdue = await computeParts({ load: sweep, names: ['login', 'report'], isSequence: true, durationUs: 3e6 }, [late]);
  expect(overdue.levels[0]!.inFlight).toBeCloseTo(0.1);
  // Of a mix, each request is a visit; of one request there are no figures by request.
  const mixed = await computeParts({ load: sweep, names: ['login', 'report'], durationUs: 3.1e6 }, [batch]);
  expect(mixed.levels[0]).toMatchObject({ visits: { came: 5, left: 1, inside: expect.closeTo(0.7) } });
  expect((await computeParts(parted(sweep), [batch])).levels[0]).not.toHaveProperty('byRequest');
});

test('of up to 1,000 requests at all levels there are figures by request, however often levels may be run again', async () => {
  const sweep = loadOf('sweep', { levels: '1/s..4/s', holdS: 1 });
  const { values } = levelsOf(sweep as Load & { model: 'sweep' });
  const namesOf = (count: number): string[] => Array.from({ length: count }, (_, nth) => `r${nth}`);
  const firstOf = async (count: number) =>
    (await computeParts({ load: sweep, names: namesOf(count), durationUs: 1e6 }, [rows([0, 0.1, 0, 10, 200])])).levels[0];
  expect((await firstOf(Math.floor(1_000 / values.length)))!.byRequest).toBeDefined();
  expect(await firstOf(Math.floor(1_000 / values.length) + 1)).not.toHaveProperty('byRequest');
});

test('responses are counted in the time of a level, which is known only when all of its first requests are', async () => {
  // The first to be sent is the last to end: until then the level seems to have begun at 0.5 s and to end at 1.5 s.
  const sweep = loadOf('sweep', { levels: '5/s, 10/s', holdS: 1 });
  const batch = rows([0, 0.5, 0, 100, 200], [0, 0.6, 0, 850, 200], [0, 0.4, 0, 1100, 200], [1, 2.5, 0, 100, 200], [1, 2.4, 0, 1050, 200]);
  const { levels } = await computeParts(parted(sweep), [batch]);
  expect(levels.map(({ from, throughput }) => [from, throughput])).toEqual([
    [0.4, 1],
    [2.4, 1],
  ]);
});

test('requests of a plan: each has its own figures, which add up to those of the run; one request is the run', async () => {
  const random = seededRandom(3);
  const batch = allocateRows(4_000);
  const whole = new LoadAccumulator();
  for (let row = 0; row < 4_000; row++) {
    batch.request[row] = Math.floor(random() * 3) % 2;
    batch.intended[row] = row * 1_000;
    batch.start[row] = row * 1_000;
    batch.latency[row] = Math.floor(random() * 90_000);
    batch.status[row] = [200, 200, 200, 404, 500, TIMEOUT, DROPPED][Math.floor(random() * 7)]!;
    batch.bytes[row] = batch.status[row] === DROPPED ? 0 : 10 + batch.request[row]!;
    if (batch.status[row] === 404 && batch.request[row] === 0) batch.unmet[row] = AS_EXPECTED;
  }
  whole.addRows(batch, { sent: 0, inFlight: 0 });
  const load = loadOf('closed', {});
  const names = ['page', 'search', 'never asked for'];
  const { byRequest } = await computeParts({ load, names, durationUs: 5e6 }, [sliceRows(batch, 0, 999), sliceRows(batch, 999, 4_000)]);
  expect(byRequest.map(({ name }) => name)).toEqual(names);
  const sum = (of: (one: PlannedFigures) => number): number => byRequest.reduce((total, one) => total + of(one), 0);
  expect({
    share: sum(({ share }) => share),
    completed: sum(({ requests }) => requests.completed),
    failed: sum(({ requests }) => requests.failed),
    unexpected: sum(({ requests }) => requests.unexpected),
    dropped: sum(({ requests }) => requests.dropped),
    bytes: sum(({ bytes }) => bytes),
    latencies: sum(({ latencyMs }) => latencyMs?.count ?? 0),
    timedOut: sum(({ errors }) => errors.TIMEOUT ?? 0),
    missing: sum(({ status }) => status['404'] ?? 0),
  }).toEqual({
    share: expect.closeTo(100),
    completed: whole.completed,
    failed: whole.failed,
    unexpected: whole.unexpected,
    dropped: whole.dropped,
    bytes: whole.bytes,
    latencies: whole.latency.count,
    timedOut: whole.errorCounts().TIMEOUT,
    missing: whole.statusCounts()['404'],
  });
  const search = [...batch.latency].filter((_, row) => batch.request[row] === 1 && batch.status[row] === 200).sort((a, b) => a - b);
  expect(byRequest[1]!.latencyMs).toMatchObject({ count: search.length, answered: { max: search.at(-1)! / 1_000 } });
  expect(byRequest[1]!.latencyMs!.answered!.percentiles['99']).toBe(percentileOfSorted(search, 99) / 1_000);
  expect(byRequest[1]!.throughput).toBe(search.length / 5);
  expect(byRequest[0]!.metStatus).toEqual({ 404: byRequest[0]!.status['404'] });
  expect(byRequest[1]).not.toHaveProperty('metStatus');
  expect(unexpectedOf(byRequest[0]!)).toEqual({ 500: byRequest[0]!.status['500'] });
  expect(byRequest[2]).toMatchObject({ share: 0, latencyMs: null, throughput: 0, status: {}, errors: {} });
  expect((await computeParts({ load, names: ['page'], durationUs: 5e6 }, [batch])).byRequest).toEqual([]);
});

test('a part of more times than are listed has the same figures', async () => {
  const random = seededRandom(9);
  const batch = allocateRows(100_000);
  const load = loadOf('closed', {});
  const latencies: number[] = [];
  function* batches() {
    // The last batch is small, so that it comes when the others are counted.
    for (const size of [...Array.from({ length: 11 }, () => 100_000), 7]) {
      for (let row = 0; row < size; row++) {
        batch.latency[row] = Math.floor(random() * 3_000_000);
        batch.status[row] = 200;
        latencies.push(batch.latency[row]!);
      }
      yield sliceRows(batch, 0, size);
    }
  }
  const { byRequest } = await computeParts({ load, names: ['page', 'other'], durationUs: 5e6 }, batches());
  latencies.sort((a, b) => a - b);
  const { count, min, max, percentiles } = byRequest[0]!.latencyMs!;
  expect([count, min, max]).toEqual([1_100_007, latencies[0]! / 1_000, latencies.at(-1)! / 1_000]);
  for (const p of [0.001, 50, 99, 99.999]) expect(percentiles[String(p)]).toBe(percentileOfSorted(latencies, p) / 1_000);
  expect(byRequest[0]!.latenessMs).toEqual({ p50: 0, p99: 0 });
});
