import { app, clipboard, dialog, shell } from 'electron';
import type { Desktop } from './desktop.ts';
import { ask } from './dialogs.ts';
import { LINKS } from './links.ts';
import { chromiumLicences } from './places.ts';

/** True: the user agreed to stop the run. */
export async function confirmLeaving({ window }: Desktop): Promise<boolean> {
  const answer = await ask(window, {
    type: 'question',
    message: 'A run is going on.',
    detail: 'Leaving stops it and the script it started. What was measured so far is kept as a session.',
    buttons: ['Stop and leave', 'Stay'],
    defaultId: 1,
    cancelId: 1,
  });
  return answer === 0;
}

/** Without a parent window and, when possible, without blocking: an error while quitting must not keep the program from quitting. */
export function tellFault(detail: string): void {
  const message = 'Something went wrong in Loopscope';
  if (app.isReady()) void dialog.showMessageBox({ type: 'error', message, detail, buttons: ['Close'] });
  else dialog.showErrorBox(message, detail);
}

/** A process kept dying after restarts and is not restarted any more. */
export async function tellGivenUp({ window, log }: Desktop, what: string): Promise<void> {
  await ask(window, {
    type: 'error',
    message: `${what} has ended unexpectedly several times.`,
    detail: `What was recorded is safe and is offered at the next start. Please quit Loopscope and start it again. The log is ${log.file}.`,
    buttons: ['Close'],
  });
}

/** Shows the whole text before it is copied; `text` is already cut to what such a dialog can show. */
export async function offerDiagnostics({ window, log }: Desktop, text: string): Promise<void> {
  const answer = await ask(window, {
    type: 'info',
    message: 'This would be copied, and nothing else:',
    detail: text,
    buttons: ['Copy', 'Show the whole log', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  });
  if (answer === 0) clipboard.writeText(text);
  if (answer === 1) shell.showItemInFolder(log.file);
}

export async function tellAbout(desktop: Desktop, versions: Readonly<Record<string, string>>): Promise<void> {
  const answer = await ask(desktop.window, {
    type: 'none',
    message: 'Loopscope',
    detail: [
      ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
      '',
      'MIT licence. Made with the work of others, whose licences are listed; those of Chromium are a page of their own.',
    ].join('\n'),
    buttons: ['Close', 'Licences', 'Licences of Chromium'],
    defaultId: 0,
    cancelId: 0,
  });
  if (answer === 1) desktop.commands.give({ type: 'help', page: 'licences' });
  if (answer === 2) await showChromiumLicences();
}

/** Opens it in the system's browser; if that fails, shows its folder. */
async function showChromiumLicences(): Promise<void> {
  const file = chromiumLicences(process.platform, process.execPath, process.resourcesPath);
  if ((await shell.openPath(file)) !== '') shell.showItemInFolder(file);
}

export function openLink(name: keyof typeof LINKS): Promise<void> {
  return shell.openExternal(LINKS[name]);
}
