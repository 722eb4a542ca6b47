/** A comparison as text: the verdict first, then the figures it comes from, then what differed. Words and figures are those of reports. */
import { describeSpread } from '../../shared/analysis/described.ts';
import { formatAbout, formatBytes } from '../../shared/format/figures.ts';
import { METRIC_SENSE, type Sensitivity, variantLetter } from '../../shared/model/comparison.ts';
import type { Environment } from '../../shared/model/report.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { verdictTable } from '../../shared/report/comparison-tables.ts';
import { verdictOf } from '../../shared/report/sentences.ts';
import type { Cell } from '../../shared/report/table.ts';
import { words } from '../../shared/report/words.ts';
import { breakable } from './format.ts';
import { textTable } from './text-table.ts';

/** Metric, both figures, difference, interval, verdict: what a terminal has room for. */
const SHOWN_COLUMNS = 6;

/** `endedEarly`: why, when it did. */
export function formatComparison(info: ComparisonInfo, endedEarly: string | null): string {
  const others = info.setup.variants.slice(1).map((_, index) => index + 1);
  const sections = [
    ...others.flatMap((b) => formatPair(info, b)),
    formatDifferences(info),
    formatPlaces(info),
    ...info.warnings.map((warning) => `Note: ${warning}`),
    ...(endedEarly === null ? [] : [words.failure(endedEarly)]),
  ];
  return breakable(sections.filter((section) => section !== '').join('\n\n'));
}

/** Of one variant against the base: the sentence, and its table. */
function formatPair({ verdicts, setup, passes }: ComparisonInfo, b: number): string[] {
  const own = verdicts.filter((verdict) => verdict.b === variantLetter(b));
  const { lead, rest } = verdictOf(own, variantLetter(b), setup.equivalencePercent);
  const sentence = `${lead} ${rest}`.trim();
  if (own.length === 0) return [sentence];
  const { columns, rows, caption } = verdictTable(own, describeSpread(passes, 0, b));
  const titles = columns.slice(0, SHOWN_COLUMNS).map(({ title }) => title);
  const cells = rows.map((row) => row.slice(0, SHOWN_COLUMNS).map(textOf));
  return [sentence, textTable([...titles.slice(0, -1), caption], cells, [0, SHOWN_COLUMNS - 1])];
}

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

function formatDifferences({ setup, differences }: ComparisonInfo): string {
  const variants = setup.variants.map(({ title }, index) => `${variantLetter(index)}: ${title}`).join('\n');
  if (differences.length === 0) return `${variants}\nNothing differs between them but chance (A/A).`;
  const lines = differences.map(({ field, values }) => {
    return `  ${field}: ${values.map((value, index) => `${variantLetter(index)} ${value ?? 'not set'}`).join(', ')}`;
  });
  return [variants, 'What differs:', ...lines].join('\n');
}

/** Once where all of it was measured in one place, else by letter. */
function formatPlaces({ environments, passes }: ComparisonInfo): string {
  const places = environments.map((environment, variant) => {
    const node = passes.find((pass) => pass.variant === variant && pass.report !== null)?.report?.target.node ?? 'unknown';
    return environment === null ? null : formatPlace(environment, node);
  });
  const [first = null, ...others] = places;
  if (others.every((place) => place === first)) return first ?? '';
  return places.map((place, variant) => `${variantLetter(variant)} on ${place ?? 'an unknown computer'}`).join('\n');
}

function formatPlace({ os, arch, cpu, cores, memoryBytes, loopscope }: Environment, node: string): string {
  return `${os} ${arch}, ${cpu}, ${cores} cores, ${formatBytes(memoryBytes)}; Node ${node}; Loopscope ${loopscope}`;
}

/** What can be found, as a part of a sentence: "about 6.3 % in p50 latency, 44 % in p99 latency". */
export function formatSensitivity(sensitivity: readonly Sensitivity[]): string {
  const told = sensitivity.filter(({ metric }) => METRIC_SENSE[metric] !== 'cost');
  return breakable(
    `about ${told.map(({ metric, detectablePercent }) => `${formatAbout(detectablePercent)} in ${words.metricPhrases[metric]}`).join(', ')}`,
  );
}
