/** A request that is known from the server, as its client recorded it. */
import { clientRowFinder } from '../../../shared/derive/recording-queries.ts';
import { clientRequest, type FoundRequest, type NoStory } from '../../../shared/model/request-story.ts';
import type { OpenSession } from './open-session.ts';

/** `request`: its number in its process. Or why it is not known. Reads the rows until it is found; rejects if they cannot be read. */
export async function clientRequestOf(session: OpenSession, pid: number, request: number): Promise<FoundRequest | NoStory> {
  const isOf = clientRowFinder(session.recording, pid, request);
  if (typeof isOf === 'string') return isOf;
  let before = 0;
  for await (const batch of session.rows()) {
    const { length } = batch.start;
    for (let row = 0; row < length; row++) if (isOf(batch, row)) return { request: clientRequest(batch, row), nth: before + row };
    before += length;
  }
  return 'not-seen';
}
