/** The page's only way to the desktop: named functions, each for one call of the contract. Nothing of Electron is exposed. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  COMMAND_CHANNEL,
  channelOf,
  type DesktopBridge,
  type ShellCallName,
  type ShellCalls,
  type ShellCommand,
} from '../shared/protocol/shell.ts';

function call<N extends ShellCallName>(name: N, params: ShellCalls[N]['params']): Promise<ShellCalls[N]['reply']> {
  return ipcRenderer.invoke(channelOf(name), params);
}

let dropped: readonly string[] = [];
// In the capture phase, before the page's own handler, so that the paths are known when the page asks.
window.addEventListener(
  'drop',
  (event) => {
    dropped = [...(event.dataTransfer?.files ?? [])].map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
  },
  true,
);

const desktop: DesktopBridge = {
  engineAddress: () => call('engine-address', null),
  ready: () => call('ready', null),
  chooseFile: (kind, startDir) => call('choose-file', { kind, startDir }),
  chooseSave: (suggested) => call('choose-save', { suggested }),
  showInFolder: (path) => call('show-in-folder', { path }),
  trash: (path) => call('trash', { path }),
  setTheme: (theme) => call('set-theme', { theme }),
  setDocument: ({ path, edited, screen, live }) => call('set-document', { path, edited, screen, live }),
  openLink: (name) => call('open-link', { name }),
  openInEditor: ({ editor, path, line, column }) => call('open-in-editor', { editor, path, line, column }),
  droppedPaths: () => dropped,
  onCommand: (listener) => {
    ipcRenderer.on(COMMAND_CHANNEL, (_event, command: ShellCommand) => listener(command));
  },
};

contextBridge.exposeInMainWorld('loopscope', desktop);
