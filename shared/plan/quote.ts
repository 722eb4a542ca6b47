import { shorten } from '../base/shorten.ts';
import { showHidden } from '../base/show-hidden.ts';

const LONGEST_QUOTE = 60;

/** A text of others as it stands in a sentence. */
export function quote(text: string): string {
  return shorten(showHidden(text), LONGEST_QUOTE);
}
