import { useMemo, useRef, useState } from 'react';
import { frameKey } from '../../shared/charts/flame-layout.ts';
import { calledFunction, placeOf, placesToTell, shortPlace, type ToTell } from '../../shared/format/place.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { DiffFunctionRow } from '../../shared/model/profile/profile-views.ts';
import { matcherOf } from '../../shared/profile/tree/frame-search.ts';
import { Figure } from '../charts/Figure.tsx';
import { FoldChips, MineToggle } from '../flame/FoldChips.tsx';
import { KindSwatch } from '../flame/KindSwatch.tsx';
import { Location } from '../flame/Location.tsx';
import { useFrameMenu } from '../flame/use-frame-menu.tsx';
import { formatCount, formatDifferenceFigures, formatMs, formatNumber, formatSigned } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Button } from '../ui/Button.tsx';
import type { MenuPoint } from '../ui/ContextMenu.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { useSearchAction } from '../ui/screen-actions.ts';
import { Toolbar, UnderBar } from '../ui/Toolbar.tsx';
import { type Column, Table } from '../ui/table/Table.tsx';
import type { Sort } from '../ui/table/table-sort.ts';
import { useScreenKeys } from '../ui/use-screen-keys.ts';
import { Folding, NoProfiles, PairChoice } from './FlameFigure.tsx';
import css from './FunctionsFigure.module.css';
import type { PairFigureProps } from './use-profile-pair.ts';

const LARGEST_CHANGE: Sort = { column: 'change', descending: true };
/** Rows of packages have no time of their own. */
const LARGEST_CHANGE_OF_MINE: Sort = { column: 'foldedChange', descending: true };

/** The functions of both variants by self time, and how that changed. */
export function FunctionsFigure({ sessionId, info, pair, query, onQuery, over }: PairFigureProps) {
  const text = useText('compare.functions');
  const asked = { sessionId, ...pair.asked, hide: [...pair.hide], folds: [...pair.folds.list] };
  const { data, failure } = useEngineRequest('compare.functions', asked, { enabled: pair.isProfiled });
  const rows = useMemo(() => filterRows(data?.rows ?? [], query), [data, query]);
  const search = useRef<HTMLInputElement>(null);
  useSearchAction(() => search.current?.focus());
  useScreenKeys(pair.folds.list.length > 0 ? { Escape: pair.folds.undo } : {});
  const [chosen, setChosen] = useState<string | null>(null);
  const toTell = useMemo(() => placesToTell(data?.rows ?? []), [data]);
  const columns = useColumns(variantLetter(pair.a), variantLetter(pair.b), pair.isFolded, toTell);
  const frameMenu = useFrameMenu({ folds: pair.folds, showCallers: null, sessionId: null });
  const difference = useText('compare.flame');
  const openMenu = ({ function: name, url, line, kind, totalA, totalB }: DiffFunctionRow, at: MenuPoint) => {
    const share = difference('share', {
      nameA: variantLetter(pair.a),
      a: formatMs(totalA / 1_000),
      nameB: variantLetter(pair.b),
      b: formatMs(totalB / 1_000),
    });
    frameMenu.open({ function: name, url, line, kind, share, focus: null, recurs: true, standsFor: null }, at);
  };
  if (!pair.isProfiled) {
    return (
      <Figure id="functions" title={text('title')} help={text('help')}>
        <NoProfiles over={over} />
      </Figure>
    );
  }
  const sort = pair.folds.list.some(({ how }) => how === 'mine') ? LARGEST_CHANGE_OF_MINE : LARGEST_CHANGE;
  return (
    <Figure id="functions" title={text('title')} help={text('help')} fills>
      {frameMenu.menu}
      <Toolbar end={<PairChoice info={info} pair={pair} />}>
        <SearchInput
          inputRef={search}
          label={text('filter')}
          placeholder={text('filterShort')}
          value={query}
          onChange={onQuery}
          found={data === undefined ? null : text('shown', { shown: formatCount(rows.length), count: data.rows.length })}
        />
      </Toolbar>
      <UnderBar>
        <Folding pair={pair} colours />
        <MineToggle folds={pair.folds} />
      </UnderBar>
      <FoldChips folds={pair.folds} />
      {data !== undefined && <p className={css.shown}>{difference('oneRun')}</p>}
      {failure !== null && data === undefined && <ErrorNotice failure={failure} />}
      {data !== undefined && (
        <Table
          key={sort.column}
          label={text('label')}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          sort={sort}
          selected={chosen}
          onSelect={(row) => setChosen(keyOf(row))}
          onRowMenu={openMenu}
          rowProps={({ noise, foldedNoise }) => (noise && foldedNoise ? { className: css.noise! } : {})}
          className={css.table!}
          height="100%"
          empty={<EmptyState title={text('none')} action={<Button onClick={() => onQuery('')}>{text('clear')}</Button>} />}
        />
      )}
    </Figure>
  );
}

function keyOf({ function: name, url, line }: DiffFunctionRow): string {
  return frameKey(name, url, line);
}

export function filterRows(rows: readonly DiffFunctionRow[], query: string): readonly DiffFunctionRow[] {
  const isFound = matcherOf(query);
  return isFound === null ? rows : rows.filter((row) => isFound(row.function, row.url, row.line));
}

function useColumns(a: string, b: string, isFolded: boolean, toTell: (row: DiffFunctionRow) => ToTell): Column<DiffFunctionRow>[] {
  const text = useText('compare.functions');
  const column = useText('run.functionColumn');
  return useMemo(
    () => [
      time('selfA', text('self', { letter: a }), '5.75rem'),
      time('selfB', text('self', { letter: b }), '5.75rem'),
      change('change', text('difference'), '7.25rem', (row) => ({ by: row.selfB - row.selfA, isNoise: row.noise })),
      {
        id: 'percent',
        header: text('percent'),
        numeric: true,
        width: '6.75rem',
        sortValue: (row) => (row.totalA === 0 ? Number.POSITIVE_INFINITY : row.differencePercent),
        cell: (row) => changeText(row, text('only', { letter: b })),
      },
      ...(isFolded
        ? [
            time('foldedA', text('folded', { letter: a }), '6.75rem'),
            time('foldedB', text('folded', { letter: b }), '6.75rem'),
            change('foldedChange', text('foldedDifference'), '10rem', (row) => ({
              by: row.foldedB - row.foldedA,
              isNoise: row.foldedNoise,
            })),
          ]
        : []),
      time('totalA', text('total', { letter: a }), '6rem'),
      time('totalB', text('total', { letter: b }), '6rem'),
      {
        id: 'function',
        header: column('function'),
        rowHeader: true,
        sortValue: calledFunction,
        text: calledFunction,
        cell: (row) => (
          <span className={css.name}>
            <KindSwatch kind={row.kind} />
            {calledFunction(row)}
          </span>
        ),
      },
      {
        id: 'file',
        header: column('file'),
        width: isFolded ? '12%' : '22%',
        sortValue: (row) => placeOf(row.url, row.line),
        text: (row) => shortPlace(row.url, row.line, toTell(row)),
        cell: (row) => <Location url={row.url} line={row.line} {...toTell(row)} />,
      },
    ],
    [a, b, isFolded, toTell, text, column],
  );
}

type TimeName = 'selfA' | 'selfB' | 'foldedA' | 'foldedB' | 'totalA' | 'totalB';

function time(id: TimeName, header: string, width: string): Column<DiffFunctionRow> {
  return { id, header, numeric: true, width, sortValue: (row) => row[id], cell: (row) => formatNumber(row[id], 1) };
}

interface ChangeProps {
  readonly by: number;
  readonly isNoise: boolean;
}

function change(id: string, header: string, width: string, of: (row: DiffFunctionRow) => ChangeProps): Column<DiffFunctionRow> {
  return {
    id,
    header,
    numeric: true,
    width,
    sortValue: (row) => Math.abs(of(row).by),
    text: (row) => formatSigned(of(row).by, 1),
    cell: (row) => <Change {...of(row)} />,
  };
}

/** New means that A does not have the function at all; with no self time it may still have called others. */
export function changeText({ totalA, differencePercent }: DiffFunctionRow, only: string): string {
  return totalA === 0 ? only : formatDifferenceFigures(differencePercent);
}

/** Signed, with a mark in the colour of the direction, or without a mark if it is noise. */
function Change({ by, isNoise }: ChangeProps) {
  const text = useText('compare.functions');
  const color = by < 0 ? 'var(--less)' : 'var(--more)';
  return (
    <span title={isNoise ? text('noise') : undefined}>
      {!isNoise && by !== 0 && <span className={css.mark} style={{ background: color }} aria-hidden="true" />}
      {formatSigned(by, 1)}
    </span>
  );
}
