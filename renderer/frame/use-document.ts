import { useEffect } from 'react';
import { useCommands } from '../commands/commands.ts';
import { desktop } from '../desktop.ts';
import { useText } from '../i18n/i18n.tsx';
import { documentState, saveShown, stopShown } from '../state/desktop-commands.ts';
import { type Route, sessionOf } from '../state/route.ts';
import { useKnownSession } from '../state/sessions.ts';

/** Keeps the title of the tab or window and the desktop menus in step with the screen, and offers what can be done with the session on it. */
export function useDocument(route: Route): void {
  const text = useText('common.app');
  const info = useKnownSession(sessionOf(route));
  const name = info?.name ?? null;
  const { path, edited, screen, live } = documentState(route, info);
  const actions = {
    stop: live ? () => void stopShown() : null,
    // A browser saves where it wants to.
    saveAs: desktop !== null && screen === 'run' && !live ? () => void saveShown() : null,
  };
  useCommands(actions, 'session');
  useEffect(() => {
    // A dot in front, as editors mark unsaved files.
    document.title = name === null ? text('name') : `${edited ? '• ' : ''}${name} – ${text('name')}`;
    void desktop?.setDocument({ path, edited, screen, live });
  }, [name, path, edited, screen, live, text]);
}
