import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { calledFunction, placesToTell } from '../../../../shared/format/place.ts';
import { formatWeight } from '../../../../shared/format/weights.ts';
import type { Failure } from '../../../../shared/model/failure.ts';
import type { FunctionRow } from '../../../../shared/model/profile/profile-views.ts';
import type { WeightUnit } from '../../../../shared/model/profile/weight-unit.ts';
import { ownPercent } from '../../../../shared/profile/tree/folds.ts';
import type { ProfileQuery } from '../../../../shared/protocol/profile-contract.ts';
import { columnsWithin } from '../../../../shared/report/row-columns.ts';
import { type FunctionColumns, functionColumns } from '../../../../shared/report/tables/functions.ts';
import { request } from '../../../bridge.ts';
import { useEscape } from '../../../commands/escape.ts';
import { useSearch } from '../../../commands/search.ts';
import { FoldChips } from '../../../flame/FoldChips.tsx';
import { KindSwatch } from '../../../flame/KindSwatch.tsx';
import { useFrameMenu } from '../../../flame/use-frame-menu.tsx';
import { formatNumber, formatPercent } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import type { MenuPoint } from '../../../ui/ContextMenu.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { HelpLink } from '../../../ui/HelpLink.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { focusSearched } from '../../../ui/searched.ts';
import { Toolbar, UnderBar } from '../../../ui/Toolbar.tsx';
import { TwistyButton } from '../../../ui/Twisty.tsx';
import { rowColumns } from '../../../ui/table/row-columns.tsx';
import { type Column, indented, Table, type TreeOf } from '../../../ui/table/Table.tsx';
import type { Sort } from '../../../ui/table/table-sort.ts';
import { isOfSamples, profileProps, type RunTab } from '../run-tab.tsx';
import tabs from '../tabs.module.css';
import { NoneOfThese, NoSamples, type ProfileTabProps, useProfileMenu } from './FlameTab.tsx';
import css from './FunctionsTab.module.css';
import { filterFunctions, isSortable, type ShownFunction, showFunctions, sortFunctions } from './function-rows.ts';
import { BaseLine, KindLegend, SelectionChoices } from './ProfileControls.tsx';
import { Share, ShareNote } from './Share.tsx';
import { TimeByChoice, TimeByGroup } from './TimeByGroup.tsx';

const FIRST_SORT: Sort = { column: 'self', descending: true };
/** Rows of packages have no time of their own. */
const FIRST_OF_MINE: Sort = { column: 'total', descending: true };

/** Where the time went: by function, file or package. */
const FunctionsTab = memo(function FunctionsTab(props: ProfileTabProps) {
  const [by] = useView('timeBy');
  // Callers are wanted of a function, whatever was shown before.
  const shown = props.view.wantedCallers === null ? by : 'function';
  return shown === 'function' ? <ByFunction {...props} /> : <TimeByGroup {...props} by={shown} />;
});

/** Bottom-up: functions by self time, and their callers. */
function ByFunction({ setup, processes, threads, view, live, routes }: ProfileTabProps) {
  const text = useText('run');
  const { data, failure } = useEngineRequest('profile.functions', view.query, { version: view.version });
  const [filter, setFilter] = useView('filter');
  const [askedSort, setSort] = useView('sort');
  const [chosen, setChosen] = useState<string | null>(null);
  const [revealed, setRevealed] = useState<string | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const callers = useCallers(view.query, view.version);
  useSearch(() => search.current?.focus());
  useEscape('folds', view.folds.list.length > 0 ? view.folds.undo : null);
  const firstSort = view.folds.list.some(({ how }) => how === 'mine') ? FIRST_OF_MINE : FIRST_SORT;
  const sort = askedSort !== null && isSortable(askedSort.column) ? askedSort : firstSort;
  const sorted = useMemo(() => sortFunctions(filterFunctions(data?.rows ?? [], filter), sort), [data, filter, sort]);
  const rows = useMemo(() => showFunctions(sorted, callers.known, sort), [sorted, callers.known, sort]);
  const toTell = useMemo(() => placesToTell(data?.rows ?? []), [data]);
  const columns = useColumns(callers.toggle, data?.unit ?? 'microseconds', view.isFolded, toTell, data?.isSampled ? data.samples : null);

  const tree = useMemo(() => treeOf(callers.toggle), [callers.toggle]);
  const frameMenu = useFrameMenu(useProfileMenu(view));
  const [, setTab] = useView('tab');
  const flame = useText('run.flame');
  const openMenu = ({ function: name, url, line, kind, total, totalPercent }: FunctionRow, at: MenuPoint) =>
    frameMenu.open(
      {
        function: name,
        url,
        line,
        kind,
        share: flame('weightShare', { weight: formatWeight(total, data?.unit ?? 'microseconds'), percent: formatPercent(totalPercent) }),
        focus: () => {
          view.want({ function: name, url, line });
          setTab('flame');
        },
        // A table does not know.
        recurs: true,
        standsFor: null,
      },
      at,
    );
  const [, setTimeBy] = useView('timeBy');
  const { wantedCallers, wantCallers } = view;
  const { show } = callers;
  useEffect(() => {
    if (wantedCallers === null || data === undefined) return;
    const { function: name, url, line } = wantedCallers;
    const row = data.rows.find((one) => one.function === name && one.url === url && one.line === line);
    wantCallers(null);
    if (row === undefined) return;
    setFilter('');
    setTimeBy('function');
    setChosen(String(row.index));
    setRevealed(String(row.index));
    show(row);
    focusSearched();
  }, [wantedCallers, wantCallers, data, setFilter, setTimeBy, show]);

  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  if (data === undefined) return <Spinner label={text('loading')} />;
  if (data.rows.length === 0 && view.query.selection.requests) return <NoneOfThese view={view} />;
  if (data.rows.length === 0) return <NoSamples setup={setup} view={view} live={live} />;
  return (
    <div className={tabs.fill}>
      {failure !== null && <ErrorNotice failure={failure} />}
      <Toolbar
        end={
          <>
            <TimeByChoice />
            <SelectionChoices view={view} processes={processes} threads={threads} routes={routes} unit={data.unit} />
          </>
        }
      >
        <SearchInput
          inputRef={search}
          label={text('functions.filter')}
          placeholder={text('functions.filterShort')}
          value={filter}
          onChange={setFilter}
          found={text('functions.shown', { shown: formatNumber(sorted.length), count: data.rows.length })}
        />
      </Toolbar>
      <UnderBar>
        <KindLegend view={view} />
        <BaseLine view={view} of={data} />
      </UnderBar>
      <FoldChips folds={view.folds} />
      {callers.failure !== null && <ErrorNotice failure={callers.failure} />}
      <Table
        label={text('functions.label')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        sort={sort}
        onSort={setSort}
        selected={chosen}
        revealed={revealed}
        onSelect={({ key }) => setChosen(key)}
        onActivate={callers.toggle}
        onRowMenu={(shown, at) => openMenu(shown.row, at)}
        tree={tree}
        className={tabs.filling}
        height="100%"
        empty={
          <EmptyState
            title={text('functions.none')}
            action={<Button onClick={() => setFilter('')}>{text('functions.clearFilter')}</Button>}
          />
        }
      />
      <ShareNote {...data} />
      {frameMenu.menu}
      <Disclosure summary={text('chart.help')}>
        <p className={tabs.help}>
          {text('functions.help', { unit: data.unit })} {data.isSampled && text('functions.intervalHelp')} <HelpLink page="FLAME-GRAPH" />
        </p>
      </Disclosure>
    </div>
  );
}

function treeOf(toggle: (row: ShownFunction) => void): TreeOf<ShownFunction> {
  return { level: ({ depth }) => depth + 1, isOpen: ({ row, open }) => (row.hasMore ? open : null), toggle };
}

/** Callers by path, requested when a row is expanded. A new window, base or profile invalidates all of them. */
function useCallers(query: ProfileQuery, version: string) {
  const [known, setKnown] = useState<ReadonlyMap<string, readonly FunctionRow[]>>(new Map());
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = useRef(new Map<string, readonly number[]>());
  const latest = useRef({ query, known });
  latest.current = { query, known };

  const close = (key: string) => {
    open.current.delete(key);
    setKnown((before) => {
      const next = new Map(before);
      next.delete(key);
      return next;
    });
  };

  const ask = (key: string, path: readonly number[]) => {
    const asked = latest.current.query;
    void request('profile.related', { ...asked, direction: 'callers', path: [...path] }).then((reply) => {
      if (latest.current.query !== asked || !open.current.has(key)) return;
      if (!reply.ok) {
        setFailure(reply.failure);
        // Collapsed, as it is displayed: the next click requests it again.
        return close(key);
      }
      setKnown((before) => new Map(before).set(key, reply.value.rows));
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the replies belong to an older query
  useEffect(() => {
    setFailure(null);
    for (const [key, path] of open.current) ask(key, path);
  }, [query, version]);

  const toggle = (row: ShownFunction) => {
    if (!row.row.hasMore) return;
    setFailure(null);
    if (row.open) close(row.key);
    else {
      open.current.set(row.key, row.path);
      ask(row.key, row.path);
    }
  };
  const show = (row: FunctionRow) => {
    const key = String(row.index);
    if (!row.hasMore || open.current.has(key)) return;
    open.current.set(key, [row.index]);
    ask(key, [row.index]);
  };
  const calls = useRef({ show, toggle });
  calls.current = { show, toggle };
  return {
    known,
    failure,
    toggle: useCallback((row: ShownFunction) => calls.current.toggle(row), []),
    show: useCallback((row: FunctionRow) => calls.current.show(row), []),
  };
}

/** `isFolded`: some time is that of folded frames. `toTell`: what tells its place from others. `samples`: of which shares have intervals. */
function useColumns(
  toggle: (row: ShownFunction) => void,
  unit: WeightUnit,
  isFolded: boolean,
  toTell: FunctionColumns['toTell'],
  samples: number | null,
): readonly Column<ShownFunction>[] {
  const text = useText('run.functions');
  return useMemo(() => {
    const columns = columnsWithin(functionColumns({ unit, isFolded, toTell }), ({ row }: ShownFunction) => row);
    return rowColumns(columns, {
      self: { width: '5.5rem' },
      selfPercent: { width: '7.5rem', draw: ({ row }) => <Share percent={ownPercent(row)} samples={samples} /> },
      folded: { width: '6rem' },
      total: { width: '5.5rem' },
      totalPercent: { width: '7.5rem', draw: ({ row }) => <Share percent={row.totalPercent} samples={samples} /> },
      function: {
        text: ({ row, depth }) => indented(calledFunction(row), depth),
        draw: (shown) => (
          <span className={css.name} style={{ paddingLeft: Math.min(12, shown.depth) * 14 }}>
            <TwistyButton
              isOpen={shown.open}
              isLeaf={!shown.row.hasMore}
              label={text('callers', { name: calledFunction(shown.row) })}
              onToggle={() => toggle(shown)}
            />
            <KindSwatch kind={shown.row.kind} />
            {calledFunction(shown.row)}
          </span>
        ),
      },
      file: { width: isFolded ? '18%' : '26%' },
      kind: { width: '7rem', draw: (_, drawn) => <span className="muted">{drawn}</span> },
    });
  }, [toggle, text, unit, isFolded, toTell, samples]);
}

export const functionsTab: RunTab = {
  name: 'functions',
  isOf: isOfSamples,
  fills: true,
  isHigh: true,
  Content: (shown) => <FunctionsTab {...profileProps(shown)} />,
};
