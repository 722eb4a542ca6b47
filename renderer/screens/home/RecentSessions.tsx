import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { filterRecent, isFiltering, RECENT_KINDS, RECENT_STATES, type RecentFilter } from '../../../shared/analysis/recent-filter.ts';
import { variantLetter } from '../../../shared/model/comparison/comparison.ts';
import type { RecentSession, RecentSummary } from '../../../shared/model/recent-session.ts';
import { recentFigures, recentState } from '../../../shared/phrases/recent.ts';
import { useWidth } from '../../charts/use-width.ts';
import { VariantMark } from '../../charts/VariantMark.tsx';
import { useSearch } from '../../commands/search.ts';
import { SignMark } from '../../comparison/SignMark.tsx';
import { formatAgo, formatCount, formatDateTime, formatSignificant } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { useListsVersion } from '../../state/sessions.ts';
import { compareFiles } from '../../state/shell.ts';
import { useView } from '../../state/view.ts';
import { textScale } from '../../text-scale.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { type ScreenColumn as Column, Table } from '../../ui/table/Table.tsx';
import css from './HomeScreen.module.css';
import { RecentMenu, TrashDialog } from './RecentMenu.tsx';
import { RecentName } from './RecentName.tsx';

/** As many are seen at a glance. */
const FEW = 6;
/** Room for the median beside the name, CSS px. */
const WIDE_PX = 760;

export function RecentSessions({ onNewRun }: { onNewRun: () => void }) {
  const text = useText('home.recent');
  const { data, failure } = useEngineRequest('sessions.recent', {}, { version: useListsVersion() });
  const selection = useSelection(data ?? []);
  const [host, width] = useWidth<HTMLDivElement>();
  const isSelecting = selection.chosen !== null;
  useEffect(() => {
    // The boxes are above the button that shows them.
    if (isSelecting) host.current?.querySelector<HTMLElement>('input[type=checkbox]')?.focus();
  }, [isSelecting, host]);
  const filter = useFilter();
  const [isAsked, setAsked] = useState(false);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [trashed, setTrashed] = useState<RecentSession | null>(null);
  const nextRow = useFocusOnNext(host, data);
  const acts = useMemo<RowActs>(() => ({ renamed, rename: setRenamed, trash: setTrashed }), [renamed]);
  const columns = useColumns(selection, acts, width >= WIDE_PX * textScale());
  const rows = useMemo(() => filterRecent(data ?? [], filter.value), [data, filter.value]);
  const isListed = data !== undefined && data.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows walk from title to title, which are buttons
    <div ref={host} onKeyDown={walkTitles}>
      {failure && !data && <ErrorNotice failure={failure} />}
      {!failure && !data && <Spinner label={text('loading')} />}
      {data?.length === 0 && (
        <EmptyState title={text('empty')} text={text('emptyText')} action={<Button onClick={onNewRun}>{text('emptyAction')}</Button>} />
      )}
      {isListed &&
        (data.length > FEW || isAsked || isFiltering(filter.value) ? (
          <FilterBar filter={filter} shown={rows.length} count={data.length} isAsked={isAsked} />
        ) : (
          <FilterKey onAsked={() => setAsked(true)} />
        ))}
      {isListed && (
        <Table
          roomy
          className={css.recent}
          label={text('title')}
          columns={columns}
          rows={rows}
          rowKey={({ path }) => path}
          rowProps={({ missing }) => (missing ? { className: css.gone! } : {})}
          empty={
            <EmptyState
              title={text('none')}
              text={text('noneText', { count: formatCount(data.length) })}
              action={<Button onClick={filter.clear}>{text('showAll')}</Button>}
            />
          }
        />
      )}
      {rows.filter(isComparable).length > 1 && <Choosing selection={selection} />}
      {trashed !== null && (
        <TrashDialog
          session={trashed}
          onClose={(isGone) => {
            if (isGone) nextRow(rows.indexOf(trashed));
            setTrashed(null);
          }}
        />
      )}
    </div>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrows lead from one title to the next, from the filter to the first. */
function walkTitles(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const from = event.target as HTMLElement;
  const isTitle = 'recent' in from.dataset;
  if (step === undefined || !(isTitle || (step === 1 && from.matches('input[type=search]')))) return;
  const titles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-recent]')];
  const to = titles[titles.indexOf(from) + step];
  if (to === undefined) return;
  event.preventDefault();
  to.focus();
}

/** The key that is listed works where so few sessions are listed that there is no filter: it shows it. */
function FilterKey({ onAsked }: { onAsked: () => void }) {
  useSearch(onAsked);
  return null;
}

interface RowActs {
  /** The path of the session whose title is being changed; null: none. */
  readonly renamed: string | null;
  readonly rename: (path: string | null) => void;
  readonly trash: (session: RecentSession) => void;
}

interface Filter {
  readonly value: RecentFilter;
  readonly setText: (text: string) => void;
  readonly setKind: (kind: RecentFilter['kind']) => void;
  readonly setState: (state: RecentFilter['state']) => void;
  readonly clear: () => void;
}

function useFilter(): Filter {
  const [words, setText] = useView('filter');
  const [kind, setKind] = useView('kind');
  const [state, setState] = useView('state');
  return useMemo(() => {
    const clear = () => {
      setText('');
      setKind('all');
      setState('all');
    };
    return { value: { text: words, kind, state }, setText, setKind, setState, clear };
  }, [words, kind, state, setText, setKind, setState]);
}

const KINDS = ['all', ...RECENT_KINDS] as const;
const STATES = ['all', ...RECENT_STATES] as const;

function FilterBar({ filter, shown, count, isAsked }: { filter: Filter; shown: number; count: number; isAsked: boolean }) {
  const text = useText('home.recent');
  const input = useRef<HTMLInputElement>(null);
  useSearch(() => input.current?.focus());
  useEffect(() => {
    if (isAsked) input.current?.focus();
  }, [isAsked]);
  const { value, setText, setKind, setState } = filter;
  return (
    <Toolbar className={css.filter}>
      <Select
        label={text('kind')}
        value={value.kind}
        onChange={setKind}
        options={KINDS.map((kind) => ({ value: kind, label: text(`kinds.${kind}`) }))}
      />
      <Select
        label={text('state')}
        value={value.state}
        onChange={setState}
        options={STATES.map((state) => ({ value: state, label: text(`states.${state}`) }))}
      />
      <SearchInput
        inputRef={input}
        label={text('filter')}
        placeholder={text('filterShort')}
        value={value.text}
        onChange={setText}
        found={isFiltering(value) ? text('shown', { shown: formatCount(shown), count: formatCount(count) }) : null}
      />
    </Toolbar>
  );
}

/** When a row has gone, the focus goes to the one that takes its place. */
function useFocusOnNext(host: RefObject<HTMLElement | null>, data: unknown): (index: number) => void {
  const wanted = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the new list is drawn
  useEffect(() => {
    if (wanted.current === null) return;
    const names = host.current?.querySelectorAll<HTMLElement>('[data-recent]') ?? [];
    names[Math.min(wanted.current, names.length - 1)]?.focus();
    wanted.current = null;
  }, [data]);
  return (index) => {
    wanted.current = index;
  };
}

interface Selection {
  /** Selected paths, the base first: the older of two; null: not selecting. */
  readonly chosen: readonly string[] | null;
  readonly set: (chosen: readonly string[] | null) => void;
  /** The order is the other one. */
  readonly turn: () => void;
}

/** What is compared with what was there before: whoever ticks from the top of a list, where the newest stands, means that, too. */
function useSelection(sessions: readonly RecentSession[]): Selection {
  const [ticked, setTicked] = useState<readonly string[] | null>(null);
  const [isTurned, setTurned] = useState(false);
  return useMemo(() => {
    const timeOf = new Map(sessions.map(({ path, summary }) => [path, Date.parse(summary?.recordedAt ?? '') || 0]));
    const sorted = ticked && [...ticked].sort((a, b) => (timeOf.get(a) ?? 0) - (timeOf.get(b) ?? 0));
    const set = (chosen: readonly string[] | null) => {
      setTicked(chosen);
      if (chosen === null) setTurned(false);
    };
    return { chosen: isTurned ? (sorted?.reverse() ?? null) : sorted, set, turn: () => setTurned(!isTurned) };
  }, [ticked, isTurned, sessions]);
}

/** A comparison or a plain profile has no figures that could be compared with those of other sessions. */
function isComparable({ missing, summary }: RecentSession): boolean {
  return !missing && summary !== null && (summary.kind === 'load' || summary.requestsPerSecond !== null);
}

const MOST = 6;
/** Saved runs side by side, even if they were not recorded for comparison. */
function Choosing({ selection: { chosen, set, turn } }: { selection: Selection }) {
  const text = useText('home.recent');
  if (chosen === null) {
    return (
      <div className={css.choosing}>
        <span />
        <Button variant="quiet" onClick={() => set([])}>
          {text('select')}
        </Button>
      </div>
    );
  }
  return (
    <div className={css.choosing}>
      <span role="status">{text('chosen', { count: chosen.length })}</span>
      {chosen.length === 2 && (
        <Button variant="quiet" onClick={turn}>
          {text('turn')}
        </Button>
      )}
      <Button variant="quiet" onClick={() => set(null)}>
        {text('cancel')}
      </Button>
      <Button variant="primary" disabled={chosen.length < 2} onClick={() => void compareFiles(chosen)}>
        {text('compare')}
      </Button>
    </div>
  );
}

function ChooseCell({ session: { path, name }, selection: { chosen, set } }: { session: RecentSession; selection: Selection }) {
  const text = useText('home.recent');
  if (chosen === null) return null;
  const place = chosen.indexOf(path);
  const isChosen = place >= 0;
  return (
    <span className={css.chosen}>
      <input
        type="checkbox"
        aria-label={isChosen ? text('selectedOne', { name, letter: variantLetter(place) }) : text('selectOne', { name })}
        checked={isChosen}
        disabled={!isChosen && chosen.length >= MOST}
        onChange={() => set(isChosen ? chosen.filter((other) => other !== path) : [...chosen, path])}
      />
      {isChosen && (
        <>
          <VariantMark index={place} /> {variantLetter(place)}
        </>
      )}
    </span>
  );
}

function useColumns(selection: Selection, { renamed, rename, trash }: RowActs, isWide: boolean): Column<RecentSession>[] {
  const text = useText('home.recent');
  return useMemo(
    () => [
      ...(selection.chosen === null
        ? []
        : [
            {
              id: 'choose',
              header: <span className="visually-hidden">{text('select')}</span>,
              // As wide as the box, its margins and a letter: a cell that overflows ends in an ellipsis.
              width: '4.5rem',
              cell: (session: RecentSession) => isComparable(session) && <ChooseCell session={session} selection={selection} />,
            },
          ]),
      {
        id: 'name',
        header: text('name'),
        rowHeader: true,
        sortValue: ({ name }) => name,
        cell: (session) => (
          <RecentName
            session={session}
            isRenaming={session.path === renamed}
            onRename={(renaming) => rename(renaming ? session.path : null)}
            onTrash={() => trash(session)}
          />
        ),
      },
      {
        id: 'state',
        header: text('state'),
        // For “▼ higher, worse” and “100 % unexpected”.
        width: '8.75rem',
        cell: ({ summary }) => summary !== null && <State summary={summary} />,
      },
      {
        id: 'rate',
        header: text('rate'),
        numeric: true,
        width: '6rem',
        sortValue: ({ summary }) => firstOf(summary, 'requestsPerSecond'),
        cell: ({ summary }) => <Figures summary={summary} of="requestsPerSecond" />,
      },
      ...(isWide
        ? [
            {
              id: 'p50',
              header: text('p50'),
              title: text('p50Title'),
              numeric: true,
              width: '4.75rem',
              sortValue: ({ summary }: RecentSession) => firstOf(summary, 'p50Ms'),
              cell: ({ summary }: RecentSession) => <Figures summary={summary} of="p50Ms" />,
            },
          ]
        : []),
      {
        id: 'p99',
        header: text('p99'),
        title: text('p99Title'),
        numeric: true,
        width: '4.75rem',
        sortValue: ({ summary }) => firstOf(summary, 'p99Ms'),
        cell: ({ summary }) => <Figures summary={summary} of="p99Ms" />,
      },
      {
        id: 'when',
        header: text('when'),
        numeric: true,
        // For “59 minutes ago”.
        width: '7.5rem',
        sortValue: ({ sample, summary }) => (sample || summary?.recordedAt === undefined ? null : Date.parse(summary.recordedAt)),
        cell: (session) => <When session={session} />,
      },
      {
        id: 'actions',
        header: <span className="visually-hidden">{text('actions')}</span>,
        width: '2.75rem',
        cell: (session) => <RecentMenu session={session} onRename={() => rename(session.path)} onTrash={() => trash(session)} />,
      },
    ],
    [text, selection, isWide, renamed, rename, trash],
  );
}

type Listed = Parameters<typeof recentFigures>[1];

/** What rows are sorted by: of several variants the base. */
function firstOf(summary: RecentSummary | null, of: Listed): number | null | undefined {
  return summary?.[of] ?? summary?.variants?.[0]?.[of];
}

/** Those of two variants stand below each other. */
function Figures({ summary, of }: { summary: RecentSummary | null; of: Listed }) {
  const figures = recentFigures(summary, of, formatSignificant);
  if (figures.length === 0) return <>{formatSignificant(null)}</>;
  return (
    <>
      {figures.map((figure) => (
        <div key={figure}>{figure}</div>
      ))}
    </>
  );
}

function When({ session: { openedAt, sample, summary } }: { session: RecentSession }) {
  const text = useText('home.recent');
  const opened = formatDateTime(openedAt);
  // Files of other tools do not say when.
  if (summary?.recordedAt === undefined) return <span title={text('openedTitle', { opened })}>–</span>;
  const recorded = formatDateTime(summary.recordedAt);
  // It was not made here, so "8 months ago" would only be odd.
  if (sample) {
    return (
      <span className="muted" title={text('sampleTitle', { recorded, opened })}>
        {text('sample')}
      </span>
    );
  }
  const title = text('whenTitle', { recorded, opened });
  return <span title={title}>{formatAgo(summary.recordedAt, Date.now())}</span>;
}

const TONES = { bad: css.bad, doubtful: css.doubtful, plain: undefined, quiet: 'muted' } as const;

function State({ summary }: { summary: RecentSummary }) {
  const state = recentState(summary);
  if (state === null) return null;
  return (
    <>
      <span className={TONES[state.tone]} title={state.title ?? undefined}>
        {state.sign !== null && <SignMark sign={state.sign} />}
        {state.word}
      </span>
      {state.question !== null && <div className={css.question}>{state.question}</div>}
      {state.errors !== null && (
        <div className={cx(css.question, css.bad)} title={state.errors.title}>
          {state.errors.word}
        </div>
      )}
    </>
  );
}
