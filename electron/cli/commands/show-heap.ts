/** What `show` prints of a snapshot of a heap. */
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { compareHeaps } from '../../../shared/heap/compare-heaps.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { HeapSummary } from '../../../shared/model/heap-summary.ts';
import { toDocument } from '../../../shared/report/report-document.ts';
import { TABLE_WRITERS } from '../../../shared/report/table-text.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import type { Engine } from '../../engine/api/engine.ts';
import type { OpenSession } from '../../engine/sessions/open-session.ts';
import type { Shown } from '../flags/show-options.ts';
import { usageError } from '../flags/usage-error.ts';
import { type BesideHeap, formatHeap, heapTable, isHeapTable } from '../print/heap-tables.ts';
import { refuse } from '../print/print-failure.ts';
import { reportTable } from '../print/text-table.ts';
import { print, printFile, printJson } from '../terminal.ts';

/** Ends the command where what was asked for is of a run. */
export async function showHeap(
  command: Command,
  engine: Engine,
  { sessionId, open }: { readonly sessionId: string; readonly open: OpenSession },
  { json, table, format, isOfRun, options }: Shown,
): Promise<void> {
  const heap = open.recording.imported!.heap!;
  if (isOfRun || (table !== undefined && !isHeapTable(table))) return usageError(command, text('commandLine.refused.notOfHeap'));
  const read = options.before === undefined ? succeed(null) : await readBefore(engine, heap, options.before);
  if (!read.ok) return refuse(read.failure, json);
  const beside = read.value;
  if (json) {
    const document = toDocument(await engine.report(sessionId, null));
    printJson(beside === null ? document : { ...document, difference: beside.difference });
  } else if (table === undefined) print(formatHeap(heap, beside), 'strong');
  else if (format === null) print(reportTable(heapTable(table, heap)), 'none');
  else printFile(TABLE_WRITERS[format].write(heapTable(table, heap)));
}

async function readBefore(engine: Engine, heap: HeapSummary, path: string): Promise<Outcome<BesideHeap>> {
  const opened = await engine.sessions.openFile(resolve(path), { remember: false });
  if (!opened.ok) return opened;
  const file = basename(path);
  const { open } = engine.sessions.get(opened.value.sessionId).cell;
  const before = open.kind === 'heap' ? open.recording.imported?.heap : undefined;
  if (before === undefined) return fail('bad-request', say('session.isNoHeap', { name: file }), say('session.chooseHeap'));
  return succeed({ difference: compareHeaps(heap, before), file });
}
