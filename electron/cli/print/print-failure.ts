import { wordFailure } from '../../../shared/format/word-said.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import { failedReport } from '../../../shared/report/failed-report.ts';
import { toDocument } from '../../../shared/report/report-document.ts';
import { text } from '../../../shared/words/words.ts';
import { EXIT } from '../exit.ts';
import { printJson, tell } from '../terminal.ts';
import { breakable } from './format.ts';

/** Says why a command could not do what it was asked for, and sets the exit code. */
export function refuse(failure: Failure, json: boolean): void {
  if (json) printJson(toDocument(failedReport(failure)));
  else tell(formatFailure(failure), 'bad');
  process.exitCode = failure.code === 'stopped' ? EXIT.interrupted : EXIT.failed;
}

export function formatFailure(failure: Failure): string {
  const { message, hint } = wordFailure(failure);
  return `${text('terminal.error', { message: breakable(`${message} ${hint}`.trim()) })}${formatLastOutput(failure)}`;
}

/** What the program printed last, indented below the failure that mentions it; empty: none was kept with it. */
export function formatLastOutput(failure: Failure | null): string {
  const output = failure?.detail?.trimEnd() ?? '';
  return output === '' ? '' : `\n\n${output.replace(/\r\n?/g, '\n').replace(/^/gm, '    ')}`;
}
