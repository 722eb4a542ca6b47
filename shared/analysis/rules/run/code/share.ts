/** The share of requests in a warning. */
import { type Said, say } from '../../../../words/said.ts';

/** Never "0 %" for something that happened, never "100 %" for something that did not always. */
export function sayShare(share: number): Said {
  const percent = share * 100;
  if (percent < 0.1) return say('runWarning.shareLess');
  if (percent > 99.9 && percent < 100) return say('runWarning.shareMore');
  return say('runWarning.share', { percent: Number(percent.toFixed(1)) });
}
