import { resolve } from 'node:path';
import type { Command } from 'commander';
import { text } from '../../../shared/words/words.ts';
import { RENDERER_DIR } from '../../engine/machine/paths.ts';
import { startServer } from '../../engine/server/server.ts';
import { EXIT } from '../exit.ts';
import { addValueFlag } from '../flags/choose-run.ts';
import { number } from '../flags/option-values.ts';
import { interruptHandler, onInterrupt } from '../interrupts.ts';
import { makeEngine } from '../make-engine.ts';
import { formatFailure } from '../print/print-failure.ts';
import { print, tell } from '../terminal.ts';
import { isAskable, onEnter } from '../terminal-input.ts';
import { hasDisplay, openInBrowser } from './open-in-browser.ts';

interface ServeOptions {
  port: number;
  open?: boolean;
  value?: string;
}

export function setupServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description(text('commandLine.command.serve'))
    .argument('[file]', text('commandLine.argument.fileToOpen'))
    .option('--port <n>', text('commandLine.option.port'), number, 0)
    .option('--open', text('commandLine.option.open'));
  addValueFlag(command).action((file: string | undefined, options: ServeOptions) => serve(file, options));
}

/** Prints the one-time link and serves until Ctrl-C. */
export async function serve(file: string | undefined, { port, open, value }: ServeOptions): Promise<void> {
  const engine = await makeEngine();
  if (file !== undefined) {
    const opened = await engine.sessions.openFile(resolve(file), value === undefined ? {} : { value });
    if (!opened.ok) return giveUp(formatFailure(opened.failure));
    engine.sessions.given = opened.value.sessionId;
  }
  let removePage = (): void => {};
  const started = await startServer({ api: engine, port, rendererDir: RENDERER_DIR, log: tell, onLinkUsed: () => removePage() });
  if (!started.ok) return giveUp(formatFailure(started.failure));
  const { link, mintLink, close } = started.value;
  const canAsk = isAskable(process.stdin);
  print([text('terminal.serve.at', { link }), text(canAsk ? 'terminal.serve.onceEnter' : 'terminal.serve.once')].join('\n'));
  if (open && hasDisplay()) removePage = openInBrowser(link);
  const stopAsking = canAsk ? onEnter(process.stdin, () => print(text('terminal.serve.another', { link: mintLink() }))) : () => {};
  // A second Ctrl-C does not wait for scripts to end; their agents see this process go.
  await new Promise<void>((done) => onInterrupt(interruptHandler(done, text('terminal.serve.stopping'))));
  stopAsking();
  await close();
  await engine.close();
}

function giveUp(message: string): void {
  tell(message);
  process.exitCode = EXIT.failed;
}
