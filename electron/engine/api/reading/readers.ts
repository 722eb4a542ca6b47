/**
 * The handlers of the requests that only read a session. Each needs the session and nothing else, so that it can run wherever that is held: it imports
 * nothing of Node, which `test/unit/engine/api/readers.test.ts` keeps.
 */
import { comparisonReaders } from './comparisons.ts';
import { profileReaders } from './profiles.ts';
import type { ReadContext } from './read-context.ts';
import { sessionReaders } from './session-data.ts';

export function createReaders(context: ReadContext) {
  return { ...sessionReaders(context), ...profileReaders(context), ...comparisonReaders(context) };
}
