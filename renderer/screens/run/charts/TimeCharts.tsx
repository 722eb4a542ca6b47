import { memo, useMemo, useRef, useState } from 'react';
import type { TimeWindow } from '../../../../shared/base/units.ts';
import { timeLimit } from '../../../../shared/charts/axis-steps.ts';
import {
  computeLoadLines,
  computeServerLines,
  duringRun,
  type LoadLines,
  pointsWithin,
  type ServerLines,
  type Span,
} from '../../../../shared/charts/chart-lines.ts';
import { computeDensity, type Density, type DensityCell } from '../../../../shared/charts/density.ts';
import { computeMachineLines, type MachineLines } from '../../../../shared/charts/machine-lines.ts';
import { longestStall, worstSecond } from '../../../../shared/charts/notable-windows.ts';
import { computeParts } from '../../../../shared/charts/part-lines.ts';
import { phaseAround } from '../../../../shared/charts/phase-window.ts';
import { computePlanLines, NO_PLAN, type PhaseBand } from '../../../../shared/charts/plan-lines.ts';
import {
  joinedCharts,
  loadCharts,
  machineChart,
  quantityOf,
  type SeriesChart,
  type SeriesColor,
  type SeriesLine,
  serverCharts,
} from '../../../../shared/charts/run-charts.ts';
import { formatTick } from '../../../../shared/charts/scales.ts';
import { waitCharts } from '../../../../shared/charts/wait-charts.ts';
import { boundsOf } from '../../../../shared/load/bounds.ts';
import type { Distribution } from '../../../../shared/model/distribution.ts';
import { endOf, LOAD_SETTINGS, loadModel, partsOfLoad } from '../../../../shared/model/load-models.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { isProposed, type RunChartId } from '../../../../shared/model/run-chart.ts';
import type {
  DensityColumns,
  LaunchColumns,
  LoadSeriesColumns,
  MachineSeriesColumns,
  ServerSeriesColumns,
  TimingColumns,
  WaitSeriesColumns,
} from '../../../../shared/model/series.ts';
import type { Load } from '../../../../shared/model/setup/setup.ts';
import { cellBounds, cellFigure } from '../../../../shared/phrases/bounds.ts';
import { lineName, processName, runChartWords, shortLineName, unitText } from '../../../../shared/phrases/charts.ts';
import type { SessionInfo } from '../../../../shared/protocol/session-contract.ts';
import { tellHotCode } from '../../../../shared/rules/answer.ts';
import { TIME_AXIS_HEIGHT } from '../../../charts/plot.ts';
import { type ChartLine, TimeChart } from '../../../charts/TimeChart.tsx';
import { cleanWindow, type TimeFocus, useTimeCursor, useTimeWindow } from '../../../charts/time-focus.ts';
import { formatMs, formatNumber, formatSignificant, MILLISECONDS } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { chooseCharts, useChartChoice } from '../../../state/chart-choice.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import type { TermId } from '../../../ui/terms.ts';
import { FunctionStrip, type FunctionStripProps } from '../profile/FunctionStrip.tsx';
import { type PartOfLoad, PhaseStrip } from './PhaseStrip.tsx';
import css from './TimeCharts.module.css';
import { TimingStrips } from './TimingStrips.tsx';
import { type OfferedWindow, WindowChip } from './WindowChip.tsx';

export interface TimeChartsProps {
  /** Where the time axis ends. */
  readonly endS: number;
  readonly load: LoadSeriesColumns | null;
  readonly server: ServerSeriesColumns | null;
  readonly machine: MachineSeriesColumns | null;
  /** What requests waited for; null: not recorded, or not known yet. */
  readonly waits: WaitSeriesColumns | null;
  /** What was asked for; null: not known. */
  readonly plan: Load | null;
  /** Who came; null: nobody does, or not known yet. */
  readonly launches: LaunchColumns | null;
  readonly isByCommand: boolean;
  /** Of all of the run, for a result that was joined to it; null: not known yet. */
  readonly whole: RunReport | null;
  /** Null: it is not known yet. */
  readonly density: DensityColumns | null;
  /** A cell of it was chosen. */
  readonly onCell: (cell: DensityCell) => void;
  readonly measuredMs: number;
  readonly live: boolean;
  readonly focus: TimeFocus;
  readonly shown: ChartsShown;
  /** Marks and measures of the script; null: not known yet. */
  readonly timings: TimingColumns | null;
  /** For a function of which is shown when it ran. */
  readonly profile: FunctionStripProps;
  /** Of the window; null: not known yet. */
  readonly run: RunReport | null;
}

export interface ChartsShown {
  /** What is left of them, with the cursor and the window, where the room is left to what is below; null: those that were chosen. */
  readonly strip: readonly RunChartId[] | null;
  /** Folds them on a tab that needs the height, or shows them there; null: this tab leaves them their place. */
  readonly fold: (() => void) | null;
}

/** Whether the charts are folded: on some tabs they are, to these, each time until more are asked for there. */
export function useChartsShown(folded: readonly RunChartId[] | null): ChartsShown {
  const [unfolded, setUnfolded] = useState(false);
  return { strip: unfolded ? null : folded, fold: folded === null ? null : () => setUnfolded(!unfolded) };
}

/** In a lower window all charts together would leave less than a third to the view below. */
const ROOMY_PX = 1000;
const NO_PID = '0';
const NO_NOTES: readonly string[] = [];
/** Used before the first sample, because a chart without a line would have another height. */
const NO_SERVER: ServerLines = { x: [], pids: [Number(NO_PID)], measures: { cpu: [], memory: [], heap: [], loop: [], stall: [], gc: [] } };
const EMPTY_LOAD: LoadSeriesColumns = {
  meta: { bucketMs: 1000, fromBucket: 0, kinds: [] },
  completed: new Uint32Array(),
  failed: new Uint32Array(),
  unexpected: new Uint32Array(),
  dropped: new Uint32Array(),
  byKind: new Uint32Array(),
  inFlight: new Uint32Array(),
  bytes: new Float64Array(),
  p50: new Float64Array(),
  p90: new Float64Array(),
  p99: new Float64Array(),
  max: new Float64Array(),
  serviceP50: new Float64Array(),
  serviceP99: new Float64Array(),
  latenessP99: new Float64Array(),
};

/** Everything that happened over time, on one axis, above the aggregated figures. */
export function TimeCharts(props: TimeChartsProps) {
  const { endS, focus, live, measuredMs, shown } = props;
  const text = useText('run');
  const lines = useMemo(() => computeLoadLines(props.load ?? EMPTY_LOAD, measuredMs, live), [props.load, measuredMs, live]);
  const plan = useMemo(
    () => (props.plan === null ? NO_PLAN : computePlanLines(props.plan, props.launches, lines, measuredMs / 1_000)),
    [props.plan, props.launches, lines, measuredMs],
  );
  const load = useMemo(() => loadCharts(lines, plan), [lines, plan]);
  const bands = useSame(plan.bands);
  const [moments] = useView('moments');
  const [latencyAs] = useView('latencyAs');
  const density = useMemo(() => (props.density === null ? null : computeDensity(props.density)), [props.density]);
  // Not before the end, so that charts without new samples are not drawn again with every reply to the load.
  const endMs = live ? undefined : measuredMs;
  // As the figures below: what the server did before and after is not of the run, and would set the scale.
  const server = useMemo(() => {
    if (props.server === null) return serverCharts(NO_SERVER);
    const ofRun = duringRun(computeServerLines(props.server), endMs === undefined ? Number.POSITIVE_INFINITY : endMs / 1000);
    return serverCharts(ofRun, computeParts(ofRun, props.server.meta.processes));
  }, [props.server, endMs]);
  const machine = useMemo(() => (props.machine === null ? null : computeMachineLines(props.machine, endMs)), [props.machine, endMs]);
  // A search for a leak stops the server for its collections: its longest stall is ours.
  const isOfServer = !live && props.whole?.leak === undefined;
  const offers = useOffers(isOfServer ? lines : null, isOfServer ? props.server : null, measuredMs);
  const of: PartOfLoad = (props.plan && partsOfLoad(props.plan)?.are) ?? 'phases';
  const around = (window: TimeWindow): TimeWindow | null => {
    const phase = phaseAround(bands, window, endS * 1_000);
    return phase && cleanWindow(phase.fromMs, phase.toMs, endS * 1_000);
  };
  const beside = useMemo(() => (machine === null ? [] : [machineChart(machine)]), [machine]);
  const notes = useMachineNotes(machine);
  const lost = useLostNote(props.waits);
  const { profile = null } = props.run ?? {};
  const code = useMemo(() => profile && tellHotCode(profile.hot), [profile]);
  const { byCommand, joined } = props.whole ?? {};
  const ofTool = useMemo(() => joinedCharts({ byCommand, joined }, measuredMs), [byCommand, joined, measuredMs]);
  const ofRun = useOverall(props.run);
  const ofResult = useOverallOfTool(byCommand ?? null, ofTool, focus);
  const overall = props.isByCommand ? ofResult : ofRun;
  // A load command leaves no requests here to draw.
  const waits = useMemo(() => (props.waits === null ? [] : waitCharts(props.waits, measuredMs)), [props.waits, measuredMs]);
  const all = [...(props.isByCommand ? ofTool : load), ...waits, ...server, ...beside];
  const choice = useChartChoice();
  const isRoomy = useRef(window.innerHeight >= ROOMY_PX).current;
  const isChosen = (id: RunChartId) => choice[id] ?? isProposed(id, loadModel(props.plan?.model ?? LOAD_SETTINGS.default), isRoomy);
  const charts = all.filter(({ id }) => (shown.strip !== null && !props.isByCommand ? shown.strip.includes(id) : isChosen(id)));
  return (
    <section className={css.root} aria-label={text('time.heading')}>
      <header className={css.head}>
        <h2>{text('time.heading')}</h2>
        <div className={css.window}>
          <WindowChip focus={focus} endMs={endS * 1000} offers={offers} code={code} part={{ of, around }} />
        </div>
        <Instant focus={focus} live={live} />
      </header>
      {bands.length > 0 && <PhaseStrip bands={bands} of={of} toS={endS} focus={focus} />}
      {props.timings !== null && <TimingStrips timings={props.timings} toS={endS} focus={focus} />}
      {moments !== null && <FunctionStrip {...props.profile} of={moments} phases={bands} toS={endS} live={live} focus={focus} />}
      {charts.map((chart, index) => (
        <Strip
          key={`${chart.id} ${chart.peer ?? ''}`}
          chart={chart}
          phases={bands}
          onCell={props.onCell}
          density={chart.id === 'latency' && chart.tool === undefined && latencyAs === 'density' ? density : undefined}
          toS={endS}
          live={live}
          focus={focus}
          isLast={index === charts.length - 1}
          isLow={charts.length === 1 || shown.strip !== null}
          server={server.includes(chart) ? props.server : null}
          notes={chart.id === 'machine' ? notes : chart.id === 'waits' ? lost : NO_NOTES}
          overall={chart.id === 'latency' || chart.id === 'service' ? overall : undefined}
        />
      ))}
      <div className={css.foot}>
        {shown.strip !== null ? (
          <Button variant="quiet" className={css.more} onClick={shown.fold!}>
            {text('time.unfold')}
          </Button>
        ) : (
          <ChartsMenu charts={[...new Set(all.map(({ id }) => id))]} isChosen={isChosen} fold={shown.fold} />
        )}
      </div>
    </section>
  );
}

/**
 * Percentiles and the longest time of all requests, as in the table below: a mean of percentiles of seconds would be another figure of the same name, and
 * requests that hang have no point.
 */
function useOverall(run: RunReport | null): ReadonlyMap<string, string> | undefined {
  const text = useText('run.overview');
  const { latencyMs = null, serviceMs = null, latenessMs = null } = run ?? {};
  return useMemo(() => {
    const told = (of: Percentiles | null, percentile: string) => tellPercentile(of, percentile, text);
    return new Map([
      ['p50', told(latencyMs, '50')],
      ['p90', told(latencyMs, '90')],
      ['p99', told(latencyMs, '99')],
      ['max', latencyMs === null ? '' : cellFigure(latencyMs, 'max', MILLISECONDS)],
      ['serviceP50', told(serviceMs, '50')],
      ['serviceP99', told(serviceMs, '99')],
      ['latenessP99', told(latenessMs, '99')],
    ]);
  }, [latencyMs, serviceMs, latenessMs, text]);
}

type Percentiles = Pick<Distribution, 'percentiles' | 'atLeast' | 'atMost' | 'weak'>;

/** Empty: there is none. */
function tellPercentile(of: Percentiles | null, percentile: string, text: ReturnType<typeof useText<'run.overview'>>): string {
  const bounds = of && boundsOf(of, percentile);
  if (of === null || bounds === null) return '';
  const value = cellBounds(bounds, MILLISECONDS);
  return of.weak.includes(percentile) ? text('bracketed', { value }) : value;
}

/** The same of a joined result: of all of its load, or of a window that is one of its periods. Of several periods no percentile can be computed. */
function useOverallOfTool(
  result: RunReport['byCommand'] | null,
  charts: readonly SeriesChart[],
  focus: TimeFocus,
): ReadonlyMap<string, string> | undefined {
  const text = useText('run.overview');
  const window = useTimeWindow(focus);
  return useMemo(() => {
    const latency = charts.find(({ id }) => id === 'latency');
    if (latency === undefined || !result) return undefined;
    const ofWindow = new Map(pointsWithin(latency, window).lines.map(({ key, values }) => [key, values.length === 1 ? values[0]! : null]));
    const told = (key: string, percentile: string): string => {
      const ms = ofWindow.get(key) ?? null;
      const shown = window === null ? tellPercentile(result.times.latency, percentile, text) : ms === null ? '' : formatSignificant(ms);
      return shown === '' ? text(window === null ? 'noInterval' : 'severalPeriods') : shown;
    };
    return new Map([
      ['p50', told('p50', '50')],
      ['p99', told('p99', '99')],
    ]);
  }, [result, charts, window, text]);
}

/** Parts of a run that has ended which are worth a look. */
function useOffers(lines: LoadLines | null, server: ServerSeriesColumns | null, measuredMs: number): readonly OfferedWindow[] {
  const text = useText('run.window');
  return useMemo(() => {
    const worst = lines && worstSecond(lines);
    const stall = server && longestStall(server, measuredMs);
    return [
      ...(worst ? [{ label: text('worst'), window: worst }] : []),
      ...(stall ? [{ label: text('stall', { time: formatMs(stall.ms) }), window: stall.window }] : []),
    ];
  }, [lines, server, measuredMs, text]);
}

interface ChartsMenuProps {
  readonly charts: readonly RunChartId[];
  isChosen(chart: RunChartId): boolean;
  readonly fold: (() => void) | null;
}

/** Which of the charts that this run has are shown: kept for all runs. One that is not even offered here keeps its place. */
function ChartsMenu({ charts, isChosen, fold }: ChartsMenuProps) {
  const text = useText('run.time');
  const choice = useChartChoice();
  const shown = charts.filter(isChosen);
  const items: MenuItem[] = [
    { heading: text('choose') },
    ...charts.map((id) => ({
      check: runChartWords(id).title,
      checked: shown.includes(id),
      onChange: (checked: boolean) => {
        // Without any there would be no time axis.
        if (checked || shown.length > 1) chooseCharts({ ...choice, [id]: checked });
      },
    })),
    'separator',
    { label: text('all'), onSelect: () => chooseCharts({ ...choice, ...Object.fromEntries(charts.map((id) => [id, true])) }) },
    { label: text('proposed'), onSelect: () => chooseCharts({}) },
    ...(fold === null ? [] : [{ label: text('fold'), onSelect: fold }]),
  ];
  return (
    <Menu
      trigger={
        <Button variant="quiet" className={css.more}>
          {text('shown', { count: shown.length, of: charts.length })}
        </Button>
      }
      items={items}
    />
  );
}

/** Bands are computed with every reply to the load, and are nearly always those from before. */
function useSame(bands: readonly PhaseBand[]): readonly PhaseBand[] {
  const key = JSON.stringify(bands);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what is in them
  return useMemo(() => bands, [key]);
}

/** Where the time axis ends, seconds. */
export function useTimeLimit(info: SessionInfo, measuredMs: number, live: boolean): number {
  const previous = useRef(0);
  const end = info.setup && endOf(info.setup.load);
  const plannedS = end?.by === 'duration' ? end.seconds : null;
  previous.current = timeLimit({ plannedS, measuredS: measuredMs / 1000, live, previous: previous.current });
  return previous.current;
}

/** The time that the figures at the right belong to. Fixed width, because it changes with every move of the pointer. */
function Instant({ focus, live }: { focus: TimeFocus; live: boolean }) {
  const text = useText('run.time');
  const seconds = useTimeCursor(focus);
  const window = useTimeWindow(focus);
  const now = live ? text('latest') : text(window === null ? 'mean' : 'meanOfWindow');
  return (
    <span className={css.instant} title={seconds === null && !live ? text('meanTitle') : undefined}>
      {seconds === null ? now : text('at', { time: text('second', { value: formatNumber(seconds, 2) }) })}
    </span>
  );
}

interface StripProps extends Pick<TimeChartsProps, 'live' | 'focus'> {
  readonly chart: SeriesChart;
  readonly phases: readonly PhaseBand[];
  /** Undefined: it is drawn as lines. */
  readonly density: Density | null | undefined;
  readonly onCell: (cell: DensityCell) => void;
  readonly toS: number;
  /** The last chart of the stack has the time axis. */
  readonly isLast: boolean;
  /** It is alone, or in a strip. */
  readonly isLow: boolean;
  readonly server: ServerSeriesColumns | null;
  readonly notes?: readonly string[];
  readonly overall?: ReadonlyMap<string, string> | undefined;
}

const HEIGHTS: Partial<Record<RunChartId, number>> = {
  latency: 100,
  service: 54,
  throughput: 54,
  launched: 44,
  states: 96,
  cpuStack: 54,
  memoryStack: 54,
  machine: 48,
  waits: 112,
  pool: 64,
};
const HEIGHT = 36;
/** Of the name of a line. */
const NAME_HEIGHT = 16;
/** Of the one that is left when they are folded: the names of four lines. */
const STRIP_HEIGHT = 64;
const COLORS: Readonly<Record<SeriesColor, string>> = {
  p50: '--latency-p50',
  p90: '--latency-p90',
  p99: '--latency-p99',
  max: '--latency-max',
  throughput: '--series-throughput',
  offered: '--series-offered',
  launched: '--series-launched',
  'launched-next': '--series-launched-next',
  dropped: '--series-dropped',
  service: '--series-service',
  lateness: '--series-lateness',
  unexpected: '--series-unexpected',
  error: '--series-error',
  'error-2': '--series-error-2',
  'error-3': '--series-error-3',
  inflight: '--series-inflight',
  cpu: '--series-cpu',
  memory: '--series-memory',
  loop: '--series-loop',
  gc: '--series-gc',
  wait: '--wait',
  'wait-line': '--wait-line',
};
const TERMS: Partial<Record<RunChartId, TermId>> = {
  latency: 'latency',
  service: 'from-sending',
  throughput: 'throughput',
  inFlight: 'in-flight',
  memory: 'memory',
  loop: 'loop-utilization',
  stall: 'stall',
  gc: 'gc',
};
/** Indexed by the dash of the line. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [8, 3, 2, 3]];

/** Memoised: the load has new data four times a second, the machine once. */
const Strip = memo(function Strip({ chart, phases, density, onCell, toS, isLast, isLow, server, ...shared }: StripProps) {
  const [log, setLog] = useState(chart.log);
  const [, setLatencyAs] = useView('latencyAs');
  const text = useText('run.chart');
  const tell = ({ count, low, high }: DensityCell) =>
    text('densityCell', { count, low: formatSignificant(low), high: formatSignificant(high) });
  const lines = useMemo(
    () =>
      chart.lines.map(
        (line): ChartLine => ({
          ...line,
          label: nameOf(line, chart.id, server),
          ...shortOf(line, chart.lines),
          color: COLORS[line.color],
          dash: DASHES[line.dash]!,
          ...(line.key === 'p99' ? { width: 1.75 } : {}),
        }),
      ),
    [chart, server],
  );
  const usual = HEIGHTS[chart.id] ?? HEIGHT;
  // Of a load with a rate, the throughput has as many lines as this: all of them are to be named.
  const isNamed = chart.id === 'throughput' && !isLow;
  const height = isNamed ? Math.max(usual, chart.lines.length * NAME_HEIGHT) : isLow && chart.id !== 'waits' ? STRIP_HEIGHT : usual;
  return (
    <TimeChart
      {...shared}
      {...runChartWords(chart.id, chart)}
      unit={unitText(chart.unit)}
      term={TERMS[quantityOf(chart)]}
      x={chart.x}
      spans={chart.spans}
      lines={lines}
      {...(chart.band === null ? {} : { band: { ...chart.band, color: '--latency-band' } })}
      {...(density === undefined ? {} : { density: { data: density, tell, onCell } })}
      {...(chart.id === 'latency' && chart.tool === undefined
        ? { onDensity: (wanted: boolean) => setLatencyAs(wanted ? 'density' : 'percentiles') }
        : {})}
      marks={chart.marks}
      phases={phases}
      height={isLast ? height + TIME_AXIS_HEIGHT : height}
      showTime={isLast}
      toS={toS}
      least={chart.least}
      picture={(draw) =>
        draw.timePicture({
          ...chart,
          ...runChartWords(chart.id, chart),
          unit: unitText(chart.unit),
          lines: chart.lines.map((line) => ({ ...line, label: shortLineName(line, chart.lines) ?? nameOf(line, chart.id, server) })),
          log,
          phases,
          toS,
          window: windowOf(shared.focus),
        })
      }
      {...(chart.log ? { log, onLog: setLog } : {})}
      formatValue={chart.format}
      formatTick={formatTick}
      formatSecond={formatTick}
    />
  );
});

function windowOf(focus: TimeFocus): Span | null {
  const window = focus.window();
  return window && { from: window.fromMs / 1_000, to: window.toMs / 1_000 };
}

/** The process, for a line of the server; before there is one, the metric. */
function nameOf(line: SeriesLine, id: RunChartId, server: ServerSeriesColumns | null): string {
  if (line.key === NO_PID) return runChartWords(id).title;
  const process = server?.meta.processes.find(({ pid }) => String(pid) === line.key);
  return lineName(line) ?? processName(process, line.key);
}

function shortOf(line: SeriesLine, lines: readonly SeriesLine[]): Pick<ChartLine, 'short'> {
  const short = shortLineName(line, lines);
  return short === null ? {} : { short };
}

function useLostNote(waits: WaitSeriesColumns | null): readonly string[] {
  const text = useText('run.chart');
  const lost = waits?.meta.lost ?? 0;
  return useMemo(() => (lost === 0 ? NO_NOTES : [text('callsLost', { count: lost })]), [lost, text]);
}

function useMachineNotes(machine: MachineLines | null): readonly string[] {
  const text = useText('run.chart');
  return useMemo(() => {
    if (machine === null) return NO_NOTES;
    return [
      ...(machine.tellsOthers ? [] : [text('machineUnknown')]),
      ...machine.gaps.map(({ from, seconds }) =>
        text('interrupted', { at: formatNumber(from, 1), seconds: formatNumber(Math.abs(seconds), 1), back: seconds < 0 ? 'yes' : 'no' }),
      ),
    ];
  }, [machine, text]);
}
