import { useMemo } from 'react';
import { variantLetter } from '../../shared/model/comparison.ts';
import type { ArrivalColumns, ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { request } from '../bridge.ts';
import { ArrivalBars } from '../charts/ArrivalBars.tsx';
import { Figure } from '../charts/Figure.tsx';
import { formatCount, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { type Column, Table } from '../ui/Table.tsx';
import css from './Round.module.css';
import { RoundPicker } from './RoundPicker.tsx';
import { type AskPass, useOfPasses } from './use-passes.ts';
import type { RoundChoice } from './use-rounds.ts';
import { namesOf } from './variant-name.ts';

const askArrivals: AskPass<ArrivalColumns> = async (sessionId, { index }) => {
  const answer = await request('compare.arrivals', { sessionId, pass: index });
  return answer.ok ? answer.value : null;
};

/** The requests of one round side by side on one scale: the staircase against the block. */
export function ArrivalsFigure({ sessionId, info, choice }: { sessionId: string; info: ComparisonInfo; choice: RoundChoice }) {
  const text = useText('compare.arrivals');
  const arrivals = useOfPasses(sessionId, choice.passes, askArrivals);
  const names = namesOf(info);
  const topMs = useMemo(
    () => arrivals.reduce((top, columns) => (columns === null ? top : columns.latencyMs.reduce((a, b) => Math.max(a, b), top)), 0),
    [arrivals],
  );
  return (
    <Figure
      id="arrivals"
      title={text('title')}
      help={text('help')}
      controls={<RoundPicker choice={choice} />}
      table={() => <ArrivalTable arrivals={arrivals} />}
    >
      {choice.round === null ? (
        <p className="muted">{text('none')}</p>
      ) : (
        <div className={css.pair}>
          {arrivals.map(
            (columns, variant) =>
              columns !== null && (
                <ArrivalBars
                  key={variantLetter(variant)}
                  columns={columns}
                  variant={variant}
                  title={names[variant] ?? variantLetter(variant)}
                  topMs={topMs}
                />
              ),
          )}
        </div>
      )}
    </Figure>
  );
}

function ArrivalTable({ arrivals }: { arrivals: readonly (ArrivalColumns | null)[] }) {
  const text = useText('compare.arrivals');
  const rows = Array.from({ length: Math.max(0, ...arrivals.map((columns) => columns?.latencyMs.length ?? 0)) }, (_, row) => row);
  const columns: Column<number>[] = [
    { id: 'place', header: text('place'), rowHeader: true, numeric: true, width: '80px', cell: (row) => formatCount(row + 1) },
    ...arrivals.flatMap((one, variant): Column<number>[] =>
      one === null
        ? []
        : [
            {
              id: `latency${variant}`,
              header: text('latency', { letter: variantLetter(variant) }),
              numeric: true,
              width: '160px',
              cell: (row) => formatNumber(one.latencyMs[row], 2),
            },
          ],
    ),
    { id: 'rest', header: '', cell: () => '' },
  ];
  return <Table label={text('title')} columns={columns} rows={rows} rowKey={(row) => row} height="240px" />;
}
