/** A comparison as text: the verdict first, then the figures it comes from, then what differed. */
import { type ComparisonHeadline, comparisonHeadline } from '../../shared/analysis/headline.ts';
import {
  METRIC_SENSE,
  type Metric,
  MINIMUM_PAIRS_FOR_VERDICT,
  type Sensitivity,
  type Verdict,
  variantLetter,
} from '../../shared/model/comparison.ts';
import type { Environment, Report } from '../../shared/model/report.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { bytes, decimal, ms } from './format.ts';
import { textTable } from './text-table.ts';

const NAMES: Record<Metric, string> = {
  throughput: 'Requests/s',
  mean: 'Latency, mean',
  p50: 'Latency, p50',
  p90: 'Latency, p90',
  p99: 'Latency, p99',
  cpuMsPerRequest: 'CPU/request',
  rssBytes: 'Memory',
};

/** In a sentence. */
const PHRASES: Record<Metric, string> = {
  throughput: 'throughput',
  mean: 'mean latency',
  p50: 'p50 latency',
  p90: 'p90 latency',
  p99: 'p99 latency',
  cpuMsPerRequest: 'CPU per request',
  rssBytes: 'memory',
};

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

export function formatComparison(info: ComparisonInfo, report: Report): string {
  return sections(info, report, (head, rows) => textTable(head, rows, [0, 5])).join('\n\n');
}

export function formatComparisonMarkdown(info: ComparisonInfo, report: Report, name: string): string {
  return [`# ${escapeMarkdown(name)}`, ...sections(info, report, markdownTable)].join('\n\n');
}

function sections(info: ComparisonInfo, { environment, failure }: Report, table: Table): string[] {
  const pairs = info.setup.variants.slice(1).map((_, index) => index + 1);
  return [
    ...pairs.flatMap((b) => {
      const verdicts = info.verdicts.filter((verdict) => verdict.b === variantLetter(b));
      return [
        formatVerdict(verdicts, info.setup.equivalencePercent, variantLetter(b)),
        ...(verdicts.length === 0 ? [] : [formatTable(verdicts, table)]),
      ];
    }),
    formatDifferences(info),
    ...(environment ? [formatEnvironment(environment, info)] : []),
    ...info.warnings.map((warning) => `Note: ${warning}`),
    ...(failure ? [`Ended early: ${failure.message}`] : []),
  ];
}

/** The sentence that comes first. */
export function formatVerdict(verdicts: readonly Verdict[], equivalencePercent: number, letter: string): string {
  const headline = comparisonHeadline(verdicts);
  const { lead, better, worse } = headline;
  if (lead === null) return `No verdict about ${letter}: not one pair of runs has figures.`;
  switch (headline.kind) {
    case 'mixed':
      return `${lead.b} is faster than ${lead.a} in some figures and slower in others: ${[...better, ...worse].map(tell).join('; ')}.`;
    case 'equivalent':
      return `${lead.a} and ${lead.b} are equivalent within ${decimal(equivalencePercent)} %: ${tell(lead)}.`;
    case 'cannot tell':
      return `Cannot tell whether ${lead.b} differs from ${lead.a}: ${tellWhy(headline, lead)}`;
    case 'faster':
    case 'slower':
      return `${lead.b} is ${headline.kind} than ${lead.a}: ${tell(lead)}.`;
    default:
      return `${lead.b} needs ${headline.kind === 'lower' ? 'less' : 'more'} than ${lead.a}: ${tell(lead)}.`;
  }
}

function tell({ metric, differencePercent, ci, pairs }: Verdict): string {
  if (differencePercent === null) return PHRASES[metric];
  const interval = ci ? `, 95 % interval ${formatInterval(ci)}` : '';
  return `${PHRASES[metric]} ${signed(differencePercent)}${interval}, ${pairs} pair${pairs === 1 ? '' : 's'}`;
}

function tellWhy({ unknown }: ComparisonHeadline, lead: Verdict): string {
  const seen = `${tell(lead)}.`;
  switch (lead.reason) {
    case 'too few pairs':
      return `${lead.pairs} pair${lead.pairs === 1 ? '' : 's'} of runs, and a verdict needs ${MINIMUM_PAIRS_FOR_VERDICT}. Seen so far: ${seen}`;
    case 'unfinished':
      return `not all planned pairs are in, and one may not stop when the figures please. Seen so far: ${seen}`;
    case 'too few answers':
      return `too few answers in each run. Seen so far: ${seen}`;
    default: {
      const more = unknown.find(({ metric }) => metric === lead.metric)?.morePairs;
      return `the runs differ among themselves as much: ${seen}${more ? ` About ${more} more pairs would tell.` : ''}`;
    }
  }
}

function formatTable(verdicts: readonly Verdict[], table: Table): string {
  const [{ a, b }] = verdicts as [Verdict];
  const rows = verdicts.map((verdict) => [
    NAMES[verdict.metric],
    figure(verdict.metric, verdict.aValue),
    figure(verdict.metric, verdict.bValue),
    verdict.differencePercent === null ? '–' : signed(verdict.differencePercent),
    verdict.ci ? formatInterval(verdict.ci) : '–',
    verdict.reason ? `${verdict.verdict} (${verdict.reason})` : verdict.verdict,
  ]);
  return table(['', a, b, 'Difference', '95 % interval', `${b} against ${a}`], rows);
}

function formatDifferences({ setup, differences }: ComparisonInfo): string {
  const variants = setup.variants.map(({ title }, index) => `${variantLetter(index)}: ${title}`).join('\n');
  if (differences.length === 0) return `${variants}\nNothing differs between them but chance (A/A).`;
  const lines = differences.map(({ field, values }) => {
    return `  ${field}: ${values.map((value, index) => `${variantLetter(index)} ${value ?? 'not set'}`).join(', ')}`;
  });
  return [variants, 'What differs:', ...lines].join('\n');
}

function formatEnvironment({ os, arch, cpu, cores, memoryBytes, loopscope }: Environment, { passes }: ComparisonInfo): string {
  const nodes = [...new Set(passes.flatMap(({ report }) => (report?.target.node ? [report.target.node] : [])))];
  return `${os} ${arch}, ${cpu}, ${cores} cores, ${bytes(memoryBytes)}; Node ${nodes.join(' and ') || 'unknown'}; Loopscope ${loopscope}`;
}

/** What can be found, as a part of a sentence: "about 6 % in p50 latency, 44 % in p99 latency". */
export function formatSensitivity(sensitivity: readonly Sensitivity[]): string {
  const told = sensitivity.filter(({ metric }) => METRIC_SENSE[metric] !== 'cost');
  return `about ${told.map(({ metric, detectablePercent }) => `${decimal(rounded(detectablePercent))} % in ${PHRASES[metric]}`).join(', ')}`;
}

function figure(metric: Metric, value: number): string {
  if (metric === 'throughput') return decimal(value);
  return metric === 'rssBytes' ? bytes(value) : ms(value);
}

function formatInterval([low, high]: readonly [number, number]): string {
  return `${signed(low)} to ${signed(high)}`;
}

function signed(percent: number): string {
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${decimal(rounded(Math.abs(percent)))} %`;
}

/** Two figures are as many as such a percentage has. */
function rounded(percent: number): number {
  return Math.abs(percent) < 10 ? Number(percent.toFixed(1)) : Math.round(percent);
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeMarkdown).join(' | ')} |`;
  const rule = `|${head.map((_, column) => (column === 0 || column === head.length - 1 ? '---' : '---:')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\|`*_<>[\]]/g, '\\$&').replace(/\p{C}/gu, ' ');
}
