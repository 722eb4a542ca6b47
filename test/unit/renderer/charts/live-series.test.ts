/** The series assembled during a run equals that of the reopened session. */
import { expect, test } from 'vitest';
import { firstOpenBucket, joinLoadSeries } from '../../../../renderer/charts/series-join.ts';
import { LoadAccumulator } from '../../../../shared/load/load-accumulator.ts';
import type { LoadSeriesColumns } from '../../../../shared/model/series.ts';
import { seededRandom } from '../../../helpers/random.ts';
import { emptyBatch } from '../../../helpers/synthetic-recording.ts';

const MS = 1_000;

/** Responses at these times, each as late as its order. */
function batchOf(ends: readonly number[]) {
  const batch = emptyBatch(ends.length);
  ends.forEach((end, row) => {
    batch.latency[row] = 1_000 + row;
    batch.start[row] = end - batch.latency[row]!;
    batch.status[row] = 200;
  });
  return batch;
}

test('a second whose last responses arrive after its end, when the next one was already shown, is requested again', () => {
  const load = new LoadAccumulator();
  load.addRows(batchOf([200 * MS, 850 * MS]), { sent: 3, inFlight: 1 });
  const early = joinLoadSeries(null, load.series(firstOpenBucket(null), 1_050 * MS));
  expect([...early.completed]).toEqual([2, 0]);
  load.addRows(batchOf([950 * MS]), { sent: 4, inFlight: 1 });
  const late = joinLoadSeries(early, load.series(firstOpenBucket(early), 1_100 * MS));
  expect([...late.completed]).toEqual([3, 0]);
});

test.each([1, 2, 3, 4, 5])('batches and requests at random times, seed %d', (seed) => {
  const random = seededRandom(seed);
  const load = new LoadAccumulator();
  const ends = Array.from({ length: 300 }, () => random() * 12_000 * MS).sort((a, b) => a - b);
  let known: LoadSeriesColumns | null = null;
  for (let [now, sent] = [0, 0]; sent < ends.length; ) {
    now += random() * 700 * MS;
    // Rows that have ended are sent now or next time.
    const ready = ends.findIndex((end) => end > now);
    const upTo = ready === -1 ? ends.length : ready;
    if (random() < 0.6 && upTo > sent) {
      load.addRows(batchOf(ends.slice(sent, upTo)), { sent: upTo + 2, inFlight: 2 });
      sent = upTo;
    }
    if (random() < 0.8) known = joinLoadSeries(known, load.series(firstOpenBucket(known), now));
  }
  load.end(12_000 * MS, { sent: 300, inFlight: 0 });
  expect(joinLoadSeries(known, load.series(firstOpenBucket(known)))).toEqual(load.series(0));
});
