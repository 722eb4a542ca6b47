/** How a frame of a difference is painted, on the screen and in a report. */

/** From here on a change counts as hardly, some, much and very much, as part of the larger side. */
const STEPS = [0.02, 0.1, 0.25, 0.5] as const;

/** `less-1` to `more-4`, or `noise`: how much of the frame changed, not how large the frame is; the width says that. */
export function paintOf({ totalA, totalB, noise }: { readonly totalA: number; readonly totalB: number; readonly noise: boolean }): string {
  const larger = Math.max(totalA, totalB);
  if (noise || larger <= 0) return 'noise';
  const change = (totalB - totalA) / larger;
  const step = STEPS.filter((from) => Math.abs(change) >= from).length;
  if (step === 0) return 'noise';
  return `${change < 0 ? 'less' : 'more'}-${step}`;
}
