/** Rows of an open load, made up. */
import { allocateRows } from '../../shared/load/request-rows.ts';
import { ABSENT, DROPPED, ERROR_KINDS, type RequestBatch } from '../../shared/model/run.ts';
import { seededRandom } from './random.ts';

const S = 1e6;
/** That these rows could be of. */
export const SCHEDULE = '2..10/s for 3s, pause 1.5s, 20/s for 2s';

/** Visitors of three phases: late, dropped, timed out or answered after up to two seconds, in order of completion. */
export function visitorRows(seed: number, count: number): RequestBatch {
  const random = seededRandom(seed);
  const batch = allocateRows(count);
  const ends: { intended: number; late: number; latency: number; status: number }[] = Array.from({ length: count }, () => {
    const status = [200, 200, 200, 500, DROPPED, 1, 1 + ERROR_KINDS.indexOf('ECONNRESET')][Math.floor(random() * 7)]!;
    const isDropped = status === DROPPED;
    const late = isDropped ? 0 : Math.floor(random() * 4_000);
    return { intended: Math.floor(random() * 6.5 * S), late, latency: isDropped ? 0 : late + Math.floor(random() * 2 * S), status };
  }).sort((a, b) => a.intended + a.latency - b.intended - b.latency);
  ends.forEach(({ intended, late, latency, status }, row) => {
    batch.intended[row] = intended;
    batch.start[row] = intended + late;
    batch.latency[row] = latency;
    batch.status[row] = status;
    batch.phase[row] = intended < 3 * S ? 0 : intended < 4.5 * S ? 1 : 2;
    batch.connect[row] = ABSENT;
    batch.firstByte[row] = ABSENT;
  });
  return batch;
}
