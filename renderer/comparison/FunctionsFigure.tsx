import { useMemo, useRef, useState } from 'react';
import { frameKey } from '../../shared/charts/flame-layout.ts';
import { formatWeight } from '../../shared/format/weights.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { DiffFunctionRow } from '../../shared/model/profile/profile-views.ts';
import type { WeightUnit } from '../../shared/model/profile/weight-unit.ts';
import { aboutHeapDifference } from '../../shared/phrases/heap-profile.ts';
import { matcherOf } from '../../shared/profile/tree/frame-search.ts';
import { diffFunctionColumns, placesOfBoth, someMoved } from '../../shared/report/tables/compared/functions.ts';
import { Figure } from '../charts/Figure.tsx';
import { useEscape } from '../commands/escape.ts';
import { useSearch } from '../commands/search.ts';
import { FoldChips, MineToggle } from '../flame/FoldChips.tsx';
import { useFrameMenu } from '../flame/use-frame-menu.tsx';
import { formatCount } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Button } from '../ui/Button.tsx';
import type { MenuPoint } from '../ui/ContextMenu.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { Toolbar, UnderBar } from '../ui/Toolbar.tsx';
import { rowColumns } from '../ui/table/row-columns.tsx';
import { type Column, Table } from '../ui/table/Table.tsx';
import type { Sort } from '../ui/table/table-sort.ts';
import { Folding, NoProfiles, ProfileChoice } from './FlameFigure.tsx';
import css from './FunctionsFigure.module.css';
import type { PairFigureProps } from './use-profile-pair.ts';

const LARGEST_CHANGE: Sort = { column: 'change', descending: true };
/** Rows of packages have no time of their own. */
const LARGEST_CHANGE_OF_MINE: Sort = { column: 'foldedChange', descending: true };

/** The functions of both variants by what is their own, and how that changed. */
export function FunctionsFigure({ sessionId, info, pair, query, onQuery, over }: PairFigureProps) {
  const text = useText('compare.functions');
  const asked = { sessionId, ...pair.asked, kind: pair.kind, hide: [...pair.hide], folds: [...pair.folds.list] };
  const { data, failure } = useEngineRequest('compare.functions', asked, { enabled: pair.isProfiled });
  const unit = data?.unit ?? 'microseconds';
  const rows = useMemo(() => filterRows(data?.rows ?? [], query), [data, query]);
  const search = useRef<HTMLInputElement>(null);
  useSearch(() => search.current?.focus());
  useEscape('folds', pair.folds.list.length > 0 ? pair.folds.undo : null);
  const [chosen, setChosen] = useState<string | null>(null);
  const columns = useColumns(unit, variantLetter(pair.a), variantLetter(pair.b), pair.isFolded, data?.rows);
  const frameMenu = useFrameMenu({ folds: pair.folds, showCallers: null, sessionId: null });
  const difference = useText('compare.flame');
  const openMenu = ({ function: name, url, line, kind, totalA, totalB }: DiffFunctionRow, at: MenuPoint) => {
    const share = difference('share', {
      nameA: variantLetter(pair.a),
      a: formatWeight(totalA, unit),
      nameB: variantLetter(pair.b),
      b: formatWeight(totalB, unit),
    });
    frameMenu.open({ function: name, url, line, kind, share, focus: null, recurs: true, standsFor: null }, at);
  };
  if (!pair.isProfiled) {
    return (
      <Figure id="functions" title={text('title', { unit })} help={text('help', { unit })}>
        <NoProfiles over={over} />
      </Figure>
    );
  }
  const sort = pair.folds.list.some(({ how }) => how === 'mine') ? LARGEST_CHANGE_OF_MINE : LARGEST_CHANGE;
  return (
    <Figure id="functions" title={text('title', { unit })} help={text('help', { unit })} fills>
      {frameMenu.menu}
      <Toolbar end={<ProfileChoice info={info} pair={pair} />}>
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
      {data !== undefined && (
        <p className={css.shown}>
          {difference('oneRun', { unit })} {aboutHeapDifference(info, unit)}
        </p>
      )}
      {data === undefined && (failure === null ? <Spinner label={text('title', { unit })} /> : <ErrorNotice failure={failure} />)}
      {data !== undefined && (
        <Table
          key={sort.column}
          label={text('label', { unit })}
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
  if (isFound === null) return rows;
  return rows.filter(({ function: name, natives = [], url, line }) => [name, ...natives].some((one) => isFound(one, url, line)));
}

const NONE: readonly DiffFunctionRow[] = [];

/** CSS widths of columns; the name of the function has what is left. */
const width = (is: string) => ({ width: is });
const WEIGHT = width('5.75rem');
const WIDE_WEIGHT = width('6.75rem');

function useColumns(
  unit: WeightUnit,
  a: string,
  b: string,
  isFolded: boolean,
  rows: readonly DiffFunctionRow[] = NONE,
): Column<DiffFunctionRow>[] {
  return useMemo(() => {
    const isMoved = someMoved(rows);
    return rowColumns(diffFunctionColumns({ unit, a, b, isFolded, isMoved, toTell: placesOfBoth(rows) }), {
      selfA: WEIGHT,
      selfB: WEIGHT,
      change: width('7.25rem'),
      percent: WIDE_WEIGHT,
      foldedA: WIDE_WEIGHT,
      foldedB: WIDE_WEIGHT,
      foldedChange: width('10rem'),
      totalA: WEIGHT,
      totalB: WEIGHT,
      function: { draw: (_, drawn) => <span className={css.name}>{drawn}</span> },
      file: width(isFolded || isMoved ? '12%' : '22%'),
      fileB: width('12%'),
    });
  }, [unit, a, b, isFolded, rows]);
}
