/** What pictures say of the session that is shown, and the names of the files that tables and pictures are saved as. */
import { fileStem } from '../../shared/format/file-stem.ts';
import { sessionLine } from '../../shared/phrases/session-line.ts';
import { shownSession } from '../state/sessions.ts';

/** The session on the screen in one line: name, load, Node. Empty: there is none. */
export function aboutSession(): string {
  const info = shownSession();
  if (info === undefined) return '';
  return sessionLine({ ...info, setup: info.kind === 'comparison' ? null : info.setup });
}

/** Safe, whatever the session and the figure are called. */
export function fileNameOf(title: string, extension: string): string {
  const parts = [shownSession()?.name ?? '', title].filter((part) => part.trim() !== '');
  return `${parts.map(fileStem).join(' - ')}.${extension}`;
}
