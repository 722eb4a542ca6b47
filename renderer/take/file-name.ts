/** Names of the files that tables and pictures are saved as. */
import { fileStem } from '../../shared/format/file-stem.ts';
import { currentRoute, sessionOf } from '../state/route.ts';
import { knownSession } from '../state/sessions.ts';

/** The name of the session on the screen; empty: there is none, or it has no name. */
export function shownSession(): string {
  const id = sessionOf(currentRoute());
  return id === null ? '' : (knownSession(id)?.name ?? '');
}

/** Safe, whatever the session and the figure are called. */
export function fileNameOf(title: string, extension: string): string {
  const parts = [shownSession(), title].filter((part) => part.trim() !== '');
  return `${parts.map(fileStem).join(' - ')}.${extension}`;
}
