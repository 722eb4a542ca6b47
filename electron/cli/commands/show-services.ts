/** What `show` prints of a study of unknown services. */
import type { Command } from 'commander';
import { toDocument } from '../../../shared/report/report-document.ts';
import { text } from '../../../shared/words/words.ts';
import type { Engine } from '../../engine/api/engine.ts';
import type { OpenServices } from '../../engine/sessions/open-services.ts';
import type { Shown } from '../flags/show-options.ts';
import { usageError } from '../flags/usage-error.ts';
import { formatServices } from '../print/print-services.ts';
import { print, printJson } from '../terminal.ts';

/** Ends the command where what was asked for is of a run. */
export async function showServices(
  command: Command,
  engine: Engine,
  { sessionId, open }: { readonly sessionId: string; readonly open: OpenServices },
  { json, options, isOfRun }: Shown,
): Promise<void> {
  if (isOfRun || options.table !== undefined) return usageError(command, text('commandLine.refused.notOfUnknownServices'));
  if (json) printJson(toDocument(await engine.report(sessionId, null)));
  else print(formatServices(open.recorded), 'strong');
}
