/** The page around a report: head, policy, headings, foot. */
import { firstOf } from '../base/shorten.ts';
import type { Environment } from '../model/report.ts';
import { variablesText } from '../phrases/command-variables.ts';
import { SIGNS, type Sign } from '../phrases/verdict-words.ts';
import { LOCALE } from '../words/catalogue.ts';
import { text } from '../words/words.ts';
import { STYLE } from './drawings/style.ts';
import { escapeMarkdown } from './escape.ts';
import { type Html, html, lines, trusted } from './html.ts';
import { markdownHtml } from './markdown-html.ts';

/** What a result says first. */
export interface Sentences {
  /** Empty: there is a note only. */
  readonly lead: string;
  readonly rest: string;
  /** Something failed: the lead says so. */
  readonly bad: boolean;
  /** Of a verdict. */
  readonly sign?: Sign | null;
}

/** What a report may weigh, so that it goes through any mail. */
export const MOST_BYTES = 2_000_000;
/** Of a text that somebody typed; a megabyte of notes is no conclusion. */
const MOST_TEXT = 40_000;

/** No script, no address outside this file; the style sheet in it is all. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

export interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

export interface ReportDocument {
  readonly kicker: string;
  readonly name: string;
  /** One line under the name. */
  readonly meta: string;
  readonly answers: readonly Sentences[];
  /** Stands before the answers: who is who. */
  readonly legend: Html | null;
  readonly warnings: readonly string[];
  readonly notes: string;
  readonly sections: readonly ReportSection[];
  readonly environment: Environment | null;
}

/** A whole file: what it shows, and the head around it. */
export function writePage(name: string, environment: Environment | null, body: Html, style = STYLE): string {
  return html`<!DOCTYPE html>
<html lang="${LOCALE}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${generatorOf(environment)}">
<link rel="icon" href="data:,">
<title>${name}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}</body>
</html>
`.html;
}

export function writeDocument({ kicker, name, meta, answers, legend, warnings, notes, sections, environment }: ReportDocument): string {
  const body = html`<header>
<p class="kicker">${kicker}</p>
<h1>${name}</h1>
<p class="meta">${meta}</p>
${legend}</header>
<main>
${answers.map(htmlAnswer)}
${conclusionOf(notes)}${warningsOf(warnings)}<nav aria-label="${text('report.contents')}">${sections.map(({ id, title }) => html`<a href="#${id}">${title}</a> `)}</nav>
${sections.map(({ id, title, body }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${body}</section>\n`)}</main>
${footerOf(environment)}`;
  return writePage(name, environment, body);
}

export function htmlAnswer({ lead, rest, bad, sign = null }: Sentences): Html {
  const mark = sign === null ? null : html`<span class="${sign}" aria-hidden="true">${SIGNS[sign]}</span> `;
  return html`${lead === '' ? null : html`<p class="answer${bad ? ' bad' : ''}">${mark}${lead}</p>\n`}${rest === '' ? null : html`<p class="rest">${rest}</p>\n`}`;
}

/** In one paragraph. */
export function markdownAnswer({ lead, rest }: Sentences): string {
  return [lead === '' ? '' : `**${escapeMarkdown(lead)}**`, escapeMarkdown(rest)].filter((part) => part !== '').join(' ');
}

export function footerOf(environment: Environment | null): Html {
  return html`<footer><p>${environment === null ? text('report.footerNoVersion') : text('report.footer', { version: environment.loopscope })}</p></footer>
`;
}

function generatorOf(environment: Environment | null): string {
  return environment === null ? 'Loopscope' : `Loopscope ${environment.loopscope}`;
}

function conclusionOf(notes: string): Html | null {
  if (notes.trim() === '') return null;
  const { text: shown, isCut } = cutText(notes);
  return html`<section class="conclusion" aria-labelledby="conclusion"><h2 id="conclusion">${text('compare.conclusion.title')}</h2>
${markdownHtml(shown.trim())}${isCut ? html`<p class="note">${text('report.conclusionCut')}</p>` : null}</section>
`;
}

function warningsOf(warnings: readonly string[]): Html | null {
  if (warnings.length === 0) return null;
  return html`<section class="warnings" aria-labelledby="warnings"><h2 id="warnings">${text('run.overview.warnings')}</h2><ul>
${warnings.map((warning) => html`<li>${cutText(warning).text}</li>\n`)}</ul></section>
`;
}

export function commandBlock(title: string, command: string): Html {
  const variables = variablesText(command);
  return html`<h3>${title}</h3>${variables === null ? '' : html`<p>${variables}</p>`}<pre><code>${lines(cutText(command).text)}</code></pre>
`;
}

export function cutText(text: string, most = MOST_TEXT): { text: string; isCut: boolean } {
  const isCut = text.length > most;
  return { text: isCut ? `${firstOf(text, most)}…` : text, isCut };
}

/** The first of these that is small enough; the last one, whatever it weighs. */
export function writeWithin(detail: readonly number[], write: (most: number) => string): string {
  let text = '';
  for (const most of detail) {
    text = write(most);
    if (byteLength(text) <= MOST_BYTES) return text;
  }
  return text;
}

/** UTF-8, as it is saved; half pairs do not come here. */
function byteLength(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code <= 0xdfff) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

/** Notes keep their lines, lists and tables; what would load or link is shown as text. */
export function markdownNotes(notes: string): string {
  const { text } = cutText(notes.trim());
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => `> ${escapeMarkdown(line).replace(/\\([#_*`|])/g, '$1')}`.trimEnd())
    .join('\n');
}

/** Joins the parts that are there with empty lines. */
export function markdownDocument(parts: readonly (string | null)[]): string {
  return `${parts.filter((part): part is string => part !== null && part !== '').join('\n\n')}\n`;
}

/** Stored time, in no reader's zone: the same report everywhere. */
export function formatStored(iso: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(iso);
  return match ? `${match[1]} ${match[2]} UTC` : '';
}
