import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type BrowserWindow, dialog, type MessageBoxOptions, type OpenDialogOptions } from 'electron';
import type { FileKind, SaveTarget } from '../../shared/protocol/shell.ts';
import { chooseTarget } from './save-target.ts';

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

export function chooseSave(window: BrowserWindow, suggested: string): Promise<SaveTarget | null> {
  return chooseTarget(suggested, {
    choose: (name) => chooseName(window, name),
    mayReplace: (path) => confirmReplacing(window, path),
    exists: existsSync,
  });
}

async function chooseName(window: BrowserWindow, suggested: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Save the session as',
    defaultPath: suggested,
    filters: [{ name: 'Loopscope session', extensions: ['loopscope'] }],
    // Linux asks before replacing a file only with this property; the other systems always ask.
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  return canceled ? null : filePath || null;
}

async function confirmReplacing(window: BrowserWindow, path: string): Promise<boolean> {
  const answer = await ask(window, {
    type: 'warning',
    message: `${basename(path)} is there already.`,
    detail: 'Replacing it loses what is in it now.',
    buttons: ['Replace', 'Choose another name'],
    defaultId: 1,
    cancelId: 1,
  });
  return answer === 0;
}

export async function ask(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  const { response } = window ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options);
  return response;
}
