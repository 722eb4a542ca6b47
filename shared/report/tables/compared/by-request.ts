/** Of a plan with several requests: figures of each in every variant, and verdicts request by request. */
import { showHidden } from '../../../base/show-hidden.ts';
import { chooseTimeUnit, formatCount, formatShare, formatSignificant } from '../../../format/figures.ts';
import {
  type ComparedRequests,
  hasTooFewPairs,
  MINIMUM_PAIRS_FOR_VERDICT,
  type RequestFigures,
  type RequestVerdict,
  variantLetter,
} from '../../../model/comparison/comparison.ts';
import { isOver } from '../../../model/comparison/comparison-info.ts';
import { questionFirst } from '../../../model/comparison/metrics.ts';
import { text } from '../../../words/words.ts';
import type { Cell, ReportTable } from '../../table.ts';
import { numeric, weakCell } from '../columns.ts';
import { EVERYWHERE } from '../run-table.ts';
import type { ComparedTable } from './compared-table.ts';
import { anyReason, askedOf, type Judged, verdictColumns, verdictRow } from './verdicts.ts';

/** Of each request of a plan, the variants below each other; null: no plan has several. */
function requestTable({ figures, left }: ComparedRequests): ReportTable | null {
  if (figures.length === 0) return null;
  const unit = chooseTimeUnit(Math.max(0, ...figures.map(({ p99Ms, meanMs }) => Math.max(p99Ms ?? 0, meanMs ?? 0))));
  const scaled = (ms: number | null): string => formatSignificant(ms === null ? null : ms * unit.perMs);
  const percentile = (one: RequestFigures, metric: 'p50' | 'p99'): Cell => {
    const shown = scaled(metric === 'p50' ? one.p50Ms : one.p99Ms);
    return one.weak.includes(metric) ? weakCell(shown) : shown;
  };
  const notes = [
    text('compare.byRequest.note'),
    ...(figures.some(({ weak }) => weak.length > 0) ? [text('run.overview.weakNote')] : []),
    ...(left > 0 ? [text('compare.byRequest.left', { count: left })] : []),
  ];
  return {
    caption: text('compare.byRequest.title'),
    columns: [
      { title: text('run.parts.request') },
      { title: text('compare.about.variant') },
      ...[
        text('compare.byRequest.runs'),
        text('run.overview.count'),
        text('run.parts.errors'),
        text('run.parts.percentile', { percentile: '50', unit: unit.unit }),
        text('run.parts.percentile', { percentile: '99', unit: unit.unit }),
        text('run.parts.mean', { unit: unit.unit }),
      ].map(numeric),
    ],
    rows: figures.map((one) => [
      showHidden(one.request),
      one.variant,
      formatCount(one.runs),
      formatCount(one.requests),
      one.errorsPercent === null || one.errorsPercent === 0
        ? formatShare(one.errorsPercent)
        : { text: formatShare(one.errorsPercent), tone: 'bad' },
      percentile(one, 'p50'),
      percentile(one, 'p99'),
      scaled(one.meanMs),
    ]),
    note: notes.join(' '),
  };
}

/** Of one variant against the base, request by request; null: not one could be tested. */
function requestVerdictTable(verdicts: readonly RequestVerdict[], info: Judged): ReportTable | null {
  if (verdicts.every(hasTooFewPairs)) return null;
  const question = askedOf(info);
  const names = [...new Set(verdicts.map(({ request }) => request))];
  const sorted = names.flatMap((name) => {
    const own = verdicts.filter(({ request }) => request === name);
    return question === null ? own : questionFirst(own, question);
  });
  const hasReason = anyReason(verdicts);
  return {
    caption: text('compare.byRequest.against', { a: verdicts[0]!.a, b: verdicts[0]!.b }),
    columns: [{ title: text('run.parts.request'), share: 12 }, ...verdictColumns(verdicts, hasReason, info)],
    rows: sorted.map((verdict) => [showHidden(verdict.request), ...verdictRow(verdict, hasReason, info)]),
    note: text('compare.byRequest.family'),
  };
}

export const REQUEST_FIGURES: ComparedTable = {
  id: 'request-figures',
  section: 'requests',
  of: ({ info }) => {
    const table = requestTable(info.byRequest);
    return table === null ? [] : [{ table }];
  },
  on: EVERYWHERE,
  key: 'comparison.byRequest.figures',
};

export const REQUEST_VERDICTS: ComparedTable = {
  id: 'request-verdicts',
  section: 'requests',
  of: ({ info }) =>
    info.setup.variants.slice(1).flatMap((_, index) => {
      const b = index + 1;
      const table = requestVerdictTable(
        info.byRequest.verdicts.filter((verdict) => verdict.b === variantLetter(b)),
        info,
      );
      return table === null ? [] : [{ b, table }];
    }),
  none: ({ info: { byRequest, state } }) => {
    if (byRequest.figures.length === 0) return '';
    const needed = String(MINIMUM_PAIRS_FOR_VERDICT);
    return isOver(state) ? text('compare.byRequest.notEnough', { needed }) : text('compare.byRequest.waits');
  },
  on: EVERYWHERE,
  key: 'comparison.byRequest.verdicts',
};
