/** A process that is measured for its CPU profile may have to be sent a signal first, which somebody agrees to. */
import type { Setup } from '../../shared/model/setup/setup.ts';
import { text } from '../../shared/words/words.ts';
import { needsSignal } from '../engine/target/open-inspector.ts';
import { readYes } from './read-yes.ts';
import { openDialogue } from './terminal.ts';
import { isAskable } from './terminal-input.ts';

/** The same, or with the signal allowed. Nobody is asked where keys cannot be read, or where only the document is printed. */
export async function askForSignal(setup: Setup, { json = false }: { json?: boolean }): Promise<Setup> {
  const { target, capture } = setup;
  if (target.kind !== 'pid' || target.signal || capture.kind === 'none' || json || !isAskable(process.stdin)) return setup;
  if (!needsSignal(Number(target.pid))) return setup;
  const terminal = openDialogue();
  try {
    const isAllowed = readYes(await terminal.question(text('terminal.askSignal', { pid: target.pid }))) === true;
    return isAllowed ? { ...setup, target: { ...target, signal: true } } : setup;
  } finally {
    terminal.close();
  }
}
