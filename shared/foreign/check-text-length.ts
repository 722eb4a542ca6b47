import { say } from '../words/said.ts';
import { RECORD_LESS, refuse } from './refuse.ts';

/** Characters. An hour at 1 ms is about 60 million; V8 cannot hold a text of more than 537 million. */
export const MAX_TEXT_LENGTH = 256_000_000;

export function checkTextLength(text: string, name: string): void {
  if (text.length > MAX_TEXT_LENGTH) {
    refuse('too-large', say('profile.tooLong', { name, length: text.length, limit: MAX_TEXT_LENGTH }), RECORD_LESS);
  }
}
