/** Responses that were kept, in a report: those that failed before everything else, the good one before how it was measured. */
import { type PreviewLimits, previewOf } from '../base/preview.ts';
import { isGoodResponse } from '../model/kept-response.ts';
import type { ReportedResponse, RunReport } from '../model/report.ts';
import { sortResponses, type ToldResponse, tellKeptResponse } from '../phrases/kept-responses.ts';
import { text } from '../words/words.ts';
import type { ReportSection } from './document.ts';
import { blockMarkdown, escapeMarkdown } from './escape.ts';
import { type Html, html, lines } from './html.ts';
import { htmlTable, markdownTable } from './table.ts';
import { failureTable } from './tables/counts.ts';

export function failedSection(run: RunReport): ReportSection[] {
  const table = failureTable(run);
  if (table === null) return [];
  const { failing } = sortResponses(run);
  const kept =
    failing.length === 0
      ? null
      : html`<h3>${text('run.responses.failing')}</h3>\n${failing.map((response) => responseHtml(response, blockHtml))}`;
  return [{ id: 'errors', title: text('run.responses.title'), body: html`${htmlTable(table)}${kept}` }];
}

export function goodSection(run: RunReport): ReportSection[] {
  const { good } = sortResponses(run);
  return good.length === 0
    ? []
    : [{ id: 'response', title: text('run.responses.good'), body: html`${good.map((response) => responseHtml(response, foldedHtml))}` }];
}

function blockHtml({ title, content }: Block): Html {
  return html`<p class="note">${title}</p><pre>${lines(content)}</pre>\n`;
}

/** A page that came back as it should is looked at by few, and on paper it would be most of the report: its body is folded. */
function foldedHtml(block: Block): Html {
  const { is, title, content } = block;
  return is === 'bodyTitle' ? html`<details><summary>${title}</summary><pre>${lines(content)}</pre></details>\n` : blockHtml(block);
}

function responseHtml(response: ReportedResponse, toHtml: (block: Block) => Html): Html {
  const told = tellKeptResponse(response);
  return html`<p><strong>${told.title}</strong></p>
<p class="note">${told.facts}</p>
${blocksOf(told).map(toHtml)}${notesOf(response, told).map((note) => html`<p class="note">${note}</p>\n`)}`;
}

export function responsesMarkdown(run: RunReport, which: 'failing' | 'good'): string[] {
  const responses = sortResponses(run)[which];
  const table = which === 'failing' ? failureTable(run) : null;
  if (responses.length === 0 && table === null) return [];
  return [
    `## ${text(which === 'failing' ? 'run.responses.title' : 'run.responses.good')}`,
    ...(table === null ? [] : [markdownTable(table)]),
    ...responses.flatMap(responseMarkdown),
    ...(responses.length === 0 ? [] : [escapeMarkdown(text('run.responses.more'))]),
  ];
}

/** Markdown is pasted: a page of a body would bury the report. */
const IN_MARKDOWN: PreviewLimits = { lines: 12, characters: 300 };

function responseMarkdown(response: ReportedResponse): string[] {
  const told = tellKeptResponse(response);
  return [
    `**${escapeMarkdown(told.title)}**`,
    escapeMarkdown(told.facts),
    ...blocksOf({ ...told, body: told.gist === '' ? told.body : told.gist }).flatMap(({ title, content }) => [
      `${escapeMarkdown(title)}:`,
      blockMarkdown(previewOf(content, IN_MARKDOWN).join('\n')),
    ]),
    ...[...(told.gist === '' ? [] : [text('run.responses.onlyGist')]), ...notesOf(response, told)].map(escapeMarkdown),
  ];
}

/** Of a response that failed it is told, too, that the server said nothing of it. */
function notesOf(response: ReportedResponse, { notes, silence }: ToldResponse): readonly string[] {
  return silence === '' || isGoodResponse(response) ? notes : [...notes, silence];
}

interface Block {
  readonly is: 'headers' | 'bodyTitle' | 'stdout' | 'stderr';
  readonly title: string;
  readonly content: string;
}

function blocksOf({ head, body, stdout, stderr }: ToldResponse): Block[] {
  const blocks = [
    { is: 'headers', content: head },
    { is: 'bodyTitle', content: body },
    { is: 'stdout', content: stdout },
    { is: 'stderr', content: stderr },
  ] as const;
  return blocks.filter(({ content }) => content !== '').map((block) => ({ ...block, title: text(`run.responses.${block.is}`) }));
}
