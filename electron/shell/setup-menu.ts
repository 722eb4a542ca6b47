import { homedir } from 'node:os';
import { app, Menu, shell } from 'electron';
import type { DocumentState } from '../../shared/protocol/shell.ts';
import type { Desktop } from './desktop.ts';
import { diagnosticsText } from './diagnostics.ts';
import { type MenuState, menuTemplate } from './menu.ts';
import { offerDiagnostics, tellAbout } from './messages.ts';
import { readSmall } from './small-file.ts';
import { words } from './words.ts';

export interface ApplicationMenu {
  setRecent(paths: readonly string[]): void;
  setDocument(document: DocumentState): void;
}

/** Called before the application is ready; otherwise Electron would build its default menu first. */
export function postponeMenu(): void {
  Menu.setApplicationMenu(null);
}

/** Native menus that reflect what is on the page. */
export function setupMenu(desktop: Desktop, engineNode: () => Promise<string>): ApplicationMenu {
  let state: MenuState = {
    platform: process.platform,
    recent: [],
    document: { path: null, edited: false, screen: 'other', live: false },
  };
  const actions = {
    give: (command: Parameters<typeof desktop.commands.give>[0]) => desktop.commands.give(command),
    showAbout: () => void engineNode().then((node) => tellAbout(desktop, versions(node))),
    copyDiagnostics: () => void engineNode().then((node) => offerDiagnostics(desktop, diagnostics(desktop, node))),
    showInFolder: (path: string) => shell.showItemInFolder(path),
    quit: () => app.quit(),
  };
  const change = (next: Partial<MenuState>): void => {
    const before = JSON.stringify(state);
    state = { ...state, ...next };
    // Replacing a menu closes it if it is open, so it is replaced only when something changes.
    if (JSON.stringify(state) !== before) show();
  };
  const show = (): void => Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, actions)));
  show();
  return {
    setRecent: (recent) => {
      // The system's own lists (dock, jump list); does nothing on other systems.
      for (const path of [...recent].reverse()) app.addRecentDocument(path);
      change({ recent });
    },
    setDocument: (document) => change({ document }),
  };
}

function versions(engineNode: string): Record<string, string> {
  const { electron = '', chrome = '', node } = process.versions;
  return {
    [words.about.version]: app.getVersion(),
    Electron: electron,
    Chromium: chrome,
    [words.about.electronNode]: node,
    [words.about.engineNode]: engineNode,
  };
}

function diagnostics(desktop: Desktop, engineNode: string): string {
  const log = readSmall(desktop.log.file) ?? '';
  return diagnosticsText({ versions: versions(engineNode), platform: `${process.platform} ${process.arch}`, log }, homedir());
}
