/** Commands from menu, dock, command line and window to the page, and what the page reports back. */
import { isFinal } from '../../shared/model/run.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import type { DocumentState, ShellCommand } from '../../shared/protocol/shell.ts';
import { say } from '../../shared/words/said.ts';
import { bridge, connectTo } from '../bridge.ts';
import { perform } from '../commands/commands.ts';
import { desktop } from '../desktop.ts';
import { text } from '../i18n/i18n.tsx';
import { showToast } from '../ui/Toast.tsx';
import { currentRoute, currentView, navigate, type Route, sessionOf } from './route.ts';
import { stopMeasuring } from './running.ts';
import { saveWithDialog } from './save-as.ts';
import { shownSession } from './sessions.ts';
import { openGiven, openPath, showFailure } from './shell.ts';
import { watchThemeChoice } from './theme.ts';

/** Called once, before the first render. Does nothing in a browser. */
export function setupDesktop(): void {
  if (desktop === null) return;
  const { setTheme, ready } = desktop;
  desktop.onCommand(obey);
  watchThemeChoice((choice) => void setTheme(choice));
  // After the connection was set up, because a file given at the start is opened over it.
  void bridge
    .untilOpen()
    .then(ready)
    .then((waiting) => waiting.forEach(obey));
}

/** What the window's frame and menu show. */
export function documentState(route: Route, info: SessionInfo | undefined): DocumentState {
  const shown = sessionOf(route) === null ? undefined : info;
  return {
    path: shown?.path ?? null,
    edited: shown !== undefined && shown.kind !== 'profile' && shown.kind !== 'load' && shown.kind !== 'heap' && shown.path === null,
    screen: shown !== undefined ? 'run' : route.screen === 'home' || route.screen === 'setup' ? route.screen : 'other',
    live: shown !== undefined && !isFinal(shown.state),
  };
}

function obey(command: ShellCommand): void {
  switch (command.type) {
    case 'open-path':
      openGiven(command.path);
      break;
    case 'command':
      if (!perform(command.name) && command.name === 'search') perform('toSearch');
      break;
    case 'help':
      navigate({ screen: 'help', page: command.page });
      break;
    case 'engine-restarted':
      void startAfresh(command);
      break;
  }
}

export async function saveShown(): Promise<void> {
  const info = shownSession();
  const outcome = info ? await saveWithDialog(info) : null;
  if (outcome === null) return;
  if (outcome.ok) showToast(text('run.save.saved', { path: outcome.value.path }));
  else showFailure(outcome.failure);
}

export async function stopShown(): Promise<void> {
  const info = shownSession();
  if (info === undefined || isFinal(info.state)) return;
  await stopMeasuring({ sessionId: info.id, kind: info.kind });
}

/** The engine that held the session on the screen is gone. A file is reopened; a running run is offered as a recording. */
async function startAfresh({ address }: Extract<ShellCommand, { type: 'engine-restarted' }>): Promise<void> {
  await connectTo(address);
  // Checked only now: the user may have left the screen since the engine died.
  const path = shownSession()?.path ?? null;
  const isRun = sessionOf(currentRoute()) !== null;
  const view = currentView();
  if (isRun) navigate({ screen: 'home' }, { replace: true });
  if (isRun && path !== null) await openPath(path, view);
  else showFailure({ code: 'internal', says: say('page.engineRestarted'), hint: say('page.recoverBelow') });
}
