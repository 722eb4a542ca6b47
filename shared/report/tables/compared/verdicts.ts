/** Every metric of a variant against the first, with its interval and what follows from it. */
import { reachOf } from '../../../charts/verdict-axis.ts';
import { formatCount, formatNumber, NOTHING } from '../../../format/figures.ts';
import { formatMetricDifferenceFigures, formatVerdictFigure, metricInterval } from '../../../format/metric-figures.ts';
import { hasResultOfTool, type Verdict, variantIndex, variantLetter } from '../../../model/comparison/comparison.ts';
import { type ComparisonInfo, isOver } from '../../../model/comparison/comparison-info.ts';
import { isInPoints, METRICS, type Metric, questionFirst } from '../../../model/comparison/metrics.ts';
import { isEqualToBase } from '../../../phrases/headline.ts';
import { verdictWords, withSign } from '../../../phrases/verdict-words.ts';
import { text } from '../../../words/words.ts';
import type { Cell, ReportTable, TableColumn } from '../../table.ts';
import { numeric } from '../columns.ts';
import { ALL } from '../run-table.ts';
import type { ComparedTable } from './compared-table.ts';

/** What verdicts are of. */
export type Judged = Pick<ComparisonInfo, 'made' | 'state' | 'setup' | 'differences'>;

/** Null: of saved sessions nobody had asked anything when they were recorded. */
export function askedOf({ made, setup }: Pick<ComparisonInfo, 'made' | 'setup'>): Metric | null {
  return made === 'sessions' ? null : setup.question;
}

/** Of one variant against the base, at least one of them. The question stands first and is marked. */
function verdictTable(verdicts: readonly Verdict[], info: Judged): ReportTable {
  const question = askedOf(info);
  const rows = question === null ? verdicts : questionFirst(verdicts, question);
  const [first] = verdicts;
  const hasReason = anyReason(verdicts);
  return {
    caption: text('compare.verdicts.against', { a: whoOf(first!.a, info), b: whoOf(first!.b, info) }),
    columns: verdictColumns(verdicts, hasReason, info),
    rows: rows.map((verdict) => verdictRow(verdict, hasReason, info)),
    note: `${text('report.verdictsMedians')} ${text('report.verdictsNote')}`,
  };
}

/** Said once, above, where it is the same for all. */
const pairsDiffer = (verdicts: readonly Verdict[]): boolean => new Set(verdicts.map(({ pairs }) => pairs)).size > 1;

/** Among them there is one that is not decided. */
export const anyReason = (verdicts: readonly Verdict[]): boolean => verdicts.some(({ reason }) => reason !== null);

export function verdictColumns(verdicts: readonly Verdict[], hasReason: boolean, info: Judged): TableColumn[] {
  const { setup } = info;
  const [first] = verdicts;
  const band = setup.equivalencePercent;
  const ofTools = hasResultOfTool(setup);
  const value = (letter: string): TableColumn => ({ ...numeric(headOf(letter, info)), share: ofTools ? 12 : 8.3 });
  return [
    { title: text('compare.verdicts.metric'), share: 17.4 },
    value(first!.a),
    value(first!.b),
    { ...numeric(text('compare.verdicts.difference')), share: 10.2 },
    { ...numeric(text('compare.verdicts.interval')), share: 13.7, term: 'interval' },
    { title: text('compare.verdicts.drawing'), axis: { reach: reachOf(verdicts, band), band } },
    // Without a reason beside it, it has the rest of the width.
    { title: text('compare.verdicts.verdict'), term: 'verdict', ...(hasReason ? { share: 13.7 } : {}) },
    { ...numeric(text('compare.verdicts.pairs')), share: 5.8, term: 'pairs', detail: !pairsDiffer(verdicts) },
    ...(hasReason ? [{ title: text('compare.verdicts.reason') }] : []),
    ...[text('report.p'), text('report.pHolm')].map((title) => ({ ...numeric(title), detail: true })),
  ];
}

/** "B, median"; of saved sessions, and of one pair, there is one run each, and no median. */
function headOf(letter: string, info: Judged): string {
  const { setup, made } = info;
  const isMedian = !hasResultOfTool(setup) && made !== 'sessions' && setup.pairs > 1;
  return isMedian ? text('compare.verdicts.a', { letter }) : whoOf(letter, info);
}

/** "B, k6": only where a result of another tool takes part, so that nobody takes its figures for ours. */
function whoOf(letter: string, { setup }: Judged): string {
  if (!hasResultOfTool(setup)) return letter;
  const { tool } = setup.variants[variantIndex(letter)] ?? {};
  return text('compare.byWhom', { letter, whom: tool === undefined ? text('compare.about.loopscope') : text(`run.external.tool.${tool}`) });
}

export function verdictRow(verdict: Verdict, hasReason: boolean, info: Judged): Cell[] {
  const { metric, differencePercent, ci } = verdict;
  const isQuestion = metric === askedOf(info);
  const { term } = METRICS[metric];
  const name = text(`compare.metric.${metric}`);
  return [
    {
      ...(term === null ? {} : { term }),
      ...(isInPoints(metric) ? { title: text('compare.errorsTitle') } : {}),
      ...(isQuestion
        ? {
            text: text('compare.setup.isQuestion', { metric: name }),
            apart: [name, text('compare.verdicts.question')],
            tone: 'strong',
            title: text('compare.verdicts.questionTitle'),
          }
        : { text: name }),
    },
    formatVerdictFigure(verdict, verdict.aValue),
    formatVerdictFigure(verdict, verdict.bValue),
    formatMetricDifferenceFigures(metric, differencePercent),
    ci === null ? NOTHING : text('compare.verdicts.between', metricInterval(metric, ci)),
    markOf(verdict),
    wordOf(verdict, info),
    formatCount(verdict.pairs),
    ...(hasReason ? [reasonOf(verdict, info)] : []),
    formatNumber(verdict.p, 4),
    formatNumber(verdict.pHolm, 4),
  ];
}

/** Strong only where there is a verdict, which says what it means. */
function markOf({ metric, verdict, differencePercent, ci }: Verdict): Cell {
  if (differencePercent === null || isInPoints(metric)) return '';
  const [low, high] = ci ?? [differencePercent, differencePercent];
  const isStrong = verdict !== 'cannot tell' && verdict !== 'equivalent';
  return { text: '', mark: { at: differencePercent, low, high, isStrong } };
}

/** It is too early for a verdict. */
const isEarly = ({ reason }: Verdict, { state }: Judged): boolean =>
  !isOver(state) && (reason === 'too few pairs' || reason === 'unfinished');

function wordOf(verdict: Verdict, info: Judged): Cell {
  if (isEarly(verdict, info)) return { text: NOTHING, tone: 'muted' };
  if (info.setup.pairs === 1 && verdict.reason === 'too few pairs') return { text: text('compare.verdicts.oneLook'), tone: 'muted' };
  const words = verdictWords(verdict);
  return { text: withSign(words), tone: words.sign ?? (verdict.verdict === 'equivalent' ? 'strong' : 'muted') };
}

/** Why there is no verdict, and how many more pairs might bring one; empty: there is one. */
function reasonOf(verdict: Verdict, info: Judged): Cell {
  const { reason, morePairs, b } = verdict;
  if (reason === null) return '';
  const early = isEarly(verdict, info);
  const why = early ? text('compare.verdicts.waits') : verdictWords(verdict).why;
  // Where nothing differs no number of pairs decides it.
  if (early || !morePairs || info.setup.pairs === 1 || isEqualToBase(b, info)) return { text: why, tone: 'muted', title: why };
  const told = text('compare.verdicts.more', { reason: why, count: formatNumber(morePairs) });
  return { text: told, tone: 'muted', title: `${told}. ${text('compare.verdicts.moreTitle')}.` };
}

export const VERDICTS: ComparedTable = {
  id: 'verdicts',
  section: 'verdicts',
  of: ({ info }) =>
    info.setup.variants.flatMap((_, b) => {
      const own = info.verdicts.filter((verdict) => verdict.b === variantLetter(b));
      return own.length === 0 ? [] : [{ b, table: verdictTable(own, info) }];
    }),
  on: { screen: ALL, terminal: ALL, html: ALL, markdown: ALL, brief: [ALL, 4], lesson: ALL },
  key: 'verdicts',
};
