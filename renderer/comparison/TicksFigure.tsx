import { compareTicks, decimalsFor, type TicksPerRequest, tickPassOf, ticksPerRequest } from '../../shared/analysis/ticks-per-request.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { nameOf } from '../../shared/phrases/variant-name.ts';
import { LINE_OF } from '../../shared/profile/ticks/tick-lines.ts';
import { Figure } from '../charts/Figure.tsx';
import { VariantMark } from '../charts/VariantMark.tsx';
import { formatDifferenceFigures, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { TickBar, TickLineName } from '../ticks/TickSummary.tsx';
import { type Column, Table } from '../ui/table/Table.tsx';
import { PairChoice } from './FlameFigure.tsx';
import { TickFlames } from './TickFlames.tsx';
import css from './TicksFigure.module.css';
import type { PairFigureProps } from './use-profile-pair.ts';

/** How many classic ticks a request took in both variants, by the kind of code, and the flame graphs of 0x. */
export function TicksFigure({ sessionId, info, pair, query, onQuery }: PairFigureProps) {
  const text = useText('compare');
  const a = tickPassOf(info.passes, pair.a);
  const b = tickPassOf(info.passes, pair.b);
  const titles = { a: nameOf(info, variantLetter(pair.a)), b: nameOf(info, variantLetter(pair.b)) };
  const pairs = info.setup.variants.flatMap((_, b) => {
    const rows = b === 0 ? null : compareTicks(info.passes, 0, b);
    return rows === null ? [] : [{ b, rows }];
  });
  return (
    <Figure
      id="ticks"
      term="ticks"
      title={text('ticks.title')}
      help={text('ticks.help')}
      page="FLAME-GRAPH"
      controls={<PairChoice info={info} pair={pair} />}
      picture={(draw) =>
        draw.tickBarsPicture(
          text('ticks.title'),
          barsOf(info).map(({ variant, pass, full }) => ({ name: nameOf(info, variantLetter(variant)), figures: pass.ticks, full })),
        )
      }
    >
      <Bars info={info} />
      {pairs.map(({ b, rows }) => (
        <div key={b}>
          {info.setup.variants.length > 2 && (
            <h3>{text('verdicts.against', { a: nameOf(info, 'A'), b: nameOf(info, variantLetter(b)) })}</h3>
          )}
          <OnePair rows={rows} b={variantLetter(b)} />
        </div>
      ))}
      <p className="muted">{text('ticks.note')}</p>
      {a !== null && b !== null && (
        <TickFlames key={`${a.index} ${b.index}`} sessionId={sessionId} passes={{ a, b }} titles={titles} query={query} onQuery={onQuery} />
      )}
    </Figure>
  );
}

/** Of each variant that has ticks; `full`: what fills the width, so that all are on one scale, ticks per request. */
function barsOf(info: ComparisonInfo) {
  const variants = info.setup.variants.flatMap((_, variant) => {
    const pass = tickPassOf(info.passes, variant);
    return pass === null ? [] : [{ variant, pass }];
  });
  const most = Math.max(...variants.map(({ pass }) => ticksPerRequest(pass.ticks.total, pass)));
  return variants.map(({ variant, pass }) => ({ variant, pass, full: most * pass.requests }));
}

function Bars({ info }: { info: ComparisonInfo }) {
  return (
    <>
      {barsOf(info).map(({ variant, pass, full }) => (
        <div key={variant} className={css.bar}>
          <span className={css.variant}>
            <VariantMark index={variant} /> {variantLetter(variant)}
          </span>
          <TickBar figures={pass.ticks} full={full} label={nameOf(info, variantLetter(variant))} />
        </div>
      ))}
    </>
  );
}

function OnePair({ rows, b }: { rows: readonly TicksPerRequest[]; b: string }) {
  const text = useText('compare');
  const part = useText('run.ticks');
  const decimals = decimalsFor(rows);
  const columns: Column<TicksPerRequest>[] = [
    {
      id: 'name',
      header: part('columnName'),
      rowHeader: true,
      text: ({ name }) => (name === 'Total' ? text('ticks.total') : part(`part.${LINE_OF[name]}`)),
      cell: ({ name }) => (name === 'Total' ? <strong>{text('ticks.total')}</strong> : <TickLineName line={LINE_OF[name]} />),
    },
    { id: 'a', header: 'A', numeric: true, width: '5rem', cell: (row) => formatNumber(row.a, decimals) },
    { id: 'b', header: b, numeric: true, width: '5rem', cell: (row) => formatNumber(row.b, decimals) },
    {
      id: 'difference',
      header: text('verdicts.difference'),
      numeric: true,
      width: '7.25rem',
      cell: ({ differencePercent }) => formatDifferenceFigures(differencePercent),
    },
  ];
  return <Table label={text('ticks.title')} columns={columns} rows={rows} rowKey={({ name }) => name} className={css.table} />;
}
