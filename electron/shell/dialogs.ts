import { type BrowserWindow, dialog, type MessageBoxOptions, type OpenDialogOptions } from 'electron';
import type { FileKind } from '../../shared/protocol/shell.ts';

const KINDS: Readonly<Record<FileKind, OpenDialogOptions>> = {
  session: {
    title: 'Open a session or profile',
    properties: ['openFile'],
    filters: [
      { name: 'Sessions and profiles', extensions: ['loopscope', 'cpuprofile'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
  script: {
    title: 'Choose the script',
    properties: ['openFile'],
    filters: [
      { name: 'Scripts', extensions: ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
  folder: { title: 'Choose the working folder', properties: ['openDirectory', 'createDirectory'] },
};

export async function chooseFile(window: BrowserWindow, kind: FileKind, startDir: string | null): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...KINDS[kind],
    ...(startDir === null ? {} : { defaultPath: startDir }),
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** The system's dialog has asked by itself whether to replace a file that is there. */
export async function chooseSave(window: BrowserWindow, suggested: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Save the session as',
    defaultPath: suggested,
    filters: [{ name: 'Loopscope session', extensions: ['loopscope'] }],
  });
  return canceled ? null : filePath || null;
}

export async function ask(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  const { response } = window ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options);
  return response;
}
