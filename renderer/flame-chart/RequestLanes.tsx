import { useEffect, useMemo, useRef, useState } from 'react';
import type { Microseconds } from '../../shared/base/units.ts';
import type { RequestLaneColumns } from '../../shared/model/request-lanes.ts';
import { callName } from '../../shared/report/story-table.ts';
import { createColors, followTheme } from '../charts/colors.ts';
import { drawNextFrame } from '../charts/frame-queue.ts';
import type { TimeFocus } from '../charts/time-focus.ts';
import flame from '../flame/FlameGraph.module.css';
import { placeTip } from '../flame/place-tip.ts';
import { formatMs, formatSignificant } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { textScale } from '../text-scale.ts';
import type { ChartAxis } from './chart-axis.ts';
import { fitSpan, panBy, type TimeSpan, ZOOM_STEP, zoomAt } from './chart-view.ts';
import { drawLanes, type LanesScene } from './draw-lanes.ts';
import type { ChartSides } from './FlameChart.tsx';
import { type Area, areaAt, areasOf, atOnce, barAt, barsOf, heightOf, type LaneBar, leftIn } from './lanes-picture.ts';
import { followPointer, type Gestures, type Point } from './pointer.ts';
import css from './RequestLanes.module.css';
import { useAskedSpan } from './use-asked-span.ts';

export interface ServedBar {
  readonly pid: number;
  /** Its number in its process. */
  readonly request: number;
  readonly route: string;
  readonly us: Microseconds;
}

export interface RequestLanesProps {
  readonly sessionId: string;
  /** Null: of all processes. */
  readonly pid: number | null;
  readonly version: string;
  readonly axis: ChartAxis;
  readonly focus: TimeFocus;
  readonly sides: ChartSides;
  readonly plotPx: number;
  readonly chosen: ServedBar | null;
  readonly onChoose: (request: ServedBar | null) => void;
}

/** A narrower bar can be pointed at when the pointer is this close. */
const NEAR_PX = 2;
/** In a lower window they leave more of it to the calls. */
const HIGH_PX = 860;
const TIP_WIDTH = 320;
/** As the words of the label have it. */
const NOT_RECORDED = -1;
const US_PER_MS = 1_000;

/** Requests in the server and what they waited for, above the calls of a flame chart and on its axis. Nothing where it is not known. */
export function RequestLanes(props: RequestLanesProps) {
  const { sessionId, pid, version, axis, plotPx } = props;
  const asked = useAskedSpan(axis, plotPx);
  const { data } = useEngineRequest('session.request-lanes', { sessionId, pid, ...asked }, { version, enabled: plotPx > 0 });
  return data === undefined || data === null ? null : <Lanes {...props} columns={data} />;
}

type LanesProps = RequestLanesProps & { readonly columns: RequestLaneColumns };

function Lanes(props: LanesProps) {
  const text = useText('run.flameChart.lanes');
  const { columns, chosen } = props;
  const isHigh = useRef(window.innerHeight >= HIGH_PX).current;
  const areas = useMemo(() => areasOf(columns, isHigh, chosen), [columns, isHigh, chosen]);
  const tell = useTold(columns, chosen);
  const [tip, setTip] = useState<{ readonly lines: readonly string[]; readonly at: Point } | null>(null);
  const surface = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ ...props, areas, tell });
  latest.current = { ...props, areas, tell };
  const pointed = useRef<LaneBar | null>(null);
  const redraw = useRef(() => {});

  const scene = (): LanesScene => {
    const { axis, focus, sides, chosen: of, areas: shown, columns: picture, tell: told } = latest.current;
    const cursor = focus.pointed() ?? focus.cursor();
    const width = (surface.current?.clientWidth ?? 0) / textScale();
    return {
      ...{ columns: picture, areas: shown, view: axis.view(), width, height: heightOf(shown) },
      ...{ left: sides.left, right: width - sides.right, chosen: of, pointed: pointed.current },
      cursorUs: cursor === null ? null : cursor * 1e6,
      labels: told.labels,
      nameOf: told.name,
    };
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: everything else is read from `latest` when it is needed
  useEffect(() => {
    const [element, drawn] = [surface.current, canvas.current];
    const context = drawn?.getContext('2d');
    if (!element || !drawn || !context) return;
    const colors = createColors();
    const draw = () => drawLanes(context, scene(), colors);
    redraw.current = () => void drawNextFrame(draw);
    const measure = () => {
      const ratio = window.devicePixelRatio || 1;
      drawn.width = Math.round(element.clientWidth * ratio);
      drawn.height = Math.round(element.clientHeight * ratio);
      drawn.style.width = `${element.clientWidth}px`;
      drawn.style.height = `${element.clientHeight}px`;
      context.setTransform(ratio * textScale(), 0, 0, ratio * textScale(), 0, 0);
      draw();
    };
    const resize = new ResizeObserver(measure);
    resize.observe(element);
    const { axis, focus } = latest.current;
    const stops = [
      axis.subscribe(redraw.current),
      focus.subscribe(redraw.current),
      followTheme(() => {
        colors.forget();
        redraw.current();
      }),
      followPointer(element, element, gestures()),
    ];
    return () => {
      resize.disconnect();
      for (const stop of stops) stop();
      focus.point(null);
    };
  }, [props.axis, props.focus]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn depends on these
  useEffect(() => redraw.current(), [columns, chosen, props.sides]);

  /** As on the chart below: pan, zoom, point; a click chooses a request. */
  function gestures(): Gestures {
    let panFrom: TimeSpan | null = null;
    const timeOf = ({ view, left, right }: LanesScene, x: number) => view.from + ((x - left) * (view.to - view.from)) / (right - left);
    const pixelUs = ({ view, left, right }: LanesScene) => (view.to - view.from) / Math.max(1, right - left);
    const barOf = (now: LanesScene, at: Point) =>
      at.x < now.left || at.x > now.right ? null : barAt(now.columns, now.areas, at.y, timeOf(now, at.x), NEAR_PX * pixelUs(now));
    const leave = () => {
      pointed.current = null;
      setTip(null);
      redraw.current();
    };
    return {
      kindOf: ({ x }) => {
        const now = scene();
        return x < now.left || x > now.right ? null : 'pan';
      },
      onHover: (at, client) => {
        const now = scene();
        const isInside = at !== null && at.x >= now.left && at.x <= now.right;
        latest.current.focus.point(isInside ? timeOf(now, at.x) / 1e6 : null);
        if (!isInside || client === null) return leave();
        pointed.current = barOf(now, at);
        const lines = latest.current.tell.at(pointed.current, areaAt(now.areas, at.y), timeOf(now, at.x));
        setTip(lines === null ? null : { lines, at: client });
        redraw.current();
      },
      onDrag: (_, from, to) => {
        const now = scene();
        panFrom ??= now.view;
        setTip(null);
        latest.current.axis.setView(panBy(panFrom, latest.current.axis.whole(), (from.x - to.x) * pixelUs(now)));
      },
      onDrop: () => {
        panFrom = null;
      },
      onClick: (at) => {
        const bar = barOf(scene(), at);
        latest.current.onChoose(bar === null ? null : latest.current.tell.request(bar));
      },
      onDoubleClick: (at) => {
        const now = scene();
        const bar = barOf(now, at);
        if (bar === null) return;
        const { begin, end } = barsOf(now.columns, bar.area);
        latest.current.axis.setView(fitSpan(latest.current.axis.whole(), { from: begin[bar.index]!, to: end[bar.index]! }));
      },
      onZoom: (at, steps) => {
        const now = scene();
        const next = zoomAt(
          now.view,
          latest.current.axis.whole(),
          timeOf(now, Math.min(Math.max(at.x, now.left), now.right)),
          ZOOM_STEP ** steps,
        );
        const isSame = next.from === now.view.from && next.to === now.view.to;
        if (!isSame) latest.current.axis.setView(next);
        return !isSame;
      },
      onPan: (px) => {
        const now = scene();
        latest.current.axis.setView(panBy(now.view, latest.current.axis.whole(), px * pixelUs(now)));
        leave();
      },
    };
  }

  const { requests, waits } = columns.meta;
  const label = text('label', { requests: requests.count, waits: waits?.count ?? NOT_RECORDED });
  return (
    <div ref={surface} className={css.root} role="img" aria-label={label} style={{ height: `${heightOf(areas) * textScale()}px` }}>
      <canvas ref={canvas} className={css.canvas} />
      {tip !== null && (
        <div className={flame.tip} style={placeTip(tip.at, TIP_WIDTH)} aria-hidden="true" data-tip="">
          {tip.lines.map((line, nth) => (
            <div key={line} className={nth === 0 ? flame.tipName : undefined}>
              {line}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** In words: what stands beside an area, on a bar, and where something is pointed at. */
function useTold(columns: RequestLaneColumns, chosen: ServedBar | null) {
  const text = useText('run.flameChart.lanes');
  return useMemo(() => {
    const { meta, requestStart, requestEnd, requestRoute, requestStatus, requestPid, requestNumber } = columns;
    const ms = (us: Microseconds) => formatMs(us / US_PER_MS);
    const routeOf = (index: number) => meta.routes[requestRoute[index]!] ?? '';
    const requestOf = (pid: number, number: number) => requestNumber.findIndex((one, index) => one === number && requestPid[index] === pid);
    const request = ({ area, index: at }: LaneBar): ServedBar | null => {
      const index = area === 'requests' ? at : requestOf(columns.waitPid[at]!, columns.waitNumber[at]!);
      if (index < 0) return null;
      const [pid, number] = [requestPid[index]!, requestNumber[index]!];
      return { pid, request: number, route: routeOf(index), us: requestEnd[index]! - requestStart[index]! };
    };
    const ofRequest = (index: number): string[] => [
      routeOf(index),
      text('request', { time: ms(requestEnd[index]! - requestStart[index]!), status: String(requestStatus[index]) }),
    ];
    const ofWait = (index: number): string[] => {
      const [line, start, end] = [columns.waitLine[index]!, columns.waitStart[index]!, columns.waitEnd[index]!];
      const owner = request({ area: 'waits', index });
      return [
        callName(meta.calls[columns.waitCall[index]!]!),
        // Of some it is not known whether they were in line.
        text(start > line ? 'waitInLine' : 'wait', { progress: ms(end - start), line: ms(start - line) }),
        ...(owner === null ? [] : [text('of', { route: owner.route })]),
      ];
    };
    const density = (area: Area | null, at: Microseconds): string[] | null => {
      if (area === null || area.rowPx > 0) return null;
      const value = (values: Float32Array) => formatSignificant(atOnce(columns, values, at));
      return area.name === 'requests'
        ? [text('inServer', { count: value(columns.inServer) }), text('zoom')]
        : [text('waiting', { progress: value(columns.inProgress), line: value(columns.inLine) }), text('choose')];
    };
    return {
      request,
      name: ({ area, index }: LaneBar) =>
        area === 'waits'
          ? callName(meta.calls[columns.waitCall[index]!]!)
          : `${routeOf(index)} ${ms(requestEnd[index]! - requestStart[index]!)}`,
      at: (bar: LaneBar | null, area: Area | null, at: Microseconds) =>
        bar === null ? density(area, at) : bar.area === 'requests' ? ofRequest(bar.index) : ofWait(bar.index),
      labels: (area: Area, most: number, view: TimeSpan) => {
        const left = area.rowPx > 0 ? leftIn(columns, area, view) : 0;
        return [
          text(area.name),
          ...(area.of !== null && chosen !== null ? [text('ofChosen', { route: chosen.route })] : []),
          ...(left > 0 ? [text('left', { count: left })] : []),
          ...(area.rowPx === 0 && most > 0 ? [text('atOnce', { most: formatSignificant(most) })] : []),
        ];
      },
    };
  }, [columns, chosen, text]);
}
