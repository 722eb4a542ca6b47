/** Responses that were kept, in a report: those that failed before everything else, the good one before how it was measured. */
import { type PreviewLimits, previewOf } from '../base/preview.ts';
import { isGoodAnswer } from '../model/kept-answer.ts';
import type { ReportedAnswer, RunReport } from '../model/report.ts';
import { sortAnswers, type ToldAnswer, tellKeptAnswer } from '../phrases/kept-answers.ts';
import { text } from '../words/words.ts';
import type { ReportSection } from './document.ts';
import { blockMarkdown, escapeMarkdown } from './escape.ts';
import { type Html, html, lines } from './html.ts';
import { htmlTable, markdownTable } from './table.ts';
import { failureTable } from './tables/counts.ts';

export function failedSection(run: RunReport): ReportSection[] {
  const table = failureTable(run);
  if (table === null) return [];
  const { failing } = sortAnswers(run);
  const kept =
    failing.length === 0 ? null : html`<h3>${text('run.answers.failing')}</h3>\n${failing.map((answer) => answerHtml(answer, blockHtml))}`;
  return [{ id: 'errors', title: text('run.answers.title'), body: html`${htmlTable(table)}${kept}` }];
}

export function goodSection(run: RunReport): ReportSection[] {
  const { good } = sortAnswers(run);
  return good.length === 0
    ? []
    : [{ id: 'response', title: text('run.answers.good'), body: html`${good.map((answer) => answerHtml(answer, foldedHtml))}` }];
}

function blockHtml({ title, content }: Block): Html {
  return html`<p class="note">${title}</p><pre>${lines(content)}</pre>\n`;
}

/** A page that came back as it should is looked at by few, and on paper it would be most of the report: its body is folded. */
function foldedHtml(block: Block): Html {
  const { is, title, content } = block;
  return is === 'bodyTitle' ? html`<details><summary>${title}</summary><pre>${lines(content)}</pre></details>\n` : blockHtml(block);
}

function answerHtml(answer: ReportedAnswer, toHtml: (block: Block) => Html): Html {
  const told = tellKeptAnswer(answer);
  return html`<p><strong>${told.title}</strong></p>
<p class="note">${told.facts}</p>
${blocksOf(told).map(toHtml)}${notesOf(answer, told).map((note) => html`<p class="note">${note}</p>\n`)}`;
}

export function answersMarkdown(run: RunReport, which: 'failing' | 'good'): string[] {
  const answers = sortAnswers(run)[which];
  const table = which === 'failing' ? failureTable(run) : null;
  if (answers.length === 0 && table === null) return [];
  return [
    `## ${text(which === 'failing' ? 'run.answers.title' : 'run.answers.good')}`,
    ...(table === null ? [] : [markdownTable(table)]),
    ...answers.flatMap(answerMarkdown),
    ...(answers.length === 0 ? [] : [escapeMarkdown(text('run.answers.more'))]),
  ];
}

/** Markdown is pasted: a page of a body would bury the report. */
const IN_MARKDOWN: PreviewLimits = { lines: 12, characters: 300 };

function answerMarkdown(answer: ReportedAnswer): string[] {
  const told = tellKeptAnswer(answer);
  return [
    `**${escapeMarkdown(told.title)}**`,
    escapeMarkdown(told.facts),
    ...blocksOf({ ...told, body: told.gist === '' ? told.body : told.gist }).flatMap(({ title, content }) => [
      `${escapeMarkdown(title)}:`,
      blockMarkdown(previewOf(content, IN_MARKDOWN).join('\n')),
    ]),
    ...[...(told.gist === '' ? [] : [text('run.answers.onlyGist')]), ...notesOf(answer, told)].map(escapeMarkdown),
  ];
}

/** Of a response that failed it is told, too, that the server said nothing of it. */
function notesOf(answer: ReportedAnswer, { notes, silence }: ToldAnswer): readonly string[] {
  return silence === '' || isGoodAnswer(answer) ? notes : [...notes, silence];
}

interface Block {
  readonly is: 'headers' | 'bodyTitle' | 'stdout' | 'stderr';
  readonly title: string;
  readonly content: string;
}

function blocksOf({ head, body, stdout, stderr }: ToldAnswer): Block[] {
  const blocks = [
    { is: 'headers', content: head },
    { is: 'bodyTitle', content: body },
    { is: 'stdout', content: stdout },
    { is: 'stderr', content: stderr },
  ] as const;
  return blocks.filter(({ content }) => content !== '').map((block) => ({ ...block, title: text(`run.answers.${block.is}`) }));
}
