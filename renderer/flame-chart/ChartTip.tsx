import { useSyncExternalStore } from 'react';
import { type Stall, spansTurns } from '../../shared/charts/stalls.ts';
import type { ChartLane } from '../../shared/model/profile/profile-views.ts';
import flame from '../flame/FlameGraph.module.css';
import { calledNode } from '../flame/flame-model.ts';
import { Location } from '../flame/Location.tsx';
import { placeTip } from '../flame/place-tip.ts';
import { formatMs, formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import css from './ChartTip.module.css';
import type { ChartAxis } from './chart-axis.ts';
import type { ChartCall } from './chart-picture.ts';

const TIP_WIDTH = 340;

interface Tip {
  readonly call: ChartCall;
  /** In the window of the browser. */
  readonly x: number;
  readonly y: number;
}

interface TipStore {
  readonly get: () => Tip | null;
  readonly show: (tip: Tip | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Outside React: only the tooltip is rendered when the pointer moves. */
export function createTipStore(): TipStore {
  const listeners = new Set<() => void>();
  let tip: Tip | null = null;
  return {
    get: () => tip,
    show: (next) => {
      if (next === tip) return;
      tip = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type StallsOf = (lane: ChartLane) => readonly Stall[] | null;

export function ChartTip(props: { store: TipStore; lanes: readonly ChartLane[]; axis: ChartAxis; stallsOf: StallsOf }) {
  const { store, lanes, axis, stallsOf } = props;
  const tip = useSyncExternalStore(store.subscribe, store.get);
  if (tip === null) return null;
  return (
    <div className={flame.tip} style={placeTip(tip, TIP_WIDTH)} aria-hidden="true" data-tip="">
      {tip.call.count === 1 ? (
        <OneCall call={tip.call} lane={lanes[tip.call.lane]} axis={axis} stallsOf={stallsOf} />
      ) : (
        <Joined call={tip.call} />
      )}
    </div>
  );
}

function OneCall({ call, lane, axis, stallsOf }: { call: ChartCall; lane: ChartLane | undefined; axis: ChartAxis; stallsOf: StallsOf }) {
  const text = useText('run.flameChart');
  const run = useText('run.flame');
  const kind = useText('run.kind');
  const view = axis.view();
  const usual = lane?.usualUs ?? 0;
  const stalls = lane === undefined ? null : stallsOf(lane);
  const isSeveral = stalls !== null && spansTurns({ from: call.start, to: call.end }, stalls);
  const joins = isSeveral ? 'severalTurns' : stalls === null ? 'inARow' : null;
  const inView = Math.min(call.end, view.to) - Math.max(call.start, view.from);
  return (
    <>
      <p className={flame.tipName}>{calledNode(call)}</p>
      <div className={flame.tipFile}>
        <Location url={call.url} line={call.line} />
      </div>
      <dl className={css.facts}>
        <dt>{run('total')}</dt>
        <dd>
          {text('ofView', {
            time: formatMs((call.end - call.start) / 1_000),
            percent: formatPercent((100 * inView) / (view.to - view.from)),
          })}
        </dd>
        <dt>{run('self')}</dt>
        <dd>{formatMs(call.time / 1_000)}</dd>
        <dt>{text('at')}</dt>
        <dd>{formatMs(call.start / 1_000)}</dd>
        <dt>{text('samples')}</dt>
        <dd>
          {text('sampled', {
            count: usual > 0 ? Math.max(1, Math.round((call.end - call.start) / usual)) : 1,
            every: formatMs(usual / 1_000),
          })}
        </dd>
      </dl>
      {joins !== null && <p className={flame.tipFoot}>{text(joins)}</p>}
      <p className={flame.tipFoot}>
        <span className={flame.swatch} style={{ background: `var(--kind-${call.kind})` }} />
        {kind(call.kind)}
      </p>
    </>
  );
}

function Joined({ call }: { call: ChartCall }) {
  const text = useText('run.flameChart');
  return (
    <>
      <p className={flame.tipName}>{text('joined', { count: call.count })}</p>
      <dl className={css.facts}>
        <dt>{text('together')}</dt>
        <dd>{text('within', { time: formatMs(call.time / 1_000), span: formatMs((call.end - call.start) / 1_000) })}</dd>
      </dl>
      <p className={flame.tipFoot}>{text('joinedHint')}</p>
    </>
  );
}
