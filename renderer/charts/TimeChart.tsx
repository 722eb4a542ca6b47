import { memo, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { logLimits, steppedLimit } from '../../shared/charts/axis-steps.ts';
import { highest, largestOf, meanOf, pointsWithin, type Span, type Values, valueAt } from '../../shared/charts/chart-lines.ts';
import { valueReach } from '../../shared/charts/time-scales.ts';
import { useText } from '../i18n/i18n.tsx';
import { type PictureMaker, usePictureItems } from '../take/picture-items.ts';
import { textScale } from '../text-scale.ts';
import { IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { HelpLink } from '../ui/HelpLink.tsx';
import { MoreIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Term } from '../ui/Term.tsx';
import type { TermId } from '../ui/terms.ts';
import { ChartTable } from './ChartTable.tsx';
import { followTheme } from './colors.ts';
import { drawNextFrame } from './frame-queue.ts';
import { createPlot, type LineStyle, type Plot } from './plot.ts';
import css from './TimeChart.module.css';
import { cleanWindow, type TimeFocus, useTimeWindow } from './time-focus.ts';

export interface ChartLine extends LineStyle {
  readonly key: string;
  readonly label: string;
  readonly values: Values;
}

export interface TimeChartProps {
  readonly title: string;
  readonly unit: string;
  /** The glossary explains its title. */
  readonly term?: TermId | undefined;
  /** Explains what the chart shows and what to look for. */
  readonly help: ReactNode;
  readonly x: readonly number[];
  readonly spans?: readonly Span[];
  readonly lines: readonly ChartLine[];
  /** Fills between two lines; the last line is the highest and is labelled first. */
  readonly band?: { readonly from: number; readonly to: number; readonly color: string };
  /** Marked intervals, seconds; `notes` explain them. */
  readonly marks?: readonly Span[];
  /** Sentences shown below the chart. */
  readonly notes?: readonly string[];
  /** At least; it takes part of what the stack has more. */
  readonly height: number;
  /** Where the time axis ends, seconds. */
  readonly toS: number;
  /** The upper limit is at least this. */
  readonly least?: number;
  /** Limits only grow. */
  readonly live: boolean;
  readonly log?: boolean;
  readonly showTime?: boolean;
  readonly focus: TimeFocus;
  readonly formatValue: (value: number | null) => string;
  readonly formatTick: (value: number) => string;
  readonly formatSecond: (seconds: number) => string;
  /** The scale can be changed. */
  readonly onLog?: (log: boolean) => void;
  /** The same as a picture to be copied or saved. */
  readonly picture: PictureMaker;
}

/** At most this many lines are labelled beside a chart; its table has all of them. */
const NAMED_LINES = 4;

/** One chart of the stack: its title at the left, the plot, and at the right its values at the cursor. */
export function TimeChart(props: TimeChartProps) {
  const text = useText('run.chart');
  const [showTable, setShowTable] = useState(false);
  const [showHelp, setShowHelp] = useState(false);
  const index = useMemo(() => indexStore(), []);
  const id = useId();
  const picture = useRef(props.picture);
  picture.current = props.picture;
  return (
    <section className={css.chart} style={{ flexGrow: props.height }} aria-labelledby={id}>
      <div className={css.strip}>
        <div className={css.head}>
          <h3 id={id} className={css.title}>
            <Title term={props.term}>{text('title', { title: props.title, unit: props.unit })}</Title>
          </h3>
          <ChartMenu
            title={props.title}
            showTable={showTable}
            onTable={setShowTable}
            showHelp={showHelp}
            onHelp={setShowHelp}
            log={props.log ?? false}
            onLog={props.onLog}
            picture={picture}
          />
        </div>
        <Canvas {...props} index={index} />
        <Readouts {...props} index={index} />
      </div>
      {(props.notes ?? []).map((note) => (
        <p key={note} className={css.note}>
          {note}
        </p>
      ))}
      {!props.live && <Summary {...props} />}
      {showHelp && (
        <p className={css.help}>
          {props.help} <HelpLink page="TIME-CHARTS" />
        </p>
      )}
      {showTable && <Twin {...props} />}
    </section>
  );
}

function Title({ term, children }: { term: TermId | undefined; children: ReactNode }) {
  return term === undefined ? children : <Term id={term}>{children}</Term>;
}

interface ChartMenuProps {
  readonly title: string;
  readonly showTable: boolean;
  readonly onTable: (show: boolean) => void;
  readonly showHelp: boolean;
  readonly onHelp: (show: boolean) => void;
  readonly log: boolean;
  readonly onLog: ((log: boolean) => void) | undefined;
  readonly picture: { readonly current: PictureMaker };
}

/** Memoised: data arrives four times a second, and nothing in here depends on it. */
const ChartMenu = memo(function ChartMenu({ title, showTable, onTable, showHelp, onHelp, log, onLog, picture }: ChartMenuProps) {
  const text = useText('run.chart');
  const pictureItems = usePictureItems(picture);
  return (
    <Menu
      trigger={
        <IconButton className={css.more} label={text('more', { title })}>
          <MoreIcon />
        </IconButton>
      }
      items={[
        { label: showTable ? text('hideTable') : text('showTable'), onSelect: () => onTable(!showTable) },
        { label: showHelp ? text('hideHelp') : text('help'), onSelect: () => onHelp(!showHelp) },
        ...(onLog ? [{ label: log ? text('linear') : text('log'), onSelect: () => onLog(!log) }] : []),
        'separator',
        ...pictureItems,
      ]}
    />
  );
});

interface IndexStore {
  readonly get: () => number | null;
  readonly set: (next: number | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Index of the point nearest to the cursor; each chart has its own points. Outside React, because it changes with every mouse move. */
function indexStore(): IndexStore {
  const listeners = new Set<() => void>();
  let index: number | null = null;
  return {
    get: () => index,
    set: (next) => {
      if (next === index) return;
      index = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type CanvasProps = TimeChartProps & { readonly index: IndexStore };

function Canvas(props: CanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [visible, setVisible] = useState(true);
  const limit = useRef(0);
  // Only these create a new plot; data, limits and size are set on the existing one.
  const shape = JSON.stringify([props.lines.map(({ key, color, shape }) => [key, color, shape]), props.log, props.showTime]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for all that is read from `latest`
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const { focus, index, log, showTime, lines, band } = latest.current;
    const made = createPlot(element, {
      lines,
      band,
      height: element.clientHeight || latest.current.height * textScale(),
      width: element.clientWidth || 600,
      log: log ?? false,
      showTime: showTime ?? false,
      syncKey: focus.syncKey,
      formatTick: (value) => latest.current.formatTick(value),
      formatSecond: (seconds) => latest.current.formatSecond(seconds),
      onCursor: (at, seconds) => {
        index.set(at);
        if (showTime) focus.setCursor(seconds === null ? null : Math.round(seconds * 100) / 100);
      },
      onSelect: (from, to) => focus.setWindow(cleanWindow(from * 1000, to * 1000, latest.current.toS * 1000)),
    });
    made.setWindow(focus.window());
    plot.current = made;
    limit.current = 0;
    const unsubscribe = followFocus(focus, made);
    const unwatch = watchAround(element, made, setVisible);
    return () => {
      unsubscribe();
      unwatch();
      plot.current = null;
      made.destroy();
    };
  }, [shape]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new plot (`shape`) needs its data, too
  useEffect(() => {
    if (!visible) return;
    return drawNextFrame(() => {
      const { x, lines, toS, live, log, least, spans, marks } = latest.current;
      const values = lines.map((line) => (log ? line.values.map((value) => (value !== null && value > 0 ? value : null)) : line.values));
      const { low, high } = valueReach(values, least);
      limit.current = steppedLimit(limit.current, high, live);
      const { min, max } = log ? logLimits(low, high) : { min: 0, max: limit.current };
      plot.current?.setData(x, values, { toS, low: min, high: max }, spans ?? [], marks ?? []);
    });
  }, [props.x, props.lines, props.toS, props.live, visible, shape]);

  return <div ref={host} className={css.plot} style={{ minHeight: props.height * textScale() }} aria-hidden="true" />;
}

function followFocus(focus: TimeFocus, plot: Plot): () => void {
  let window = focus.window();
  let pointed = focus.pointed();
  return focus.subscribe(() => {
    if (focus.window() !== window) {
      window = focus.window();
      plot.setWindow(window);
    }
    if (focus.pointed() !== pointed) {
      pointed = focus.pointed();
      plot.setCursor(pointed);
    }
  });
}

/** Size, theme, and whether the chart is visible. */
function watchAround(element: HTMLElement, plot: Plot, setVisible: (visible: boolean) => void): () => void {
  const size = new ResizeObserver(() => plot.setSize(element.clientWidth, element.clientHeight));
  size.observe(element);
  const unfollow = followTheme(plot.recolor);
  const sight = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting ?? true), { rootMargin: '80px' });
  sight.observe(element);
  return () => {
    size.disconnect();
    unfollow();
    sight.disconnect();
  };
}

/** A mean of maxima would be no maximum. */
const LARGEST = 'max';

/** Of the points of the window, by line; during a run, when they would be new with all data, nothing shows them. */
function useSummaries(props: TimeChartProps): ReadonlyMap<string, number | null> {
  const { live } = props;
  const { lines } = usePointsShown(props);
  return useMemo(
    () => new Map(live ? [] : lines.map(({ key, values }) => [key, key === LARGEST ? largestOf(values) : meanOf(values)])),
    [live, lines],
  );
}

/** Values in a column of fixed width, so that nothing moves when the number of digits changes. */
function Readouts(props: CanvasProps) {
  const text = useText('run.chart');
  const index = useSyncExternalStore(props.index.subscribe, props.index.get);
  const summaries = useSummaries(props);
  const shownOf = (line: ChartLine): number | null => {
    if (index !== null) return valueAt(line.values, index);
    return props.live ? valueAt(line.values, props.x.length - 1) : (summaries.get(line.key) ?? null);
  };
  const named = props.lines.length > NAMED_LINES ? props.lines.slice(0, NAMED_LINES - 1) : props.lines;
  const rest = props.lines.length - named.length;
  return (
    <dl className={css.readouts}>
      {(props.band ? [...named].reverse() : named).map((line) => (
        <div key={line.key} className={css.readout}>
          <dt>
            <span
              className={cx(css.mark, line.shape !== 'line' && css.block)}
              style={{ background: `var(${line.color})` }}
              aria-hidden="true"
            />
            {line.label}
          </dt>
          <dd>{props.formatValue(shownOf(line))}</dd>
        </div>
      ))}
      {rest > 0 && (
        <div className={css.readout}>
          <dt>{text('moreLines', { count: rest })}</dt>
          <dd />
        </div>
      )}
    </dl>
  );
}

/** What a table and a description say is of the chosen window, as everything below the charts is. */
function usePointsShown({ x, spans, lines, focus }: TimeChartProps) {
  const window = useTimeWindow(focus);
  return useMemo(() => pointsWithin({ x, spans, lines }, window), [x, spans, lines, window]);
}

function Twin(props: TimeChartProps) {
  return <ChartTable title={props.title} unit={props.unit} {...usePointsShown(props)} formatValue={props.formatValue} />;
}

/** A description of the chart for screen readers; during a run the readouts have the latest values. */
function Summary(props: TimeChartProps) {
  const text = useText('run.chart');
  const { lines } = usePointsShown(props);
  return (
    <ul className="visually-hidden">
      {lines.map((line) => {
        const present = line.values.filter((value): value is number => value !== null);
        if (present.length === 0) return <li key={line.key}>{text('summaryEmpty', { label: line.label })}</li>;
        const values = {
          label: line.label,
          unit: props.unit,
          count: present.length,
          low: props.formatValue(Math.min(...present.slice(-5000))),
          high: props.formatValue(highest([present])),
          last: props.formatValue(present[present.length - 1] ?? null),
        };
        return <li key={line.key}>{text('summary', values)}</li>;
      })}
    </ul>
  );
}
