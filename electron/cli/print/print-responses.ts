/** Responses that were kept, as text. */
import { type PreviewLimits, previewOf } from '../../../shared/base/preview.ts';
import type { ReportedResponse, RunReport } from '../../../shared/model/report.ts';
import { sortResponses, tellKeptResponse, whyNoResponses } from '../../../shared/phrases/kept-responses.ts';
import { text } from '../../../shared/words/words.ts';
import { breakable } from './format.ts';

/** In a whole report: the first of each way to fail, a few lines of each. */
const MOST_IN_REPORT = 3;
const IN_REPORT: PreviewLimits = { lines: 4, characters: 300 };
const WHOLE: PreviewLimits = { lines: Infinity, characters: Infinity };

/** `isWhole`: beside all other tables, so that only what went wrong is shown, and in brief. */
export function formatResponses(run: RunReport, isWhole: boolean): string {
  const { failing, good } = sortResponses(run);
  if (!isWhole) {
    const why = whyNoResponses(run);
    if (why !== null) return why;
    return [
      ...(failing.length === 0 ? [text('run.responses.none')] : [titled('failing'), ...failing.map((one) => formatResponse(one, WHOLE))]),
      ...(good.length === 0 ? [] : [titled('good'), ...good.map((one) => formatResponse(one, WHOLE))]),
    ].join('\n\n');
  }
  const first = failing.filter(({ status }, place) => failing.findIndex((one) => one.status === status) === place).slice(0, MOST_IN_REPORT);
  if (first.length === 0) return '';
  return [titled('failing'), ...first.map((one) => formatResponse(one, IN_REPORT)), text('run.responses.more')].join('\n\n');
}

function titled(which: 'failing' | 'good'): string {
  return `${text(`run.responses.${which}`)}:`;
}

function formatResponse(response: ReportedResponse, most: PreviewLimits): string {
  const { title, facts, head, body, gist, notes, silence, ...written } = tellKeptResponse(response);
  const output = (['stdout', 'stderr'] as const).flatMap((stream) =>
    written[stream] === '' ? [] : [`  ${text(`run.responses.${stream}`)}:`, indented(written[stream], most)],
  );
  // In brief the title has the status, and a page is told by what it says.
  const isGist = most !== WHOLE && gist !== '';
  const parts = most === WHOLE ? [head, body] : [isGist ? gist : body];
  const told = [...(isGist ? [text('run.responses.onlyGist')] : []), ...notes, ...(most === WHOLE && silence !== '' ? [silence] : [])];
  return [title, `  ${breakable(facts)}`, ...parts.map((part) => indented(part, most)), ...told.map((note) => `  ${note}`), ...output]
    .filter((part) => part !== '')
    .join('\n');
}

function indented(block: string, most: PreviewLimits): string {
  return previewOf(block, most)
    .map((line) => `    ${line}`)
    .join('\n');
}
