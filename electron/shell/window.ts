import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
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
/** A page that dies this often in this time is not helped by being loaded again. */
const MAX_DEATHS = 3;
const WITHIN_MS = 60_000;

/** The one window, as it was left the last time. */
export function setupWindow(desktop: Desktop, leaving: Leaving): void {
  const stateFile = join(desktop.dataDir, 'window.json');
  const state = parseWindowState(readSmall(stateFile) ?? '');
  // Before there is a page: it, too, starts in the colours it had.
  nativeTheme.themeSource = state?.theme ?? 'system';
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...placeWindow(state, displays),
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    title: 'Loopscope',
    show: false,
    // The ground of the page, so that nothing flashes before it has drawn.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17191d' : '#ffffff',
    webPreferences: webPreferences(PRELOAD_FILE),
  });
  window.once('ready-to-show', () => {
    // Who leaves at once is not waited for by the first picture.
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
  loadHome(window, desktop);
  // While the page is fetched. macOS takes it from the package, and a tree without icons still has a window.
  if (process.platform !== 'darwin' && existsSync(ICON_FILE)) window.setIcon(ICON_FILE);
}

/** The first page, and a new one where another policy is needed. */
export function loadHome(window: BrowserWindow, { log }: Pick<Desktop, 'log'>): void {
  window.loadURL(HOME).catch((error: Error) => log.write(`page: ${error.message}`));
}

function stateOf(window: BrowserWindow): WindowState {
  return { version: 1, bounds: window.getNormalBounds(), maximized: window.isMaximized(), theme: nativeTheme.themeSource };
}

/** An empty page needs no request, so no guard is asked about it. Nothing could be done from there; but nobody would get back, either. */
function stayAtHome(window: BrowserWindow, desktop: Desktop): void {
  window.webContents.on('did-navigate', (_event, url) => {
    if (!isOwnPage(url)) loadHome(window, desktop);
  });
}

/** A page that is about to make place for another one hears nothing any more: what is said from now on is for the other one. */
function holdCommands(window: BrowserWindow, { commands }: Desktop): void {
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) commands.pageIsGone();
  });
}

/** A run does not depend on the page: what was on it is asked for again and is there. */
function comeBack(window: BrowserWindow, desktop: Desktop): void {
  let deaths: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    desktop.log.write(`page: gone (${reason})`);
    desktop.commands.pageIsGone();
    const now = Date.now();
    deaths = [...deaths, now].filter((at) => now - at < WITHIN_MS);
    if (deaths.length > MAX_DEATHS) void tellGivenUp(desktop, 'The page');
    // Not from within the event: the contents are still being taken down.
    else setImmediate(() => window.isDestroyed() || window.webContents.reload());
  });
}
