/** What pictures say of the session that is shown, and the names of the files that tables and pictures are saved as. */
import { fileStem } from '../../shared/format/file-stem.ts';
import type { SessionInfo } from '../../shared/protocol/contract.ts';
import { planText } from '../../shared/words/load-plan.ts';
import { text } from '../../shared/words/words.ts';
import { currentRoute, sessionOf } from '../state/route.ts';
import { knownSession } from '../state/sessions.ts';

function shownSession(): SessionInfo | undefined {
  const id = sessionOf(currentRoute());
  return id === null ? undefined : knownSession(id);
}

/** The session on the screen in one line: name, load, Node. Empty: there is none. */
export function aboutSession(): string {
  const info = shownSession();
  if (info === undefined) return '';
  const plan = info.setup === null || info.kind === 'comparison' ? '' : planText(info.setup.load, info.setup.client);
  const node = info.node === null ? '' : text('run.head.node', { version: info.node });
  return [info.name, plan, node].filter((part) => part !== '').join(' · ');
}

/** Safe, whatever the session and the figure are called. */
export function fileNameOf(title: string, extension: string): string {
  const parts = [shownSession()?.name ?? '', title].filter((part) => part.trim() !== '');
  return `${parts.map(fileStem).join(' - ')}.${extension}`;
}
