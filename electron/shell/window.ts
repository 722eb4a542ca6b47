import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { CommandName } from '../../shared/protocol/commands.ts';
import { APP_ORIGIN } from '../../shared/protocol/shell.ts';
import type { Desktop } from './desktop.ts';
import type { Leaving } from './leaving.ts';
import { tellGivenUp } from './messages.ts';
import { isOwnPage } from './own-page.ts';
import { ICON_FILE, PRELOAD_FILE } from './places.ts';
import { readSmall, writeSmall } from './small-file.ts';
import { webPreferences } from './web-preferences.ts';
import { MINIMUM_SIZE, parseWindowState, placeWindow, type WindowState } from './window-state.ts';

const HOME = `${APP_ORIGIN}/`;
/** A page that crashes this often in this time will not be helped by another reload. */
const MAX_DEATHS = 3;
const WITHIN_MS = 60_000;

/** The one window, in the place and size it last had. */
export function setupWindow(desktop: Desktop, leaving: Leaving): void {
  const stateFile = join(desktop.dataDir, 'window.json');
  const state = parseWindowState(readSmall(stateFile) ?? '');
  // Set before there is a page, so that the page also starts in the last theme.
  nativeTheme.themeSource = state?.theme ?? 'system';
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...placeWindow(state, displays),
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    title: 'Loopscope',
    show: false,
    // The page's background colour, so that nothing flashes before the first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17191d' : '#ffffff',
    webPreferences: webPreferences(PRELOAD_FILE),
  });
  window.once('ready-to-show', () => {
    // The window may have been closed before the first paint.
    if (window.isDestroyed() || window.webContents.isDestroyed()) return;
    if (state?.maximized) window.maximize();
    window.show();
  });
  window.on('close', () => writeSmall(stateFile, JSON.stringify(stateOf(window))));
  window.on('closed', () => {
    desktop.window = null;
  });
  desktop.window = window;
  leaving.watch(window);
  stayAtHome(window, desktop);
  comeBack(window, desktop);
  holdCommands(window, desktop);
  obeyMouse(window, desktop);
  loadHome(window, desktop);
  // Set while the page is loading. macOS takes the icon from the package; a source tree without icons still gets a window.
  if (process.platform !== 'darwin' && existsSync(ICON_FILE)) window.setIcon(ICON_FILE);
}

/** Loads the first page, and reloads it when another policy is needed. */
export function loadHome(window: BrowserWindow, { log }: Pick<Desktop, 'log'>): void {
  window.loadURL(HOME).catch((error: Error) => log.write(`page: ${error.message}`));
}

function stateOf(window: BrowserWindow): WindowState {
  return { version: 1, bounds: window.getNormalBounds(), maximized: window.isMaximized(), theme: nativeTheme.themeSource };
}

/** An empty page makes no request, so no guard sees it. It could do no harm, but there would be no way back from it. */
function stayAtHome(window: BrowserWindow, desktop: Desktop): void {
  window.webContents.on('did-navigate', (_event, url) => {
    if (!isOwnPage(url)) loadHome(window, desktop);
  });
}

/** A page about to be replaced receives no more commands: they are kept for the next page. */
function holdCommands(window: BrowserWindow, { commands }: Desktop): void {
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) commands.pageIsGone();
  });
}

/** The buttons of a mouse for back and forward, as in a browser. On macOS there is no such event. */
function obeyMouse(window: BrowserWindow, { commands }: Desktop): void {
  const give = (name: CommandName): void => commands.give({ type: 'command', name });
  window.on('app-command', (_event, button) => {
    if (button === 'browser-backward') give('back');
    else if (button === 'browser-forward') give('forward');
  });
}

/** A run does not depend on the page: after a reload the page fetches everything again. */
function comeBack(window: BrowserWindow, desktop: Desktop): void {
  let deaths: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    desktop.log.write(`page: gone (${reason})`);
    desktop.commands.pageIsGone();
    const now = Date.now();
    deaths = [...deaths, now].filter((at) => now - at < WITHIN_MS);
    if (deaths.length > MAX_DEATHS) void tellGivenUp(desktop, 'page');
    // Not inside the event handler: the web contents are still being destroyed.
    else setImmediate(() => window.isDestroyed() || window.webContents.reload());
  });
}
