import { useMemo } from 'react';
import { isByTool } from '../../shared/analysis/verdicts/by-tool.ts';
import { slowestOf } from '../../shared/charts/response-order.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo, ResponseOrderColumns } from '../../shared/model/comparison/comparison-info.ts';
import { namesOf } from '../../shared/phrases/variant-name.ts';
import { request } from '../bridge.ts';
import { Figure } from '../charts/Figure.tsx';
import { ResponseOrderBars } from '../charts/ResponseOrderBars.tsx';
import { formatCount, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { type Column, Table } from '../ui/table/Table.tsx';
import { ByTool } from './ByTool.tsx';
import css from './Round.module.css';
import { RoundPicker, useRoundText } from './RoundPicker.tsx';
import { type AskPass, useOfPasses } from './use-passes.ts';
import type { RoundChoice } from './use-rounds.ts';

const askResponseOrder: AskPass<ResponseOrderColumns> = (sessionId, { index }) =>
  request('compare.response-order', { sessionId, pass: index });

/** The requests of one round, variants side by side on one scale. */
export function ResponseOrderFigure({ sessionId, info, choice }: { sessionId: string; info: ComparisonInfo; choice: RoundChoice }) {
  const text = useText('compare.responseOrder');
  // Of another tool there are no single requests, which is not the same as none.
  const own = choice.passes.map((pass) => (pass?.report && isByTool(pass.report) ? null : pass));
  const { values: responseOrder, failure } = useOfPasses(sessionId, own, askResponseOrder);
  const names = namesOf(info);
  const roundText = useRoundText();
  const topMs = useMemo(() => slowestOf(responseOrder), [responseOrder]);
  return (
    <Figure
      id="answer-order"
      title={text('title')}
      help={text('help')}
      controls={<RoundPicker choice={choice} />}
      table={() => <ResponseOrderTable responseOrder={responseOrder} />}
      picture={
        responseOrder.every((columns) => columns === null)
          ? null
          : (draw) =>
              draw.ordersPicture(text('title'), {
                round: choice.round === null ? '' : roundText(choice.round),
                columns: responseOrder,
                topMs,
                names,
              })
      }
    >
      <ByTool info={info} />
      {failure !== null && <ErrorNotice failure={failure} />}
      {choice.round === null ? (
        <p className="muted">{text('none')}</p>
      ) : (
        <div className={css.pair}>
          {responseOrder.map(
            (columns, variant) =>
              columns !== null && (
                <ResponseOrderBars
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

function ResponseOrderTable({ responseOrder }: { responseOrder: readonly (ResponseOrderColumns | null)[] }) {
  const text = useText('compare.responseOrder');
  const rows = Array.from({ length: Math.max(0, ...responseOrder.map((columns) => columns?.latencyMs.length ?? 0)) }, (_, row) => row);
  const columns: Column<number>[] = [
    { id: 'place', header: text('place'), rowHeader: true, numeric: true, width: '5rem', cell: (row) => formatCount(row + 1) },
    ...responseOrder.flatMap((one, variant): Column<number>[] =>
      one === null
        ? []
        : [
            {
              id: `latency${variant}`,
              header: text('latency', { letter: variantLetter(variant) }),
              numeric: true,
              width: '10rem',
              cell: (row) => formatNumber(one.latencyMs[row], 2),
            },
          ],
    ),
    { id: 'rest', header: '', cell: () => '' },
  ];
  return <Table label={text('title')} columns={columns} rows={rows} rowKey={(row) => row} height="240px" />;
}
