/** The report of a comparison: the verdict, the runs it comes from, the pictures that explain it, how it was measured. */

import { shortName } from '../format/place.ts';
import { hasResultOfTool, type Verdict, variantLetter } from '../model/comparison/comparison.ts';
import type { ComparisonInfo, PercentileColumns } from '../model/comparison/comparison-info.ts';
import { questionFirst } from '../model/comparison/metrics.ts';
import { type Failure, isToldByVerdict } from '../model/failure.ts';
import type { DiffFlameColumns } from '../model/profile/profile-views.ts';
import type { Environment } from '../model/report.ts';
import { CPU_CAPTURE } from '../model/setup/captures.ts';
import { pipeliningOf } from '../model/setup/setup.ts';
import { listDifferentLoad, otherWarnings } from '../phrases/load-difference.ts';
import { howText, planOfClient, plansOf } from '../phrases/load-plan.ts';
import { text } from '../words/words.ts';
import type { Sentences } from './document.ts';
import {
  commandBlock,
  formatStored,
  markdownAnswer,
  markdownDocument,
  markdownNotes,
  type ReportSection,
  writeDocument,
  writeWithin,
} from './document.ts';
import {
  colorOf,
  comparedCharts,
  percentileCurves,
  responseOrderCharts,
  runDots,
  type VariantEvidence,
  variantMarks,
} from './drawings/comparison-charts.ts';
import { diffFlameFigure, sideFlameFigure } from './drawings/flame-svg.ts';
import { markdownQueue, queueSections } from './drawings/queue-curve.ts';
import { type TickFlame, tickFlameFigure } from './drawings/tick-flame-svg.ts';
import { codeMarkdown, escapeMarkdown } from './escape.ts';
import { type Html, html } from './html.ts';
import { markdownCommand, planSentences, warningList } from './run-report.ts';
import { shownBy, tellEnd, verdictOf } from './sentences.ts';
import { htmlTable, markdownTable } from './table.ts';
import type { Compared, PairFunctions, Section } from './tables/compared/compared-table.ts';
import { comparedPieces } from './tables/compared/index.ts';

/** What is said in words and tables. */
export interface ComparisonFacts {
  readonly name: string;
  /** ISO 8601, as stored; empty: not known. */
  readonly createdAt: string;
  readonly info: ComparisonInfo;
  /** Where all of it was measured; null: in several places. */
  readonly environment: Environment | null;
  /** Why it ended early; null: it did not. */
  readonly failure: Failure | null;
  /** The command that repeats each variant's run. */
  readonly commands: readonly string[];
  /** The conclusion. */
  readonly notes: string;
}

/** The profiles of one variant against the base's. */
export interface ProfilePair extends PairFunctions {
  readonly flame: DiffFlameColumns;
}

export interface VariantTicks extends TickFlame {
  readonly variant: number;
  readonly perRequest: number;
}

export interface ComparisonReportInput extends ComparisonFacts {
  readonly percentiles: PercentileColumns;
  /** 0-based round the evidence is of. */
  readonly round: number;
  /** One run of each variant that has one. */
  readonly evidence: readonly VariantEvidence[];
  readonly profiles: readonly ProfilePair[];
  /** Of variants that have ticks, where at least two of them do. */
  readonly tickFlames: readonly VariantTicks[];
}

/** Frames in each flame graph, from the best picture to the smallest file. */
export const DETAIL = [1_200, 400, 120, 30];

export function formatComparisonHtml(input: ComparisonReportInput): string {
  return writeWithin(DETAIL, (most) => writeComparison(input, most));
}

/** The tables of a section, and what stands in place of those that there are not. */
export function htmlTables(compared: Compared, section: Section): Html[] {
  return comparedPieces(compared, 'html', section).map((piece) =>
    'said' in piece ? html`<p class="note">${piece.said}</p>` : htmlTable(piece.table),
  );
}

export function markdownTables(info: ComparisonInfo, section: Section): string[] {
  return comparedPieces({ info }, 'markdown', section).map((piece) =>
    'said' in piece ? escapeMarkdown(piece.said) : markdownTable(piece.table),
  );
}

/** Nothing where a section is empty. */
function withTitle(title: string, pieces: readonly string[]): string[] {
  return pieces.length === 0 ? [] : [`## ${title}`, ...pieces];
}

export function responseSections(info: ComparisonInfo): ReportSection[] {
  const tables = htmlTables({ info }, 'responses');
  return tables.length === 0 ? [] : [{ id: 'firsts', title: text('compare.firsts.title'), body: html`${tables}` }];
}

function writeComparison(input: ComparisonReportInput, most: number): string {
  const { name, info, environment, notes } = input;
  const tables = (section: Section): Html[] => htmlTables(input, section);
  return writeDocument({
    kicker: text('report.kicker.comparison'),
    name,
    meta: metaOf(input),
    answers: answersOf(input),
    legend: variantList(info),
    warnings: otherWarnings(info.warnings),
    notes,
    sections: [
      ...responseSections(info),
      verdictSection(info),
      {
        id: 'runs',
        title: text('compare.dots.title'),
        body: html`${runDots(questionFirst(info.dots, info.setup.question), roundsOf(info))}${tables('runs')}`,
      },
      {
        id: 'percentiles',
        title: text('compare.curves.title'),
        body: html`${percentileCurves(input.percentiles)}${tables('percentiles')}`,
      },
      ...queueSections(info),
      ...waitSections(info),
      ...requestSections(info),
      ...evidenceSections(input),
      profileSection(input, most),
      howSection(input),
    ],
    environment,
  });
}

export const letters = (b: number) => ({ a: variantLetter(0), b: variantLetter(b) });

/** Of every other variant against the first. */
export function pairsOf({ setup, verdicts }: ComparisonInfo): { readonly b: number; readonly verdicts: readonly Verdict[] }[] {
  return setup.variants
    .slice(1)
    .map((_, index) => ({ b: index + 1, verdicts: verdicts.filter((verdict) => verdict.b === variantLetter(index + 1)) }));
}

/** What went wrong comes first, then under what different load, so that no figure is read without it. A load that is compared is a note. */
export function answersOf({ info, failure }: ComparisonFacts): Sentences[] {
  const load = listDifferentLoad(info.warnings);
  const [lead, rest] = [load.warned, load.noted].map((sentences) => sentences.join(' ')) as [string, string];
  return [
    ...(isToldByVerdict(failure) ? [] : [tellEnd(failure)]),
    ...(lead === '' && rest === '' ? [] : [{ lead, rest, bad: false }]),
    ...pairsOf(info).map(({ b, verdicts: own }) => verdictOf(own, variantLetter(b), info)),
  ];
}

export function metaOf({ info, createdAt }: ComparisonFacts): string {
  const stored = formatStored(createdAt);
  return [
    plansOf(info.setup).join(' · '),
    nodesOf(info)
      .map((version) => text('run.head.node', { version }))
      .join(', '),
    stored === '' ? '' : text('report.recorded', { at: stored }),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function nodesOf({ passes }: ComparisonInfo): string[] {
  return [...new Set(passes.flatMap(({ report }) => (report?.target.node ? [report.target.node] : [])))];
}

export function roundsOf({ setup, dots }: ComparisonInfo): number {
  return dots.reduce((most, { values }) => Math.max(most, ...values.map((runs) => runs.length)), setup.pairs);
}

export function variantList({ setup }: ComparisonInfo): Html {
  const mark = (variant: number) =>
    html`<svg class="inline" viewBox="-6 -6 12 12" width="12" height="12" aria-hidden="true">${variantMarks(variant, [[0, 0]], 8)}</svg>`;
  return html`<ul class="variants" aria-label="${text('compare.setup.variants')}">${setup.variants.map(
    ({ title }, variant) =>
      html`<li>${mark(variant)} <b class="t-${colorOf(variant)}">${variantLetter(variant)}</b> ${shortName(title)}</li>\n`,
  )}</ul>
`;
}

function verdictSection(info: ComparisonInfo): ReportSection {
  const shows = shownBy(info);
  return {
    id: 'verdict',
    title: text('compare.verdicts.verdict'),
    body: html`${htmlTables({ info }, 'verdicts')}${shows === null ? null : html`<p class="note">${shows}</p>`}`,
  };
}

function waitSections(info: ComparisonInfo): ReportSection[] {
  const tables = htmlTables({ info }, 'waits');
  return tables.length === 0 ? [] : [{ id: 'waits', title: text('compare.waits.heading'), body: html`${tables}` }];
}

function requestSections(info: ComparisonInfo): ReportSection[] {
  const tables = htmlTables({ info }, 'requests');
  return tables.length === 0 ? [] : [{ id: 'requests', title: text('compare.byRequest.title'), body: html`${tables}` }];
}

/** Pictures of single runs: of one round, so that they were made under the same conditions. */
function evidenceSections({ evidence, round }: ComparisonReportInput): ReportSection[] {
  if (evidence.length === 0) return [];
  const which = html`<p>${text('report.ofRound', { round: String(round + 1) })}</p>`;
  return [
    { id: 'answer-order', title: text('compare.responseOrder.title'), body: html`${which}${responseOrderCharts(evidence)}` },
    { id: 'time', title: text('run.time.heading'), body: html`${which}${comparedCharts(evidence)}` },
  ];
}

function profileSection({ info, profiles, tickFlames }: ComparisonReportInput, most: number): ReportSection {
  // The file has room for so many frames in all, however many variants there are.
  const each = Math.ceil(most / Math.max(1, profiles.length + tickFlames.length));
  const body = profileFigures('flame', info, profiles, each);
  const ticks = [...htmlTables({ info }, 'ticks'), ...tickFigures('ticks', tickFlames, each)];
  return {
    id: 'profile',
    title: text('report.profile'),
    body: body.length + ticks.length === 0 ? html`<p>${text('report.noDiff')}</p>` : html`${body}${ticks}`,
  };
}

/** The flame graphs of 0x one below the other, as wide as the ticks that each request took. `name` and `each`: as of profiles. */
export function tickFigures(name: string, flames: readonly VariantTicks[], each: number): Html[] {
  const widest = Math.max(...flames.map(({ perRequest }) => perRequest));
  if (flames.length === 0 || widest <= 0) return [];
  return [
    html`<p class="help">${text('compare.flame.ticksPerRequest')}</p>`,
    ...flames.map(({ variant, perRequest, ...flame }) => {
      const letter = variantLetter(variant);
      return html`<div class="wide">${tickFlameFigure(`${name}-${letter}`, flame, each, { letter, share: perRequest / widest })}</div>`;
    }),
  ];
}

/** `name`: begins the ids of its drawings; `each`: frames in each of them. */
export function profileFigures(name: string, info: ComparisonInfo, profiles: readonly ProfilePair[], each: number): Html[] {
  return profiles.map((profile) => {
    const { flame } = profile;
    const pair = letters(profile.b);
    const id = `${name}-${pair.b}${profile.kind === CPU_CAPTURE ? '' : `-${profile.kind}`}`;
    return html`${diffFlameFigure(id, flame, pair, each)}<p class="help">${text('report.sideHelp', { unit: profile.unit })}</p>
<div class="wide">${sideFlameFigure(`${id}-a`, flame, 'a', pair.a, each)}</div><div class="wide">${sideFlameFigure(`${id}-b`, flame, 'b', pair.b, each)}</div>${htmlTables({ info, profiles: [profile] }, 'functions')}`;
  });
}

function howSection(input: ComparisonReportInput): ReportSection {
  const { info, commands } = input;
  return {
    id: 'how',
    title: text('report.how'),
    body: html`<p>${orderSentences(info)}</p>
${htmlTables({ info }, 'settings')}
<p>${loadSentences(info)}</p>
${commands.map((command, variant) => commandBlock(text('report.commandOf', { letter: variantLetter(variant) }), command))}${htmlTables({ info }, 'places')}`,
  };
}

export function orderSentences({ setup, made }: ComparisonInfo): string {
  if (made === 'sessions') return text('compare.about.orderSessions');
  const sentences = [
    text('report.order', { pairs: setup.pairs, seed: String(setup.seed) }),
    ...(setup.profiled ? [text('report.profiledAfter')] : []),
    setup.pairs === 1
      ? text('compare.setup.oneLookNote')
      : text('report.asked', { metric: text(`compare.metricInText.${setup.question}`) }),
  ];
  return sentences.join(' ');
}

/** Of the first variant: what differs in the others stands in the table. */
export function loadSentences({ setup, passes }: ComparisonInfo): string {
  if (hasResultOfTool(setup)) return plansOf(setup).join('; ');
  const measured = passes.find(({ report, variant }) => report !== null && variant === 0)?.report;
  const {
    load,
    client,
    plan,
    requests: [{ method, url }],
  } = setup.variants[0]!.setup;
  if (measured) return planSentences(measured);
  const asked = plan === null ? text('report.askedOne', { method, url }) : text('report.askedStored');
  return `${text('report.plan', { asked, plan: planOfClient({ load, client }) })} ${howText(load, pipeliningOf(client))}`;
}

/** In brief, GitHub-flavoured: what was found, and how. */
export function formatComparisonMarkdown(facts: ComparisonFacts): string {
  const { name, info, commands, notes } = facts;
  const titles = info.setup.variants.map(({ title }) => title);
  const answers = answersOf(facts).map(markdownAnswer);
  const shows = shownBy(info);
  return markdownDocument([
    `# ${escapeMarkdown(name)}`,
    escapeMarkdown(metaOf(facts)),
    ...(isToldByVerdict(facts.failure) ? [] : answers.slice(0, 1)),
    titles.map((title, variant) => `- **${variantLetter(variant)}** ${escapeMarkdown(shortName(title))}`).join('\n'),
    ...answers.slice(isToldByVerdict(facts.failure) ? 0 : 1),
    ...(notes.trim() === '' ? [] : [`## ${text('compare.conclusion.title')}`, markdownNotes(notes)]),
    ...warningList(otherWarnings(info.warnings)),
    ...markdownTables(info, 'responses'),
    `## ${text('compare.verdicts.verdict')}`,
    ...markdownTables(info, 'verdicts'),
    shows === null ? null : escapeMarkdown(shows),
    `## ${text('compare.dots.title')}`,
    ...markdownTables(info, 'runs'),
    ...markdownQueue(info),
    ...withTitle(text('compare.waits.heading'), markdownTables(info, 'waits')),
    ...withTitle(text('compare.byRequest.title'), markdownTables(info, 'requests')),
    ...withTitle(text('compare.ticks.title'), markdownTables(info, 'ticks')),
    `## ${text('report.how')}`,
    escapeMarkdown(orderSentences(info)),
    ...markdownTables(info, 'settings'),
    escapeMarkdown(loadSentences(info)),
    ...commands.map(
      (command, variant) =>
        `${escapeMarkdown(text('report.commandOf', { letter: variantLetter(variant) }))}: ${markdownCommand(command) ?? codeMarkdown('')}`,
    ),
    ...markdownTables(info, 'places'),
  ]);
}
