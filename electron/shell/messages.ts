import { app, clipboard, dialog, shell } from 'electron';
import type { Desktop } from './desktop.ts';
import { ask } from './dialogs.ts';
import { LINKS } from './links.ts';
import { chromiumLicences } from './places.ts';

/** True: the run may be stopped. */
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

/** Without a parent and, once that is possible, without waiting: an error on the way out may keep nobody from leaving. */
export function tellFault(detail: string): void {
  const message = 'Something went wrong in Loopscope';
  if (app.isReady()) void dialog.showMessageBox({ type: 'error', message, detail, buttons: ['Close'] });
  else dialog.showErrorBox(message, detail);
}

/** Something that was started again has ended again and again; nothing more is tried by itself. */
export async function tellGivenUp({ window, log }: Desktop, what: string): Promise<void> {
  await ask(window, {
    type: 'error',
    message: `${what} has ended unexpectedly several times.`,
    detail: `What was recorded is safe and is offered at the next start. Please quit Loopscope and start it again. The log is ${log.file}.`,
    buttons: ['Close'],
  });
}

/** Shown before it is copied, all of it: `text` is as long as such a box can be. */
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

/** In the system's browser; where it cannot be opened, its folder is shown. */
async function showChromiumLicences(): Promise<void> {
  const file = chromiumLicences(process.platform, process.execPath, process.resourcesPath);
  if ((await shell.openPath(file)) !== '') shell.showItemInFolder(file);
}

export function openLink(name: keyof typeof LINKS): Promise<void> {
  return shell.openExternal(LINKS[name]);
}
