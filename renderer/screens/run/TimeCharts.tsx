import { useMemo, useRef, useState } from 'react';
import { timeLimit } from '../../../shared/charts/axis-steps.ts';
import {
  computeLoadLines,
  computeServerLines,
  type LoadLines,
  type ServerLines,
  type ServerMeasure,
} from '../../../shared/charts/chart-lines.ts';
import type { LoadSeriesColumns, ServerSeriesColumns, SessionInfo } from '../../../shared/protocol/contract.ts';
import { TIME_AXIS_HEIGHT } from '../../charts/plot.ts';
import { type ChartLine, TimeChart } from '../../charts/TimeChart.tsx';
import { type TimeFocus, useTimeCursor } from '../../charts/time-focus.ts';
import { formatCount, formatNumber, formatSignificant } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import css from './TimeCharts.module.css';
import { WindowChip } from './WindowChip.tsx';

export interface TimeChartsProps {
  readonly info: SessionInfo;
  readonly load: LoadSeriesColumns | null;
  readonly server: ServerSeriesColumns | null;
  readonly measuredMs: number;
  readonly live: boolean;
  readonly focus: TimeFocus;
}

/** Below this height of the window all charts would leave no room for what stands under them. */
const ROOMY_PX = 820;
const SERVER_MEASURES = ['cpu', 'memory', 'loop', 'stall', 'gc'] as const;
const CHARTS = 8;
const MAIN_SERVER_MEASURES: readonly ServerMeasure[] = ['cpu', 'loop'];

const EMPTY_LOAD: LoadSeriesColumns = {
  meta: { bucketMs: 1000, fromBucket: 0 },
  completed: new Uint32Array(),
  failed: new Uint32Array(),
  unexpected: new Uint32Array(),
  inFlight: new Uint32Array(),
  bytes: new Float64Array(),
  p50: new Float64Array(),
  p90: new Float64Array(),
  p99: new Float64Array(),
  max: new Float64Array(),
};

/** Everything that happened in time, on one axis, above everything that is added up from it. */
export function TimeCharts(props: TimeChartsProps) {
  const { info, focus, live, measuredMs } = props;
  const text = useText('run');
  const [all, setAll] = useState(() => window.innerHeight >= ROOMY_PX);
  const load = useMemo(() => computeLoadLines(props.load ?? EMPTY_LOAD, measuredMs, live), [props.load, measuredMs, live]);
  const server = useMemo(() => (props.server === null ? null : computeServerLines(props.server)), [props.server]);
  const toS = useTimeLimit(info, measuredMs, live);
  const measures = SERVER_MEASURES.filter((measure) => all || MAIN_SERVER_MEASURES.includes(measure));
  const shared = { toS, live, focus, formatSecond, formatTick };
  return (
    <section className={css.root} aria-label={text('time.heading')}>
      <header className={css.head}>
        <h2>{text('time.heading')}</h2>
        <WindowChip focus={focus} endMs={toS * 1000} />
        <Instant focus={focus} live={live} />
      </header>
      <LatencyChart {...shared} load={load} />
      <ThroughputChart {...shared} load={load} />
      {all && <InFlightChart {...shared} load={load} />}
      <ServerCharts {...shared} measures={measures} server={server} columns={props.server} />
      <div className={css.foot}>
        <Button variant="quiet" className={css.more} onClick={() => setAll(!all)}>
          {all ? text('time.fewer') : text('time.all', { count: String(CHARTS) })}
        </Button>
      </div>
    </section>
  );
}

function formatSecond(seconds: number): string {
  return `${formatNumber(seconds, Number.isInteger(seconds) ? 0 : seconds * 10 === Math.round(seconds * 10) ? 1 : 2)}`;
}

/** As few digits as the number has: 50, 0.5, 2,000. */
function formatTick(value: number): string {
  const digits = String(Number(value.toPrecision(3))).split('.')[1]?.length ?? 0;
  return formatNumber(value, digits);
}

function formatTenths(value: number | null): string {
  return formatNumber(value, 1);
}

/** Whole requests where there are many; tenths of a request where one is a tenth of all. */
function formatPerSecond(value: number | null): string {
  return formatNumber(value, value !== null && value > 0 && value < 100 ? 1 : 0);
}

function useTimeLimit(info: SessionInfo, measuredMs: number, live: boolean): number {
  const previous = useRef(0);
  const end = info.setup?.load.end;
  const plannedS = end?.by === 'duration' ? end.seconds : null;
  previous.current = timeLimit({ plannedS, measuredS: measuredMs / 1000, live, previous: previous.current });
  return previous.current;
}

/** Which instant the figures at the right are of. Fixed room: it changes with every move of the pointer. */
function Instant({ focus, live }: { focus: TimeFocus; live: boolean }) {
  const text = useText('run.time');
  const seconds = useTimeCursor(focus);
  const now = live ? text('latest') : text('end');
  return (
    <span className={css.instant}>
      {seconds === null ? now : text('at', { time: text('second', { value: formatNumber(seconds, 2) }) })}
    </span>
  );
}

interface Shared extends Pick<TimeChartsProps, 'live' | 'focus'> {
  readonly toS: number;
  readonly formatSecond: (seconds: number) => string;
  readonly formatTick: (value: number) => string;
}

function LatencyChart({ load, ...shared }: Shared & { load: LoadLines }) {
  const text = useText('run.chart');
  // One slow second must not press all others to the floor.
  const [log, setLog] = useState(true);
  const lines = useMemo<ChartLine[]>(
    () =>
      (['p50', 'p90', 'p99', 'max'] as const).map((key) => ({
        key,
        label: text(key),
        color: `--latency-${key}`,
        shape: 'line',
        width: key === 'p99' ? 1.75 : 1.25,
        values: load[key],
        ...(key === 'max' ? { dash: [2, 3] } : {}),
      })),
    [load, text],
  );
  return (
    <TimeChart
      {...shared}
      id="latency"
      title={text('latency')}
      unit={text('unitMs')}
      help={text('latencyHelp')}
      x={load.x}
      lines={lines}
      band={{ from: 0, to: 2, color: '--latency-band' }}
      height={100}
      log={log}
      onLog={setLog}
      formatValue={formatSignificant}
    />
  );
}

function ThroughputChart({ load, ...shared }: Shared & { load: LoadLines }) {
  const text = useText('run.chart');
  const lines = useMemo<ChartLine[]>(
    () => [
      { key: 'completed', label: text('completed'), color: '--series-throughput', shape: 'bars', values: load.completed },
      { key: 'unexpected', label: text('unexpected'), color: '--series-unexpected', shape: 'thin-bars', values: load.unexpected },
      { key: 'failed', label: text('failed'), color: '--series-error', shape: 'thin-bars', values: load.failed },
    ],
    [load, text],
  );
  return (
    <TimeChart
      {...shared}
      id="throughput"
      title={text('throughput')}
      unit={text('unitPerSecond')}
      help={text('throughputHelp')}
      x={load.x}
      spans={load.spans}
      lines={lines}
      height={54}
      formatValue={formatPerSecond}
    />
  );
}

function InFlightChart({ load, ...shared }: Shared & { load: LoadLines }) {
  const text = useText('run.chart');
  const lines = useMemo<ChartLine[]>(
    () => [{ key: 'in-flight', label: text('requests'), color: '--series-inflight', shape: 'line', values: load.inFlight }],
    [load, text],
  );
  return (
    <TimeChart
      {...shared}
      id="in-flight"
      title={text('inFlight')}
      unit={text('unitCount')}
      help={text('inFlightHelp')}
      x={load.x}
      lines={lines}
      height={36}
      formatValue={formatCount}
    />
  );
}

const COLORS: Readonly<Record<ServerMeasure, string>> = {
  cpu: '--series-cpu',
  memory: '--series-memory',
  loop: '--series-loop',
  stall: '--series-loop',
  gc: '--series-gc',
};
/** Lines of one measure share its colour; processes differ by their dashes. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [8, 3, 2, 3]];
const LEAST: Readonly<Record<ServerMeasure, number>> = { cpu: 100, memory: 0, loop: 100, stall: 10, gc: 10 };

interface ServerChartsProps extends Shared {
  readonly measures: readonly ServerMeasure[];
  readonly server: ServerLines | null;
  readonly columns: ServerSeriesColumns | null;
}

function ServerCharts({ measures, server, columns, ...shared }: ServerChartsProps) {
  const text = useText('run.chart');
  const units = {
    cpu: text('unitPercent'),
    memory: text('unitMb'),
    loop: text('unitPercent'),
    stall: text('unitMs'),
    gc: text('unitMsPerSecond'),
  } as const;
  const lines = useMemo(() => {
    const nameOf = (pid: number) => {
      const role = columns?.meta.processes.find((process) => process.pid === pid)?.role;
      return text('process', { role: role === 'main' ? 'main' : role === 'cluster worker' ? 'worker' : 'child', pid: String(pid) });
    };
    const of = (measure: ServerMeasure): ChartLine[] =>
      (server?.pids ?? [0]).map((pid, index) => ({
        key: String(pid),
        label: pid === 0 ? text(measure) : nameOf(pid),
        color: COLORS[measure],
        shape: 'line',
        dash: DASHES[index % DASHES.length] ?? [],
        values: server?.measures[measure][index] ?? [],
      }));
    return { cpu: of('cpu'), memory: of('memory'), loop: of('loop'), stall: of('stall'), gc: of('gc') };
  }, [server, columns, text]);
  return measures.map((measure, index) => (
    <TimeChart
      {...shared}
      key={measure}
      id={measure}
      title={text(measure)}
      unit={units[measure]}
      help={text(`${measure}Help`)}
      x={server?.x ?? []}
      lines={lines[measure]}
      height={index === measures.length - 1 ? 36 + TIME_AXIS_HEIGHT : 36}
      showTime={index === measures.length - 1}
      least={LEAST[measure]}
      formatValue={formatTenths}
    />
  ));
}
