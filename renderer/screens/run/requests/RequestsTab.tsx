import { memo, useEffect, useMemo, useState } from 'react';
import type { Milliseconds, TimeWindow } from '../../../../shared/base/units.ts';
import {
  BY_FUNCTION,
  MOST_REQUESTS,
  MOST_REQUESTS_BEFORE,
  OUTCOMES,
  type Outcome,
  REQUEST_SORTS,
  type RequestOrder,
  type RequestSort,
  VALUES,
} from '../../../../shared/load/request-selection.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { clientRequest, flightOf } from '../../../../shared/model/request-story.ts';
import { ERROR_KINDS } from '../../../../shared/model/run.ts';
import type { RequestRows } from '../../../../shared/model/series.ts';
import type { RequestParams } from '../../../../shared/protocol/contract.ts';
import { type RequestParts, requestColumns, requestNames, requestParts, tellOutcome } from '../../../../shared/report/requests-table.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { SHORTEST_MS, secondOf, spanAround, type TimeFocus, useTimeWindow } from '../../../charts/time-focus.ts';
import { formatMs, formatNumber, formatPercent } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useDebounced } from '../../../state/use-debounced.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Choice.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { NumberInput } from '../../../ui/Input.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Progress, Spinner } from '../../../ui/Progress.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Toolbar, UnderBar } from '../../../ui/Toolbar.tsx';
import { type Column, Table } from '../../../ui/table/Table.tsx';
import type { Sort } from '../../../ui/table/table-sort.ts';
import { runAgain } from '../RunHead.tsx';
import { type RunTab, Waiting } from '../run-tab.tsx';
import tabs from '../tabs.module.css';
import { RequestStory } from './RequestStory.tsx';
import css from './RequestsTab.module.css';

interface RequestsTabProps {
  readonly sessionId: string;
  /** Of the whole run. */
  readonly run: RunReport;
  readonly window: TimeWindow | null;
  readonly focus: TimeFocus;
  readonly endMs: Milliseconds;
  readonly live: boolean;
  /** The rows are asked for again when it changes. */
  readonly version: string;
  /** When each of them was in the server is known. */
  readonly hasSpans: boolean;
  /** And which samples of the profile are of it. */
  readonly isByRequest: boolean;
  /** Opens the set-up with what follows requests in the server switched on. Null: its target cannot be followed. */
  readonly onFollow: (() => void) | null;
}

const SLOWEST = 10;
const TYPING_MS: Milliseconds = 250;
const US_PER_MS = 1_000;
const FIRST_SORT: Sort = { column: 'arrival', descending: false };
const SLOWEST_SORT: Sort = { column: 'latency', descending: true };

/** Single requests: in any order, filtered, and each leads to its moment. */
const RequestsTab = memo(function RequestsTab({
  sessionId,
  run,
  window,
  focus,
  endMs,
  live,
  version,
  hasSpans,
  isByRequest,
  onFollow,
}: RequestsTabProps) {
  const text = useText('run.requests');
  const chart = useText('run.chart');
  const [moments] = useView('moments');
  // Which request a sample belongs to is known when the run has ended.
  const of = isByRequest && !live ? moments : null;
  const list = useList(of !== null);
  const { sort, filter, from, limit } = list;
  // Not for each digit that is typed.
  const slowerThanMs = useDebounced(filter.slowerThanMs, TYPING_MS);
  const fasterThanMs = useDebounced(filter.fasterThanMs, TYPING_MS);
  const { data, failure, reading } = useRows(
    {
      sessionId,
      window,
      by: sortOf(sort.column, of !== null)!,
      descending: sort.descending,
      ...filter,
      slowerThanMs,
      fasterThanMs,
      offset: from,
      limit,
      of,
    },
    version,
  );
  const chosen = useChosen(data, focus, endMs);
  const parts = useMemo(() => requestParts(run.load), [run.load]);
  const names = useMemo(() => requestNames(run.load), [run.load]);
  const columns = useColumns(run.load, data);
  const rows = useMemo(() => Array.from(data?.nth ?? [], (nth, row): Row => ({ nth, row })), [data]);

  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  if (data === undefined) return <Spinner label={text('reading', { percent: formatPercent(0, 0) })} />;
  if (run.requests.completed + run.requests.failed + run.requests.dropped === 0)
    return <EmptyState title={text(live ? 'waiting' : 'none')} text={text(live ? 'waitingText' : 'noneText')} />;
  const { matched } = data.meta;
  const hasStory = !live && hasSpans && chosen.row !== null && data.nth[chosen.row] !== undefined;
  return (
    <div className={tabs.fill}>
      {failure !== null && <ErrorNotice failure={failure} />}
      <Toolbar end={<Pager list={list} rows={rows.length} matched={matched} />}>
        <Filters list={list} run={run} parts={parts} names={names} />
      </Toolbar>
      <UnderBar>
        {chosen.row === null || data.nth[chosen.row] === undefined ? (
          <span className={css.hint}>{text('hint')}</span>
        ) : (
          <ChosenRequest
            rows={data}
            row={chosen.row}
            onSecond={chosen.showSecond}
            onFlight={chosen.isFlight ? null : chosen.showFlight}
            hasProfile={run.profile !== null}
            onFollow={live || isByRequest ? null : onFollow}
          />
        )}
        <ReadingState reading={reading} done={data.meta.done} />
      </UnderBar>
      {hasStory && <RequestStory sessionId={sessionId} request={clientRequest(data, chosen.row!)} version={version} focus={focus} />}
      <Table
        label={text('label')}
        columns={columns}
        rows={rows}
        rowKey={({ nth }) => nth}
        sort={sort}
        onSort={list.sortBy}
        selected={chosen.nth}
        revealed={chosen.revealed}
        onSelect={({ nth }) => chosen.choose(nth)}
        onActivate={chosen.showSecond}
        // Below a story a few rows scroll with it: one area, not one in another.
        {...(hasStory && rows.length <= SLOWEST ? {} : { className: tabs.filling, height: '100%' as const })}
        empty={<NoRows list={list} window={window} focus={focus} isWhole={data.meta.done === 1} />}
      />
      <Disclosure summary={chart('help')}>
        <p className={tabs.help}>{text('help')}</p>
      </Disclosure>
    </div>
  );
});

interface Row {
  readonly nth: number;
  readonly row: number;
}

/** What is listed, as the address says. `hasFunction`: rows can be sorted by the CPU time of a function. */
function useList(hasFunction: boolean) {
  const [outcome, setOutcome] = useView('outcome');
  const [slowerThanMs, setSlower] = useView('slower');
  const [fasterThanMs, setFaster] = useView('faster');
  const [phase, setPhase] = useView('phase');
  const [request, setRequest] = useView('planned');
  const [page, setPage] = useView('page');
  const [as, setAs] = useView('requestsAs');
  const [asked, setSort] = useView('requestSort');
  const isSlowest = as === 'slowest';
  const known = asked !== null && sortOf(asked.column, hasFunction) !== null ? asked : FIRST_SORT;
  const mostPages = Math.floor(MOST_REQUESTS_BEFORE / MOST_REQUESTS);
  const at = isSlowest ? 0 : Math.min(page ?? 0, mostPages);
  /** Another list begins at its first page. */
  const first =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setPage(null);
      set(value);
    };
  return {
    filter: { outcome, slowerThanMs, fasterThanMs, phase, request },
    isFiltered: outcome !== 'all' || slowerThanMs !== null || fasterThanMs !== null || phase !== null || request !== null,
    setOutcome: first(setOutcome),
    setSlower: first(setSlower),
    setFaster: first(setFaster),
    setPhase: first(setPhase),
    setRequest: first(setRequest),
    clear: () => {
      for (const reset of [
        () => setOutcome('all'),
        () => setSlower(null),
        () => setFaster(null),
        () => setPhase(null),
        () => setRequest(null),
        () => setPage(null),
      ])
        reset();
    },
    sort: isSlowest ? SLOWEST_SORT : known,
    sortBy: (sort: Sort) => {
      setAs('all');
      first(setSort)(sort);
    },
    isSlowest,
    setSlowest: (slowest: boolean) => first(setAs)(slowest ? 'slowest' : 'all'),
    from: at * MOST_REQUESTS,
    limit: isSlowest ? SLOWEST : MOST_REQUESTS,
    hasMore: at < mostPages,
    turn: (by: 1 | -1) => setPage(at + by || null),
  };
}

function sortOf(column: string, hasFunction: boolean): RequestOrder['by'] | null {
  if (column === BY_FUNCTION) return hasFunction ? column : null;
  return REQUEST_SORTS.find((one) => one === column) ?? null;
}

type List = ReturnType<typeof useList>;

/** Where many have to be read, the replies come before all of them are: then it is asked again, until that is cancelled. */
function useRows(params: RequestParams<'session.requests'>, version: string) {
  const [asks, setAsks] = useState(0);
  const question = JSON.stringify(params);
  const [cancelled, setCancelled] = useState<string | null>(null);
  const isCancelled = cancelled === question;
  const { data, failure, stale } = useEngineRequest('session.requests', params, { version: `${version}:${asks}`, enabled: !isCancelled });
  const isPartial = data !== undefined && data.meta.done < 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (isPartial && !stale && !isCancelled) setAsks((count) => count + 1);
  }, [data, stale, isCancelled]);
  return {
    data,
    failure,
    reading: { isPartial, isCancelled, cancel: () => setCancelled(question), goOn: () => setCancelled(null) },
  };
}

/** The request that was chosen: the charts show when it ended. */
function useChosen(data: RequestRows | undefined, focus: TimeFocus, endMs: Milliseconds) {
  const [nth, choose] = useView('chosen');
  const [, setPage] = useView('page');
  const [revealed, reveal] = useState<number | null>(null);
  const row = nth === null || data === undefined ? null : indexIn(data, nth);
  const time = data === undefined || row === null ? null : timesOf(data, row);
  const flight = data === undefined || row === null ? null : windowOf(data, row, endMs);
  const window = useTimeWindow(focus);
  const toS = time === null ? null : time.toMs / 1_000;
  useEffect(() => {
    focus.point(toS);
    return () => focus.point(null);
  }, [focus, toS]);
  // The other rows are another list, in which it is somewhere else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => reveal(row === null ? null : nth), [data]);
  const show = (window: TimeWindow | null) => {
    if (window === null) return;
    reveal(null);
    // In the list of that window it is somewhere else.
    setPage(null);
    focus.setWindow(window);
  };
  return {
    nth,
    choose,
    row,
    revealed,
    showSecond: () => time !== null && show(secondOf(time.toMs, endMs)),
    showFlight: () => show(flight),
    /** That is the window already. */
    isFlight: window !== null && window.fromMs === flight?.fromMs && window.toMs === flight.toMs,
  };
}

function indexIn({ nth }: RequestRows, wanted: number): number | null {
  const at = nth.indexOf(wanted);
  return at < 0 ? null : at;
}

/** To the microsecond, as its story has it; a longer one around what is too short for a window. */
function windowOf(rows: RequestRows, row: number, endMs: Milliseconds): TimeWindow | null {
  const { fromMs, toMs } = timesOf(rows, row);
  return toMs - fromMs < SHORTEST_MS ? spanAround(fromMs, toMs, endMs) : flightOf(clientRequest(rows, row));
}

/** From when it was due to its end. */
function timesOf(rows: RequestRows, row: number): TimeWindow {
  const fromUs = rows.intended[row]!;
  return { fromMs: fromUs / US_PER_MS, toMs: (fromUs + rows.latency[row]!) / US_PER_MS };
}

function useColumns(load: RunReport['load'], data: RequestRows | undefined): readonly Column<Row>[] {
  const text = useText('run.moments');
  return useMemo(
    () =>
      requestColumns(load, data?.inFunction !== undefined).map(({ by, title, numeric, cell }): Column<Row> => {
        const told = ({ row }: Row) => cell(data!, row);
        return {
          id: by,
          header: title,
          sortValue: ({ row }) => (by === BY_FUNCTION ? data!.inFunction![row]! : VALUES[by](data!, row)),
          text: (row) => cellText(told(row)),
          cell: (row) => {
            const shown = told(row);
            return typeof shown === 'string' ? (
              shown
            ) : (
              <span className={css.bad} title={shown.text}>
                {shown.text}
              </span>
            );
          },
          ...(by === 'status' ? {} : { width: WIDTHS[by] }),
          ...(numeric && { numeric }),
          ...(by === 'arrival' ? { rowHeader: true } : {}),
          ...(by === BY_FUNCTION ? { title: text('payersBase') } : {}),
        };
      }),
    [load, data, text],
  );
}

/** Narrow enough for a response beside all of them in a small window. */
const WIDTHS: Readonly<Record<Exclude<RequestSort, 'status'> | typeof BY_FUNCTION, string>> = {
  arrival: '4.75rem',
  phase: '6rem',
  request: '6rem',
  latency: '6rem',
  service: '8rem',
  lateness: '5.5rem',
  connect: '6rem',
  firstByte: '6.25rem',
  bytes: '4.75rem',
  connection: '5.5rem',
  user: '3.75rem',
  function: '7.25rem',
};

/** Values of the select of responses. */
const toValue = (outcome: Outcome): string => String(outcome);
const fromValue = (value: string): Outcome => OUTCOMES.find((one) => one === value) ?? Number(value);

interface FiltersProps {
  readonly list: List;
  readonly run: RunReport;
  readonly parts: RequestParts | null;
  /** Of the requests of the plan; empty: there is one. */
  readonly names: readonly string[];
}

function Filters({ list, run, parts, names }: FiltersProps) {
  const text = useText('run.requests');
  const { outcome, slowerThanMs, fasterThanMs, phase, request } = list.filter;
  return (
    <>
      <Toggle pressed={list.isSlowest} onChange={list.setSlowest}>
        {text('slowest')}
      </Toggle>
      <Select
        className={css.outcome}
        label={text('outcome')}
        value={toValue(outcome)}
        onChange={(value) => list.setOutcome(fromValue(value))}
        options={useOutcomes(run, outcome)}
      />
      {names.length > 0 && (
        <Select
          className={css.outcome}
          label={text('planned')}
          value={request === null ? 'all' : String(request)}
          onChange={(value) => list.setRequest(value === 'all' ? null : Number(value))}
          options={[{ value: 'all', label: text('allPlanned') }, ...names.map((name, nth) => ({ value: String(nth), label: name }))]}
        />
      )}
      {parts !== null && (
        <Select
          className={css.outcome}
          label={text('part')}
          value={phase === null ? 'all' : String(phase)}
          onChange={(value) => list.setPhase(value === 'all' ? null : Number(value))}
          options={[
            { value: 'all', label: text('allParts') },
            ...parts.names.map((name, nth) => ({ value: String(nth), label: text('partOf', { title: parts.title, name }) })),
          ]}
        />
      )}
      <Limit label={text('slower')} ms={slowerThanMs} onChange={list.setSlower} />
      <Limit label={text('faster')} ms={fasterThanMs} onChange={list.setFaster} />
    </>
  );
}

/** A latency that those listed are above or below. */
function Limit({ label, ms, onChange }: { label: string; ms: Milliseconds | null; onChange: (ms: Milliseconds | null) => void }) {
  const text = useText('run.requests');
  const [typed, setTyped] = useState(ms ?? Number.NaN);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: NumberInput is one
    <label className={css.limit}>
      <span>{label}</span>
      <NumberInput
        value={ms === null ? (typed > 0 ? Number.NaN : typed) : ms}
        onChange={(value) => {
          setTyped(value);
          onChange(value > 0 ? value : null);
        }}
        unit={text('ms')}
      />
    </label>
  );
}

/** Those that there are, and the chosen one in any case. */
function useOutcomes({ status, errors, requests }: RunReport, chosen: Outcome) {
  const text = useText('run.requests');
  return useMemo(() => {
    const kinds = ERROR_KINDS.filter((kind) => kind in errors || kind === chosen || (kind === 'DROPPED' && requests.dropped > 0));
    const codes = [...new Set([...Object.keys(status).map(Number), ...(typeof chosen === 'number' ? [chosen] : [])])].sort((a, b) => a - b);
    return [
      ...(['all', 'expected', 'wrong'] as const).map((value) => ({ value: toValue(value), label: text(`outcomes.${value}`) })),
      ...codes.map((code) => ({ value: toValue(code), label: tellOutcome(code) })),
      ...kinds.map((kind) => ({ value: toValue(kind), label: kind })),
    ];
  }, [status, errors, requests.dropped, chosen, text]);
}

function Pager({ list, rows, matched }: { list: List; rows: number; matched: number }) {
  const text = useText('run.requests');
  const { from } = list;
  const isAll = from === 0 && rows === matched;
  const to = from + rows;
  const shown =
    list.isSlowest && !isAll
      ? text('shownSlowest', { count: rows, matched })
      : text(isAll ? 'shownAll' : 'shown', { from: from + 1, to, matched });
  const hasNext = !list.isSlowest && to < matched;
  return (
    <>
      <span className={css.count} role="status">
        {shown}
      </span>
      {(from > 0 || hasNext) && (
        <>
          <Button variant="quiet" disabled={from === 0} onClick={() => list.turn(-1)}>
            {text('previous', { count: MOST_REQUESTS })}
          </Button>
          {hasNext && !list.hasMore ? (
            <span className={css.count}>{text('more', { count: to })}</span>
          ) : (
            <Button variant="quiet" disabled={!hasNext} onClick={() => list.turn(1)}>
              {text('next', { count: MOST_REQUESTS })}
            </Button>
          )}
        </>
      )}
    </>
  );
}

interface ChosenProps {
  readonly rows: RequestRows;
  readonly row: number;
  readonly onSecond: () => void;
  /** Null: that is what is shown. */
  readonly onFlight: (() => void) | null;
  readonly hasProfile: boolean;
  readonly onFollow: (() => void) | null;
}

function ChosenRequest({ rows, row, onSecond, onFlight, hasProfile, onFollow }: ChosenProps) {
  const text = useText('run.requests');
  const { fromMs, toMs } = timesOf(rows, row);
  const told = {
    from: formatNumber(fromMs / 1_000, 3),
    to: formatNumber(toMs / 1_000, 3),
    outcome: tellOutcome(rows.status[row]!),
    latency: formatMs(toMs - fromMs),
  };
  return (
    <div className={css.chosen}>
      <span role="status">{text('chosen', told)}</span>
      <Button variant="quiet" className={css.small} onClick={onSecond}>
        {text('second')}
      </Button>
      {onFlight === null ? (
        <Shown hasProfile={hasProfile} />
      ) : (
        <Button variant="quiet" className={css.small} onClick={onFlight}>
          {text('flight')}
        </Button>
      )}
      {onFollow !== null && (
        <Button variant="quiet" className={css.small} title={text('followHelp')} onClick={onFollow}>
          {text('follow')}
        </Button>
      )}
    </div>
  );
}

/** What choosing the time of a request has changed, most of it out of sight, and where to look. */
function Shown({ hasProfile }: Pick<ChosenProps, 'hasProfile'>) {
  const text = useText('run.requests');
  const tab = useText('run.tab');
  const [, setTab] = useView('tab');
  const places = hasProfile ? (['flame', 'flameChart', 'functions'] as const) : (['overview', 'server'] as const);
  return (
    <>
      <span className={css.shown} role="status">
        {text('flightShown')}
      </span>
      {places.map((place) => (
        <Button key={place} variant="quiet" className={css.small} onClick={() => setTab(place)}>
          {tab(place)}
        </Button>
      ))}
    </>
  );
}

function ReadingState({ reading, done }: { reading: ReturnType<typeof useRows>['reading']; done: number }) {
  const text = useText('run.requests');
  if (!reading.isPartial) return null;
  const percent = formatPercent(100 * done, 0);
  return (
    <span className={css.reading}>
      <span>{text(reading.isCancelled ? 'cancelled' : 'reading', { percent })}</span>
      {!reading.isCancelled && (
        <span className={css.bar}>
          <Progress value={done} label={text('reading', { percent })} />
        </span>
      )}
      <Button variant="quiet" className={css.small} onClick={reading.isCancelled ? reading.goOn : reading.cancel}>
        {text(reading.isCancelled ? 'goOn' : 'cancel')}
      </Button>
    </span>
  );
}

interface NoRowsProps {
  readonly list: List;
  readonly window: TimeWindow | null;
  readonly focus: TimeFocus;
  /** All rows have been read. */
  readonly isWhole: boolean;
}

function NoRows({ list, window, focus, isWhole }: NoRowsProps) {
  const text = useText('run.requests');
  if (!isWhole) return null;
  if (window !== null && !list.isFiltered)
    return (
      <EmptyState title={text('noneInWindow')} action={<Button onClick={() => focus.setWindow(null)}>{text('clearWindow')}</Button>} />
    );
  return <EmptyState title={text('noMatch')} action={<Button onClick={list.clear}>{text('clearFilter')}</Button>} />;
}

export const requestsTab: RunTab = {
  name: 'requests',
  isOfLeaks: true,
  fills: true,
  isHigh: true,
  Content: ({ wholeRun, info, window, focus, live, version, hasSpans, routes, followed }) =>
    wholeRun === null ? (
      <Waiting live={live} />
    ) : (
      <RequestsTab
        sessionId={info.id}
        run={wholeRun}
        window={window}
        focus={focus}
        endMs={info.measuredMs}
        live={live}
        version={version}
        hasSpans={hasSpans}
        isByRequest={routes.length > 0}
        onFollow={followed === null ? null : () => runAgain(followed)}
      />
    ),
};
