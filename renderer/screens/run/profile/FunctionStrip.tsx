/** When a function ran, above the charts over time. */
import { useMemo } from 'react';
import { computeFunctionLines, functionChart } from '../../../../shared/charts/function-chart.ts';
import type { PhaseBand } from '../../../../shared/charts/plan-lines.ts';
import { formatTick } from '../../../../shared/charts/scales.ts';
import { calledFunction, shortName } from '../../../../shared/format/place.ts';
import { BY_FUNCTION } from '../../../../shared/load/request-selection.ts';
import { unitText } from '../../../../shared/phrases/charts.ts';
import type { FunctionName } from '../../../../shared/profile/tree/folds.ts';
import type { ProfileQuery } from '../../../../shared/protocol/profile-contract.ts';
import { type ChartLine, TimeChart } from '../../../charts/TimeChart.tsx';
import { type TimeFocus, useTimeWindow } from '../../../charts/time-focus.ts';
import { Location } from '../../../flame/Location.tsx';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import css from './FunctionStrip.module.css';

export interface FunctionStripProps {
  readonly query: ProfileQuery;
  readonly version: string;
  /** Which requests it ran for is known. */
  readonly isByRequest: boolean;
}

interface Shared {
  readonly of: FunctionName;
  readonly phases: readonly PhaseBand[];
  readonly toS: number;
  readonly live: boolean;
  readonly focus: TimeFocus;
}

const HEIGHT = 40;
const COLORS = { onStack: '--series-cpu', itself: '--series-gc' } as const;

export function FunctionStrip({ query, version, isByRequest, of, ...shared }: FunctionStripProps & Shared) {
  const text = useText('run.moments');
  const { sessionId, selection } = query;
  const { data } = useEngineRequest('profile.moments', { sessionId, selection, of }, { version });
  const [, setMoments] = useView('moments');
  const [, setTab] = useView('tab');
  const [, setSort] = useView('requestSort');
  const [, setAs] = useView('requestsAs');
  const [, setPage] = useView('page');
  const window = useTimeWindow(shared.focus);
  const chart = useMemo(() => (data === undefined ? null : functionChart(computeFunctionLines(data))), [data]);
  const lines = useMemo(
    () =>
      (chart?.lines ?? []).map(
        (line): ChartLine => ({
          ...line,
          label: text(line.key as keyof typeof COLORS),
          color: COLORS[line.key as keyof typeof COLORS],
          dash: [],
        }),
      ),
    [chart, text],
  );
  const name = shortName(calledFunction(of));
  const showRequests = () => {
    setPage(null);
    setAs('all');
    setSort({ column: BY_FUNCTION, descending: true });
    setTab('requests');
  };
  const title = text('title');
  return (
    <section className={css.root} aria-label={text('label', { name })}>
      <div className={css.head}>
        <strong className={css.name}>{name}</strong>
        <span className={css.place}>
          <Location url={of.url} line={of.line} />
        </span>
        {data?.meta.samples === 0 && <span className="muted">{text('none')}</span>}
        {isByRequest && (
          <Button variant="quiet" className={css.small} onClick={showRequests}>
            {text('show')}
          </Button>
        )}
        <Button variant="quiet" className={css.small} onClick={() => setMoments(null)}>
          {text('hide')}
        </Button>
      </div>
      {chart !== null && (
        <TimeChart
          {...shared}
          title={title}
          unit={unitText(chart.unit)}
          help={text('help')}
          x={chart.x}
          spans={chart.spans}
          lines={lines}
          height={HEIGHT}
          least={chart.least}
          picture={(draw) =>
            draw.timePicture({
              ...chart,
              title: text('label', { name }),
              help: text('help'),
              unit: unitText(chart.unit),
              lines: chart.lines.map((line) => ({ ...line, label: text(line.key as keyof typeof COLORS) })),
              phases: shared.phases,
              toS: shared.toS,
              window: window && { from: window.fromMs / 1_000, to: window.toMs / 1_000 },
            })
          }
          formatValue={chart.format}
          formatTick={formatTick}
          formatSecond={formatTick}
        />
      )}
    </section>
  );
}
