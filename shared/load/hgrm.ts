/** The door to hdr-histogram-js: the percentile spectrum as HdrHistogram prints it, for the plotters that read it. */
import type { Microseconds } from '../base/units.ts';
import type { ExactDistribution } from './distribution.ts';
import type { LoadAccumulator } from './load-accumulator.ts';

const US_PER_MS = 1_000;
const HIGHEST_US = 2 ** 32;
/** Three significant digits: what HdrHistogram's own tools use. */
const DIGITS = 3;
const STEPS_PER_HALF = 5;
/** Values that agree in so many leading bits are one value to a histogram of three digits. */
const KEPT_BITS = 11;

/** Latency of expected statuses in ms, as `.hgrm` text. The library is loaded with the first export: the engine starts without it. */
export async function exportHgrm(load: LoadAccumulator): Promise<string> {
  const { build } = await import('hdr-histogram-js');
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: HIGHEST_US,
    numberOfSignificantValueDigits: DIGITS,
    bitBucketSize: 32,
  });
  for (const [us, count] of equivalentValues(load.latency)) histogram.recordValueWithCount(us, count);
  return histogram.outputPercentileDistribution(STEPS_PER_HALF, US_PER_MS);
}

/** The values as the histogram tells them apart, each with its count: ten thousand instead of a million to record. */
function* equivalentValues(latency: ExactDistribution): Generator<readonly [us: Microseconds, count: number]> {
  let [group, largest, total] = [-1, 0, 0];
  for (const [us, count] of latency.entries()) {
    const own = groupOf(us);
    if (own !== group && total > 0) {
      yield [largest, total];
      total = 0;
    }
    group = own;
    largest = us;
    total += count;
  }
  if (total > 0) yield [largest, total];
}

function groupOf(us: Microseconds): number {
  const shift = Math.max(0, 32 - Math.clz32(us) - KEPT_BITS);
  return shift * 2 ** KEPT_BITS + (us >>> shift);
}
