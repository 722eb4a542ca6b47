import type { Setup } from '../model/setup.ts';
import { planOf } from '../plan/plan-of.ts';
import { redactText } from '../privacy/redact-text.ts';
import { firstOf } from '../profile/model/shorten.ts';

/** In a list nobody reads more. */
const MOST_CHARACTERS = 200;
/** Of a plan; whoever wants all of them opens it. */
const MOST_NAMES = 4;

/** What a run requests, for lists: `/slow`, `POST /orders`; of a plan the names of its first requests. Without possible secrets. */
export function requestOf(setup: Setup): string {
  const names = planOf(setup)?.requests.map(({ name }) => name);
  if (names !== undefined) {
    const listed = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names;
    return firstOf(redactText(listed.join(', ')), MOST_CHARACTERS);
  }
  const [first] = setup.requests;
  if (first === undefined) return '';
  const { method, url } = first;
  return firstOf(redactText(method === 'GET' ? url : `${method} ${url}`), MOST_CHARACTERS);
}
