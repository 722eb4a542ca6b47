import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type BrowserWindow, dialog, type MessageBoxOptions, type OpenDialogOptions } from 'electron';
import { OPENABLE_EXTENSIONS, PLAN_EXTENSIONS } from '../../shared/protocol/file-names.ts';
import type { FileKind, SaveTarget } from '../../shared/protocol/shell.ts';
import { chooseTarget } from './save-target.ts';
import { fill, words } from './words.ts';

const { choose, replace } = words;

const KINDS: Readonly<Record<FileKind, OpenDialogOptions>> = {
  session: {
    title: choose.session,
    properties: ['openFile'],
    filters: [
      { name: choose.sessions, extensions: [...OPENABLE_EXTENSIONS] },
      { name: choose.allFiles, extensions: ['*'] },
    ],
  },
  script: {
    title: choose.script,
    properties: ['openFile'],
    filters: [
      { name: choose.scripts, extensions: ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'] },
      { name: choose.allFiles, extensions: ['*'] },
    ],
  },
  plan: {
    title: choose.plan,
    properties: ['openFile'],
    filters: [
      { name: choose.plans, extensions: [...PLAN_EXTENSIONS] },
      { name: choose.allFiles, extensions: ['*'] },
    ],
  },
  group: {
    title: choose.group,
    properties: ['openFile'],
    filters: [
      { name: choose.groups, extensions: [...PLAN_EXTENSIONS] },
      { name: choose.allFiles, extensions: ['*'] },
    ],
  },
  har: {
    title: choose.har,
    properties: ['openFile'],
    filters: [
      { name: choose.hars, extensions: ['har'] },
      { name: choose.allFiles, extensions: ['*'] },
    ],
  },
  folder: { title: choose.folder, properties: ['openDirectory', 'createDirectory'] },
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
    title: choose.saveAs,
    defaultPath: suggested,
    filters: [{ name: choose.savedSession, extensions: ['loopscope'] }],
    // Linux asks before replacing a file only with this property; the other systems always ask.
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  return canceled ? null : filePath || null;
}

async function confirmReplacing(window: BrowserWindow, path: string): Promise<boolean> {
  const button = await ask(window, {
    type: 'warning',
    message: fill(replace.message, { name: basename(path) }),
    detail: replace.detail,
    buttons: [replace.replace, replace.another],
    defaultId: 1,
    cancelId: 1,
  });
  return button === 0;
}

export async function ask(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  const { response } = window ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options);
  return response;
}
