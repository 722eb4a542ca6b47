import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ChartLane, FlameChartColumns } from '../../shared/model/profile/profile-views.ts';
import { createColors, followTheme } from '../charts/colors.ts';
import { drawNextFrame } from '../charts/frame-queue.ts';
import type { TimeFocus } from '../charts/time-focus.ts';
import { calledNode } from '../flame/flame-model.ts';
import { formatMs } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';
import { goesToMenu, isMenuKey } from '../ui/ContextMenu.tsx';
import { ChartTip, createTipStore } from './ChartTip.tsx';
import type { ChartAxis } from './chart-axis.ts';
import { type ChartCall, type ChartPicture, ROW_PX } from './chart-picture.ts';
import { fitSpan, panBy, reveal, type TimeSpan, ZOOM_STEP, zoomAt } from './chart-view.ts';
import { chartWords, laneNames } from './chart-words.ts';
import { type ChartEnd, ChartPainter, type ChartScene, createHatch, pixelUs, RULER_PX, timeOf, xOf } from './draw-chart.ts';
import css from './FlameChart.module.css';
import { followPointer, type Gestures, type Point } from './pointer.ts';
import { actOnView, panView } from './view-keys.ts';

export interface FlameChartProps {
  readonly label: string;
  readonly picture: ChartPicture;
  readonly axis: ChartAxis;
  readonly focus: TimeFocus;
  /** Room beside the plot, so that it can stand below charts with the same axis. */
  readonly sides?: ChartSides;
  /** In CSS. Without it, the chart is at most as high as the column that it is in. */
  readonly maxHeight?: string;
  /** Of several with one axis, the first has the time scale. */
  readonly hasScale?: boolean;
  /** Where the recording ends before the axis does. */
  readonly end?: ChartEnd;
  readonly laneName: (lane: ChartLane) => string;
  /** Null: it is not known. */
  readonly stallsOf: (lane: ChartLane) => readonly TimeSpan[] | null;
  readonly selected: ChartCall | null;
  /** What the keys do, for screen readers. */
  readonly keys: string;
  /** A click on a call, or Enter. */
  readonly onSelect: (call: ChartCall, picture: ChartPicture) => void;
  /** The context menu of a call, or of joined ones; `focus` fits it. Absent: calls have none. */
  readonly onMenu?: (call: ChartCall, at: Point, focus: () => void) => void;
  /** A drag over the time scale, or Enter after measuring. Inside the whole of the axis. */
  readonly onChoose: (span: TimeSpan) => void;
  /** Width of the plot, whenever it changes. */
  readonly onPlotWidth: (px: number) => void;
}

/** CSS px. */
export interface ChartSides {
  readonly left: number;
  readonly right: number;
}

/** Without charts above: room for the names of the marks, and for a scrollbar. */
const OWN_SIDES: ChartSides = { left: 120, right: 18 };

/** A narrower call can be pointed at when the pointer is this close. */
const NEAR_PX = 2;

/** The frames of a profile in the order of time: pan, zoom, point, measure, select. */
export function FlameChart(props: FlameChartProps) {
  const chart = useChart(props);
  const { picture } = props;
  return (
    <div className={css.root}>
      <div ref={chart.scroller} className={css.scroller} style={{ maxHeight: props.maxHeight }} data-chart="">
        <div className={css.stage} style={{ height: (rulerOf(props) + picture.height) * textScale() }}>
          <div
            ref={chart.surface}
            className={css.surface}
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys pan, zoom and move through the calls
            tabIndex={0}
            aria-label={props.label}
            aria-describedby={chart.describedBy}
            data-searched
            onKeyDown={chart.onKeyDown}
            onContextMenu={chart.onContextMenu}
            onBlur={chart.onBlur}
          >
            <canvas ref={chart.base} className={css.canvas} />
            <canvas ref={chart.over} className={css.canvas} />
          </div>
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {chart.said}
      </p>
      <p id={chart.describedBy} className="visually-hidden">
        {props.keys}
      </p>
      <ChartTip store={chart.tip} lanes={picture.columns.meta.lanes} axis={props.axis} stallsOf={props.stallsOf} />
    </div>
  );
}

/** A call in one sentence, for screen readers. */
export function useCallWords(): (call: ChartCall, lanes: FlameChartColumns['meta']['lanes']) => string {
  const text = useText('run.flameChart');
  return (call, lanes) => {
    const length = formatMs((call.end - call.start) / 1_000);
    const at = formatMs(call.start / 1_000);
    if (call.count !== 1) return text('joinedDetails', { count: call.count, time: length, at });
    const every = formatMs((lanes[call.lane]?.usualUs ?? 0) / 1_000);
    return text('details', { name: calledNode(call), time: length, self: formatMs(call.time / 1_000), at, every });
  };
}

function useChart(props: FlameChartProps) {
  const words = useCallWords();
  const scroller = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const tip = useMemo(createTipStore, []);
  const [said, say] = useState('');
  const describedBy = useId();
  const state = useRef<{ hovered: ChartCall | null; focused: ChartCall | null }>({ hovered: null, focused: null });
  const size = useRef({ width: 0, height: 0, outer: 0 });
  const redraw = useRef({ all: () => {}, over: () => {} });

  const sceneWords = useMemo(
    () =>
      chartWords(
        laneNames(
          () => latest.current.picture.columns.meta.lanes,
          (lane) => latest.current.laneName(lane),
        ),
      ),
    [],
  );

  const scene = (): ChartScene => {
    const { picture, axis, focus, sides = OWN_SIDES, end } = latest.current;
    const window = focus.window();
    return {
      picture,
      view: axis.view(),
      whole: axis.whole(),
      width: size.current.width,
      height: size.current.height,
      left: sides.left,
      right: size.current.outer - sides.right,
      ruler: rulerOf(latest.current),
      end: end ?? null,
      scrollTop: (scroller.current?.scrollTop ?? 0) / textScale(),
      window: window && { from: window.fromMs * 1_000, to: window.toMs * 1_000 },
      words: sceneWords,
    };
  };

  /** The pointed-at call: where it is, or close to it when it is narrow. */
  const callAt = (now: ChartScene, { x, y }: Point): ChartCall | null => {
    if (x < now.left || x > now.right || y < now.ruler) return null;
    const place = now.picture.rowAt(y - now.ruler + now.scrollTop);
    if (place === null) return null;
    const index = now.picture.at(place.lane, place.row, timeOf(now, x), NEAR_PX * pixelUs(now));
    return index === null ? null : now.picture.call(index);
  };

  const focusOn = (index: number | null) => {
    if (index === null) return;
    const { picture, axis } = latest.current;
    const call = picture.call(index);
    state.current.focused = call;
    axis.setView(reveal(axis.view(), axis.whole(), { from: call.start, to: call.end }));
    revealRow(scroller.current, picture, call, rulerOf(latest.current));
    say(words(call, picture.columns.meta.lanes));
    const box = surface.current?.getBoundingClientRect();
    const now = scene();
    const lane = picture.lanes[call.lane];
    if (box !== undefined && lane !== undefined) {
      tip.show({ call, ...below(now, lane.top, call, box) });
    }
    redraw.current.all();
  };

  const choose = ({ from, to }: TimeSpan) => {
    const { axis, onChoose } = latest.current;
    const whole = axis.whole();
    const span = { from: Math.max(whole.from, Math.round(from)), to: Math.min(whole.to, Math.round(to)) };
    axis.setMeasured(null);
    if (span.to > span.from) onChoose(span);
  };

  const point = (call: ChartCall | null, at: { x: number; y: number } | null) => {
    state.current.hovered = call;
    if (call === null || at === null) tip.show(null);
    else tip.show({ call, ...at });
    redraw.current.over();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: everything else is read from `latest` when it is needed
  useEffect(() => {
    const elements = { scroller: scroller.current, surface: surface.current, base: base.current, over: over.current };
    if (!elements.scroller || !elements.surface || !elements.base || !elements.over) return;
    const contexts = { base: elements.base.getContext('2d'), over: elements.over.getContext('2d') };
    const painter = new ChartPainter(createColors(), (color, ground) =>
      contexts.base === null ? color : createHatch(contexts.base, color, ground),
    );
    const drawOver = () => {
      if (contexts.over === null) return;
      const { hovered, focused } = state.current;
      const { picture, selected, focus, axis } = latest.current;
      const span = axis.measured();
      const cursor = focus.pointed() ?? focus.cursor();
      // A rectangle of an earlier picture may have become another one.
      const still = (call: ChartCall | null) => (call === null || picture.find(call) === null ? null : call);
      painter.drawOver(contexts.over, scene(), {
        cursorUs: cursor === null ? null : cursor * 1e6,
        hovered: still(hovered),
        focused: still(focused),
        selected: still(selected),
        span: span && { ...span, label: formatMs((span.to - span.from) / 1_000) },
      });
    };
    const drawBase = () => {
      const { picture, stallsOf } = latest.current;
      if (contexts.base !== null) painter.draw(contexts.base, scene(), picture.columns.meta.lanes.map(stallsOf));
    };
    redraw.current = {
      all: () => {
        drawNextFrame(drawBase);
        drawNextFrame(drawOver);
      },
      over: () => void drawNextFrame(drawOver),
    };

    const measureSize = () => {
      const outer = elements.scroller!.offsetWidth;
      const { clientWidth: width, clientHeight: height } = elements.scroller!;
      const scale = textScale();
      const ratio = window.devicePixelRatio || 1;
      size.current = { width: width / scale, height: height / scale, outer: outer / scale };
      elements.surface!.style.height = `${height}px`;
      for (const canvas of [elements.base!, elements.over!]) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
        canvas.getContext('2d')?.setTransform(ratio * scale, 0, 0, ratio * scale, 0, 0);
      }
      const { sides = OWN_SIDES, onPlotWidth } = latest.current;
      onPlotWidth(Math.max(0, outer / scale - sides.left - sides.right));
      drawBase();
      drawOver();
    };
    const resize = new ResizeObserver(measureSize);
    resize.observe(elements.scroller);
    const { axis, focus } = latest.current;
    const stops = [
      followAxis(axis, redraw.current),
      followFocus(focus, redraw.current),
      followTheme(() => {
        painter.recolor();
        redraw.current.all();
      }),
      followPointer(elements.surface, elements.scroller, gestures()),
    ];
    elements.scroller.addEventListener('scroll', redraw.current.all, { passive: true });
    measureSize();
    return () => {
      resize.disconnect();
      elements.scroller!.removeEventListener('scroll', redraw.current.all);
      for (const stop of stops) stop();
      focus.point(null);
    };
  }, [props.axis, props.focus]);

  /** What each gesture does. */
  function gestures(): Gestures {
    let panFrom: TimeSpan | null = null;
    return {
      kindOf: ({ x, y, shift }) => {
        const now = scene();
        if (x < now.left || x > now.right) return null;
        return shift ? 'measure' : y < now.ruler ? 'choose' : 'pan';
      },
      onHover: (at, client) => {
        const now = scene();
        const call = at === null ? null : callAt(now, at);
        const isInside = at !== null && at.x >= now.left && at.x <= now.right && now.view.to > now.view.from;
        latest.current.focus.point(isInside ? timeOf(now, at.x) / 1e6 : null);
        point(call, client);
      },
      onDrag: (kind, from, to) => {
        const now = scene();
        const { axis } = latest.current;
        point(null, null);
        if (kind === 'pan') {
          panFrom ??= now.view;
          axis.setView(panBy(panFrom, now.whole, (from.x - to.x) * pixelUs(now)));
          return;
        }
        const [a, b] = [timeOf(now, from.x), timeOf(now, to.x)].map((us) => Math.min(Math.max(us, now.view.from), now.view.to)) as [
          number,
          number,
        ];
        axis.setMeasured({ from: Math.min(a, b), to: Math.max(a, b) });
      },
      onDrop: (kind) => {
        panFrom = null;
        const span = latest.current.axis.measured();
        if (kind === 'choose' && span !== null) choose(span);
      },
      onClick: (at) => {
        latest.current.axis.setMeasured(null);
        const call = callAt(scene(), at);
        state.current.focused = call;
        if (call !== null) latest.current.onSelect(call, latest.current.picture);
        redraw.current.over();
      },
      onDoubleClick: (at) => {
        const call = callAt(scene(), at);
        if (call !== null) fitTo(latest.current.axis, call);
      },
      onZoom: (at, steps) => {
        const now = scene();
        const factor = ZOOM_STEP ** steps;
        const next = zoomAt(now.view, now.whole, Math.min(Math.max(timeOf(now, at.x), now.view.from), now.view.to), factor);
        const isSame = next.from === now.view.from && next.to === now.view.to;
        if (!isSame) latest.current.axis.setView(next);
        return !isSame;
      },
      onPan: (px) => {
        const now = scene();
        latest.current.axis.setView(panBy(now.view, now.whole, px * pixelUs(now)));
        point(null, null);
      },
    };
  }

  const { picture } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn depends on these
  useEffect(() => redraw.current.all(), [picture, props.selected, props.stallsOf, props.sides, props.end, props.hasScale]);

  const act = keyActions({ latest, state, scene, focusOn, choose, say, tip });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isMenuKey(event)) {
      event.preventDefault();
      openMenuAtFocus();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
    redraw.current.over();
  };
  const openMenu = (call: ChartCall | null, at: Point) => {
    const { axis, onMenu } = latest.current;
    if (call === null || onMenu === undefined) return;
    tip.show(null);
    onMenu(call, at, () => fitTo(axis, call));
  };
  const openMenuAtFocus = () => {
    const { picture } = latest.current;
    const { focused } = state.current;
    const index = focused === null ? null : picture.find(focused);
    const box = surface.current?.getBoundingClientRect();
    const now = scene();
    const lane = focused === null ? undefined : picture.lanes[focused.lane];
    if (index === null || focused === null || box === undefined || lane === undefined) return;
    openMenu(picture.call(index), below(now, lane.top, focused, box));
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const call = callAt(scene(), { x: (event.clientX - box.left) / textScale(), y: (event.clientY - box.top) / textScale() });
    if (call === null || latest.current.onMenu === undefined) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    state.current.focused = call;
    redraw.current.over();
    openMenu(call, { x: event.clientX, y: event.clientY });
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (goesToMenu(event)) return;
    state.current.focused = null;
    tip.show(null);
    redraw.current.over();
  };
  return { scroller, surface, base, over, tip, said, describedBy, onKeyDown, onContextMenu, onBlur };
}

function fitTo(axis: ChartAxis, call: ChartCall): void {
  axis.setView(fitSpan(axis.whole(), { from: call.start, to: call.end }));
}

interface KeyContext {
  readonly latest: { readonly current: FlameChartProps };
  readonly state: { readonly current: { focused: ChartCall | null } };
  readonly scene: () => ChartScene;
  readonly focusOn: (index: number | null) => void;
  readonly choose: (span: TimeSpan) => void;
  readonly say: (text: string) => void;
  readonly tip: { readonly show: (tip: null) => void };
}

/** Returns whether a key was used. */
function keyActions(context: KeyContext): (key: string, shift: boolean) => boolean {
  return (key, shift) => {
    const { latest, state, scene, focusOn } = context;
    const { axis, picture, onSelect } = latest.current;
    const now = scene();
    const measured = axis.measured();
    const focused = state.current.focused === null ? null : picture.find(state.current.focused);
    const around = () => {
      if (focused === null) return null;
      const { start, end } = picture.call(focused);
      return { from: start, to: end };
    };
    const pan = (direction: 1 | -1) => {
      panView(axis, direction);
      return true;
    };
    const move = (index: number | null) => {
      focusOn(index);
      return true;
    };
    const first = () => picture.longest(now.view.from, now.view.to);
    switch (key) {
      case 'ArrowLeft':
        return focused === null || shift ? pan(-1) : move(picture.beside(focused, -1));
      case 'ArrowRight':
        return focused === null || shift ? pan(1) : move(picture.beside(focused, 1));
      case 'ArrowUp':
        return move(focused === null ? first() : picture.caller(focused));
      case 'ArrowDown':
        return move(focused === null ? first() : picture.callee(focused));
      case 'Enter':
        if (measured !== null) {
          context.choose(measured);
          return true;
        }
        if (focused === null) return false;
        onSelect(picture.call(focused), picture);
        return true;
      case 'f':
      case 'F':
        if (focused === null) return false;
        fitTo(axis, picture.call(focused));
        return true;
      case 'Escape':
        return leave(context, now);
      default:
        return actOnView(axis, key, around());
    }
  };
}

/** What was done last is undone first; with nothing left to undo, Escape belongs to the screen. */
function leave({ latest, state, say, tip }: KeyContext, now: ChartScene): boolean {
  const { axis } = latest.current;
  if (axis.measured() !== null) {
    axis.setMeasured(null);
    return true;
  }
  if (state.current.focused !== null) {
    state.current.focused = null;
    say('');
    tip.show(null);
    return true;
  }
  // The chosen window is let go by the screen.
  if (now.view === axis.home() || (now.view.from === now.whole.from && now.view.to === now.whole.to)) return false;
  axis.setView(now.whole);
  return true;
}

function rulerOf({ hasScale = true }: FlameChartProps): number {
  return hasScale ? RULER_PX : 0;
}

/** In the window of the browser: below the left end of a call, as far as that is in view. */
function below(scene: ChartScene, laneTop: number, call: ChartCall, surface: DOMRect): Point {
  const x = Math.min(Math.max(xOf(scene, call.start), scene.left), scene.right) + 12;
  const y = scene.ruler - scene.scrollTop + laneTop + (call.row + 1) * ROW_PX;
  return { x: surface.left + x * textScale(), y: surface.top + y * textScale() };
}

interface Redraw {
  readonly all: () => void;
  readonly over: () => void;
}

/** What is measured is drawn above the calls. */
function followAxis(axis: ChartAxis, redraw: Redraw): () => void {
  let [view, whole] = [axis.view(), axis.whole()];
  return axis.subscribe(() => {
    if (axis.view() === view && axis.whole() === whole) return redraw.over();
    [view, whole] = [axis.view(), axis.whole()];
    redraw.all();
  });
}

function followFocus(focus: TimeFocus, redraw: Redraw): () => void {
  let window = focus.window();
  return focus.subscribe(() => {
    if (focus.window() === window) return redraw.over();
    window = focus.window();
    redraw.all();
  });
}

function revealRow(scroller: HTMLElement | null, picture: ChartPicture, call: ChartCall, ruler: number): void {
  const lane = picture.lanes[call.lane];
  if (scroller === null || lane === undefined) return;
  const rowPx = ROW_PX * textScale();
  const top = lane.top * textScale() + call.row * rowPx;
  const seen = scroller.clientHeight - ruler * textScale();
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowPx > scroller.scrollTop + seen) scroller.scrollTop = top + rowPx - seen;
}
