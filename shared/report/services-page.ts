/** What was answered, found and true of the services of a study, on one sheet to hand in. */
import { answerOf } from '../phrases/probe.ts';
import { text } from '../words/words.ts';
import { footerOf, writePage } from './document.ts';
import { STYLE } from './drawings/style.ts';
import { type Html, html } from './html.ts';
import { type KnownService, sayScore, sayTruth, servicesTable } from './services.ts';
import { conclusionOf, SHEET } from './sheet.ts';
import { htmlTable } from './table.ts';

export interface ServicesPage {
  readonly title: string;
  /** Of the form. */
  readonly form: string;
  readonly question: string;
  /** What drew them; null: they are those of the form. */
  readonly seed: number | null;
  readonly known: readonly KnownService[];
  readonly conclusion: string;
  /** Starts the same ones. */
  readonly command: string;
}

export function formatServicesPage(page: ServicesPage): string {
  return writePage(page.title, null, bodyOf(page), STYLE + SHEET);
}

function bodyOf({ title, form, question, seed, known, conclusion, command }: ServicesPage): Html {
  return html`<header>
<p class="kicker">${text('study.page.kicker')} · ${form}</p>
<h1>${title}</h1>
${seed === null ? null : html`<p class="meta">${text('services.screen.start.drawnBy', { seed: String(seed) })}</p>\n`}</header>
<main>
<section aria-labelledby="question"><h2 id="question">${text('study.page.question')}</h2>
<p class="question">${question}</p></section>
<section aria-labelledby="result"><h2 id="result">${text('services.table.caption')}</h2>
<p class="answer">${sayScore(known)}</p>
${htmlTable(servicesTable(known))}</section>
${known.map(oneOf)}${conclusionOf(conclusion)}<section aria-labelledby="again"><h2 id="again">${text('study.page.command')}</h2>
<p class="note"><code>${command}</code></p></section>
</main>
${footerOf(null)}`;
}

function oneOf({ name, probe, truth }: KnownService): Html {
  const id = `service-${name}`;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${text('services.screen.answer.of', { name })}</h2>
<p>${probe === null ? text('services.terminal.notProbed', { name }) : `${text('services.page.found')} ${answerOf(probe).join(' ')}`}</p>
<p>${text('services.page.truth')} ${sayTruth(name, truth)}</p></section>
`;
}
