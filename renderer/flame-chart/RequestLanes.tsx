import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Microseconds } from '../../shared/base/units.ts';
import type { RequestLaneColumns } from '../../shared/model/request-lanes.ts';
import { createColors, followTheme } from '../charts/colors.ts';
import { drawNextFrame } from '../charts/frame-queue.ts';
import { hatch } from '../charts/hatch.ts';
import type { TimeFocus } from '../charts/time-focus.ts';
import flame from '../flame/FlameGraph.module.css';
import { placeTip } from '../flame/place-tip.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { textScale } from '../text-scale.ts';
import type { ChartAxis } from './chart-axis.ts';
import { fitSpan, panBy, type TimeSpan, ZOOM_STEP, zoomAt } from './chart-view.ts';
import { drawLanes, type LaneHatch, type LanesScene, xOf } from './draw-lanes.ts';
import type { ChartSides } from './FlameChart.tsx';
import { actInLanes, spanOf } from './lane-keys.ts';
import { laneWords, type ServedBar } from './lane-words.ts';
import { type Area, areaAt, areasOf, barAt, heightOf, type LaneBar, sameBar } from './lanes-picture.ts';
import { followPointer, type Gestures, type Point } from './pointer.ts';
import css from './RequestLanes.module.css';
import { useAskedSpan } from './use-asked-span.ts';

export interface RequestLanesProps {
  readonly columns: RequestLaneColumns;
  readonly axis: ChartAxis;
  readonly focus: TimeFocus;
  readonly sides: ChartSides;
  readonly chosen: ServedBar | null;
  readonly onChoose: (request: ServedBar | null) => void;
}

/** A narrower bar can be pointed at when the pointer is this close. */
const NEAR_PX = 2;
/** In a lower window they leave more of it to the calls. */
const HIGH_PX = 860;
const TIP_WIDTH = 320;
interface LanesAsking {
  readonly sessionId: string;
  /** Null: of all processes. */
  readonly pid: number | null;
  readonly version: string;
  readonly plotPx: number;
  readonly isWanted: boolean;
}

/** Null: they are on their way, or it is not known when requests were in the server. */
export function useRequestLanes(axis: ChartAxis, { sessionId, pid, version, plotPx, isWanted }: LanesAsking): RequestLaneColumns | null {
  const asked = useAskedSpan(axis, plotPx);
  const enabled = isWanted && plotPx > 0;
  const { data } = useEngineRequest('session.request-lanes', { sessionId, pid, ...asked }, { version, enabled });
  return (enabled && data) || null;
}

/** As what is in line is everywhere. */
const hatchIn =
  (context: CanvasRenderingContext2D): LaneHatch =>
  (ink, ground) =>
    hatch(context, ink, ground);

/** Requests in the server and what they waited for, above the calls of a flame chart and on its axis. */
export function RequestLanes(props: RequestLanesProps) {
  const text = useText('run.flameChart.lanes');
  const { columns, chosen } = props;
  const isHigh = useRef(window.innerHeight >= HIGH_PX).current;
  const areas = useMemo(() => areasOf(columns, isHigh, chosen), [columns, isHigh, chosen]);
  const words = useMemo(() => laneWords(columns, chosen), [columns, chosen]);
  const [tip, setTip] = useState<{ readonly lines: readonly string[]; readonly at: Point } | null>(null);
  const [said, say] = useState('');
  const keysId = useId();
  const surface = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ ...props, areas, words });
  latest.current = { ...props, areas, words };
  const pointed = useRef<LaneBar | null>(null);
  const focused = useFocusedBar(columns);
  const redraw = useRef(() => {});

  const scene = (): LanesScene => {
    const { axis, focus, sides, chosen: of, areas: shown, columns: picture, words: told } = latest.current;
    const cursor = focus.pointed() ?? focus.cursor();
    const width = (surface.current?.clientWidth ?? 0) / textScale();
    return {
      ...{ columns: picture, areas: shown, view: axis.view(), width, height: heightOf(shown) },
      ...{ left: sides.left, right: width - sides.right, chosen: of, pointed: pointed.current, focused: focused.current },
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
    const draw = () => drawLanes(context, scene(), colors, hatchIn(context));
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

  function tellAt(bar: LaneBar | null, area: Area | null, at: Microseconds): readonly string[] | null {
    if (bar !== null) return latest.current.words.bar(bar);
    return area === null ? null : latest.current.words.density(area, at);
  }

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
        const lines = tellAt(pointed.current, areaAt(now.areas, at.y), timeOf(now, at.x));
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
        focused.current = bar;
        latest.current.onChoose(bar === null ? null : latest.current.words.request(bar));
      },
      onDoubleClick: (at) => {
        const now = scene();
        const bar = barOf(now, at);
        if (bar !== null) latest.current.axis.setView(fitSpan(latest.current.axis.whole(), spanOf(now.columns, bar)));
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

  const focusOn = (bar: LaneBar | null) => {
    focused.current = bar;
    const now = scene();
    const lines = bar === null ? null : words.bar(bar);
    say(lines?.join(', ') ?? '');
    const box = surface.current?.getBoundingClientRect();
    setTip(bar === null || lines === null || box === undefined ? null : { lines, at: below(now, bar, box) });
    redraw.current();
  };

  const tellNone = () => {
    const { from, to } = props.axis.view();
    say(areas.flatMap((area) => words.density(area, (from + to) / 2) ?? []).join(' '));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const choose = (bar: LaneBar | null) => props.onChoose(bar === null ? null : words.request(bar));
    const lanes = {
      columns,
      areas,
      axis: props.axis,
      focused: focused.current,
      isChosen: chosen !== null,
      focus: focusOn,
      tellNone,
      choose,
    };
    if (!actInLanes(event.key, event.shiftKey, lanes)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <div
        ref={surface}
        className={css.root}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys pan, zoom and move through requests and waits
        tabIndex={0}
        aria-label={words.label}
        aria-describedby={keysId}
        onKeyDown={onKeyDown}
        onBlur={() => focusOn(null)}
        style={{ height: `${heightOf(areas) * textScale()}px` }}
      >
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
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <p id={keysId} className="visually-hidden">
        {text('keys')}
      </p>
    </>
  );
}

/** The bar that the keys have gone to; its place is another one in other columns. */
function useFocusedBar(columns: RequestLaneColumns) {
  const focused = useRef<LaneBar | null>(null);
  const of = useRef(columns);
  if (of.current !== columns) {
    if (focused.current !== null) focused.current = sameBar(focused.current, of.current, columns);
    of.current = columns;
  }
  return focused;
}

/** In the window of the browser: below the left end of a bar, as far as that is in view. */
function below({ columns, areas, view, left, right }: LanesScene, bar: LaneBar, box: DOMRect): Point {
  const area = areas.find(({ name }) => name === bar.area);
  const x = Math.min(Math.max(xOf({ view, left, right }, spanOf(columns, bar).from), left), right) + 12;
  const y = area === undefined ? 0 : area.top + (area.lanes[bar.index]! + 1) * area.rowPx;
  return { x: box.left + x * textScale(), y: box.top + y * textScale() };
}
