import { ARROW, beyond, endOf, placeOf, reachOf, type VerdictAxis } from '../../shared/charts/verdict-axis.ts';
import { formatMetric, formatMetricDifferenceFigures, metricInterval } from '../../shared/format/metric-figures.ts';
import { hasResultOfTool, type Verdict } from '../../shared/model/comparison.ts';
import { isInPoints, METRICS, type Metric, questionFirst } from '../../shared/model/metrics.ts';
import { type ComparisonInfo, isOver } from '../../shared/protocol/comparison-contract.ts';
import { headOf } from '../../shared/report/comparison-tables.ts';
import { isEqualToBase } from '../../shared/words/headline.ts';
import { nameOf } from '../../shared/words/variant-name.ts';
import { verdictWords } from '../../shared/words/verdict-words.ts';
import { Figure } from '../charts/Figure.tsx';
import { textSized, useWidth } from '../charts/use-width.ts';
import { formatNumber, formatPercentTyped } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';
import { type Column, Table } from '../ui/Table.tsx';
import { Term } from '../ui/Term.tsx';
import { SignMark } from './SignMark.tsx';
import css from './VerdictTable.module.css';

/** Every metric with its difference, how sure that is, and what follows from it. */
export function VerdictTable({ info }: { info: ComparisonInfo }) {
  const text = useText('compare.verdicts');
  const report = useText('report');
  const pairs = [...new Set(info.verdicts.map(({ b }) => b))];
  const limit = formatPercentTyped(info.setup.equivalencePercent);
  const tested = info.verdicts.filter(({ pHolm }) => pHolm !== null).length;
  return (
    <Figure
      id="verdict"
      page="VERDICTS"
      title={text('title')}
      help={text('help', { limit, count: Math.max(1, tested) })}
      picture={
        pairs.length === 0
          ? null
          : (draw) =>
              draw.verdictsPicture({
                title: text('title'),
                limit: info.setup.equivalencePercent,
                pairs: pairs.map((b) => ({
                  name: text('against', { a: nameOf(info, 'A'), b: nameOf(info, b) }),
                  verdicts: inOrder(info, b),
                  isOneLook: info.setup.pairs === 1,
                })),
              })
      }
    >
      {pairs.length === 0 && <p className="muted">{text(isOver(info.state) ? 'nothing' : 'empty')}</p>}
      {pairs.map((b) => (
        <div key={b} className={css.pair}>
          {(pairs.length > 1 || hasResultOfTool(info.setup)) && <h3>{text('against', { a: nameOf(info, 'A'), b: nameOf(info, b) })}</h3>}
          <OnePair info={info} verdicts={inOrder(info, b)} />
        </div>
      ))}
      {pairs.length > 0 && info.setup.pairs > 1 && <p className="muted">{report('verdictsMedians')}</p>}
    </Figure>
  );
}

/** Null: of saved sessions nobody had asked anything when they were recorded. */
function questionOf({ made, setup }: ComparisonInfo): Metric | null {
  return made === 'sessions' ? null : setup.question;
}

function inOrder(info: ComparisonInfo, b: string): readonly Verdict[] {
  const verdicts = info.verdicts.filter((verdict) => verdict.b === b);
  const question = questionOf(info);
  return question === null ? verdicts : questionFirst(verdicts, question);
}

/** Of the table: below it a reason does not fit on a line beside the others in full width. */
const WIDE_PX = 1180;

function OnePair({ info, verdicts }: { info: ComparisonInfo; verdicts: readonly Verdict[] }) {
  const text = useText('compare');
  const [host, width] = useWidth<HTMLDivElement>();
  const reach = reachOf(verdicts, info.setup.equivalencePercent);
  const oneLook = info.setup.pairs === 1;
  const question = questionOf(info);
  // Said once, above, where it is the same for all.
  const pairsDiffer = new Set(verdicts.map(({ pairs }) => pairs)).size > 1;
  const isWide = width >= WIDE_PX * textScale();
  const axis = { reach, length: isWide ? 152 : 68 };
  const isSame = ({ b }: Verdict) => isEqualToBase(b, info);
  const waits = ({ reason }: Verdict) => !isOver(info.state) && (reason === 'too few pairs' || reason === 'unfinished');
  const pairsColumn: Column<Verdict> = {
    id: 'pairs',
    term: 'pairs',
    header: text('verdicts.pairs'),
    numeric: true,
    width: '3.5rem',
    cell: ({ pairs }) => formatNumber(pairs),
  };
  const drawingColumn: Column<Verdict> = {
    id: 'drawing',
    name: '',
    header: <IntervalAxis axis={axis} />,
    text: () => '',
    width: `${(axis.length + 8) * textScale()}px`,
    cell: (verdict) => <Interval verdict={verdict} axis={axis} limit={info.setup.equivalencePercent} />,
  };
  const ofTools = hasResultOfTool(info.setup);
  // Of saved sessions there is one run each, and no median.
  const headOfValues = (letter: string): string => (ofTools ? headOf(letter, info) : text('verdicts.a', { letter }));
  const columns: Column<Verdict>[] = [
    {
      id: 'metric',
      header: text('verdicts.metric'),
      rowHeader: true,
      width: isWide ? '10.75rem' : '10.25rem',
      text: ({ metric }) => text(`metric.${metric}`),
      cell: ({ metric }) => <Name metric={metric} isQuestion={metric === question} />,
    },
    {
      id: 'a',
      header: headOfValues('A'),
      numeric: true,
      width: ofTools ? '7.5rem' : '5rem',
      cell: ({ metric, aValue }) => formatMetric(metric, aValue),
    },
    {
      id: 'b',
      header: headOfValues(verdicts[0]?.b ?? 'B'),
      numeric: true,
      width: ofTools ? '7.5rem' : '5rem',
      cell: ({ metric, bValue }) => formatMetric(metric, bValue),
    },
    {
      id: 'difference',
      header: text('verdicts.difference'),
      numeric: true,
      width: isWide ? '6.25rem' : '6.125rem',
      cell: ({ metric, differencePercent }) => formatMetricDifferenceFigures(metric, differencePercent),
    },
    {
      id: 'interval',
      term: 'interval',
      header: text('verdicts.interval'),
      numeric: true,
      width: isWide ? '9rem' : '8.25rem',
      cell: ({ metric, ci }) => (ci === null ? '–' : text('verdicts.between', metricInterval(metric, ci))),
    },
    // With the pairs besides, or the names of tools, there is no room for a drawing that can be read; its figures stay.
    ...(isWide || !(pairsDiffer || ofTools) ? [drawingColumn] : []),
    {
      id: 'verdict',
      term: 'verdict',
      header: text('verdicts.verdict'),
      width: isWide ? '9.25rem' : '8.25rem',
      text: (verdict) => wordOf({ verdict, oneLook, waits: waits(verdict) }, text),
      cell: (verdict) => <Word verdict={verdict} oneLook={oneLook} waits={waits(verdict)} />,
    },
    ...(pairsDiffer ? [pairsColumn] : []),
    {
      id: 'reason',
      header: text('verdicts.reason'),
      text: (verdict) => reasonOf({ verdict, oneLook, waits: waits(verdict), isSame: isSame(verdict) }, text),
      cell: (verdict) => <Reason verdict={verdict} waits={waits(verdict)} oneLook={oneLook} isSame={isSame(verdict)} />,
    },
  ];
  return (
    <div ref={host}>
      <Table
        className={css.table}
        label={text('verdicts.title')}
        columns={columns}
        rows={verdicts}
        rowKey={({ metric }) => metric}
        rowProps={({ metric }) => (metric === question ? { className: css.question! } : {})}
      />
    </div>
  );
}

function Name({ metric, isQuestion }: { metric: Metric; isQuestion: boolean }) {
  const text = useText('compare');
  const name = text(`metric.${metric}`);
  const { term } = METRICS[metric];
  return (
    <>
      {term === null ? <span title={isInPoints(metric) ? text('errorsTitle') : undefined}>{name}</span> : <Term id={term}>{name}</Term>}
      {isQuestion && (
        <span className={css.mark} title={text('verdicts.questionTitle')}>
          {' '}
          {text('verdicts.question')}
        </span>
      )}
    </>
  );
}

interface WordProps {
  readonly verdict: Verdict;
  readonly oneLook: boolean;
  /** It is too early for a verdict. */
  readonly waits: boolean;
}

interface ReasonProps extends WordProps {
  /** Nothing differs, so that no number of pairs decides it. */
  readonly isSame: boolean;
}

type CompareText = ReturnType<typeof useText<'compare'>>;

const isOneLook = ({ verdict, oneLook }: WordProps): boolean => oneLook && verdict.reason === 'too few pairs';

function wordOf(asked: WordProps, text: CompareText): string {
  if (asked.waits) return '–';
  return isOneLook(asked) ? text('verdicts.oneLook') : verdictWords(asked.verdict).word;
}

function Word(asked: WordProps) {
  const text = useText('compare');
  const { verdict, waits } = asked;
  const word = wordOf(asked, text);
  if (waits || isOneLook(asked)) return <span className="muted">{word}</span>;
  const { sign } = verdictWords(verdict);
  return (
    <b data-word={verdict.verdict}>
      {sign !== null && <SignMark sign={sign} />}
      {word}
    </b>
  );
}

function reasonOf({ verdict, oneLook, waits, isSame }: ReasonProps, text: CompareText): string {
  const { reason, morePairs } = verdict;
  if (reason === null) return '';
  if (waits) return text('verdicts.waits');
  const { why } = verdictWords(verdict);
  return morePairs && !oneLook && !isSame ? text('verdicts.more', { reason: why, count: formatNumber(morePairs) }) : why;
}

function Reason(asked: ReasonProps) {
  const text = useText('compare');
  const sentence = reasonOf(asked, text);
  if (sentence === '') return null;
  // On one line, also where it is cut: a line that came or went would move everything below the table.
  const isMore = asked.verdict.morePairs && !asked.oneLook && !asked.waits && !asked.isSame;
  return (
    <span className="muted" title={isMore ? `${sentence}. ${text('verdicts.moreTitle')}.` : sentence}>
      {sentence}
    </span>
  );
}

/** Px at the usual text size: for −100, 0 and +100 apart. */
const ROOM_FOR_ZERO = 100;

function IntervalAxis({ axis: { reach, length } }: { axis: VerdictAxis }) {
  const text = useText('compare.verdicts');
  return (
    <>
      <span className="visually-hidden">{text('drawing')}</span>
      <span className={css.axis} style={{ width: length * textScale() }} aria-hidden="true">
        <span>−{formatNumber(reach)}</span>
        {/* Three figures would touch on a short one; zero is where the line stands. */}
        {length >= ROOM_FOR_ZERO && <span>0</span>}
        <span>+{formatNumber(reach)}</span>
      </span>
    </>
  );
}

/** The interval against zero and the band that counts as no difference. Strong only where there is a verdict, which says what it means. */
function Interval({ verdict: told, axis, limit }: { verdict: Verdict; axis: VerdictAxis; limit: number }) {
  const { metric, ci, differencePercent, verdict } = told;
  if (differencePercent === null || isInPoints(metric)) return null;
  const { reach, length } = axis;
  const [low, high] = ci ?? [differencePercent, differencePercent];
  const isTold = verdict !== 'cannot tell' && verdict !== 'equivalent';
  const color = isTold ? 'var(--text)' : 'var(--text-faint)';
  const zero = length / 2 + 0.5;
  return (
    <svg className={css.interval} {...textSized(length, 18)} aria-hidden="true">
      <rect x={placeOf(-limit, axis)} y={0} width={placeOf(limit, axis) - placeOf(-limit, axis)} height={18} fill="var(--bg-hover)" />
      <line x1={zero} x2={zero} y1={0} y2={18} stroke="var(--line-control)" />
      <line x1={endOf(low, axis)} x2={endOf(high, axis)} y1={9} y2={9} stroke={color} strokeWidth={2} />
      {beyond(told, axis).map((side) => (
        <Beyond key={side} tip={side === 'less' ? 0 : length} into={side === 'less' ? ARROW : -ARROW} color={color} />
      ))}
      {Math.abs(differencePercent) <= reach && <circle cx={placeOf(differencePercent, axis)} cy={9} r={3.5} fill={color} />}
    </svg>
  );
}

/** It goes on where the axis ends. */
function Beyond({ tip, into, color }: { tip: number; into: number; color: string }) {
  return <path data-beyond={into > 0 ? 'less' : 'more'} d={`M${tip},9l${into},-4.5v9z`} fill={color} />;
}
