import { type ReactNode, useMemo } from 'react';
import { type Described, describeSpread } from '../../shared/analysis/described.ts';
import { niceCeiling } from '../../shared/charts/axis-steps.ts';
import type { Verdict, VerdictWord } from '../../shared/model/comparison.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { Figure } from '../charts/Figure.tsx';
import { percentFigures } from '../i18n/difference-text.ts';
import { formatMs, formatNumber, formatPercentTyped, NOTHING } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { formatMetric } from '../i18n/metric-text.ts';
import { isOver } from '../state/comparisons.ts';
import { type Column, Table } from '../ui/Table.tsx';
import css from './VerdictTable.module.css';
import { nameOf } from './variant-name.ts';

/** Every metric with its difference, how sure that is, and what follows from it. */
export function VerdictTable({ info }: { info: ComparisonInfo }) {
  const text = useText('compare.verdicts');
  const pairs = [...new Set(info.verdicts.map(({ b }) => b))];
  const limit = formatPercentTyped(info.setup.equivalencePercent);
  const tested = info.verdicts.filter(({ pHolm }) => pHolm !== null).length;
  return (
    <Figure id="verdict" title={text('title')} help={text('help', { limit, count: Math.max(1, tested) })}>
      {pairs.length === 0 && <p className="muted">{text('empty')}</p>}
      {pairs.map((b) => (
        <div key={b} className={css.pair}>
          {pairs.length > 1 && <h3>{text('against', { a: nameOf(info, 'A'), b: nameOf(info, b) })}</h3>}
          <OnePair info={info} verdicts={info.verdicts.filter((verdict) => verdict.b === b)} b={b} />
        </div>
      ))}
    </Figure>
  );
}

function OnePair({ info, verdicts, b }: { info: ComparisonInfo; verdicts: readonly Verdict[]; b: string }) {
  const text = useText('compare');
  const reach = useMemo(() => reachOf(verdicts, info.setup.equivalencePercent), [verdicts, info.setup.equivalencePercent]);
  const oneLook = info.setup.pairs === 1;
  const spread = describeSpread(info.passes, 0, b.charCodeAt(0) - 65);
  const waits = ({ reason }: Verdict) => !isOver(info.state) && (reason === 'too few pairs' || reason === 'unfinished');
  const pairsColumn: Column<Verdict> = {
    id: 'pairs',
    header: text('verdicts.pairs'),
    numeric: true,
    width: '56px',
    cell: ({ pairs }) => formatNumber(pairs),
  };
  const columns: Column<Verdict>[] = [
    { id: 'metric', header: text('verdicts.metric'), rowHeader: true, width: '116px', cell: ({ metric }) => text(`metric.${metric}`) },
    {
      id: 'a',
      header: text('verdicts.a', { letter: 'A' }),
      numeric: true,
      width: '80px',
      cell: ({ metric, aValue }) => formatMetric(metric, aValue),
    },
    {
      id: 'b',
      header: text('verdicts.a', { letter: b }),
      numeric: true,
      width: '80px',
      cell: ({ metric, bValue }) => formatMetric(metric, bValue),
    },
    {
      id: 'difference',
      header: text('verdicts.difference'),
      numeric: true,
      width: '100px',
      cell: ({ differencePercent }) => <span data-sign={signOf(differencePercent)}>{percentFigures(differencePercent)}</span>,
    },
    {
      id: 'interval',
      header: text('verdicts.interval'),
      numeric: true,
      width: '120px',
      cell: ({ ci }) => (ci === null ? '–' : text('verdicts.between', { low: percentFigures(ci[0]), high: percentFigures(ci[1]) })),
    },
    {
      id: 'drawing',
      header: <IntervalAxis reach={reach} />,
      width: '160px',
      cell: (verdict) => <Interval verdict={verdict} reach={reach} limit={info.setup.equivalencePercent} />,
    },
    {
      id: 'verdict',
      header: text('verdicts.verdict'),
      width: '96px',
      cell: (verdict) => <Word verdict={verdict} oneLook={oneLook} waits={waits(verdict)} />,
    },
    // Said once, above, where it is the same for all.
    ...(new Set(verdicts.map(({ pairs }) => pairs)).size > 1 ? [pairsColumn] : []),
    {
      id: 'reason',
      header: text('verdicts.reason'),
      cell: (verdict) => <Reason verdict={verdict} waits={waits(verdict)} oneLook={oneLook} />,
    },
  ];
  const described: Readonly<Record<string, ReactNode>> = {
    metric: <span title={text('verdicts.spreadTitle')}>{text('verdicts.spread')}</span>,
    a: formatMs(spread.aMs),
    b: formatMs(spread.bMs),
    difference: percentFigures(spread.differencePercent),
    interval: NOTHING,
    verdict: <span className="muted">{text('verdicts.notTested')}</span>,
    reason: <span className="muted">{text('verdicts.described')}</span>,
  };
  return (
    <Table
      className={css.table}
      label={text('verdicts.title')}
      columns={columns.map((column) => withDescribed(column, described))}
      rows={spread.aMs === null && spread.bMs === null ? verdicts : [...verdicts, spread]}
      rowKey={(row) => (isTested(row) ? row.metric : 'spread')}
      rowProps={(row) => (isTested(row) ? {} : { className: css.described! })}
    />
  );
}

type Row = Verdict | Described;

const isTested = (row: Row): row is Verdict => 'metric' in row;

/** The same column, for the row below that has no verdict, too. */
function withDescribed({ cell, ...column }: Column<Verdict>, described: Readonly<Record<string, ReactNode>>): Column<Row> {
  return { ...(column as Omit<Column<Row>, 'cell'>), cell: (row) => (isTested(row) ? cell(row) : (described[column.id] ?? null)) };
}

function signOf(value: number | null): 'less' | 'more' | undefined {
  return value === null || value === 0 ? undefined : value < 0 ? 'less' : 'more';
}

interface WordProps {
  readonly verdict: Verdict;
  readonly oneLook: boolean;
  /** It is too early for a verdict. */
  readonly waits: boolean;
}

function Word({ verdict: { verdict, reason }, oneLook, waits }: WordProps) {
  const text = useText('compare.verdicts');
  if (waits) return <span className="muted">–</span>;
  if (oneLook && reason === 'too few pairs') return <span className="muted">{text('oneLook')}</span>;
  return <b data-word={verdict}>{text(`word.${wordKey(verdict)}`)}</b>;
}

function wordKey(word: VerdictWord): 'faster' | 'slower' | 'lower' | 'higher' | 'equivalent' | 'cannotTell' {
  return word === 'cannot tell' ? 'cannotTell' : word;
}

function Reason({ verdict: { reason, morePairs }, oneLook, waits }: WordProps) {
  const text = useText('compare.verdicts');
  if (reason === null) return null;
  if (waits) return <span className="muted">{text('waits')}</span>;
  const words = {
    'too few pairs': text('reasonFew'),
    unfinished: text('reasonUnfinished'),
    'too noisy': text('reasonNoisy'),
    'too few answers': text('reasonAnswers'),
  } as const;
  const sentence = morePairs && !oneLook ? text('more', { reason: words[reason], count: formatNumber(morePairs) }) : words[reason];
  return (
    <span className="muted" title={sentence}>
      {sentence}
    </span>
  );
}

const WIDTH = 152;
/** Half of the mark, so that one at the edge is whole. */
const MARK = 4;

/** How far the axis reaches on both sides of zero, percent; what is beyond leaves at the edge. */
function reachOf(verdicts: readonly Verdict[], limit: number): number {
  const ends = verdicts.flatMap(({ ci, differencePercent }) => [...(ci ?? []), differencePercent ?? 0]).map(Math.abs);
  return Math.min(100, niceCeiling(Math.max(2 * limit, ...ends)));
}

function placeOf(percent: number, reach: number): number {
  return WIDTH / 2 + (Math.max(-reach, Math.min(reach, percent)) / reach) * (WIDTH / 2 - MARK);
}

function IntervalAxis({ reach }: { reach: number }) {
  const text = useText('compare.verdicts');
  return (
    <>
      <span className="visually-hidden">{text('drawing')}</span>
      <span className={css.axis} style={{ width: WIDTH }} aria-hidden="true">
        <span>−{formatNumber(reach)}</span>
        <span>0</span>
        <span>+{formatNumber(reach)}</span>
      </span>
    </>
  );
}

/** The interval against zero and the band that counts as no difference. Colour only where there is a verdict. */
function Interval({ verdict: { ci, differencePercent, verdict }, reach, limit }: { verdict: Verdict; reach: number; limit: number }) {
  if (differencePercent === null) return null;
  const [low, high] = ci ?? [differencePercent, differencePercent];
  const isTold = verdict !== 'cannot tell' && verdict !== 'equivalent';
  const color = !isTold ? 'var(--text-muted)' : differencePercent < 0 ? 'var(--less)' : 'var(--more)';
  return (
    <svg className={css.interval} width={WIDTH} height={18} aria-hidden="true">
      <rect x={placeOf(-limit, reach)} y={0} width={placeOf(limit, reach) - placeOf(-limit, reach)} height={18} fill="var(--bg-hover)" />
      <line x1={WIDTH / 2 + 0.5} x2={WIDTH / 2 + 0.5} y1={0} y2={18} stroke="var(--line-strong)" />
      <line x1={placeOf(low, reach)} x2={placeOf(high, reach)} y1={9} y2={9} stroke={color} strokeWidth={2} />
      <circle cx={placeOf(differencePercent, reach)} cy={9} r={3.5} fill={color} />
    </svg>
  );
}
