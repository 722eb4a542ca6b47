/** How much of the memory of a server is Loopscope's. */
import type { Bytes } from '../base/units.ts';
import type { ServerFigures } from '../model/server-figures.ts';

/** What is surely its, in all processes together, on average; null: not known, or no process has the agent. */
export function ownBytesOf(server: readonly Pick<ServerFigures, 'ownBytes'>[]): Bytes | null {
  const known = server.flatMap(({ ownBytes }) => (ownBytes ? [ownBytes.mean] : []));
  return known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0);
}
