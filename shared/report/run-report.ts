/** The report of one run: the answer, what happened over time, which code took the time, the figures, how it was measured. */

import { showHidden } from '../base/show-hidden.ts';
import { formatCount, formatMs } from '../format/figures.ts';
import { wordSaid } from '../format/word-said.ts';
import type { LeakReport } from '../model/leak.ts';
import type { FlameColumns } from '../model/profile/profile-views.ts';
import { type AnyRunReport, type Environment, hasLoad, isExternal, type RunReport } from '../model/report.ts';
import { shortSubject } from '../model/setup/subject.ts';
import { variablesText } from '../phrases/command-variables.ts';
import { formatSeconds, howText, planOfCommand, planOfJoined, planOfRounds, planText, tellClient } from '../phrases/load-plan.ts';
import { text } from '../words/words.ts';
import type { ClientPart } from './client-result.ts';
import { clientParts } from './client-results.ts';
import type { Sentences } from './document.ts';
import {
  commandBlock,
  cutText,
  formatStored,
  markdownDocument,
  markdownNotes,
  type ReportSection,
  writeDocument,
  writeWithin,
} from './document.ts';
import { flameFigure } from './drawings/flame-svg.ts';
import { leakFigure } from './drawings/leak-levels.ts';
import { levelCharts } from './drawings/level-charts.ts';
import { type RunSeries, runCharts } from './drawings/run-charts.ts';
import { type TickFlame, tickFlameFigure } from './drawings/tick-flame-svg.ts';
import { codeMarkdown, escapeMarkdown } from './escape.ts';
import { externalAnswer } from './external-answer.ts';
import { externalTables } from './external-tables.ts';
import { heapAnswer } from './heap-answer.ts';
import { heapTables } from './heap-tables.ts';
import { type Html, html } from './html.ts';
import { profileAnswer } from './profile-answer.ts';
import { failedSection, goodSection, responsesMarkdown } from './response-sections.ts';
import { answerOf } from './sentences.ts';
import { htmlTable, markdownTable } from './table.ts';
import { type Piece, piecesOf } from './tables/index.ts';
import type { Section } from './tables/run-table.ts';

/** Everything a report of a run is made of. */
export interface RunReportInput {
  readonly name: string;
  /** ISO 8601, as stored; empty: not known. */
  readonly createdAt: string;
  /** Also of what another tool has recorded or measured. */
  readonly run: AnyRunReport;
  readonly environment: Environment | null;
  readonly command: string | null;
  /** The conclusion. */
  readonly notes: string;
  readonly series: RunSeries;
  /** The heaviest frames; null: no profile. */
  readonly flame: FlameColumns | null;
  /** The same of classic ticks; null: there are no stacks of any. */
  readonly tickFlame: TickFlame | null;
  /** Less was asked for than the whole run, which it is of nevertheless. */
  readonly isOfPart?: boolean;
}

/** Frames drawn, from the best picture to the smallest file. */
const DETAIL = [2_000, 600, 150, 30];

export function formatRunHtml(input: RunReportInput): string {
  return writeWithin(DETAIL, (most) => writeRun(input, most));
}

function writeRun(input: RunReportInput, most: number): string {
  const { name, run, environment, notes, command, series } = input;
  const profile = profileSection(input, most);
  return writeDocument({
    kicker: text(`report.kicker.${kickerOf(run)}`),
    name,
    meta: metaOf(input),
    answers: [answerTo(input)],
    legend: null,
    warnings: run.warnings.map(wordSaid),
    notes,
    sections: hasLoad(run)
      ? [
          ...failedSection(run),
          timeSection(series),
          ...whereSections(run, profile, input.tickFlame, most),
          figuresSection(run),
          serverSection(run),
          ...goodSection(run),
          howSection(run, environment, command),
        ]
      : isExternal(run)
        ? [{ id: 'figures', title: text('report.figures'), body: html`${externalTables(run).map(htmlTable)}` }]
        : run.snapshot !== undefined
          ? [{ id: 'figures', title: text('report.figures'), body: html`${heapTables(run.snapshot).map(htmlTable)}` }]
          : [profile],
    environment,
  });
}

function kickerOf(run: AnyRunReport): 'run' | 'load' | 'heap' | 'profile' {
  if (hasLoad(run)) return 'run';
  if (isExternal(run)) return 'load';
  return run.snapshot === undefined ? 'profile' : 'heap';
}

export function answerTo({ run, isOfPart = false }: RunReportInput): Sentences {
  if (hasLoad(run)) {
    const { lead: answer, why, rest, bad } = answerOf(run);
    const lead = isOfPart ? text('terminal.run.wholeAnswer', { window: 'no', answer }) : answer;
    return { lead, rest: [...why, ...rest].join(' '), bad };
  }
  if (isExternal(run)) return externalAnswer(run);
  return run.snapshot === undefined ? profileAnswer(run) : heapAnswer(run.snapshot);
}

export function metaOf({ run, createdAt }: RunReportInput): string {
  const stored = formatStored(createdAt);
  const { subject, node } = run.target;
  const parts = hasLoad(run) ? [shortSubject(subject), planOf(run), node === '' ? '' : text('run.head.node', { version: node })] : [];
  return [...parts, stored === '' ? '' : text('report.recorded', { at: stored })].filter((part) => part !== '').join(' · ');
}

function timeSection(series: RunSeries): ReportSection {
  return { id: 'time', title: text('run.time.heading'), body: runCharts('run', series) };
}

/** The tables of these sections, and what stands in place of those that the run has not. */
function htmlPieces(run: AnyRunReport, sections: readonly Section[], environment: Environment | null = null): Html[] {
  return sections.flatMap((section) => piecesOf(run, 'html', section, { intervals: true, environment })).map(htmlPiece);
}

function htmlPiece(piece: Piece): Html {
  return 'said' in piece ? html`<p>${piece.said}</p>` : htmlTable(piece.table);
}

function profileSection({ run, flame }: RunReportInput, most: number): ReportSection {
  const body =
    run.profile === null || flame === null
      ? html`<p>${text('run.overview.noProfile')}</p>`
      : html`${flameFigure('flame', flame, most)}${htmlPieces(run, ['functions', 'lines', 'blocked', 'profile', 'exact'])}`;
  return { id: 'profile', title: text('report.profile'), body };
}

/** Which code ran: the profile, ticks, or that there is neither. */
function whereSections(run: RunReport, profile: ReportSection, flame: TickFlame | null, most: number): ReportSection[] {
  if (run.ticks === null) return [profile];
  const figure = flame === null ? null : tickFlameFigure('ticks', flame, most);
  const body = html`${figure}${htmlPieces(run, ['ticks'])}`;
  return [...(run.profile === null ? [] : [profile]), { id: 'ticks', title: text('report.ticks'), body }];
}

/** Folded: the charts show the same. */
function foldedPieces(run: RunReport, section: Section): Html[] {
  return piecesOf(run, 'html', section).map((piece) =>
    'said' in piece ? htmlPiece(piece) : html`<details><summary>${piece.table.caption}</summary>${htmlTable(piece.table)}</details>`,
  );
}

function figuresSection(run: RunReport): ReportSection {
  return {
    id: 'figures',
    title: text('report.figures'),
    body: html`${leakFigure(run.leak)}${htmlPieces(run, ['leak', 'limit', 'speed', 'parts'])}${levelCharts(run)}${htmlPieces(run, ['levels', 'routes', 'routeTime', 'waits', 'timings'])}${foldedPieces(run, 'periods')}
<div class="pair"><div>${htmlPieces(run, ['percentiles'])}</div><div>${htmlPieces(run, ['counts'])}</div></div>
${htmlPieces(run, ['tool'])}${clientParts(run).map(clientFigures)}${htmlPieces(run, ['captured'])}`,
  };
}

function clientFigures({ title, tables, lines, note }: ClientPart): Html {
  return html`<h3>${title}</h3>
${tables.map(htmlTable)}<p>${lines.flatMap((line, at) => (at === 0 ? [line] : [html`<br>`, line]))}</p>
<p class="note">${note}</p>
`;
}

function clientMarkdown({ title, tables, lines, note }: ClientPart): string[] {
  const told = lines.map(escapeMarkdown).join('  \n');
  return [`### ${escapeMarkdown(title)}`, ...tables.map((table) => markdownTable(table)), told, escapeMarkdown(note)];
}

function serverSection(run: RunReport): ReportSection {
  return { id: 'server', title: text('report.server'), body: html`${htmlPieces(run, ['server', 'memory', 'threads'])}` };
}

function howSection(run: RunReport, environment: Environment | null, command: string | null): ReportSection {
  const repeat = command === null ? null : commandBlock(text('run.overview.command'), command);
  return {
    id: 'how',
    title: text('report.how'),
    body: html`<p>${planSentences(run)}</p>${repeat}${htmlPieces(run, ['environment'], environment)}`,
  };
}

type Planned = Pick<RunReport, 'load' | 'byCommand' | 'joined' | 'leak'>;

function planOf({ load, byCommand, joined, leak }: Planned): string {
  if (leak !== undefined) return planOfRounds(load);
  if (byCommand === undefined) return planText(load, load);
  return joined === undefined || byCommand === null ? planOfCommand(load) : planOfJoined(byCommand.tool, joined.file);
}

/** The load plan, whole. */
export function planSentences(run: Planned): string {
  const { load } = run;
  if (run.leak !== undefined) return tellRounds(run, run.leak);
  if (run.byCommand !== undefined) return text('report.planCommand', { plan: planOf(run), time: formatMs(load.durationMs) });
  const measured = { asked: askedText(load), plan: planText(load, load), time: formatMs(load.durationMs) };
  return [
    text('report.planMeasured', measured),
    howText(load, load.pipelining),
    text('report.planTimeout', { seconds: formatSeconds(load.timeoutS) }),
    ...(load.keepAlive ? [] : [text('report.planNoKeepAlive')]),
    ...tellClient('report.madeBy', load.client),
  ].join(' ');
}

function tellRounds({ load }: Planned, { plan, warmUp, rounds }: LeakReport): string {
  return text('run.leak.planned', {
    asked: askedText(load),
    connections: plan.connections,
    warmUp: formatCount(warmUp.requests),
    rounds: rounds.filter(({ kind }) => kind !== 'rest').length,
    perRound: formatCount(plan.perRound ?? 0),
  });
}

/** In a sentence nobody reads more names. */
const MOST_NAMES = 8;

/** What the clients ask for. */
function askedText({ plan, method, url }: RunReport['load']): string {
  if (plan === undefined) return text('report.askedOne', { method, url });
  const names = plan.requests.slice(0, MOST_NAMES).map((request) => showHidden(request.name));
  const more = plan.requests.length > MOST_NAMES ? ['…'] : [];
  return text('report.askedPlan', { order: plan.order, count: plan.requests.length, names: [...names, ...more].join(', ') });
}

/** The same in brief, GitHub-flavoured. */
export function formatRunMarkdown(input: RunReportInput): string {
  const { name, run, environment, command, notes, flame } = input;
  const { lead, rest } = answerTo(input);
  const hasProfile = run.profile !== null && flame !== null;
  const heap = hasLoad(run) || isExternal(run) ? undefined : run.snapshot;
  return markdownDocument([
    `# ${escapeMarkdown(name)}`,
    escapeMarkdown(metaOf(input)),
    `**${escapeMarkdown(lead)}**`,
    escapeMarkdown(rest),
    ...(notes.trim() === '' ? [] : [`## ${text('compare.conclusion.title')}`, markdownNotes(notes)]),
    ...warningList(run.warnings.map(wordSaid)),
    ...(hasLoad(run) ? [...responsesMarkdown(run, 'failing'), ...markdownFigures(run)] : []),
    ...(isExternal(run) ? externalTables(run).map(markdownTable) : []),
    ...(heap === undefined ? [] : heapTables(heap).map(markdownTable)),
    ...(isExternal(run) || heap !== undefined || (run.ticks !== null && !hasProfile)
      ? []
      : [
          `## ${text('report.profile')}`,
          ...(hasProfile ? markdownPieces(run, ['functions', 'lines', 'blocked', 'exact']) : [text('run.overview.noProfile')]),
        ]),
    ...(run.ticks === null ? [] : [`## ${text('report.ticks')}`, ...markdownPieces(run, ['ticks'])]),
    ...(hasLoad(run)
      ? [
          ...responsesMarkdown(run, 'good'),
          `## ${text('report.how')}`,
          escapeMarkdown(planSentences(run)),
          markdownCommand(command),
          ...markdownPieces(run, ['environment'], environment),
        ]
      : []),
  ]);
}

function markdownPieces(run: AnyRunReport, sections: readonly Section[], environment: Environment | null = null): string[] {
  return sections
    .flatMap((section) => piecesOf(run, 'markdown', section, { intervals: true, environment }))
    .map((piece) => ('said' in piece ? escapeMarkdown(piece.said) : markdownTable(piece.table)));
}

function markdownFigures(run: RunReport): string[] {
  return [
    `## ${text('report.figures')}`,
    ...markdownPieces(run, [
      'leak',
      'limit',
      'speed',
      'parts',
      'levels',
      'routes',
      'routeTime',
      'waits',
      'timings',
      'counts',
      'percentiles',
      'server',
      'memory',
      'threads',
      'captured',
      'tool',
    ]),
    ...clientParts(run).flatMap(clientMarkdown),
  ];
}

export function warningList(warnings: readonly string[]): string[] {
  return warnings.length === 0
    ? []
    : [`## ${text('run.overview.warnings')}`, warnings.map((warning) => `- ${escapeMarkdown(cutText(warning).text)}`).join('\n')];
}

export function markdownCommand(command: string | null): string | null {
  return command === null ? null : withVariables(codeMarkdown(cutText(command).text), command);
}

/** The command as it is written, and what has to be set before it is run. */
export function withVariables(written: string, command: string): string {
  const variables = variablesText(command);
  return variables === null ? written : `${written}\n\n${escapeMarkdown(variables)}`;
}
