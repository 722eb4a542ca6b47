/** What a copy of a session was saved without, in words. */
import type { LeftOut } from '../model/left-out.ts';
import { text } from '../words/words.ts';

/** "output of the script, notes" */
export function nameLeftOut(leftOut: readonly LeftOut[]): string {
  return leftOut.map((one) => text(`privacy.copy.part.${one}`)).join(', ');
}

/** "This copy was saved without: output of the script, notes. ..." */
export function tellLeftOut(leftOut: readonly LeftOut[]): string {
  return text('privacy.copy.was', { parts: nameLeftOut(leftOut) });
}
