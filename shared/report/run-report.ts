/** The report of one run: the answer, what happened over time, which code took the time, the figures, how it was measured. */
import { formatCount, formatMs } from '../format/figures.ts';
import { type Environment, hasLoad, type ProfileReport, type RunReport } from '../model/report.ts';
import type { FlameColumns } from '../protocol/contract.ts';
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
import { codeMarkdown, escapeMarkdown } from './escape.ts';
import { flameFigure } from './flame-svg.ts';
import { html } from './html.ts';
import { type RunSeries, runCharts } from './run-charts.ts';
import {
  environmentTable,
  errorTable,
  functionTable,
  latencyTable,
  percentileTable,
  profileTable,
  serverTable,
  statusTable,
  throughputTable,
  totalsTable,
} from './run-tables.ts';
import { answerOf, formatSeconds, planOf, type Sentences } from './sentences.ts';
import { htmlTable, markdownTable, type ReportTable } from './table.ts';
import { words } from './words.ts';

/** Everything a report of a run is made of. */
export interface RunReportInput {
  readonly name: string;
  /** ISO 8601, as stored; empty: not known. */
  readonly createdAt: string;
  /** Of a profile of another tool: without load. */
  readonly run: RunReport | ProfileReport;
  readonly environment: Environment | null;
  readonly command: string | null;
  /** The conclusion. */
  readonly notes: string;
  readonly series: RunSeries;
  /** The heaviest frames; null: no profile. */
  readonly flame: FlameColumns | null;
}

/** Frames drawn, from the best picture to the smallest file. */
const DETAIL = [2_000, 600, 150, 30];
const MOST_FUNCTIONS = 40;
const MARKDOWN_FUNCTIONS = 15;

export function formatRunHtml(input: RunReportInput): string {
  return writeWithin(DETAIL, (most) => writeRun(input, most));
}

function writeRun(input: RunReportInput, most: number): string {
  const { name, run, environment, notes, command, series } = input;
  const profile = profileSection(input, most);
  return writeDocument({
    kicker: words.kicker(hasLoad(run) ? 'run' : 'profile'),
    name,
    meta: metaOf(input),
    answers: [answerTo(input)],
    legend: null,
    warnings: run.warnings,
    notes,
    sections: hasLoad(run)
      ? [timeSection(series), profile, figuresSection(run), serverSection(run), howSection(run, environment, command)]
      : [profile],
    environment,
  });
}

function answerTo({ run, flame }: RunReportInput): Sentences {
  if (hasLoad(run)) return answerOf(run);
  return { lead: words.profileOnly(formatMs(flame?.meta.baseMs ?? 0), formatCount(run.profile?.samples ?? 0)), rest: '', bad: false };
}

function metaOf({ run, createdAt }: RunReportInput): string {
  const stored = formatStored(createdAt);
  const { script, node } = run.target;
  const parts = hasLoad(run) ? [fileName(script), planOf(run.load), node === '' ? '' : `Node ${node}`] : [];
  return [...parts, stored === '' ? '' : words.recorded(stored)].filter((part) => part !== '').join(' · ');
}

/** The last part of a path of any platform. */
function fileName(path: string): string {
  return path.split(/[/\\]/).pop() ?? path;
}

function timeSection(series: RunSeries): ReportSection {
  return { id: 'time', title: words.time, body: runCharts('run', series) };
}

function profileSection({ run, flame }: RunReportInput, most: number): ReportSection {
  const { profile } = run;
  if (profile === null || flame === null) return { id: 'profile', title: words.profile, body: html`<p>${words.noProfile}</p>` };
  const table = functionTable(profile, flame.meta.baseMs, MOST_FUNCTIONS);
  return {
    id: 'profile',
    title: words.profile,
    body: html`${flameFigure('flame', flame, most)}${optional(table)}${htmlTable(profileTable(profile))}`,
  };
}

function figuresSection(run: RunReport): ReportSection {
  const latency = latencyTable(run);
  const throughput = throughputTable(run);
  return {
    id: 'figures',
    title: words.figures,
    body: html`${latency === null ? html`<p>${words.noLatency}</p>` : htmlTable(latency)}${throughput === null ? html`<p>${words.noThroughput}</p>` : htmlTable(throughput)}
<div class="pair"><div>${optional(percentileTable(run.latencyMs))}</div><div>${[totalsTable(run), statusTable(run), errorTable(run)].map(htmlTable)}</div></div>
`,
  };
}

function serverSection(run: RunReport): ReportSection {
  const table = serverTable(run);
  return { id: 'server', title: words.server, body: table === null ? html`<p>${words.noServer}</p>` : htmlTable(table) };
}

function howSection(run: RunReport, environment: Environment | null, command: string | null): ReportSection {
  const repeat = command === null ? null : commandBlock(words.command, command);
  return { id: 'how', title: words.how, body: html`<p>${planSentences(run)}</p>${repeat}${htmlTable(environmentTable(run, environment))}` };
}

/** The load plan, whole. */
export function planSentences({ load }: Pick<RunReport, 'load'>): string {
  const request = words.planMethod(load.method, load.url);
  const rest = [words.planClosed, words.planTimeout(formatSeconds(load.timeoutS)), ...(load.keepAlive ? [] : [words.planNoKeepAlive])];
  return `${request}: ${planOf(load)}; ${words.measured.toLowerCase()} ${formatMs(load.durationMs)}. ${rest.join(' ')}`;
}

const optional = (table: ReportTable | null) => (table === null ? null : htmlTable(table));

/** The same in brief, GitHub-flavoured. */
export function formatRunMarkdown(input: RunReportInput): string {
  const { name, run, environment, command, notes, flame } = input;
  const { lead, rest } = answerTo(input);
  const functions = run.profile === null || flame === null ? null : functionTable(run.profile, flame.meta.baseMs, MARKDOWN_FUNCTIONS);
  return markdownDocument([
    `# ${escapeMarkdown(name)}`,
    escapeMarkdown(metaOf(input)),
    `**${escapeMarkdown(lead)}**`,
    escapeMarkdown(rest),
    ...(notes.trim() === '' ? [] : [`## ${words.conclusion}`, markdownNotes(notes)]),
    ...warningList(run.warnings),
    ...(hasLoad(run) ? markdownFigures(run) : []),
    `## ${words.profile}`,
    functions === null ? words.noProfile : markdownTable(functions),
    ...(hasLoad(run)
      ? [`## ${words.how}`, escapeMarkdown(planSentences(run)), markdownCommand(command), markdownTable(environmentTable(run, environment))]
      : []),
  ]);
}

function markdownFigures(run: RunReport): (string | null)[] {
  const tables = [
    latencyTable(run),
    throughputTable(run),
    totalsTable(run),
    statusTable(run),
    errorTable(run),
    percentileTable(run.latencyMs),
    serverTable(run),
  ];
  return [`## ${words.figures}`, ...tables.map(optionalMarkdown)];
}

export function warningList(warnings: readonly string[]): string[] {
  return warnings.length === 0
    ? []
    : [`## ${words.warnings}`, warnings.map((warning) => `- ${escapeMarkdown(cutText(warning).text)}`).join('\n')];
}

export function markdownCommand(command: string | null): string | null {
  return command === null ? null : codeMarkdown(cutText(command).text);
}

const optionalMarkdown = (table: ReportTable | null): string | null => (table === null ? null : markdownTable(table));
