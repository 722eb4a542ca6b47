import { app, clipboard, dialog, shell } from 'electron';
import type { Desktop } from './desktop.ts';
import { ask } from './dialogs.ts';
import { LINKS } from './links.ts';
import { chromiumLicences } from './places.ts';
import { fill, words } from './words.ts';

const { leave, fault, givenUp, diagnostics, about } = words;

/** True: the user agreed to stop the run. */
export async function confirmLeaving({ window }: Desktop): Promise<boolean> {
  const button = await ask(window, {
    type: 'question',
    message: leave.message,
    detail: leave.detail,
    buttons: [leave.leave, leave.stay],
    defaultId: 1,
    cancelId: 1,
  });
  return button === 0;
}

/** Without a parent window and, when possible, without blocking: an error while quitting must not keep the program from quitting. */
export function tellFault(detail: string): void {
  const message = fault.message;
  if (app.isReady()) void dialog.showMessageBox({ type: 'error', message, detail, buttons: [fault.close] });
  else dialog.showErrorBox(message, detail);
}

/** A process kept dying after restarts and is not restarted any more. */
export async function tellGivenUp({ window, log }: Desktop, what: 'page' | 'engine'): Promise<void> {
  await ask(window, {
    type: 'error',
    message: givenUp[what],
    detail: fill(givenUp.detail, { log: log.file }),
    buttons: [givenUp.close],
  });
}

/** Shows the whole text before it is copied; `text` is already cut to what such a dialog can show. */
export async function offerDiagnostics({ window, log }: Desktop, text: string): Promise<void> {
  const button = await ask(window, {
    type: 'info',
    message: diagnostics.message,
    detail: text,
    buttons: [diagnostics.copy, diagnostics.showLog, diagnostics.cancel],
    defaultId: 0,
    cancelId: 2,
  });
  if (button === 0) clipboard.writeText(text);
  if (button === 1) shell.showItemInFolder(log.file);
}

export async function tellAbout(desktop: Desktop, versions: Readonly<Record<string, string>>): Promise<void> {
  const button = await ask(desktop.window, {
    type: 'none',
    message: 'Loopscope',
    detail: [...Object.entries(versions).map(([name, version]) => `${name} ${version}`), '', about.licence].join('\n'),
    buttons: [about.close, about.licences, about.chromium],
    defaultId: 0,
    cancelId: 0,
  });
  if (button === 1) desktop.commands.give({ type: 'help', page: 'licences' });
  if (button === 2) await showChromiumLicences();
}

/** Opens it in the system's browser; if that fails, shows its folder. */
async function showChromiumLicences(): Promise<void> {
  const file = chromiumLicences(process.platform, process.execPath, process.resourcesPath);
  if ((await shell.openPath(file)) !== '') shell.showItemInFolder(file);
}

export function openLink(name: keyof typeof LINKS): Promise<void> {
  return shell.openExternal(LINKS[name]);
}
