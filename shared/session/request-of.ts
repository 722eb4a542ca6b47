import type { Setup } from '../model/setup.ts';
import { redactText } from '../privacy/redact-text.ts';
import { firstOf } from '../profile/shorten.ts';

/** In a list nobody reads more. */
const MOST_CHARACTERS = 200;

/** What a run requests, for lists: `/slow`, `POST /orders`; of several requests the first. Without possible secrets. */
export function requestOf({ requests }: Setup): string {
  const [first] = requests;
  if (first === undefined) return '';
  const { method, url } = first;
  return firstOf(redactText(method === 'GET' ? url : `${method} ${url}`), MOST_CHARACTERS);
}
