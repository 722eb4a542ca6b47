import { ipcMain, nativeTheme, shell } from 'electron';
import { setupCalls } from './calls.ts';
import type { Desktop } from './desktop.ts';
import { chooseFile, chooseSave } from './dialogs.ts';
import type { EngineHost } from './engine-host.ts';
import { openLink } from './messages.ts';
import { linkOfFile } from './open-in-editor.ts';
import type { ApplicationMenu } from './setup-menu.ts';

/** What the page can ask of the window. `setupCalls` accepts calls from our own page only. */
export function setupBridge(desktop: Desktop, engine: EngineHost, menu: ApplicationMenu): void {
  setupCalls(
    ipcMain,
    {
      'engine-address': () => engine.address(),
      ready: () => desktop.commands.pageIsReady((channel, command) => desktop.window?.webContents.send(channel, command)),
      'choose-file': ({ kind, startDir }) => (desktop.window ? chooseFile(desktop.window, kind, startDir) : null),
      'choose-save': ({ suggested }) => (desktop.window ? chooseSave(desktop.window, suggested) : null),
      'show-in-folder': ({ path }) => {
        shell.showItemInFolder(path);
        return null;
      },
      trash: async ({ path }) => {
        // The list is the engine's: a page cannot name any other file.
        if (!engine.recent.includes(path)) return false;
        return shell.trashItem(path).then(
          () => true,
          (error: Error) => {
            desktop.log.write(`trash: ${error.message}`);
            return false;
          },
        );
      },
      'set-theme': ({ theme }) => {
        nativeTheme.themeSource = theme;
        return null;
      },
      'set-document': (state) => {
        desktop.document = state;
        menu.setDocument(state);
        // macOS: the icon in the title bar and the dot in the close button.
        desktop.window?.setRepresentedFilename(state.path ?? '');
        desktop.window?.setDocumentEdited(state.edited);
        return null;
      },
      'open-in-editor': async (at) => {
        const link = linkOfFile(at);
        if (link === null) return false;
        return shell.openExternal(link).then(
          () => true,
          (error: Error) => {
            desktop.log.write(`editor: ${error.message}`);
            return false;
          },
        );
      },
      'open-link': async ({ name }) => {
        await openLink(name);
        return null;
      },
    },
    () => desktop.window?.webContents.id ?? null,
  );
}
