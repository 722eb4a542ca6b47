import type { BlockedInCalls, WaitingCall } from '../analysis/blocked-calls.ts';
import { formatPercent } from '../format/figures.ts';
import { shortName } from '../format/place.ts';
import { text } from '../words/words.ts';
import { nameOfPackage, placeOfCode } from './code-place.ts';

/** "spawnSync, called from thumbnail (images.js:2)". */
function callWithCaller({ call, calledBy, calledByPackage }: WaitingCall): string {
  const name = shortName(call);
  const place = calledBy ? placeOfCode(calledBy) : calledByPackage ? nameOfPackage(calledByPackage) : null;
  return place === null ? name : text('run.answer.calledFrom', { call: name, place });
}

/** What the sentences about a thread that waited in one call, or in two, have in common. */
export function blockedWords({ percent, first, second, isLeast }: BlockedInCalls) {
  const least = isLeast ? 'yes' : 'no';
  const call = callWithCaller(first);
  const ofFirst = formatPercent(first.percent, 0);
  if (second === null) return { calls: 'one', words: { least, percent: ofFirst, call } } as const;
  const words = { least, percent: formatPercent(percent, 0), first: ofFirst, call, second: formatPercent(second.percent, 0) } as const;
  return { calls: 'two', words: { ...words, other: callWithCaller(second) } } as const;
}
