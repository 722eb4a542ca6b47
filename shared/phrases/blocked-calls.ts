import type { WaitingCall } from '../analysis/blocked-calls.ts';
import { shortName } from '../format/place.ts';
import { text } from '../words/words.ts';
import { nameOfPackage, placeOfCode } from './code-place.ts';

/** "spawnSync, called from thumbnail (images.js:2)". */
export function callWithCaller({ call, calledBy, calledByPackage }: WaitingCall): string {
  const name = shortName(call);
  const place = calledBy ? placeOfCode(calledBy) : calledByPackage ? nameOfPackage(calledByPackage) : null;
  return place === null ? name : text('run.answer.calledFrom', { call: name, place });
}
