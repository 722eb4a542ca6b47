import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LoadAccumulator, MAX_BUCKETS } from '../../../../shared/load/load-accumulator.ts';
import { concatRows, unpackRows } from '../../../../shared/load/request-rows.ts';
import { computeSpread } from '../../../../shared/load/spread.ts';
import { computeWindow } from '../../../../shared/load/window.ts';
import { ABSENT, type RequestBatch } from '../../../../shared/model/run.ts';
import { emptyBatch, syntheticEntries } from '../../../helpers/synthetic-recording.ts';

interface Row {
  readonly end: number;
  readonly latency: number;
  readonly status?: number;
  readonly bytes?: number;
  readonly connect?: number;
}

/** Rows given by completion, as one thinks of them. */
function batchOf(rows: readonly Row[]): RequestBatch {
  const batch = emptyBatch(rows.length);
  rows.forEach(({ end, latency, status = 200, bytes = 10, connect = ABSENT }, row) => {
    batch.start[row] = end - latency;
    batch.latency[row] = latency;
    batch.status[row] = status;
    batch.bytes[row] = bytes;
    batch.connect[row] = connect;
  });
  return batch;
}

const S = 1_000_000;
const counts = (sent: number, inFlight: number) => ({ sent, inFlight });

test('stale responses are counted but not part of the latency', () => {
  const load = new LoadAccumulator();
  const batch = batchOf([
    { end: 0.2 * S, latency: 1_000 },
    { end: 0.4 * S, latency: 400_000 },
    { end: 0.6 * S, latency: 600_000, status: 500 },
    { end: 0.8 * S, latency: 3_000 },
  ]);
  batch.stale.set([0, 1, 1, 0]);
  load.addRows(batch, counts(4, 0));
  load.end(S, counts(4, 0));
  expect([load.completed, load.unexpected, load.stale, load.bytes]).toEqual([4, 1, 2, 40]);
  expect([load.latency.count, load.latency.max, load.unexpectedLatency.count]).toEqual([2, 3_000, 0]);
  const { completed, unexpected, max } = load.series(0);
  expect([completed[0], unexpected[0], max[0]]).toEqual([4, 1, 3]);
});

describe('totals', () => {
  //  0 s      1 s      2 s      3 s   3.5 s
  //  |a  b    |c  d(500)|        |t(time-out)
  const load = new LoadAccumulator();
  load.addRows(
    batchOf([
      { end: 0.2 * S, latency: 1_000, connect: 300 },
      { end: 0.6 * S, latency: 3_000 },
    ]),
    counts(4, 2),
  );
  load.addRows(
    batchOf([
      { end: 1.1 * S, latency: 5_000, status: 304 },
      { end: 1.9 * S, latency: 9_000, status: 500 },
    ]),
    counts(6, 2),
  );
  load.addRows(batchOf([{ end: 3.1 * S, latency: 2 * S, status: 1, bytes: 0 }]), counts(7, 2));
  load.end(3.5 * S, counts(7, 2));

  test('completed, failed and unfinished add up to sent', () => {
    expect([load.completed, load.failed, load.unexpected, load.finished]).toEqual([4, 1, 1, 5]);
    expect(load.counts.sent - load.finished).toBe(load.counts.inFlight);
    expect(load.statusCounts()).toEqual({ '200': 2, '304': 1, '500': 1 });
    expect(load.errorCounts()).toEqual({ TIMEOUT: 1 });
    expect(load.bytes).toBe(40);
  });

  test('latency covers expected statuses only; the others have their own figures', () => {
    expect([load.latency.count, load.latency.max]).toEqual([3, 5_000]);
    expect([load.unexpectedLatency.count, load.unexpectedLatency.max]).toEqual([1, 9_000]);
    expect([load.connect.count, load.connect.max]).toEqual([1, 300]);
  });

  test('seconds are counted by completion, and seconds without responses are listed', () => {
    const series = load.series(0);
    expect([...series.completed]).toEqual([2, 2, 0, 0]);
    expect([...series.failed]).toEqual([0, 0, 0, 1]);
    expect([...series.unexpected]).toEqual([0, 1, 0, 0]);
    expect([...series.max]).toEqual([3, 5, Number.NaN, Number.NaN]);
    expect([...series.bytes]).toEqual([20, 20, 0, 0]);
    expect([...series.inFlight]).toEqual([2, 2, 2, 2]);
    expect(load.series(2).meta).toEqual({ bucketMs: 1_000, fromBucket: 2, kinds: ['TIMEOUT'] });
    expect([...load.series(3).failed]).toEqual([1]);
  });

  test('throughput is that of all of the time on average, and has the spread of whole seconds', () => {
    const { completed } = load.wholeSeconds();
    expect([...completed]).toEqual([2, 2, 0]);
    expect(computeSpread(completed, load.completed, 3.5)).toMatchObject({ mean: load.completed / 3.5, min: 0, max: 2, seconds: 3 });
    expect(computeSpread([45, 46], 607, 2.9)!.mean).toBeCloseTo(209.3, 1);
  });
});

test('the running second is computed on demand and does not disturb what follows', () => {
  const load = new LoadAccumulator();
  load.addRows(batchOf([{ end: 100, latency: 50 }]), counts(2, 1));
  expect([...load.series(0).p99]).toEqual([0.05]);
  load.addRows(
    batchOf([
      { end: 200, latency: 10 },
      { end: 300, latency: 90 },
    ]),
    counts(4, 1),
  );
  expect([[...load.series(0).p50], [...load.series(0).max]]).toEqual([[0.05], [0.09]]);
});

test('a server that does not respond appears as empty seconds immediately', () => {
  const load = new LoadAccumulator();
  load.addRows(batchOf([{ end: 100, latency: 50 }]), counts(11, 10));
  const series = load.series(0, 3.2 * S);
  expect([...series.completed]).toEqual([1, 0, 0, 0]);
  expect([...series.inFlight]).toEqual([10, 10, 10, 10]);
  expect([...load.series(0).completed]).toEqual([1]);
});

test('a row that comes a second late still counts in its own second, with its latency', () => {
  const load = new LoadAccumulator();
  load.addRows(
    batchOf([
      { end: 0.5 * S, latency: 10 },
      { end: 1.0 * S, latency: 20 },
      { end: 0.999_999 * S, latency: 30 },
      { end: 1.5 * S, latency: 5 },
    ]),
    counts(5, 1),
  );
  load.addRows(batchOf([{ end: 4 * S, latency: 7 }]), counts(6, 1));
  const series = load.series(0);
  expect([...series.completed]).toEqual([2, 2, 0, 0, 1]);
  expect([...series.max]).toEqual([0.03, 0.02, Number.NaN, Number.NaN, 0.007]);
});

test('per-second percentiles equal an exact sort of that second', () => {
  const load = new LoadAccumulator();
  const bySecond = new Map<number, number[]>();
  for (const entry of syntheticEntries({ seed: 9, seconds: 3, rowsPerSecond: 400 })) {
    if (entry.type !== 'requests') continue;
    load.addRows(entry.batch, entry.counts);
    entry.batch.start.forEach((start, row) => {
      const [latency, status] = [entry.batch.latency[row]!, entry.batch.status[row]!];
      const second = Math.floor((start + latency) / S);
      if (status >= 200 && status < 400) bySecond.set(second, [...(bySecond.get(second) ?? []), latency]);
    });
  }
  const { p50, p90, p99, max } = load.series(0);
  for (const [second, latencies] of bySecond) {
    const sorted = latencies.sort((a, b) => a - b);
    const rank = (p: number) => sorted[Math.ceil((p * sorted.length) / 100) - 1]! / 1_000;
    expect([p50[second], p90[second], p99[second], max[second]]).toEqual([rank(50), rank(90), rank(99), rank(100)]);
  }
  expect(bySecond.size).toBe(3);
});

test('no figure depends on how rows are split into batches', () => {
  const whole = [...syntheticEntries({ seed: 5, seconds: 2, rowsPerSecond: 200 })].flatMap((entry) =>
    entry.type === 'requests' ? [unpackRows(entry.batch)] : [],
  );
  const reference = new LoadAccumulator();
  for (const batch of whole) reference.addRows(batch, counts(0, 0));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 40, maxLength: 40 }), (sizes) => {
      const load = new LoadAccumulator();
      whole.forEach((batch, index) => {
        const cut = sizes[index]!;
        for (let at = 0; at < batch.start.length; at += cut) load.addRows(slice(batch, at, at + cut), counts(0, 0));
      });
      expect(load.series(0)).toEqual(reference.series(0));
      expect([load.latency.mean, load.latency.stdev, load.bytes]).toEqual([
        reference.latency.mean,
        reference.latency.stdev,
        reference.bytes,
      ]);
    }),
    { seed: 6, numRuns: 20 },
  );
});

function slice(batch: RequestBatch, from: number, to: number): RequestBatch {
  return Object.fromEntries(
    Object.entries(batch).map(([name, column]) => [name, (column as Float64Array).subarray(from, to)]),
  ) as unknown as RequestBatch;
}

//  intended 0      1 ms   2 ms
//           |a------|            sent 0.4 ms late
//           |b-------------|     sent at once
test('scheduled requests: latency is measured from the intended start, and lateness is a separate figure', () => {
  const batch = concatRows([
    batchOf([
      { end: 1_000, latency: 1_000 },
      { end: 2_000, latency: 2_000 },
    ]),
  ]);
  batch.start[0] = 400;
  const load = new LoadAccumulator();
  load.addRows(batch, counts(2, 0));
  expect([load.latency.count, load.latency.max, load.durationUs]).toEqual([2, 2_000, 2_000]);
  expect([load.lateness.count, load.lateness.percentile(50), load.lateness.max]).toEqual([2, 0, 400]);
  const closed = new LoadAccumulator();
  closed.addRows(batchOf([{ end: 1_000, latency: 1_000 }]), counts(1, 0));
  expect(closed.lateness.count).toBe(0);
});

test('an impossible time does not allocate memory', () => {
  const load = new LoadAccumulator();
  load.addRows(
    batchOf([
      { end: 1e300, latency: 1 },
      { end: Number.NaN, latency: 1 },
    ]),
    counts(2, 0),
  );
  expect(load.series(0).completed.length).toBe(MAX_BUCKETS);
});

describe('windows', () => {
  const batches = [...syntheticEntries({ seed: 3, seconds: 5, rowsPerSecond: 300 })].flatMap((entry) =>
    entry.type === 'requests' ? [unpackRows(entry.batch)] : [],
  );
  const whole = new LoadAccumulator();
  for (const batch of batches) whole.addRows(batch, counts(0, 0));
  whole.end(5 * S, counts(0, 0));

  test('parts add up to the whole', async () => {
    const parts = await Promise.all(
      [0, 1_234.5, 3_000].map((fromMs, index) => computeWindow(batches, { fromMs, toMs: [1_234.5, 3_000, 5_000][index]! }, 5 * S)),
    );
    const sum = (figure: (load: LoadAccumulator) => number): number => parts.reduce((total, part) => total + figure(part), 0);
    for (const figure of [
      (l: LoadAccumulator) => l.completed,
      (l: LoadAccumulator) => l.failed,
      (l: LoadAccumulator) => l.bytes,
      (l: LoadAccumulator) => l.latency.count,
    ]) {
      expect(sum(figure)).toBe(figure(whole));
    }
  });

  test('a window over everything has the figures of the whole run', async () => {
    const all = await computeWindow(batches, { fromMs: -10, toMs: 99_999 }, 5 * S);
    expect([all.latency.mean, all.latency.stdev, all.latency.percentile(99)]).toEqual([
      whole.latency.mean,
      whole.latency.stdev,
      whole.latency.percentile(99),
    ]);
    expect(all.wholeSeconds()).toEqual(whole.wholeSeconds());
  });

  test('whole seconds count from the start of the window', async () => {
    const part = await computeWindow(batches, { fromMs: 500, toMs: 2_900 }, 5 * S);
    expect(part.wholeSeconds().completed.length).toBe(2);
    expect(part.durationUs).toBe(2.4 * S);
  });

  test('a window outside the run is empty', async () => {
    const none = await computeWindow(batches, { fromMs: 9_000, toMs: 10_000 }, 5 * S);
    expect([none.finished, none.durationUs]).toEqual([0, 0]);
  });
});

test('runs shorter than two whole seconds have only a mean', () => {
  expect(computeSpread([30], 45, 1.5)).toEqual({
    mean: 30,
    stdev: 0,
    min: 30,
    max: 30,
    percentiles: { '1': 30, '2.5': 30, '50': 30, '97.5': 30 },
    seconds: 1,
  });
  expect(computeSpread([], 0, 0)).toBeNull();
});
