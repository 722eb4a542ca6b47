import type { Outcome } from '../../shared/model/failure.ts';
import type { LeftOut } from '../../shared/model/left-out.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import { SESSION_EXTENSION } from '../../shared/session/entries.ts';
import { request } from '../bridge.ts';
import { desktop } from '../desktop.ts';
import { refreshSession } from './sessions.ts';

/** Whether it is shown from the file of another tool, of which a session can be made. */
export function isForeign({ imported }: SessionInfo): boolean {
  return imported?.isForeign ?? false;
}

/** The place that a dialog begins with. */
export async function suggestedPath({ id }: SessionInfo): Promise<string> {
  const reply = await request('sessions.suggest-path', { sessionId: id });
  return reply.ok ? reply.value.path : '';
}

/** Asks for the place with the system's dialog, which also asks before replacing a file. Null: nothing was chosen. */
export async function saveWithDialog(info: SessionInfo): Promise<Outcome<{ path: string }> | null> {
  const chosen = await desktop?.chooseSave(await suggestedPath(info));
  if (chosen == null) return null;
  const outcome = await request('sessions.save-as', { sessionId: info.id, ...chosen });
  if (outcome.ok) refreshSession(info.id);
  return outcome;
}

/** The same for a copy without some of it; the session stays where it is. */
export async function saveCopyWithDialog(info: SessionInfo, without: readonly LeftOut[]): Promise<Outcome<{ path: string }> | null> {
  const suggested = await suggestedPath(info);
  const chosen = await desktop?.chooseSave(suggested.replace(SESSION_EXTENSION, `-copy${SESSION_EXTENSION}`));
  return chosen == null ? null : request('sessions.save-copy', { sessionId: info.id, ...chosen, without: [...without] });
}
