/** What `show` prints of a comparison or a grid. */
import type { Command } from 'commander';
import { findTickRun } from '../../../shared/analysis/ticks-per-request.ts';
import { variantLetter } from '../../../shared/model/comparison/comparison.ts';
import type { Report } from '../../../shared/model/report.ts';
import { passSessionId } from '../../../shared/protocol/pass-id.ts';
import { toDocument } from '../../../shared/report/report-document.ts';
import { text } from '../../../shared/words/words.ts';
import type { Engine } from '../../engine/api/engine.ts';
import { describeComparison } from '../../engine/experiments/compare/comparison-info.ts';
import { gatherCompared } from '../../engine/experiments/export/write-report.ts';
import type { Comparison } from '../../engine/sessions/comparison.ts';
import { describePass } from '../flags/choose-run.ts';
import type { Shown } from '../flags/show-options.ts';
import { usageError } from '../flags/usage-error.ts';
import { comparedTable, formatCompared, isComparedTable, nothingCompared } from '../print/compared-tables.ts';
import { formatComparison } from '../print/print-comparison.ts';
import { formatLastOutput } from '../print/print-failure.ts';
import { formatReport, isOfCpuProfile, markOf, type TableName } from '../print/print-report.ts';
import { formatTicks } from '../print/print-ticks.ts';
import { isRowTable } from '../print/row-tables.ts';
import { print, printFile, printJson, tell } from '../terminal.ts';

/** Ends the command where what was asked for is of a single run. */
export async function showComparison(
  command: Command,
  engine: Engine,
  { sessionId, open }: { readonly sessionId: string; readonly open: Comparison },
  { json, table, format }: Shown,
): Promise<void> {
  if (isRowTable(table)) return usageError(command, text('commandLine.refused.tableOfOneRun', { name: table }));
  if (isComparedTable(table)) {
    const compared = await gatherCompared(open, comparedTable(table).needs);
    const printed = formatCompared(table, compared, format);
    if (printed === null) return tell(nothingCompared(table, compared));
    return format === null ? print(printed, 'none') : printFile(printed);
  }
  if (format !== null) return usageError(command, text('commandLine.refused.tableOfRun'));
  const report = await engine.report(sessionId, null);
  if (json) printJson(toDocument(report));
  else if (table === undefined)
    print(`${formatComparison(describeComparison(open, null), report.failure)}${formatLastOutput(report.failure)}`, markOf(report));
  else print(await formatTable(engine, { sessionId, open, report }, table), 'none');
}

interface Whole {
  readonly sessionId: string;
  readonly open: Comparison;
  readonly report: Report;
}

async function formatTable(engine: Engine, { sessionId, open, report }: Whole, table: TableName): Promise<string> {
  if (isOfCpuProfile(table)) return formatProfiledRuns(engine, sessionId, open, table);
  return table === 'ticks' ? formatTickRuns(engine, sessionId, open) : formatReport(report, [table]);
}

/** Of each variant the run that has a profile: measured ones have none. */
async function formatProfiledRuns(engine: Engine, sessionId: string, comparison: Comparison, table: TableName): Promise<string> {
  const parts: string[] = [];
  for (const [variant, index] of comparison.profiledPasses().entries()) {
    if (index === null) parts.push(text('terminal.noProfile', { variant: variantLetter(variant) }));
    else {
      const report = await engine.report(passSessionId(sessionId, index), null);
      parts.push(`${describePass(comparison, index)}\n${formatReport(report, [table])}`);
    }
  }
  return parts.join('\n\n');
}

/** Of each variant the run that has ticks. */
async function formatTickRuns(engine: Engine, sessionId: string, comparison: Comparison): Promise<string> {
  const parts: string[] = [];
  for (const variant of comparison.setup.variants.keys()) {
    const pass = findTickRun(comparison.passes, variant);
    if (pass === null) parts.push(text('terminal.noTicksOf', { variant: variantLetter(variant) }));
    else {
      const { recording } = (await engine.sessions.view(passSessionId(sessionId, pass.index))).open;
      parts.push(`${describePass(comparison, pass.index)}\n${formatTicks(recording.ticks)}`);
    }
  }
  return parts.join('\n\n');
}
