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
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...placeWindow(state, displays),
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    title: 'Loopscope',
    // macOS takes it from the package, and a tree without icons still has a window.
    ...(existsSync(ICON_FILE) ? { icon: ICON_FILE } : {}),
    show: false,
    // The ground of the page, so that nothing flashes before it has drawn.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: webPreferences(PRELOAD_FILE),
  });
  window.once('ready-to-show', () => {
    if (state?.maximized) window.maximize();
    window.show();
  });
  window.on('close', () => writeSmall(stateFile, JSON.stringify(stateOf(window))));
  window.on('closed', () => {
    desktop.window = null;
  });
  desktop.window = window;
  leaving.watch(window);
  stayAtHome(window);
  comeBack(window, desktop);
  void window.loadURL(HOME);
}

function stateOf(window: BrowserWindow): WindowState {
  return { version: 1, bounds: window.getNormalBounds(), maximized: window.isMaximized() };
}

/** An empty page needs no request, so no guard is asked about it. Nothing could be done from there; but nobody would get back, either. */
function stayAtHome(window: BrowserWindow): void {
  window.webContents.on('did-navigate', (_event, url) => {
    if (!isOwnPage(url)) void window.loadURL(HOME);
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
