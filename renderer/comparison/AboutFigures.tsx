import { metricOf } from '../../shared/analysis/verdicts/metrics.ts';
import { formatMetric } from '../../shared/format/metric-figures.ts';
import { wordSaid } from '../../shared/format/word-said.ts';
import { type Difference, hasResultOfTool, variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { STOPPED_PASS } from '../../shared/model/comparison/exclusion.ts';
import type { Pass } from '../../shared/model/comparison/pass.ts';
import { differenceName } from '../../shared/phrases/field-name.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { Figure } from '../charts/Figure.tsx';
import { VariantMark } from '../charts/VariantMark.tsx';
import { formatRate } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { type Column, Table } from '../ui/table/Table.tsx';
import css from './AboutFigures.module.css';
import { differenceValue } from './field-name.ts';

/** The settings in which the variants differ. */
export function DifferencesFigure({ info }: { info: ComparisonInfo }) {
  const text = useText('compare.about');
  const columns: Column<Difference>[] = [
    { id: 'setting', header: text('setting'), rowHeader: true, width: '11.25rem', cell: (row) => differenceName(row) },
    ...info.setup.variants.map(
      ({ title }, index): Column<Difference> => ({
        id: String(index),
        name: text('value', { letter: variantLetter(index), name: title }),
        text: (row) => differenceValue(row.values[index] ?? null, row.values),
        header: (
          <>
            <VariantMark index={index} /> {text('value', { letter: variantLetter(index), name: title })}
          </>
        ),
        cell: (row) => (
          <span className={css.value} title={row.values[index] ?? undefined}>
            {differenceValue(row.values[index] ?? null, row.values)}
          </span>
        ),
      }),
    ),
  ];
  return (
    <section>
      <h2>{text('differences')}</h2>
      {info.differences.length === 0 ? (
        <p className="muted">{text(hasResultOfTool(info.setup) ? 'notKnown' : 'noDifferences')}</p>
      ) : (
        <Table label={text('differences')} columns={columns} rows={info.differences} rowKey={({ field: name }) => name} />
      )}
    </section>
  );
}

/** The tab scrolls: a table that did so as well would hide rows below a view that has room. Of very many runs it does, so that not all are drawn. */
const MOST_ROWS = 60;

/** Every run in the order it was made, with its state. */
export function PassesFigure({ sessionId, info }: { sessionId: string; info: ComparisonInfo }) {
  const text = useText('compare.about');
  const verdicts = useText('compare');
  const isSeries = info.made === 'series';
  const title = isSeries ? text('runs') : text('runsOfSessions');
  const figure = (pass: Pass, metric: 'mean' | 'p99') => (pass.report === null ? '' : formatMetric(metric, metricOf(pass.report, metric)));
  const columns: Column<Pass>[] = [
    { id: 'run', header: text('run'), rowHeader: true, numeric: true, width: '3rem', cell: ({ index }) => String(index + 1) },
    {
      id: 'variant',
      header: text('variant'),
      width: '5.5rem',
      text: ({ variant }) => variantLetter(variant),
      cell: ({ variant }) => (
        <span className={css.variant}>
          <VariantMark index={variant} /> {variantLetter(variant)}
        </span>
      ),
    },
    {
      id: 'round',
      header: text('round'),
      numeric: true,
      width: '4rem',
      cell: ({ round, kind }) => (kind === 'measured' ? String(round + 1) : ''),
    },
    { id: 'kind', header: text('kind'), width: '6rem', cell: ({ kind }) => text(kind) },
    {
      id: 'rate',
      header: verdicts('metric.throughput'),
      numeric: true,
      width: '6.5rem',
      cell: (pass) => (pass.report === null ? '' : formatRate(metricOf(pass.report, 'throughput'))),
    },
    { id: 'mean', header: verdicts('metric.mean'), numeric: true, width: '7rem', cell: (pass) => figure(pass, 'mean') },
    { id: 'p99', header: verdicts('metric.p99'), numeric: true, width: '6rem', cell: (pass) => figure(pass, 'p99') },
    {
      id: 'state',
      header: text('state'),
      text: (pass) => stateOf(pass, info.running, text),
      cell: (pass) => <PassState pass={pass} state={stateOf(pass, info.running, text)} />,
    },
    {
      id: 'open',
      name: '',
      header: <span className="visually-hidden">{text('open')}</span>,
      text: () => '',
      width: '7rem',
      cell: (pass) =>
        (pass.report !== null || pass.index === info.running) && (
          <a
            href={hashOf({ screen: 'run', sessionId: passSessionId(sessionId, pass.index) })}
            aria-label={text('openTitle', { index: String(pass.index + 1) })}
          >
            {text('openOne', { index: String(pass.index + 1) })}
          </a>
        ),
    },
  ];
  return (
    <Figure id="passes" title={title} help={isSeries ? text('order', { seed: String(info.setup.seed) }) : text('orderSessions')}>
      <Table
        label={title}
        columns={columns}
        rows={info.passes}
        rowKey={({ index }) => index}
        height={`${28 + 20 * Math.min(MOST_ROWS, info.passes.length)}px`}
      />
    </Figure>
  );
}

function stateOf(
  { excluded, report, kind, index }: Pass,
  running: number | null,
  text: ReturnType<typeof useText<'compare.about'>>,
): string {
  if (excluded === STOPPED_PASS) return text('stopped');
  if (excluded !== null) return text('excluded', { reason: wordSaid(excluded) });
  if (report === null) return index === running ? text('running') : text('planned');
  return kind === 'profiled' ? text('labelled') : text('counted');
}

function PassState({ pass: { excluded }, state }: { pass: Pass; state: string }) {
  return <span className={excluded === null || excluded === STOPPED_PASS ? 'muted' : css.excluded}>{state}</span>;
}
