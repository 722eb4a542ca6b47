import { clipboard, shell } from 'electron';
import type { Desktop } from './desktop.ts';
import { ask } from './dialogs.ts';
import { LINKS } from './links.ts';

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

/** Something that was started again has ended again and again; nothing more is tried by itself. */
export async function tellGivenUp({ window, log }: Desktop, what: string): Promise<void> {
  await ask(window, {
    type: 'error',
    message: `${what} has ended unexpectedly several times.`,
    detail: `What was recorded is safe and is offered at the next start. Please quit Loopscope and start it again. The log is ${log.file}.`,
    buttons: ['Close'],
  });
}

/** Shown before it is copied: whoever passes it on has seen all of it. */
export async function offerDiagnostics({ window }: Desktop, text: string): Promise<void> {
  const answer = await ask(window, {
    type: 'info',
    message: 'This would be copied, and nothing else:',
    detail: text.length > 1_800 ? `${text.slice(0, 900)}\n…\n${text.slice(-900)}` : text,
    buttons: ['Copy', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  });
  if (answer === 0) clipboard.writeText(text);
}

export async function tellAbout(desktop: Desktop, versions: Readonly<Record<string, string>>): Promise<void> {
  const answer = await ask(desktop.window, {
    type: 'none',
    message: 'Loopscope',
    detail: [
      ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
      '',
      'MIT licence. Made with the work of others, whose licences are listed.',
    ].join('\n'),
    buttons: ['Close', 'Licences'],
    defaultId: 0,
    cancelId: 0,
  });
  if (answer === 1) desktop.commands.give({ type: 'help', page: 'licences' });
}

export function openLink(name: keyof typeof LINKS): Promise<void> {
  return shell.openExternal(LINKS[name]);
}
