/** The door to hdr-histogram-js: the percentile spectrum as HdrHistogram prints it, for the plotters that read it. */
import { build } from 'hdr-histogram-js';
import type { LoadAccumulator } from './load-accumulator.ts';

const US_PER_MS = 1_000;
const HIGHEST_US = 2 ** 32;
/** Three significant digits: what HdrHistogram's own tools use. */
const DIGITS = 3;
const STEPS_PER_HALF = 5;

/** Latency of expected statuses in ms, as `.hgrm` text. */
export function exportHgrm(load: LoadAccumulator): string {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: HIGHEST_US,
    numberOfSignificantValueDigits: DIGITS,
    bitBucketSize: 'packed',
  });
  for (const [us, count] of load.latency.entries()) histogram.recordValueWithCount(us, count);
  return histogram.outputPercentileDistribution(STEPS_PER_HALF, US_PER_MS);
}
