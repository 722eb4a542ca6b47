/** What menu, dock, command line and window of the desktop ask of the page, and what the page tells them in turn. */
import { isFinal } from '../../shared/model/run.ts';
import type { SessionInfo } from '../../shared/protocol/contract.ts';
import type { DocumentState, ShellCommand } from '../../shared/protocol/shell.ts';
import { bridge, connectTo, request } from '../bridge.ts';
import { desktop } from '../desktop.ts';
import { text } from '../i18n/i18n.tsx';
import { showToast } from '../ui/Toast.tsx';
import { navigate, parseRoute, type Route, sessionOf } from './route.ts';
import { saveWithDialog } from './save-as.ts';
import { knownSession } from './sessions.ts';
import { openGiven, openPath, showDialog, showFailure } from './shell.ts';
import { watchThemeChoice } from './theme.ts';

/** Called once, before the first render. In a browser there is nobody to listen to. */
export function setupDesktop(): void {
  if (desktop === null) return;
  const { setTheme, ready } = desktop;
  desktop.onCommand(obey);
  watchThemeChoice((choice) => void setTheme(choice));
  // After the connection, so that a file given at the start is asked for on it.
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
    edited: shown !== undefined && shown.kind !== 'profile' && shown.path === null,
    screen: shown !== undefined ? 'run' : route.screen === 'home' || route.screen === 'setup' ? route.screen : 'other',
    live: shown !== undefined && !isFinal(shown.state),
  };
}

function obey(command: ShellCommand): void {
  switch (command.type) {
    case 'open-path':
      openGiven(command.path);
      break;
    case 'open-dialog':
      showDialog('open');
      break;
    case 'keys':
      showDialog('keys');
      break;
    case 'new-run':
      navigate({ screen: 'setup' });
      break;
    case 'home':
    case 'settings':
      navigate({ screen: command.type });
      break;
    case 'help':
      navigate({ screen: 'help', page: command.page });
      break;
    case 'save-as':
      void saveShown();
      break;
    case 'stop':
      stopShown();
      break;
    case 'search':
      search();
      break;
    case 'next-tab':
      turnTab(1);
      break;
    case 'previous-tab':
      turnTab(-1);
      break;
    case 'engine-restarted':
      void startAfresh(command);
      break;
  }
}

function shownSession(): SessionInfo | undefined {
  const id = sessionOf(parseRoute(window.location.hash));
  return id === null ? undefined : knownSession(id);
}

async function saveShown(): Promise<void> {
  const info = shownSession();
  const outcome = info ? await saveWithDialog(info) : null;
  if (outcome === null) return;
  if (outcome.ok) showToast(text('run.save.saved', { path: outcome.value.path }));
  else showFailure(outcome.failure);
}

function stopShown(): void {
  const info = shownSession();
  if (info === undefined || isFinal(info.state)) return;
  void request(info.kind === 'comparison' ? 'compare.stop' : 'run.stop', { sessionId: info.id });
}

/** The screens' own keys, so that a menu does what its key does and nothing else. True: a screen took it. */
function pressKey(key: string): boolean {
  return !document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

function turnTab(step: number): void {
  const tabs = [...document.querySelectorAll('main [role="tablist"]')].map((list) => [...list.querySelectorAll('[role="tab"]')])[0] ?? [];
  const chosen = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
  if (chosen >= 0) pressKey(String(((chosen + step + tabs.length) % tabs.length) + 1));
}

/** The second tab of a run is the flame graph, the first one that can be searched. */
function search(): void {
  if (pressKey('/')) return;
  pressKey('2');
  requestAnimationFrame(() => requestAnimationFrame(() => pressKey('/')));
}

/** The engine that knew what is on the screen is gone. A file is opened again; a run that went on is offered as a recording. */
async function startAfresh({ address }: Extract<ShellCommand, { type: 'engine-restarted' }>): Promise<void> {
  await connectTo(address);
  // Not before: what was on the screen when the engine died may have been left since.
  const path = shownSession()?.path ?? null;
  const isRun = sessionOf(parseRoute(window.location.hash)) !== null;
  if (isRun) navigate({ screen: 'home' }, { replace: true });
  if (isRun && path !== null) await openPath(path);
  else showFailure({ code: 'internal', message: text('common.engine.restarted'), hint: text('common.engine.restartedHint') });
}
