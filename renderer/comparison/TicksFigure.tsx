import { compareTicks, decimalsFor, type TicksPerRequest } from '../../shared/analysis/ticks-per-request.ts';
import { variantLetter } from '../../shared/model/comparison.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { Figure } from '../charts/Figure.tsx';
import { formatDifferenceFigures, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { type Column, Table } from '../ui/Table.tsx';
import css from './TicksFigure.module.css';
import { nameOf } from './variant-name.ts';

/** Whether any variant can be compared with the base by its ticks. */
export function canCompareTicks({ setup, passes }: ComparisonInfo): boolean {
  return setup.variants.some((_, b) => b > 0 && compareTicks(passes, 0, b) !== null);
}

/** How many classic ticks a request took in both variants, by the kind of code. */
export function TicksFigure({ info }: { info: ComparisonInfo }) {
  const text = useText('compare');
  const pairs = info.setup.variants.flatMap((_, b) => {
    const rows = b === 0 ? null : compareTicks(info.passes, 0, b);
    return rows === null ? [] : [{ b, rows }];
  });
  return (
    <Figure id="ticks" title={text('ticks.title')} help={text('ticks.help')}>
      {pairs.map(({ b, rows }) => (
        <div key={b}>
          {info.setup.variants.length > 2 && (
            <h3>{text('verdicts.against', { a: nameOf(info, 'A'), b: nameOf(info, variantLetter(b)) })}</h3>
          )}
          <OnePair rows={rows} b={variantLetter(b)} />
        </div>
      ))}
      <p className="muted">{text('ticks.note')}</p>
    </Figure>
  );
}

const PARTS = { JavaScript: 'javascript', 'C++': 'cpp', GC: 'gc', 'Shared libraries': 'libraries', Unaccounted: 'unaccounted' } as const;

function OnePair({ rows, b }: { rows: readonly TicksPerRequest[]; b: string }) {
  const text = useText('compare');
  const part = useText('run.ticks');
  const decimals = decimalsFor(rows);
  const columns: Column<TicksPerRequest>[] = [
    {
      id: 'name',
      header: part('columnName'),
      rowHeader: true,
      cell: ({ name }) => (name === 'Total' ? <strong>{text('ticks.total')}</strong> : part(`part.${PARTS[name]}`)),
    },
    { id: 'a', header: 'A', numeric: true, width: '80px', cell: (row) => formatNumber(row.a, decimals) },
    { id: 'b', header: b, numeric: true, width: '80px', cell: (row) => formatNumber(row.b, decimals) },
    {
      id: 'difference',
      header: text('verdicts.difference'),
      numeric: true,
      width: '116px',
      cell: ({ differencePercent }) => formatDifferenceFigures(differencePercent),
    },
  ];
  return <Table label={text('ticks.title')} columns={columns} rows={rows} rowKey={({ name }) => name} className={css.table} />;
}
