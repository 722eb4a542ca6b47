import type { Outcome } from '../../shared/model/failure.ts';
import type { SessionInfo } from '../../shared/protocol/contract.ts';
import { request } from '../bridge.ts';
import { desktop } from '../desktop.ts';
import { refreshSession } from './sessions.ts';

/** Asks for the place with the system's dialog, which also asks before replacing a file. Null: nothing was chosen. */
export async function saveWithDialog({ id, path, name }: SessionInfo): Promise<Outcome<{ path: string }> | null> {
  const suggested = path ?? `${name.replace(/[\\/:*?"<>|]/g, '-') || 'session'}.loopscope`;
  const chosen = await desktop?.chooseSave(suggested);
  if (chosen == null) return null;
  const outcome = await request('sessions.save-as', { sessionId: id, ...chosen });
  if (outcome.ok) refreshSession(id);
  return outcome;
}
