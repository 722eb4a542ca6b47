import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { TimeWindow } from '../../shared/model/units.ts';
import type { ChartLane, FlameChartColumns } from '../../shared/protocol/contract.ts';
import { createColors, followTheme } from '../charts/colors.ts';
import { drawNextFrame } from '../charts/frame-queue.ts';
import type { TimeFocus } from '../charts/time-focus.ts';
import { formatMs, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { ChartTip, createTipStore } from './ChartTip.tsx';
import type { ChartAxis } from './chart-axis.ts';
import { type ChartCall, type ChartPicture, ROW_PX } from './chart-picture.ts';
import { fitSpan, panBy, reveal, type TimeSpan, zoomAt } from './chart-view.ts';
import { ChartPainter, type ChartScene, type ChartWords, pixelUs, RULER_PX, timeOf, xOf } from './draw-chart.ts';
import css from './FlameChart.module.css';
import { followPointer, type Gestures, type Point } from './pointer.ts';

export interface FlameChartProps {
  readonly label: string;
  readonly picture: ChartPicture;
  readonly axis: ChartAxis;
  readonly focus: TimeFocus;
  /** Room beside the plot, CSS px, so that it can stand below charts with the same axis. */
  readonly left: number;
  readonly right: number;
  readonly laneName: (lane: ChartLane) => string;
  readonly stallsOf: (lane: ChartLane) => readonly TimeSpan[];
  readonly selected: ChartCall | null;
  /** A click on a call. */
  readonly onSelect: (call: ChartCall, picture: ChartPicture) => void;
  /** Width of the plot, whenever it changes. */
  readonly onPlotWidth: (px: number) => void;
}

/** One step of the wheel, of W and of + makes what is shown this much shorter. */
const ZOOM_STEP = 0.8;
/** Part of the view that a key moves it by. */
const PAN_STEP = 0.15;
/** A narrower call can be pointed at when the pointer is this close. */
const NEAR_PX = 2;

/** The frames of a profile in the order of time: pan, zoom, point, measure, select. */
export function FlameChart(props: FlameChartProps) {
  const text = useText('run.flameChart');
  const chart = useChart(props);
  const { picture } = props;
  return (
    <div className={css.root}>
      <div ref={chart.scroller} className={css.scroller} data-chart="">
        <div className={css.stage} style={{ height: RULER_PX + picture.height }}>
          <div
            ref={chart.surface}
            className={css.surface}
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys pan, zoom and move through the calls
            tabIndex={0}
            aria-label={props.label}
            aria-describedby={chart.describedBy}
            onKeyDown={chart.onKeyDown}
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
        {text('keys')}
      </p>
      <ChartTip store={chart.tip} lanes={picture.columns.meta.lanes} axis={props.axis} />
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
    return text('details', { name: call.name, time: length, self: formatMs(call.time / 1_000), at, every });
  };
}

function useChart(props: FlameChartProps) {
  const text = useText('run.flameChart');
  const words = useCallWords();
  const scroller = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const tip = useMemo(createTipStore, []);
  const [said, say] = useState('');
  const describedBy = `keys-${props.focus.syncKey}`;
  const state = useRef<{ hovered: ChartCall | null; focused: ChartCall | null; span: TimeSpan | null }>({
    hovered: null,
    focused: null,
    span: null,
  });
  const size = useRef({ width: 0, height: 0, outer: 0 });
  const redraw = useRef({ all: () => {}, over: () => {} });

  const sceneWords = useMemo<ChartWords>(
    () => ({
      stalls: text('stalls'),
      collections: text('collections'),
      noSamples: (us) => text('noSamples', { time: formatMs(us / 1_000) }),
      lane: (lane) => {
        const about = latest.current.picture.columns.meta.lanes[lane];
        return about === undefined ? '' : latest.current.laneName(about);
      },
      second: (seconds, step) => text('second', { value: formatNumber(seconds, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))) }),
    }),
    [text],
  );

  const scene = (): ChartScene => {
    const { picture, axis, focus, left, right } = latest.current;
    const window = focus.window();
    return {
      picture,
      view: axis.view(),
      whole: axis.whole(),
      width: size.current.width,
      height: size.current.height,
      left,
      right: size.current.outer - right,
      scrollTop: scroller.current?.scrollTop ?? 0,
      window: window && { from: window.fromMs * 1_000, to: window.toMs * 1_000 },
      words: sceneWords,
    };
  };

  /** The pointed-at call: where it is, or close to it when it is narrow. */
  const callAt = (now: ChartScene, { x, y }: Point): ChartCall | null => {
    if (x < now.left || x > now.right || y < RULER_PX) return null;
    const place = now.picture.rowAt(y - RULER_PX + now.scrollTop);
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
    revealRow(scroller.current, picture, call);
    say(words(call, picture.columns.meta.lanes));
    const box = surface.current?.getBoundingClientRect();
    const now = scene();
    const lane = picture.lanes[call.lane];
    if (box !== undefined && lane !== undefined) {
      const x = Math.min(Math.max(xOf(now, call.start), now.left), now.right) + 12;
      tip.show({ call, x: box.left + x, y: box.top + RULER_PX - now.scrollTop + lane.top + (call.row + 1) * ROW_PX });
    }
    redraw.current.all();
  };

  const measure = (span: TimeSpan | null) => {
    state.current.span = span;
    if (span === null) say('');
    else say(text('measured', { time: formatMs((span.to - span.from) / 1_000), at: formatMs(span.from / 1_000) }));
    redraw.current.over();
  };

  const chooseWindow = ({ from, to }: TimeSpan) => {
    const { axis, focus } = latest.current;
    const whole = axis.whole();
    const window: TimeWindow = { fromMs: Math.max(whole.from, Math.round(from)) / 1_000, toMs: Math.min(whole.to, Math.round(to)) / 1_000 };
    if (window.toMs > window.fromMs) focus.setWindow(window);
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
    const painter = new ChartPainter(createColors());
    const contexts = { base: elements.base.getContext('2d'), over: elements.over.getContext('2d') };
    const drawOver = () => {
      if (contexts.over === null) return;
      const { span, hovered, focused } = state.current;
      const { picture, selected, focus } = latest.current;
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
      const width = elements.scroller!.clientWidth;
      const height = elements.scroller!.clientHeight;
      const ratio = window.devicePixelRatio || 1;
      size.current = { width, height, outer };
      elements.surface!.style.height = `${height}px`;
      for (const canvas of [elements.base!, elements.over!]) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
        canvas.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
      }
      latest.current.onPlotWidth(Math.max(0, outer - latest.current.left - latest.current.right));
      drawBase();
      drawOver();
    };
    const resize = new ResizeObserver(measureSize);
    resize.observe(elements.scroller);
    const { axis, focus } = latest.current;
    const stops = [
      axis.subscribe(redraw.current.all),
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
        if (x < latest.current.left || x > size.current.outer - latest.current.right) return null;
        return shift ? 'measure' : y < RULER_PX ? 'window' : 'pan';
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
        if (kind === 'pan') {
          panFrom ??= now.view;
          axis.setView(panBy(panFrom, now.whole, (from.x - to.x) * pixelUs(now)));
          point(null, null);
          return;
        }
        const [a, b] = [timeOf(now, from.x), timeOf(now, to.x)].map((us) => Math.min(Math.max(us, now.view.from), now.view.to)) as [
          number,
          number,
        ];
        measure({ from: Math.min(a, b), to: Math.max(a, b) });
      },
      onDrop: (kind) => {
        panFrom = null;
        const { span } = state.current;
        if (kind !== 'window' || span === null) return;
        chooseWindow(span);
        measure(null);
      },
      onClick: (at) => {
        measure(null);
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
  useEffect(() => redraw.current.all(), [picture, props.selected, props.stallsOf, props.left, props.right]);

  const act = keyActions({ latest, state, scene, focusOn, measure, chooseWindow, say, tip });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
    redraw.current.over();
  };
  const onBlur = () => {
    state.current.focused = null;
    tip.show(null);
    redraw.current.over();
  };
  return { scroller, surface, base, over, tip, said, describedBy, onKeyDown, onBlur };
}

function fitTo(axis: ChartAxis, call: ChartCall): void {
  axis.setView(fitSpan(axis.whole(), { from: call.start, to: call.end }));
}

interface KeyContext {
  readonly latest: { readonly current: FlameChartProps };
  readonly state: { readonly current: { focused: ChartCall | null; span: TimeSpan | null } };
  readonly scene: () => ChartScene;
  readonly focusOn: (index: number | null) => void;
  readonly measure: (span: TimeSpan | null) => void;
  readonly chooseWindow: (span: TimeSpan) => void;
  readonly say: (text: string) => void;
  readonly tip: { readonly show: (tip: null) => void };
}

/** Returns whether a key was used. */
function keyActions(context: KeyContext): (key: string, shift: boolean) => boolean {
  return (key, shift) => {
    const { latest, state, scene, focusOn } = context;
    const { axis, picture, onSelect } = latest.current;
    const now = scene();
    const length = now.view.to - now.view.from;
    const focused = state.current.focused === null ? null : picture.find(state.current.focused);
    const zoom = (factor: number) => {
      const call = focused === null ? null : picture.call(focused);
      const middle =
        call === null ? (now.view.from + now.view.to) / 2 : (Math.max(call.start, now.view.from) + Math.min(call.end, now.view.to)) / 2;
      axis.setView(zoomAt(now.view, now.whole, middle, factor));
      return true;
    };
    const pan = (by: number) => {
      axis.setView(panBy(now.view, now.whole, by * length));
      return true;
    };
    const move = (index: number | null) => {
      focusOn(index);
      return true;
    };
    const first = () => picture.longest(now.view.from, now.view.to);
    switch (key) {
      case 'w':
      case 'W':
      case '+':
      case '=':
        return zoom(ZOOM_STEP ** 2);
      case 's':
      case 'S':
      case '-':
        return zoom(ZOOM_STEP ** -2);
      case 'a':
      case 'A':
        return pan(-PAN_STEP);
      case 'd':
      case 'D':
        return pan(PAN_STEP);
      case 'ArrowLeft':
        return focused === null || shift ? pan(-PAN_STEP) : move(picture.beside(focused, -1));
      case 'ArrowRight':
        return focused === null || shift ? pan(PAN_STEP) : move(picture.beside(focused, 1));
      case 'ArrowUp':
        return move(focused === null ? first() : picture.caller(focused));
      case 'ArrowDown':
        return move(focused === null ? first() : picture.callee(focused));
      case 'Enter':
        if (state.current.span !== null) {
          context.chooseWindow(state.current.span);
          context.measure(null);
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
      case '0':
        axis.setView(now.whole);
        return true;
      case 'Escape':
        return leave(context, now);
      default:
        return false;
    }
  };
}

/** What was done last is undone first; with nothing left to undo, Escape belongs to the screen. */
function leave({ latest, state, measure, say, tip }: KeyContext, now: ChartScene): boolean {
  if (state.current.span !== null) {
    measure(null);
    return true;
  }
  if (state.current.focused !== null) {
    state.current.focused = null;
    say('');
    tip.show(null);
    return true;
  }
  if (now.view.from === now.whole.from && now.view.to === now.whole.to) return false;
  latest.current.axis.setView(now.whole);
  return true;
}

function followFocus(focus: TimeFocus, redraw: { readonly all: () => void; readonly over: () => void }): () => void {
  let window = focus.window();
  return focus.subscribe(() => {
    if (focus.window() === window) return redraw.over();
    window = focus.window();
    redraw.all();
  });
}

function revealRow(scroller: HTMLElement | null, picture: ChartPicture, call: ChartCall): void {
  const lane = picture.lanes[call.lane];
  if (scroller === null || lane === undefined) return;
  const top = lane.top + call.row * ROW_PX;
  const seen = scroller.clientHeight - RULER_PX;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + ROW_PX > scroller.scrollTop + seen) scroller.scrollTop = top + ROW_PX - seen;
}
