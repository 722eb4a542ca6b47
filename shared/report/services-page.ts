/** What was answered, found and true of the services of a study, on one sheet to hand in. */
import { idOfStudy, type RecordedServices, type ServicesPlan } from '../model/services.ts';
import { quoteForShell } from '../model/setup/shell-words.ts';
import { text } from '../words/words.ts';
import { footerOf, formatStored, markdownDocument, markdownNotes, writePage } from './document.ts';
import { STYLE } from './drawings/style.ts';
import { codeMarkdown, escapeMarkdown } from './escape.ts';
import { type Html, html } from './html.ts';
import { type KnownService, knownService, sayProbe, sayScore, sayTruth, servicesTable } from './services.ts';
import { conclusionOf, SHEET } from './sheet.ts';
import { htmlTable, markdownTable } from './table.ts';
import { probeTables } from './tables/probe.ts';

export interface ServicesPage {
  readonly title: string;
  /** Of the form. */
  readonly form: string;
  readonly question: string;
  /** What drew them; null: they are those of the form. */
  readonly seed: number | null;
  readonly known: readonly KnownService[];
  readonly conclusion: string;
  /** Of the conclusion, as BCP 47 has it; null: it is not known. */
  readonly language: string | null;
  /** ISO; null: it is not said. */
  readonly createdAt: string | null;
  /** Starts the same ones. */
  readonly command: string;
}

/** `conclusion`: what was written for the page, or the notes of the session. */
export function pageOfServices(
  { name, createdAt, plan, services }: RecordedServices,
  conclusion: string,
  language: string | null,
): ServicesPage {
  const { form, seed, lesson } = plan;
  return {
    title: name,
    form: form.title,
    question: lesson.question,
    seed,
    known: services.map(knownService),
    conclusion,
    language,
    createdAt,
    command: servicesCommand(plan),
  };
}

/** Starts the same services. */
export function servicesCommand({ form, seed, ...plan }: Omit<ServicesPlan, 'lesson' | 'title'>): string {
  const start = `loopscope demo ${quoteForShell(idOfStudy(plan))} --form ${quoteForShell(form.name)}`;
  return seed === null ? start : `${start} --seed ${seed}`;
}

export function formatServicesPage(page: ServicesPage): string {
  return writePage(page.title, null, bodyOf(page), STYLE + SHEET);
}

/** `isWhole`: with what each answer of the probe stands on. */
export function formatServicesMarkdown(page: ServicesPage, isWhole: boolean): string {
  const { title, form, question, known, conclusion, command } = page;
  return markdownDocument([
    `# ${escapeMarkdown(title)}`,
    escapeMarkdown([form, ...metaOf(page)].join(' · ')),
    `**${escapeMarkdown(sayScore(known))}**`,
    escapeMarkdown(question),
    markdownTable(servicesTable(known)),
    ...known.flatMap(({ name, probe, truth }) => [
      `## ${escapeMarkdown(text('services.screen.guess.of', { name }))}`,
      escapeMarkdown(sayTruth(name, truth)),
      escapeMarkdown(sayProbe({ name, probe })),
      ...(probe === null || !isWhole ? [] : probeTables(probe).map(({ table }) => markdownTable(table))),
    ]),
    conclusion.trim() === '' ? null : `## ${text('compare.conclusion.title')}`,
    conclusion.trim() === '' ? null : markdownNotes(conclusion),
    `## ${text('study.page.command')}`,
    codeMarkdown(command),
  ]);
}

function metaOf({ seed, createdAt }: ServicesPage): string[] {
  const stored = createdAt === null ? '' : formatStored(createdAt);
  return [
    ...(seed === null ? [] : [text('services.screen.start.drawnBy', { seed: String(seed) })]),
    ...(stored === '' ? [] : [text('report.recorded', { at: stored })]),
  ];
}

function bodyOf(page: ServicesPage): Html {
  const { title, form, question, known, conclusion, language, command } = page;
  const meta = metaOf(page);
  return html`<header>
<p class="kicker">${text('study.page.kicker')} · ${form}</p>
<h1>${title}</h1>
${meta.length === 0 ? null : html`<p class="meta">${meta.join(' · ')}</p>\n`}</header>
<main>
<section aria-labelledby="question"><h2 id="question">${text('study.page.question')}</h2>
<p class="question">${question}</p></section>
<section aria-labelledby="result"><h2 id="result">${text('services.table.caption')}</h2>
<p class="answer">${sayScore(known)}</p>
${htmlTable(servicesTable(known))}</section>
${known.map(oneOf)}${conclusionOf(conclusion, language)}<section aria-labelledby="again"><h2 id="again">${text('study.page.command')}</h2>
<p class="note"><code>${command}</code></p></section>
</main>
${footerOf(null)}`;
}

function oneOf({ name, probe, truth }: KnownService): Html {
  const id = `service-${name}`;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${text('services.screen.guess.of', { name })}</h2>
<p>${sayProbe({ name, probe })}</p>
<p>${truth === null ? '' : `${text('services.page.truth')} `}${sayTruth(name, truth)}</p></section>
`;
}
