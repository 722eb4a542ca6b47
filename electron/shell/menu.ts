/** The menus as data. Pure: platform and state in, commands out. */
import { basename } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type MenuCommand, type MenuItem } from '../../shared/protocol/commands.ts';
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
  const page = (name: MenuCommand): Item => pageItem(name, state, actions);
  return [
    ...(isMac ? [macApplicationMenu(page, actions)] : []),
    fileMenu(page, state, actions),
    // Without these roles the usual text editing keys do nothing on macOS.
    { label: words.edit, submenu: [...roles('undo', 'redo', null, 'cut', 'copy', 'paste', 'selectAll', null), page('search')] },
    { label: words.run, submenu: [page('newRun'), page('stop')] },
    {
      label: words.view,
      submenu: [
        ...[page('back'), page('forward'), SEPARATOR, page('nextTab'), page('previousTab'), SEPARATOR],
        ...roles('resetZoom', 'zoomIn', 'zoomOut', null, 'togglefullscreen'),
      ],
    },
    { role: 'windowMenu' },
    helpMenu(page, isMac, actions),
  ];
}

function roles(...names: readonly (Item['role'] | null)[]): Item[] {
  return names.map((role) => (role ? { role } : SEPARATOR));
}

function command(id: string, label: string, accelerator: string | null, give: () => void, enabled = true): Item {
  return { id, label, enabled, click: give, ...(accelerator === null ? {} : { accelerator }) };
}

/** What the page does. */
function pageItem(name: MenuCommand, { platform, document }: MenuState, { give }: MenuActions): Item {
  const { accelerator, onMac = accelerator, needs }: MenuItem = COMMANDS[name].menu;
  const isRun = document.screen === 'run';
  const enabled = needs === undefined || (needs === 'session' ? isRun : needs === 'live' ? document.live : isRun && !document.live);
  return command(name, words.command[name], platform === 'darwin' ? onMac : accelerator, () => give({ type: 'command', name }), enabled);
}

type PageItem = (name: MenuCommand) => Item;

function macApplicationMenu(page: PageItem, { showAbout, quit }: MenuActions): Item {
  return {
    label: 'Loopscope',
    submenu: [
      command('about', words.about, null, showAbout),
      SEPARATOR,
      page('settings'),
      SEPARATOR,
      ...roles('services', null, 'hide', 'hideOthers', 'unhide', null),
      command('quit', words.quitApplication, 'Cmd+Q', quit),
    ],
  };
}

function fileMenu(page: PageItem, { platform, recent, document: { path } }: MenuState, { give, showInFolder, quit }: MenuActions): Item {
  const isMac = platform === 'darwin';
  return {
    label: words.file,
    submenu: [
      page('openFile'),
      { id: 'recent', label: words.recent, enabled: recent.length > 0, submenu: recentItems(recent, give) },
      SEPARATOR,
      page('saveAs'),
      command(
        'show-in-folder',
        isMac ? words.showInFinder : words.showInFolder,
        null,
        () => path !== null && showInFolder(path),
        path !== null,
      ),
      SEPARATOR,
      page('home'),
      ...(isMac
        ? [{ role: 'close' } as Item]
        : [page('settings'), SEPARATOR, command('quit', platform === 'win32' ? words.exit : words.quit, 'Ctrl+Q', quit)]),
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

function helpMenu(page: PageItem, isMac: boolean, { showAbout, copyDiagnostics }: MenuActions): Item {
  return {
    role: 'help',
    label: words.help,
    submenu: [
      page('help'),
      page('keys'),
      SEPARATOR,
      command('diagnostics', words.diagnostics, null, copyDiagnostics),
      ...(isMac ? [] : [command('about', words.about, null, showAbout)]),
    ],
  };
}
