import { showHidden } from '../format/show-hidden.ts';
import { shorten } from '../profile/model/shorten.ts';

const LONGEST_QUOTE = 60;

/** A text of others as it stands in a sentence. */
export function quote(text: string): string {
  return shorten(showHidden(text), LONGEST_QUOTE);
}
