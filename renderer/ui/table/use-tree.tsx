import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type Cell, cellText, type ReportTable } from '../../../shared/report/table.ts';
import { TwistyButton } from '../Twisty.tsx';
import css from './FigureTable.module.css';
import { openRows } from './open-rows.ts';
import type { TableProps } from './Table.tsx';

type Row = readonly Cell[];

const depthOf = (cell: Cell | undefined): number | undefined => (typeof cell === 'string' ? undefined : cell?.depth);

/** The indentation of deeper rows stops growing, so that their names stay on the page. */
const DEEPEST = 24;
const INDENT_PX = 14;

/** The first row is open. */
const AT_FIRST: ReadonlySet<number> = new Set([0]);

export interface TreeOfFigures {
  /** Those that are in sight. */
  readonly rows: readonly Row[];
  /** `name`: the cell that names it. */
  readonly name: (row: Row, name: ReactNode) => ReactNode;
  readonly props: Pick<TableProps<Row>, 'tree' | 'selected' | 'onSelect' | 'onActivate'>;
}

/** A table whose rows have depths: a level at a time is opened and closed, by a button or by keys. Null: of all other tables. */
export function useTree({ rows }: ReportTable, openLabel: (name: string) => string = String): TreeOfFigures | null {
  const [open, setOpen] = useState(AT_FIRST);
  const [chosen, setChosen] = useState<number | null>(null);
  const depths = useMemo(
    () => (rows.every(([name]) => depthOf(name) === undefined) ? [] : rows.map(([name]) => depthOf(name) ?? 0)),
    [rows],
  );
  const shown = useMemo(() => new Map(openRows(depths, open).map((one) => [rows[one.index]!, one])), [depths, rows, open]);
  const toggle = useCallback(
    (row: Row) => {
      const { index, hasMore } = shown.get(row)!;
      if (!hasMore) return;
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(index)) next.add(index);
        return next;
      });
    },
    [shown],
  );
  const tree = useMemo(
    () => ({
      level: (row: Row) => depths[shown.get(row)!.index]! + 1,
      isOpen: (row: Row) => {
        const { hasMore, isOpen } = shown.get(row)!;
        return hasMore ? isOpen : null;
      },
      toggle,
    }),
    [depths, shown, toggle],
  );
  const visible = useMemo(() => [...shown.keys()], [shown]);
  if (depths.length === 0) return null;
  return {
    rows: visible,
    name: (row, name) => {
      const { index, hasMore, isOpen } = shown.get(row)!;
      const called = cellText(row[0]!).trim();
      return (
        <span className={css.branch} style={{ paddingLeft: Math.min(DEEPEST, depths[index]!) * INDENT_PX }} title={called}>
          <TwistyButton isOpen={isOpen} isLeaf={!hasMore} label={openLabel(called)} onToggle={() => toggle(row)} />
          {name}
        </span>
      );
    },
    props: { tree, selected: chosen, onSelect: (row) => setChosen(shown.get(row)!.index), onActivate: toggle },
  };
}
