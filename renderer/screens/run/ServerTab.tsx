import { memo, useMemo } from 'react';
import type { RunReport } from '../../../shared/model/report.ts';
import type { ServerFigures } from '../../../shared/model/server-figures.ts';
import type { TimeWindow } from '../../../shared/model/units.ts';
import type { TimingFigures, TimingRow } from '../../../shared/model/user-timings.ts';
import type { ServerSeriesColumns } from '../../../shared/protocol/series.ts';
import { blockedTable } from '../../../shared/report/blocked-table.ts';
import { cpuRelationNote } from '../../../shared/report/cpu-relation.ts';
import { ownMemoryNote } from '../../../shared/report/own-memory.ts';
import { filesText, isOfOneInterval, knowsSystem, livesTable, pairText } from '../../../shared/report/run-tables.ts';
import { threadsTable } from '../../../shared/report/threads-table.ts';
import { roleText } from '../../../shared/words/charts.ts';
import { formatCount, formatNumber, NOTHING } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FigureTable } from '../../ui/FigureTable.tsx';
import { HelpLink } from '../../ui/HelpLink.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import css from './tabs.module.css';

export interface ServerTabProps {
  readonly run: RunReport | null;
  readonly series: ServerSeriesColumns | null;
  readonly window: TimeWindow | null;
  readonly live: boolean;
  readonly measuredMs: number;
}

/** Of the process, the number of the thread and its name; figures share the rest. */
const THREAD_WIDTHS = ['8%', '7%', '30%'];

export const ServerTab = memo(function ServerTab({ run, series, window, live, measuredMs }: ServerTabProps) {
  const text = useText('run.server');
  const words = useText('run.timings');
  const threads = run && threadsTable(run);
  const lives = run && livesTable(run);
  const blocked = run?.profile ? blockedTable(run.profile) : null;
  const figures = run?.server ?? [];
  const [ownMemory, cpuRelation] = [ownMemoryNote(figures), run && cpuRelationNote(run)];
  if (figures.length === 0 && (series === null || series.atMs.length === 0)) {
    return live ? (
      <EmptyState title={text('waiting')} text={text('waitingText')} />
    ) : (
      <EmptyState title={text('none')} text={text('noneText')} />
    );
  }
  return (
    <>
      <section className={css.section}>
        <h3 className={css.sectionHead}>{text('processes')}</h3>
        <ProcessTable figures={figures} series={series} />
        <p className={css.note}>
          {text('help')} <HelpLink page="TIME-CHARTS" />
        </p>
        {ownMemory !== null && <p className={css.note}>{ownMemory}</p>}
        {cpuRelation !== null && <p className={css.note}>{cpuRelation}</p>}
        {figures.some(({ elu }) => elu === null) && <p className={css.note}>{text('noAgent')}</p>}
        {isOfOneInterval(figures) && <p className={css.note}>{text('oneInterval')}</p>}
      </section>
      {lives !== null && (
        <div className={css.section}>
          <FigureTable table={lives} />
        </div>
      )}
      {figures.length > 0 && (
        <section className={css.section}>
          <h3 className={css.sectionHead}>{text('system')}</h3>
          {knowsSystem(figures) ? (
            <>
              <SystemTable figures={figures} />
              <p className={css.note}>{text('systemHelp')}</p>
            </>
          ) : (
            <p className={css.note}>{text('systemUnknown')}</p>
          )}
        </section>
      )}
      {threads !== null && (
        <div className={css.section}>
          <FigureTable table={threads} widths={THREAD_WIDTHS} />
        </div>
      )}
      {blocked !== null && (
        <div className={css.section}>
          <FigureTable table={blocked} />
        </div>
      )}
      {run?.timings !== undefined && (
        <section className={css.section}>
          <h3 className={css.sectionHead}>{words('title')}</h3>
          <TimingTable timings={run.timings} />
        </section>
      )}
      {series !== null && (
        <section className={css.section}>
          <h3 className={css.sectionHead}>{text('samples')}</h3>
          <SampleTable series={series} window={window ?? { fromMs: 0, toMs: live ? Number.POSITIVE_INFINITY : measuredMs }} />
        </section>
      )}
    </>
  );
});

const MB = 1e6;

function ProcessTable({ figures, series }: { figures: readonly ServerFigures[]; series: ServerSeriesColumns | null }) {
  const text = useText('run.server');
  const titles = new Map(series?.meta.processes.map(({ pid, title }) => [pid, title]));
  const figure = (id: string, header: string, width: string, cell: (row: ServerFigures) => string): Column<ServerFigures> => ({
    id,
    header,
    width,
    numeric: true,
    cell,
  });
  const columns: Column<ServerFigures>[] = [
    { id: 'pid', header: text('pid'), rowHeader: true, width: '4.5rem', cell: ({ pid }) => String(pid) },
    { id: 'role', header: text('role'), width: '7.5rem', cell: ({ role, member }) => roleText(role, member) },
    { id: 'title', header: text('title'), cell: ({ pid }) => titles.get(pid) ?? '' },
    figure('cpu', text('cpuPair'), '8.5rem', ({ cpuPercent }) => pairText(cpuPercent, 1)),
    figure('rss', text('rssPair'), '9rem', ({ rssBytes }) => pairText(rssBytes, 1 / MB)),
    figure('elu', text('loopPair'), '8.5rem', ({ elu }) => (elu === null ? NOTHING : pairText(elu, 100))),
    figure('stall', text('stall'), '6.5rem', ({ loopDelayMs }) => formatNumber(loopDelayMs?.max, 1)),
    figure('gc-count', text('gcCount'), '4.5rem', ({ gc }) => formatCount(gc?.count)),
    figure('gc-total', text('gcTotal'), '5.5rem', ({ gc }) => formatNumber(gc?.totalMs, 1)),
  ];
  return <Table label={text('processesLabel')} columns={columns} rows={figures} rowKey={({ pid }) => pid} />;
}

/** What only the system knows, beside CPU: whether a process waits or works shows in both. */
function SystemTable({ figures }: { figures: readonly ServerFigures[] }) {
  const text = useText('run.server');
  const figure = (id: string, header: string, cell: (row: ServerFigures) => string): Column<ServerFigures> => ({
    id,
    header,
    width: '11rem',
    numeric: true,
    cell,
  });
  const columns: Column<ServerFigures>[] = [
    { id: 'pid', header: text('pid'), rowHeader: true, width: '4.5rem', cell: ({ pid }) => String(pid) },
    { id: 'role', header: text('role'), cell: ({ role, member }) => roleText(role, member) },
    figure('cpu', text('cpuPair'), ({ cpuPercent }) => pairText(cpuPercent, 1)),
    figure('threads', text('threads'), ({ system }) => formatCount(system?.threads.max)),
    figure('files', text('openFiles'), ({ system }) => filesText(system)),
    figure('waited', text('waited'), ({ system }) => formatNumber(system?.switchesPerSecond.voluntary, 1)),
    figure('preempted', text('preempted'), ({ system }) => formatNumber(system?.switchesPerSecond.involuntary, 1)),
  ];
  return <Table label={text('systemLabel')} columns={columns} rows={figures} rowKey={({ pid }) => pid} />;
}

function SampleTable({ series, window }: { series: ServerSeriesColumns; window: TimeWindow }) {
  const text = useText('run.server');
  const { fromMs, toMs } = window;
  const rows = useMemo(
    () =>
      Array.from(series.atMs, (_, row) => row).filter((row) => {
        const at = series.atMs[row] ?? 0;
        return at >= fromMs && at <= toMs;
      }),
    [series, fromMs, toMs],
  );
  const columns = useMemo<Column<number>[]>(() => {
    const number = (id: string, header: string, value: (row: number) => number | undefined): Column<number> => ({
      id,
      header,
      numeric: true,
      sortValue: value,
      cell: (row) => formatNumber(value(row), 1),
    });
    return [
      {
        ...number('time', text('time'), (row) => (series.atMs[row] ?? 0) / 1000),
        cell: (row) => formatNumber((series.atMs[row] ?? 0) / 1000, 2),
        rowHeader: true,
        width: '5.5rem',
      },
      {
        id: 'pid',
        header: text('pid'),
        width: '5.5rem',
        numeric: true,
        cell: (row) => String(series.pid[row] ?? ''),
        sortValue: (row) => series.pid[row],
      },
      number('cpu', text('cpu'), (row) => series.cpuPercent[row]),
      number('memory', text('memory'), (row) => (series.rss[row] ?? Number.NaN) / MB),
      number('heap', text('heap'), (row) => (series.heapUsed[row] ?? Number.NaN) / MB),
      number('loop', text('loop'), (row) => (series.elu[row] ?? Number.NaN) * 100),
      number('stall', text('stall'), (row) => series.stallMs[row]),
      number('gc', text('gc'), (row) => series.gcMs[row]),
    ];
  }, [series, text]);
  const height = `${Math.min(360, 26 + 20 * Math.max(1, rows.length))}px`;
  return (
    <>
      <Table label={text('samplesLabel')} columns={columns} rows={rows} rowKey={(row) => row} height={height} />
      <p className={css.note}>{text('sampleCount', { count: formatCount(rows.length) })}</p>
    </>
  );
}

function TimingTable({ timings }: { timings: TimingFigures }) {
  const text = useText('run.timings');
  const hasThreads = timings.rows.some(({ thread }) => thread !== undefined);
  type Figure = 'count' | 'firstMs' | 'lastMs' | 'meanMs' | 'p50Ms' | 'maxMs';
  const number = (id: Figure, header: string, decimals: number, scale = 1): Column<TimingRow> => ({
    id,
    header,
    // With a thread beside it the name would be left without room.
    width: hasThreads ? '5.5rem' : '7rem',
    numeric: true,
    sortValue: (row) => row[id] ?? undefined,
    cell: (row) => formatNumber((row[id] ?? Number.NaN) * scale, decimals),
  });
  const ofThread = ({ thread }: TimingRow) => thread ?? text('mainThread');
  const columns: Column<TimingRow>[] = [
    { id: 'name', header: text('name'), rowHeader: true, sortValue: ({ name }) => name, cell: ({ name }) => name },
    ...(hasThreads ? [{ id: 'thread', header: text('thread'), width: '8.5rem', sortValue: ofThread, cell: ofThread }] : []),
    { id: 'kind', header: text('kind'), width: '6rem', sortValue: ({ kind }) => kind, cell: ({ kind }) => text('kindOf', { kind }) },
    number('count', text('count'), 0),
    number('firstMs', text('first'), 3, 1e-3),
    number('lastMs', text('last'), 3, 1e-3),
    number('meanMs', text('mean'), 3),
    number('p50Ms', text('p50'), 3),
    number('maxMs', text('max'), 3),
  ];
  const height = `${Math.min(240, 26 + 20 * Math.max(1, timings.rows.length))}px`;
  return (
    <>
      <Table
        label={text('title')}
        columns={columns}
        rows={timings.rows}
        rowKey={({ kind, thread, name }) => `${kind} ${thread} ${name}`}
        height={height}
      />
      <p className={css.note}>
        {text('note')} {timings.lost > 0 && text('lost', { count: timings.lost })}
      </p>
    </>
  );
}
