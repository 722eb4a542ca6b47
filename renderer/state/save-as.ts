import type { Outcome } from '../../shared/model/failure.ts';
import type { LeftOut } from '../../shared/model/left-out.ts';
import type { SessionInfo } from '../../shared/protocol/contract.ts';
import { SESSION_EXTENSION } from '../../shared/session/entries.ts';
import { request } from '../bridge.ts';
import { desktop } from '../desktop.ts';
import { refreshSession } from './sessions.ts';

/** Whether it is shown from the file of another tool, of which a session can be made. */
export function isForeign({ imported }: SessionInfo): boolean {
  return imported?.isForeign ?? false;
}

/** Where it is saved unless another place is chosen: where it is, or beside the file of another tool. Null: it has no file. */
export function savePath(info: SessionInfo): string | null {
  const { path } = info;
  return path !== null && isForeign(info) ? `${withoutExtension(path)}${SESSION_EXTENSION}` : path;
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^\\/.]*$/, '');
}

/** The place that the dialog begins with. */
function suggestedPath(info: SessionInfo): string {
  return savePath(info) ?? `${info.name.replace(/[\\/:*?"<>|]/g, '-') || 'session'}${SESSION_EXTENSION}`;
}

/** Asks for the place with the system's dialog, which also asks before replacing a file. Null: nothing was chosen. */
export async function saveWithDialog(info: SessionInfo): Promise<Outcome<{ path: string }> | null> {
  const chosen = await desktop?.chooseSave(suggestedPath(info));
  if (chosen == null) return null;
  const outcome = await request('sessions.save-as', { sessionId: info.id, ...chosen });
  if (outcome.ok) refreshSession(info.id);
  return outcome;
}

/** The same for a copy without some of it; the session stays where it is. */
export async function saveCopyWithDialog(info: SessionInfo, without: readonly LeftOut[]): Promise<Outcome<{ path: string }> | null> {
  const chosen = await desktop?.chooseSave(`${withoutExtension(suggestedPath(info))}-copy${SESSION_EXTENSION}`);
  return chosen == null ? null : request('sessions.save-copy', { sessionId: info.id, ...chosen, without: [...without] });
}
