import type { Command } from 'commander';
import { text } from '../../../shared/words/words.ts';
import { describePass, openChosen } from '../flags/choose-run.ts';
import { addShowFlags, isOfHeap, readShowOptions, type ShowOptions } from '../flags/show-options.ts';
import { usageError } from '../flags/usage-error.ts';
import { makeEngine } from '../make-engine.ts';
import { refuse } from '../print/print-failure.ts';
import { formatPrivateFacts } from '../print/print-private.ts';
import { print, printJson } from '../terminal.ts';
import { showComparison } from './show-comparison.ts';
import { showHeap } from './show-heap.ts';
import { showRun } from './show-run.ts';
import { showServices } from './show-services.ts';

export function setupShowCommand(program: Command): void {
  const command = program
    .command('show')
    .description(text('commandLine.command.show'))
    .argument('<file>', text('commandLine.argument.file'));
  addShowFlags(command).action(async (file: string, options: ShowOptions) => {
    const shown = readShowOptions(command, options);
    const engine = await makeEngine();
    const chosen = await openChosen(engine, file, options);
    if (!chosen.ok) return refuse(chosen.failure, shown.json);
    const { sessionId, index, open, whole } = chosen.value;
    if (open.kind !== 'heap' && isOfHeap(shown)) return usageError(command, text('commandLine.refused.ofHeapOnly'));
    if (open.kind === 'comparison' && shown.isOfRun) return usageError(command, text('commandLine.refused.singleRunOnly'));
    if (options.private) {
      const facts = await engine.sessions.privateFacts(sessionId);
      if (shown.json) printJson(facts);
      else print(formatPrivateFacts(facts));
    } else if (open.kind === 'heap') {
      await showHeap(command, engine, { sessionId, open }, shown);
    } else if (open.kind === 'services') {
      await showServices(command, engine, { sessionId, open }, shown);
    } else if (open.kind === 'comparison') {
      await showComparison(command, engine, { sessionId, open }, shown);
    } else {
      const isWhich = index !== null && whole.kind === 'comparison' ? describePass(whole, index) : null;
      await showRun(command, { engine, sessionId, open, isWhich }, shown);
    }
    await engine.close();
  });
}
