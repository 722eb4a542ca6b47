/** The menus as data. Pure: platform and state in, commands out. */
import { basename } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import type { DocumentState, ShellCommand } from '../../shared/protocol/shell.ts';

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
    { label: 'Edit', submenu: roles('undo', 'redo', null, 'cut', 'copy', 'paste', 'selectAll', null).concat(find(state, actions)) },
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
      command('about', 'About Loopscope', null, actions.showAbout),
      SEPARATOR,
      settings(actions),
      SEPARATOR,
      ...roles('services', null, 'hide', 'hideOthers', 'unhide', null),
      command('quit', 'Quit Loopscope', 'Cmd+Q', actions.quit),
    ],
  };
}

function settings({ give }: MenuActions): Item {
  return command('settings', 'Settings…', 'CmdOrCtrl+,', () => give({ type: 'settings' }));
}

function fileMenu({ platform, recent, document }: MenuState, actions: MenuActions): Item {
  const { give, showInFolder, quit } = actions;
  const { path, screen, live } = document;
  const isMac = platform === 'darwin';
  return {
    label: 'File',
    submenu: [
      command('open', 'Open…', 'CmdOrCtrl+O', () => give({ type: 'open-dialog' })),
      { id: 'recent', label: 'Open recent', enabled: recent.length > 0, submenu: recentItems(recent, give) },
      SEPARATOR,
      command('save-as', 'Save as…', 'CmdOrCtrl+Shift+S', () => give({ type: 'save-as' }), screen === 'run' && !live),
      command(
        'show-in-folder',
        isMac ? 'Show in Finder' : 'Show in folder',
        null,
        () => path !== null && showInFolder(path),
        path !== null,
      ),
      SEPARATOR,
      command('home', 'Home', 'CmdOrCtrl+Shift+H', () => give({ type: 'home' })),
      ...(isMac
        ? [{ role: 'close' } as Item]
        : [settings(actions), SEPARATOR, command('quit', platform === 'win32' ? 'Exit' : 'Quit', 'Ctrl+Q', quit)]),
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
  return command('search', 'Find', 'CmdOrCtrl+F', () => give({ type: 'search' }), document.screen === 'run');
}

function runMenu({ document }: MenuState, { give }: MenuActions): Item {
  return {
    label: 'Run',
    submenu: [
      command('new-run', 'New run…', 'CmdOrCtrl+N', () => give({ type: 'new-run' })),
      command('stop', 'Stop', 'CmdOrCtrl+.', () => give({ type: 'stop' }), document.live),
    ],
  };
}

function viewMenu({ document }: MenuState, { give }: MenuActions): Item {
  const onRun = document.screen === 'run';
  return {
    label: 'View',
    submenu: [
      command('next-tab', 'Next tab', 'Ctrl+Tab', () => give({ type: 'next-tab' }), onRun),
      command('previous-tab', 'Previous tab', 'Ctrl+Shift+Tab', () => give({ type: 'previous-tab' }), onRun),
      SEPARATOR,
      ...roles('resetZoom', 'zoomIn', 'zoomOut', null, 'togglefullscreen'),
    ],
  };
}

function helpMenu(isMac: boolean, { give, showAbout, copyDiagnostics }: MenuActions): Item {
  return {
    role: 'help',
    label: 'Help',
    submenu: [
      command('help', 'Loopscope help', 'F1', () => give({ type: 'help', page: null })),
      command('keys', 'Keys', 'CmdOrCtrl+/', () => give({ type: 'keys' })),
      SEPARATOR,
      command('diagnostics', 'Copy diagnostics…', null, copyDiagnostics),
      ...(isMac ? [] : [command('about', 'About Loopscope', null, showAbout)]),
    ],
  };
}
