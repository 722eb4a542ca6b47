import { resolve } from 'node:path';
import type { Command } from 'commander';
import { text } from '../../../shared/words/words.ts';
import { tell } from '../terminal.ts';
import { findDesktop, showDesktop } from './desktop-window.ts';
import { serve } from './serve-command.ts';

export function setupOpenCommand(program: Command): void {
  program
    .command('open')
    .description(text('commandLine.command.open'))
    .argument('[file]', text('commandLine.argument.fileToOpen'))
    .action((file: string | undefined) => openWindow(file === undefined ? null : resolve(file)));
}

/** Resolves when the window was closed, or the browser's server ended. */
export async function openWindow(file: string | null): Promise<void> {
  const desktop = findDesktop();
  const shown = desktop.ok && (await showDesktop(desktop, file));
  if (shown) return;
  tell(text(`terminal.noWindow.${desktop.ok ? 'notStarted' : desktop.why}`));
  await serve(file ?? undefined, { port: 0, open: true });
}
