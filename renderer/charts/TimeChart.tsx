import { memo, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { logLimits, steppedLimit } from '../../shared/charts/axis-steps.ts';
import { highest, pointsWithin, type Span, togetherOf, topsOf, type Values, valueAt } from '../../shared/charts/chart-lines.ts';
import { cellAt, type Density, type DensityCell, type Direction, nextCell } from '../../shared/charts/density.ts';
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
import { createPlot, densityColor, type LineStyle, type Plot, TIME_AXIS_HEIGHT } from './plot.ts';
import css from './TimeChart.module.css';
import { cleanWindow, type TimeFocus, useTimeWindow } from './time-focus.ts';

export interface ChartLine extends LineStyle {
  readonly key: string;
  readonly label: string;
  /** Beside the chart, where there is little room; absent: all of it. */
  readonly short?: string;
  readonly values: Values;
  readonly isMaxima?: boolean;
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
  /** Of the load, behind the lines. */
  readonly phases?: readonly Span[];
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
  /** By line: what stands beside it of all responses, in place of the mean of its points. */
  readonly overall?: ReadonlyMap<string, string> | undefined;
  readonly log?: boolean;
  readonly showTime?: boolean;
  readonly focus: TimeFocus;
  readonly formatValue: (value: number | null) => string;
  readonly formatTick: (value: number) => string;
  readonly formatSecond: (seconds: number) => string;
  /** The scale can be changed. */
  readonly onLog?: (log: boolean) => void;
  /** Drawn in place of the lines; null: it is not known yet. */
  readonly density?:
    | { readonly data: Density | null; readonly tell: (cell: DensityCell) => string; readonly onCell: (cell: DensityCell) => void }
    | undefined;
  /** A key beside it says what its lines look like, once for several charts. */
  readonly isKeyed?: boolean;
  /** It can be shown as density. */
  readonly onDensity?: (density: boolean) => void;
  /** The same as a picture to be copied or saved. */
  readonly picture: PictureMaker;
}

/** From this height on its name may take two lines. */
const TWO_LINES = 60;
/** At least so many lines are labelled beside a chart, as far as it has more; its table has all of them. */
const NAMED_LINES = 4;
/** Height of a label. */
const LABEL_PX = 16;

/** One chart of the stack: its title at the left, the plot, and at the right its values at the cursor. */
export function TimeChart(props: TimeChartProps) {
  const text = useText('run.chart');
  const [showTable, setShowTable] = useState(false);
  const [showHelp, setShowHelp] = useState(false);
  const index = useMemo(() => makeStore<number>(), []);
  const cell = useMemo(() => makeStore<DensityCell>(), []);
  const id = useId();
  const picture = useRef(props.picture);
  picture.current = props.picture;
  return (
    <section className={css.chart} style={{ flexGrow: props.height }} aria-labelledby={id}>
      <div className={css.strip}>
        <div className={css.head}>
          <h3 id={id} className={cx(css.title, props.height >= TWO_LINES && css.high)}>
            <Title term={props.term}>{text('title', { title: props.title, unit: props.unit })}</Title>
          </h3>
          <ChartMenu
            title={props.title}
            showTable={showTable}
            onTable={setShowTable}
            showHelp={showHelp}
            onHelp={setShowHelp}
            log={props.log ?? false}
            onLog={props.density ? undefined : props.onLog}
            isDensity={props.density !== undefined}
            onDensity={props.onDensity}
            picture={picture}
          />
        </div>
        <Canvas {...props} index={index} cell={cell} />
        <Readouts {...props} index={index} cell={cell} />
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
  readonly isDensity: boolean;
  readonly onDensity: ((density: boolean) => void) | undefined;
  readonly picture: { readonly current: PictureMaker };
}

/** Memoised: data arrives four times a second, and nothing in here depends on it. */
const ChartMenu = memo(function ChartMenu(props: ChartMenuProps) {
  const { title, showTable, onTable, showHelp, onHelp, log, onLog, isDensity, onDensity, picture } = props;
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
        ...(onDensity ? [{ label: text(isDensity ? 'asPercentiles' : 'asDensity'), onSelect: () => onDensity(!isDensity) }] : []),
        ...(onLog ? [{ label: log ? text('linear') : text('log'), onSelect: () => onLog(!log) }] : []),
        'separator',
        ...pictureItems,
      ]}
    />
  );
});

interface Store<T> {
  readonly get: () => T | null;
  readonly set: (next: T | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** What is at the cursor: the index of the nearest point, as each chart has its own points, or the cell. Outside React, because it changes with every mouse move. */
function makeStore<T>(): Store<T> {
  const listeners = new Set<() => void>();
  let value: T | null = null;
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type CanvasProps = TimeChartProps & { readonly index: Store<number>; readonly cell: Store<DensityCell> };

function Canvas(props: CanvasProps) {
  const text = useText('run.chart');
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [visible, setVisible] = useState(true);
  const limit = useRef(0);
  const data = props.density?.data ?? null;
  // Only these create a new plot; data, limits and size are set on the existing one.
  const shape = JSON.stringify([
    props.lines.map(({ key, color, shape }) => [key, color, shape]),
    props.log,
    props.showTime,
    props.density !== undefined,
  ]);
  const [chosen, setChosen] = useState<DensityCell | null>(null);
  const choose = (cell: DensityCell | null) => {
    setChosen(cell);
    props.cell.set(cell);
  };
  const showTimeOf = (cell: DensityCell) => {
    props.focus.setWindow(cleanWindow(cell.from * 1000, cell.to * 1000, props.toS * 1000));
    props.density?.onCell(cell);
  };
  const open = useRef(showTimeOf);
  open.current = showTimeOf;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for all that is read from `latest`
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const { focus, index, cell, log, showTime, lines, density } = latest.current;
    const band = density ? undefined : latest.current.band;
    const made = createPlot(element, {
      lines: density ? lines.map((line) => ({ ...line, shape: 'none' as const })) : lines,
      band,
      height: element.clientHeight || latest.current.height * textScale(),
      width: element.clientWidth || 600,
      log: density ? true : (log ?? false),
      showTime: showTime ?? false,
      syncKey: focus.syncKey,
      formatTick: (value) => latest.current.formatTick(value),
      formatSecond: (seconds) => latest.current.formatSecond(seconds),
      onCursor: (at, seconds, value) => {
        index.set(at);
        const data = latest.current.density?.data;
        if (data) cell.set(seconds === null || value === null ? null : cellAt(data, seconds, value));
        if (showTime) focus.setCursor(seconds === null ? null : Math.round(seconds * 100) / 100);
      },
      ...(density && {
        onPoint: (seconds: number, value: number) => {
          const data = latest.current.density?.data;
          const at = data ? cellAt(data, seconds, value) : null;
          setChosen(at);
          if (at !== null) open.current(at);
        },
      }),
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
      const { x, lines, toS, live, log, least, spans, marks, phases } = latest.current;
      const values = topsOf(lines).map((tops) => (log ? tops.map((value) => (value !== null && value > 0 ? value : null)) : tops));
      const { low, high } = valueReach(values, least);
      limit.current = steppedLimit(limit.current, high, live);
      const { density } = latest.current;
      const reach = density ? cellReach(density.data) : { low, high };
      const { min, max } = log || density ? logLimits(reach.low, reach.high) : { min: 0, max: limit.current };
      plot.current?.setData(x, values, { toS, low: min, high: max }, spans ?? [], marks ?? [], phases ?? []);
    });
  }, [props.x, props.lines, props.phases, data, props.toS, props.live, visible, shape]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new plot (`shape`) needs its cells, too
  useEffect(() => {
    if (visible && data !== null) return drawNextFrame(() => plot.current?.setCells(data, chosen));
  }, [data, chosen, visible, shape]);

  const place = { ref: host, className: css.plot, style: { minHeight: props.height * textScale() } };
  if (!props.density) return <div {...place} aria-hidden="true" />;
  return (
    <div
      {...place}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move through the cells
      tabIndex={0}
      aria-label={text('densityLabel')}
      title={text('densityKeys')}
      onKeyDown={(event) => {
        const direction = ARROWS[event.key];
        if (data === null) return;
        if (direction !== undefined) choose(nextCell(data, chosen, direction));
        else if (event.key === 'Enter' && chosen !== null) showTimeOf(chosen);
        else return;
        event.preventDefault();
      }}
      onBlur={() => choose(null)}
    />
  );
}

const ARROWS: Readonly<Record<string, Direction>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

function cellReach(density: Density | null): { readonly low: number; readonly high: number } {
  const cells = density?.cells ?? [];
  const low = cells.reduce((least, cell) => Math.min(least, cell.low), Number.POSITIVE_INFINITY);
  return { low: Number.isFinite(low) ? low : 0, high: cells.reduce((most, cell) => Math.max(most, cell.high), 0) };
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

/** Of the points of the window, by line; during a run, when they would be new with all data, nothing shows them. */
function useSummaries(props: TimeChartProps): ReadonlyMap<string, number | null> {
  const { live } = props;
  const { lines } = usePointsShown(props);
  return useMemo(() => new Map(live ? [] : lines.map((line) => [line.key, togetherOf(line)])), [live, lines]);
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
  const most = Math.max(NAMED_LINES, Math.floor((props.height - (props.showTime ? TIME_AXIS_HEIGHT : 0)) / LABEL_PX));
  const isStack = props.lines.some(({ shape }) => shape === 'stack');
  const named = props.lines.length <= most ? props.lines : isStack ? props.lines.slice(1 - most) : props.lines.slice(0, most - 1);
  const rest = props.lines.length - named.length;
  return (
    <dl className={css.readouts}>
      {(props.band || isStack ? [...named].reverse() : named).map((line) => (
        <div key={line.key} className={css.readout}>
          <dt title={line.label}>
            {!props.density && !props.isKeyed && (
              <span
                className={cx(css.mark, line.shape !== 'line' && line.shape !== 'steps' && css.block)}
                style={{ background: `var(${line.isHatched ? '--wait-hatch' : line.color})` }}
                aria-hidden="true"
              />
            )}
            {line.short ?? line.label}
          </dt>
          <dd>{(index === null && !props.live && props.overall?.get(line.key)) || props.formatValue(shownOf(line))}</dd>
        </div>
      ))}
      {rest > 0 && (
        <div className={cx(css.readout, css.rest)}>
          <dt>{text('moreLines', { count: rest })}</dt>
          <dd />
        </div>
      )}
      {props.density && <DensityLegend density={props.density} cell={props.cell} />}
    </dl>
  );
}

/** What the colours stand for; at the cursor, what is in the cell. */
function DensityLegend({ density: { data, tell }, cell }: { density: NonNullable<TimeChartProps['density']>; cell: Store<DensityCell> }) {
  const text = useText('run.chart');
  const at = useSyncExternalStore(cell.subscribe, cell.get);
  if (data === null || data.most === 0) return null;
  const { steps, most } = data;
  return (
    <div className={css.legend}>
      <dt>
        <span className={css.swatches} aria-hidden="true">
          {steps.map((least, step) => (
            <i
              key={least}
              title={text('densityFrom', { count: least })}
              style={{ background: `var(${densityColor(step, steps.length)})` }}
            />
          ))}
        </span>
        <span className="visually-hidden">{text('densityLegend')}</span>
      </dt>
      <dd aria-live="polite">{at === null ? text('densityRange', { most }) : tell(at)}</dd>
    </div>
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
