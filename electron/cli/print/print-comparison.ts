/** A comparison as text: the verdict first, then the figures it comes from, then what differed. Words and figures are those of reports. */
import { queueOf } from '../../../shared/analysis/queueing.ts';
import { needsMorePairs } from '../../../shared/analysis/verdicts/headline.ts';
import { formatBytes } from '../../../shared/format/figures.ts';
import { hasResultOfTool, MINIMUM_PAIRS_FOR_VERDICT, type Verdict, variantLetter } from '../../../shared/model/comparison/comparison.ts';
import { type ComparisonInfo, isOver } from '../../../shared/model/comparison/comparison-info.ts';
import { type Failure, isToldByVerdict } from '../../../shared/model/failure.ts';
import type { Environment } from '../../../shared/model/report.ts';
import { differenceName } from '../../../shared/phrases/field-name.ts';
import { isEqualToBase } from '../../../shared/phrases/headline.ts';
import { otherWarnings, tellDifferentLoad } from '../../../shared/phrases/load-difference.ts';
import { tellQueue } from '../../../shared/phrases/queueing.ts';
import { tellEnd, verdictOf } from '../../../shared/report/sentences.ts';
import { comparedPieces } from '../../../shared/report/tables/compared/index.ts';
import { text } from '../../../shared/words/words.ts';
import { formatPiece, terminalTables } from './compared-tables.ts';
import { breakable } from './format.ts';
import { formatGrid } from './print-grid.ts';

/** `failure`: why it ended early, or says nothing; the first line then. */
export function formatComparison(info: ComparisonInfo, failure: Failure | null): string {
  if (info.setup.grid !== undefined) return formatGrid(info, failure);
  const others = info.setup.variants.slice(1).map((_, index) => index + 1);
  const sections = [
    ...(isToldByVerdict(failure) ? [] : [endOf(failure)]),
    tellDifferentLoad(info.warnings) ?? '',
    ...others.flatMap((b) => formatPair(info, b, b === 1 ? terminalTables(info, 'responses') : [])),
    formatQueue(info),
    ...terminalTables(info, 'waits'),
    ...terminalTables(info, 'requests'),
    ...terminalTables(info, 'ticks'),
    formatDifferences(info),
    formatPlaces(info),
    ...otherWarnings(info.warnings).map((message) => text('terminal.note', { message })),
  ];
  return breakable(sections.filter((section) => section !== '').join('\n\n'));
}

function endOf(failure: Failure): string {
  const { lead, rest } = tellEnd(failure);
  return `${lead} ${rest}`.trim();
}

/** Of one variant against the base: the sentence, what has to be known before the figures, and their table. */
function formatPair(info: ComparisonInfo, b: number, before: readonly string[]): string[] {
  const { verdicts, setup, made } = info;
  const own = verdicts.filter((verdict) => verdict.b === variantLetter(b));
  const { lead, rest } = verdictOf(own, variantLetter(b), info);
  const sentence = [lead, rest, ...howToDecide(own, info)].filter((part) => part !== '').join(' ');
  if (own.length === 0) return [sentence, ...before];
  const pieces = comparedPieces({ info }, 'terminal', 'verdicts').filter((piece) => piece.b === b);
  // With one run of each there are no medians to explain.
  if (setup.pairs === 1 || made === 'sessions') return [sentence, ...before, ...pieces.map((piece) => formatPiece(piece, ''))];
  const notes = [text('report.verdictsMedians'), ...(own.some(isOpenWithoutZero) ? [text('terminal.compare.withoutZero')] : [])];
  return [sentence, ...before, ...pieces.map((piece) => formatPiece(piece, notes.join(' ')))];
}

/** How far a queue lies from the theory; empty: it is another load. */
function formatQueue(info: ComparisonInfo): string {
  const queue = queueOf(info);
  return queue === null ? '' : tellQueue(queue);
}

/** The interval is that of one metric alone; the verdict has to hold for all of them at once. */
function isOpenWithoutZero({ verdict, reason, ci }: Verdict): boolean {
  return verdict === 'cannot tell' && reason === 'too noisy' && ci !== null && ci[0] * ci[1] > 0;
}

/** What to type for a verdict, where a series had too few pairs for any. */
function howToDecide(own: readonly Verdict[], info: ComparisonInfo): string[] {
  const { made, state } = info;
  const isAA = own.every(({ b }) => isEqualToBase(b, info));
  if (made === 'sessions' || !isOver(state) || isAA || !needsMorePairs(own, info)) return [];
  return [text('terminal.compare.forVerdict', { needed: String(MINIMUM_PAIRS_FOR_VERDICT) })];
}

function formatDifferences({ setup, differences }: ComparisonInfo): string {
  const variants = setup.variants.map(({ title }, index) => `${variantLetter(index)}: ${title}`).join('\n');
  if (differences.length === 0)
    return `${variants}\n${text(hasResultOfTool(setup) ? 'compare.about.notKnown' : 'compare.about.noDifferences')}`;
  const notSet = text('compare.field.notSet');
  const lines = differences.map((difference) => {
    const values = difference.values.map((value, index) => `${variantLetter(index)} ${value ?? notSet}`);
    return `  ${differenceName(difference)}: ${values.join(', ')}`;
  });
  return [variants, text('terminal.compare.differences'), ...lines].join('\n');
}

/** Once where all of it was measured in one place, else by letter. A variant that could not be measured has none. */
function formatPlaces({ environments, passes }: ComparisonInfo): string {
  const places = environments.flatMap((environment, index) => {
    const measured = passes.find((pass) => pass.variant === index && pass.report !== null);
    if (measured === undefined) return [];
    return [{ index, place: environment === null ? null : formatPlace(environment, measured.report?.target.node || null) }];
  });
  const first = places[0]?.place ?? null;
  if (places.every(({ place }) => place === first)) return first ?? '';
  return places
    .map(({ index, place }) => {
      const variant = variantLetter(index);
      return place === null ? text('terminal.compare.onUnknown', { variant }) : text('terminal.compare.on', { variant, place });
    })
    .join('\n');
}

function formatPlace({ os, arch, cpu, cores, memoryBytes, loopscope }: Environment, node: string | null): string {
  const facts = { os, arch, cpu, cores, memory: formatBytes(memoryBytes), loopscope };
  return node === null ? text('terminal.compare.placeNoNode', facts) : text('terminal.compare.place', { ...facts, node });
}
