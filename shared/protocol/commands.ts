/**
 * What can be done from the keyboard or from a menu on a whole screen, each once: its key, its row in the list of keys, its item in the desktop
 * window's menus. The keys, that list, the palette and the menus follow. A view says which of them it can do now (`useCommands`).
 */
import type { Messages } from '../words/catalogue.ts';

/** Of the list of keys. */
export type CommandRow = keyof Messages['common']['keys'];

/** The item with the words of this name in `shared/words/en/desktop.ts`. */
export interface MenuItem {
  /** As Electron writes it. */
  readonly accelerator: string;
  /** On macOS, where it is another one. */
  readonly onMac?: string;
  /** The session that must be on the screen; absent: none must. */
  readonly needs?: 'session' | 'live' | 'ended';
}

export interface Command {
  /** As `KeyboardEvent.key` has it; null: it has none. */
  readonly key: string | null;
  /** Commands of one row stand beside each other there; null: it is in no row. */
  readonly row: CommandRow | null;
  /** Absent: it is in no menu. */
  readonly menu?: MenuItem;
}

export const COMMANDS = {
  search: { key: '/', row: 'search', menu: { accelerator: 'CmdOrCtrl+F', needs: 'session' } },
  /** The tab with the search field. */
  toSearch: { key: null, row: null },
  pause: { key: ' ', row: 'pause' },
  stop: { key: null, row: null, menu: { accelerator: 'CmdOrCtrl+.', needs: 'live' } },
  saveAs: { key: null, row: null, menu: { accelerator: 'CmdOrCtrl+Shift+S', needs: 'ended' } },
  previousTab: { key: ',', row: 'turnTab', menu: { accelerator: 'Ctrl+Shift+Tab', needs: 'session' } },
  nextTab: { key: '.', row: 'turnTab', menu: { accelerator: 'Ctrl+Tab', needs: 'session' } },
  previousRound: { key: '[', row: 'round' },
  nextRound: { key: ']', row: 'round' },
  previousCell: { key: '[', row: 'cell' },
  nextCell: { key: ']', row: 'cell' },
  previousLine: { key: 'p', row: 'line' },
  nextLine: { key: 'n', row: 'line' },
  home: { key: 'g h', row: 'goHome', menu: { accelerator: 'CmdOrCtrl+Shift+H' } },
  newRun: { key: 'n', row: 'newRun', menu: { accelerator: 'CmdOrCtrl+N' } },
  openFile: { key: 'o', row: 'openFile', menu: { accelerator: 'CmdOrCtrl+O' } },
  compare: { key: null, row: null },
  probe: { key: null, row: null },
  /** The form of a run that looks for a leak. */
  findLeak: { key: null, row: null },
  settings: { key: null, row: null, menu: { accelerator: 'CmdOrCtrl+,' } },
  help: { key: null, row: null, menu: { accelerator: 'F1' } },
  keys: { key: '?', row: 'showKeys', menu: { accelerator: 'CmdOrCtrl+/' } },
  back: { key: null, row: null, menu: { accelerator: 'Alt+Left', onMac: 'Cmd+[' } },
  forward: { key: null, row: null, menu: { accelerator: 'Alt+Right', onMac: 'Cmd+]' } },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** Those that have an item in a menu. */
export type MenuCommand = { [Name in CommandName]: (typeof COMMANDS)[Name] extends { menu: MenuItem } ? Name : never }[CommandName];

/** Keys of a row of the list, in the order of the commands. */
export function keysOfRow(row: CommandRow): string[] {
  return Object.values(COMMANDS).flatMap((command) => (command.row === row && command.key !== null ? [command.key] : []));
}
