import { useMemo, useState } from 'react';
import type { VerdictWord } from '../../../shared/model/comparison.ts';
import type { RecentSession, RecentSummary } from '../../../shared/protocol/contract.ts';
import { signOf } from '../../../shared/words/verdict-words.ts';
import { request } from '../../bridge.ts';
import { SignMark } from '../../comparison/SignMark.tsx';
import { formatAbout, formatAgo, formatCount, formatDateTime, formatSignificant } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { useListsVersion } from '../../state/sessions.ts';
import { compareFiles, openPath, showFailure } from '../../state/shell.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import { type ScreenColumn as Column, Table } from '../../ui/Table.tsx';
import { showToast } from '../../ui/Toast.tsx';
import css from './HomeScreen.module.css';

export function RecentSessions({ onNewRun }: { onNewRun: () => void }) {
  const text = useText('home.recent');
  const { data, failure } = useEngineRequest('sessions.recent', {}, { version: useListsVersion() });
  const selection = useSelection();
  const columns = useColumns(selection);
  if (failure && !data) return <ErrorNotice failure={failure} />;
  if (!data) return <Spinner label={text('loading')} />;
  if (data.length === 0) {
    return <EmptyState title={text('empty')} text={text('emptyText')} action={<Button onClick={onNewRun}>{text('emptyAction')}</Button>} />;
  }
  return (
    <>
      <Table roomy className={css.recent} label={text('title')} columns={columns} rows={data} rowKey={({ path }) => path} />
      {data.filter(isComparable).length > 1 && <Choosing selection={selection} />}
    </>
  );
}

interface Selection {
  /** Selected paths in the order of selection; null: not selecting. */
  readonly chosen: readonly string[] | null;
  readonly set: (chosen: readonly string[] | null) => void;
}

function useSelection(): Selection {
  const [chosen, set] = useState<readonly string[] | null>(null);
  return useMemo(() => ({ chosen, set }), [chosen]);
}

/** A comparison or a plain profile has no figures that could be compared with those of other sessions. */
function isComparable({ missing, summary }: RecentSession): boolean {
  return !missing && summary !== null && summary.requestsPerSecond !== null;
}

const MOST = 6;
/** A few resets at the end of a connection's life mark no run. */
const LEAST_ERRORS = 0.001;
/** Narrower windows have no room for the median beside the name. */
const WIDE_PX = 1_100;

/** Saved runs side by side, even if they were not recorded for comparison. */
function Choosing({ selection: { chosen, set } }: { selection: Selection }) {
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
  const isChosen = chosen.includes(path);
  return (
    <input
      type="checkbox"
      aria-label={text('selectOne', { name })}
      checked={isChosen}
      disabled={!isChosen && chosen.length >= MOST}
      onChange={() => set(isChosen ? chosen.filter((other) => other !== path) : [...chosen, path])}
    />
  );
}

function useColumns(selection: Selection): Column<RecentSession>[] {
  const text = useText('home.recent');
  const [isWide] = useState(() => window.innerWidth >= WIDE_PX);
  return useMemo(
    () => [
      ...(selection.chosen === null
        ? []
        : [
            {
              id: 'choose',
              header: <span className="visually-hidden">{text('select')}</span>,
              // As wide as the box and its margins: a cell that overflows ends in an ellipsis.
              width: '40px',
              cell: (session: RecentSession) => isComparable(session) && <ChooseCell session={session} selection={selection} />,
            },
          ]),
      { id: 'name', header: text('name'), rowHeader: true, sortValue: ({ name }) => name, cell: (session) => <Name session={session} /> },
      {
        id: 'state',
        header: text('state'),
        // For “▼ higher, worse”.
        width: '124px',
        cell: ({ summary }) => summary !== null && <State summary={summary} />,
      },
      {
        id: 'rate',
        header: text('rate'),
        numeric: true,
        width: '96px',
        sortValue: ({ summary }) => summary?.requestsPerSecond,
        cell: ({ summary }) => formatSignificant(summary?.requestsPerSecond),
      },
      ...(isWide
        ? [
            {
              id: 'p50',
              header: text('p50'),
              title: text('p50Title'),
              numeric: true,
              width: '76px',
              sortValue: ({ summary }: RecentSession) => summary?.p50Ms,
              cell: ({ summary }: RecentSession) => formatSignificant(summary?.p50Ms),
            },
          ]
        : []),
      {
        id: 'p99',
        header: text('p99'),
        title: text('p99Title'),
        numeric: true,
        width: '76px',
        sortValue: ({ summary }) => summary?.p99Ms,
        cell: ({ summary }) => formatSignificant(summary?.p99Ms),
      },
      {
        id: 'when',
        header: text('when'),
        numeric: true,
        // For “59 minutes ago”.
        width: '132px',
        sortValue: ({ openedAt }) => Date.parse(openedAt),
        cell: ({ openedAt }) => <span title={formatDateTime(openedAt)}>{formatAgo(openedAt, Date.now())}</span>,
      },
      {
        id: 'actions',
        header: <span className="visually-hidden">{text('actions')}</span>,
        width: '44px',
        cell: (session) => <RowMenu session={session} />,
      },
    ],
    [text, selection, isWide],
  );
}

/** How it ended; errors before that, because figures without them mean something else. */
function State({ summary }: { summary: RecentSummary }) {
  const text = useText('home.recent');
  const { completed, failed, unexpected = 0, ending, verdict } = summary;
  const errors = failed + unexpected;
  const count = completed + failed;
  if (ending === 'target-exited' || ending === 'failed') {
    return (
      <span className={css.bad} title={text(`endingTitle.${ending}`)}>
        {text(`ending.${ending}`)}
      </span>
    );
  }
  if (errors > 0 && errors / count >= LEAST_ERRORS) {
    return (
      <span className={css.bad} title={text('errorsTitle', { errors: formatCount(errors), count: formatCount(count) })}>
        {text('errors', { percent: formatAbout((100 * errors) / count) })}
      </span>
    );
  }
  if (ending === 'completed' && verdict !== undefined) return <Verdict verdict={verdict} />;
  if (!ending) return null;
  return (
    <span className="muted" title={text(`endingTitle.${ending}`)}>
      {text(`ending.${ending}`)}
    </span>
  );
}

function Verdict({ verdict }: { verdict: VerdictWord | null }) {
  const text = useText('home.recent');
  const words = useText('compare.verdicts.word');
  if (verdict === null || verdict === 'cannot tell') return <span className="muted">{text('noVerdict')}</span>;
  const sign = signOf(verdict);
  return (
    <span>
      {sign !== null && <SignMark sign={sign} />}
      {words(verdict)}
    </span>
  );
}

function Name({ session: { name, path, missing } }: { session: RecentSession }) {
  const text = useText('home.recent');
  if (missing) {
    return (
      <span className="muted" title={path}>
        {name} <span className={css.missing}>{text('missing')}</span>
      </span>
    );
  }
  return (
    <button type="button" className={css.open} title={path} onClick={() => void openPath(path)}>
      {name}
    </button>
  );
}

function RowMenu({ session: { name, path, missing } }: { session: RecentSession }) {
  const text = useText('home.recent');
  const forget = async () => {
    const answer = await request('sessions.forget', { path });
    if (answer.ok) showToast(text('forgotten', { name }));
    else showFailure(answer.failure);
  };
  return (
    <Menu
      trigger={
        <IconButton label={text('menu', { name })}>
          <MoreIcon />
        </IconButton>
      }
      items={[
        { label: text('open'), disabled: missing, onSelect: () => void openPath(path) },
        { label: text('forget'), onSelect: () => void forget() },
      ]}
    />
  );
}
