/** The share of requests in a warning. */
import { type Said, say } from '../words/said.ts';

/** Never "0 %" for something that happened, never "100 %" for something that did not always. `share`: 0 to 1; `of`: the words of these warnings. */
export function sayShare(share: number, of: 'runWarning' | 'comparisonWarning'): Said {
  const percent = share * 100;
  if (percent < 0.1) return say(`${of}.shareLess`);
  if (percent > 99.9 && percent < 100) return say(`${of}.shareMore`);
  return say(`${of}.share`, { percent: Number(percent.toFixed(1)) });
}
