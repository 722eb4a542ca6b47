/** The menus as data. Pure: platform and state in, commands out. */
import { basename } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import type { DocumentState, ShellCommand } from '../../shared/protocol/shell.ts';
import { words as texts } from './words.ts';

const words = texts.menu;

export interface MenuState {
  readonly platform: NodeJS.Platform;
  readonly recent: readonly string[];
  readonly document: DocumentState;
}

export interface MenuActions {
  give(command: ShellCommand): void;
  showAbout(): void;
  copyDiagnostics(): void;
  showInFolder(path: string): void;
  quit(): void;
}

type Item = MenuItemConstructorOptions;
const SEPARATOR: Item = { type: 'separator' };
const MAX_RECENT = 10;

export function menuTemplate(state: MenuState, actions: MenuActions): Item[] {
  const isMac = state.platform === 'darwin';
  return [
    ...(isMac ? [macApplicationMenu(actions)] : []),
    fileMenu(state, actions),
    // Without these roles the usual text editing keys do nothing on macOS.
    { label: words.edit, submenu: roles('undo', 'redo', null, 'cut', 'copy', 'paste', 'selectAll', null).concat(find(state, actions)) },
    runMenu(state, actions),
    viewMenu(state, actions),
    { role: 'windowMenu' },
    helpMenu(isMac, actions),
  ];
}

function roles(...names: readonly (Item['role'] | null)[]): Item[] {
  return names.map((role) => (role ? { role } : SEPARATOR));
}

function command(id: string, label: string, accelerator: string | null, give: () => void, enabled = true): Item {
  return { id, label, enabled, click: give, ...(accelerator === null ? {} : { accelerator }) };
}

function macApplicationMenu(actions: MenuActions): Item {
  return {
    label: 'Loopscope',
    submenu: [
      command('about', words.about, null, actions.showAbout),
      SEPARATOR,
      settings(actions),
      SEPARATOR,
      ...roles('services', null, 'hide', 'hideOthers', 'unhide', null),
      command('quit', words.quitApplication, 'Cmd+Q', actions.quit),
    ],
  };
}

function settings({ give }: MenuActions): Item {
  return command('settings', words.settings, 'CmdOrCtrl+,', () => give({ type: 'settings' }));
}

function fileMenu({ platform, recent, document }: MenuState, actions: MenuActions): Item {
  const { give, showInFolder, quit } = actions;
  const { path, screen, live } = document;
  const isMac = platform === 'darwin';
  return {
    label: words.file,
    submenu: [
      command('open', words.open, 'CmdOrCtrl+O', () => give({ type: 'open-dialog' })),
      { id: 'recent', label: words.recent, enabled: recent.length > 0, submenu: recentItems(recent, give) },
      SEPARATOR,
      command('save-as', words.saveAs, 'CmdOrCtrl+Shift+S', () => give({ type: 'save-as' }), screen === 'run' && !live),
      command(
        'show-in-folder',
        isMac ? words.showInFinder : words.showInFolder,
        null,
        () => path !== null && showInFolder(path),
        path !== null,
      ),
      SEPARATOR,
      command('home', words.home, 'CmdOrCtrl+Shift+H', () => give({ type: 'home' })),
      ...(isMac
        ? [{ role: 'close' } as Item]
        : [settings(actions), SEPARATOR, command('quit', platform === 'win32' ? words.exit : words.quit, 'Ctrl+Q', quit)]),
    ],
  };
}

function recentItems(recent: readonly string[], give: MenuActions['give']): Item[] {
  return recent.slice(0, MAX_RECENT).map((path) => ({
    // A single ampersand would mark the next letter as the access key.
    label: basename(path).replace(/&/g, '&&'),
    sublabel: path,
    click: () => give({ type: 'open-path', path }),
  }));
}

function find({ document }: MenuState, { give }: MenuActions): Item {
  return command('search', words.find, 'CmdOrCtrl+F', () => give({ type: 'search' }), document.screen === 'run');
}

function runMenu({ document }: MenuState, { give }: MenuActions): Item {
  return {
    label: words.run,
    submenu: [
      command('new-run', words.newRun, 'CmdOrCtrl+N', () => give({ type: 'new-run' })),
      command('stop', words.stop, 'CmdOrCtrl+.', () => give({ type: 'stop' }), document.live),
    ],
  };
}

function viewMenu({ document, platform }: MenuState, { give }: MenuActions): Item {
  const onRun = document.screen === 'run';
  const isMac = platform === 'darwin';
  return {
    label: words.view,
    submenu: [
      command('back', words.back, isMac ? 'Cmd+[' : 'Alt+Left', () => give({ type: 'back' })),
      command('forward', words.forward, isMac ? 'Cmd+]' : 'Alt+Right', () => give({ type: 'forward' })),
      SEPARATOR,
      command('next-tab', words.nextTab, 'Ctrl+Tab', () => give({ type: 'next-tab' }), onRun),
      command('previous-tab', words.previousTab, 'Ctrl+Shift+Tab', () => give({ type: 'previous-tab' }), onRun),
      SEPARATOR,
      ...roles('resetZoom', 'zoomIn', 'zoomOut', null, 'togglefullscreen'),
    ],
  };
}

function helpMenu(isMac: boolean, { give, showAbout, copyDiagnostics }: MenuActions): Item {
  return {
    role: 'help',
    label: words.help,
    submenu: [
      command('help', words.loopscopeHelp, 'F1', () => give({ type: 'help', page: null })),
      command('keys', words.keys, 'CmdOrCtrl+/', () => give({ type: 'keys' })),
      SEPARATOR,
      command('diagnostics', words.diagnostics, null, copyDiagnostics),
      ...(isMac ? [] : [command('about', words.about, null, showAbout)]),
    ],
  };
}
