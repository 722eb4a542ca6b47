import { ownBytesOf } from '../../analysis/own-memory.ts';
import { formatBytes } from '../../format/figures.ts';
import type { ServerFigures } from '../../model/server-figures.ts';
import { text } from '../../words/words.ts';

/** What stands beside figures of memory: how much of it is Loopscope's. Null: it has no part in any process. */
export function ownMemoryNote(server: readonly Pick<ServerFigures, 'elu' | 'ownBytes'>[]): string | null {
  const withAgent = server.filter(({ elu }) => elu !== null);
  if (withAgent.length === 0) return null;
  // Of one of them: they need not have run at the same time.
  const own = ownBytesOf(withAgent);
  const weighed = withAgent.filter(({ ownBytes }) => ownBytes).length;
  const processes = withAgent.length;
  return own === null
    ? text('run.server.ownMemoryUnknown', { count: processes })
    : text('run.server.ownMemory', { count: processes, own: formatBytes(own / weighed) });
}
