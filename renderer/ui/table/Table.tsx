import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReportTable } from '../../../shared/report/table.ts';
import { TakeTable } from '../../take/TakeTable.tsx';
import { textScale } from '../../text-scale.ts';
import { isMenuKey, type MenuPoint, pointBelow } from '../ContextMenu.tsx';
import { cx } from '../cx.ts';
import { ChevronDown } from '../icons.tsx';
import { Term, TermTip } from '../Term.tsx';
import type { TermId } from '../terms.ts';
import { findParent, findPlaces } from '../tree-places.ts';
import { usePrinting } from '../use-printing.ts';
import css from './Table.module.css';
import { nextSort, type Sort, type SortValue, sortRows } from './table-sort.ts';

type Plain = string | number | null | undefined;

/** A column that can be copied and saved: its heading and its cells are texts, or have them besides. */
export type Column<R> = ScreenColumn<R> &
  ({ header: string } | { name: string }) &
  ({ cell: (row: R) => Plain } | { text: (row: R) => Plain });

export interface ScreenColumn<R> {
  id: string;
  /** Includes the unit, if the column has one. */
  header: ReactNode;
  /** The heading as text; empty: the column is left out where the table is copied or saved. */
  name?: string;
  cell: (row: R) => ReactNode;
  /** The cell as text. */
  text?: (row: R) => Plain;
  /** Right-aligned, and sorted largest first. */
  numeric?: boolean;
  /** Makes the column sortable. */
  sortValue?: (row: R) => SortValue;
  /** CSS width; columns without one share the rest. */
  width?: string;
  /** The glossary explains it; instead of `title`. */
  term?: TermId;
  /** Tooltip of the header. */
  title?: string;
  /** This cell is the row's header. */
  rowHeader?: boolean;
}

export interface TreeOf<R> {
  /** From 1. */
  readonly level: (row: R) => number;
  /** Null: there is nothing below it. */
  readonly isOpen: (row: R) => boolean | null;
  readonly toggle: (row: R) => void;
}

export interface TableProps<R> {
  label: string;
  columns: readonly ScreenColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string | number;
  /** Initial order; with `onSort` the caller keeps the order and sorts the rows itself. */
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Makes rows selectable: up and down move the selection, Enter and double click activate. */
  selected?: string | number | null;
  onSelect?: (row: R) => void;
  /** A row that is brought into sight when this changes; needs `height`. */
  revealed?: string | number | null;
  onActivate?: (row: R) => void;
  /** Rows can be expanded: right and left open and close them, and go to what is below and above. */
  tree?: TreeOf<R>;
  /** The context menu of a row: at a right click, or at the keys for it on the selected row. */
  onRowMenu?: (row: R, at: MenuPoint) => void;
  rowProps?: (row: R) => { className?: string; style?: CSSProperties };
  /** Scrolls within this height (CSS) with a fixed header and renders only visible rows. Without it the table is as tall as its rows. */
  height?: string;
  empty?: ReactNode;
  /** Rows that contain controls: 32 px instead of 20; nothing to be copied. Not together with `height`. */
  roomy?: boolean;
  className?: string;
}

/** At the usual text size. */
export const ROW_PX = 20;
/** Nobody reads more of them on paper; a saved table has all. */
const MOST_PRINTED = 1_000;

/** With larger text the columns of a fixed width could leave nothing to the others: then the table scrolls. */
const LEAST_FREE = '10rem';
const LEAST_NUMERIC = '4rem';

function leastWidth(columns: readonly { readonly width?: string | undefined; readonly numeric?: boolean | undefined }[]) {
  if (textScale() <= 1) return undefined;
  const widths = columns.map(({ width, numeric }) => width ?? (numeric ? LEAST_NUMERIC : LEAST_FREE));
  return { minWidth: `calc(${widths.join(' + ')})` };
}

/** Of a row of a tree. */
export function indented(text: string, depth: number): string {
  return `${'  '.repeat(depth)}${text}`;
}

/** What it shows, all rows, as text. */
function toReportTable<R>({ label, columns }: TableProps<R>, rows: readonly R[]): ReportTable {
  const named = columns.map((column) => ({ ...column, title: String(column.name ?? column.header) })).filter(({ title }) => title !== '');
  return {
    caption: label,
    columns: named.map(({ title, numeric = false }) => ({ title, numeric })),
    rows: rows.map((row) => named.map(({ text, cell }) => String((text ?? cell)(row) ?? ''))),
  };
}

/** Rows of figures. A real table element, so that screen readers and copying work; long ones render only visible rows. */
export function Table<R>(props: TableProps<R>) {
  const { columns, rowKey } = props;
  const [ownSort, setOwnSort] = useState<Sort | null>(props.sort ?? null);
  const sort = props.onSort ? (props.sort ?? null) : ownSort;
  const rows = useSorted(props, sort);
  const scroller = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const scrolls = props.height !== undefined && !printing;
  const rowPx = ROW_PX * textScale();
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: scrolls,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    // While it scrolls the library would render at once even from within an effect of React, which refuses that. The overscan covers one frame.
    useFlushSync: false,
  });
  const items = scrolls ? virtual.getVirtualItems() : null;
  const first = items?.[0]?.index ?? 0;
  const shown = items ? rows.slice(first, (items[items.length - 1]?.index ?? -1) + 1) : printing ? rows.slice(0, MOST_PRINTED) : rows;
  const before = first * rowPx;
  const after = items ? (rows.length - first - shown.length) * rowPx : 0;

  const { revealed = null } = props;
  const hasRows = rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is to be seen
  useEffect(() => {
    const at = revealed === null ? -1 : rows.findIndex((row) => rowKey(row) === revealed);
    if (at >= 0) virtual.scrollToIndex(at, { align: 'center' });
  }, [revealed, hasRows]);

  const pressSort = (column: ScreenColumn<R>) => {
    const next = nextSort(sort, column.id, column.numeric ?? false);
    if (props.onSort) props.onSort(next);
    else setOwnSort(next);
  };

  const { tree } = props;
  const levels = useMemo(() => (tree === undefined ? [] : rows.map(tree.level)), [tree, rows]);
  const places = useMemo(() => findPlaces(levels), [levels]);
  const selectable = props.onSelect !== undefined;
  // Not for each step that it scrolls.
  const selected = useMemo(
    () => (selectable ? rows.findIndex((row) => rowKey(row) === props.selected) : -1),
    [selectable, rows, rowKey, props.selected],
  );
  const id = useId();

  const select = (to: number) => {
    props.onSelect?.(rows[to]!);
    if (props.height === undefined) scroller.current?.querySelectorAll('tbody tr')[to]?.scrollIntoView({ block: 'nearest' });
    else virtual.scrollToIndex(to);
  };
  const onTreeKey = (event: KeyboardEvent, at: number) => {
    if (tree === undefined || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
    event.preventDefault();
    const isOpen = tree.isOpen(rows[at]!);
    const opens = event.key === 'ArrowRight';
    if (isOpen === !opens) return tree.toggle(rows[at]!);
    const to = opens ? at + 1 : findParent(levels, at);
    if (opens ? (levels[to] ?? 0) > levels[at]! : to >= 0) select(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!props.onSelect) return;
    const at = selected;
    const to = moveTo(event.key, at, rows.length);
    if (to !== null) {
      event.preventDefault();
      select(to);
    } else if (at >= 0 && props.onRowMenu !== undefined && isMenuKey(event)) {
      event.preventDefault();
      const row = scroller.current?.querySelector('tr[aria-selected="true"]') ?? event.currentTarget;
      props.onRowMenu(rows[at]!, pointBelow(row.getBoundingClientRect()));
    } else if (at >= 0 && event.key === 'Enter') {
      props.onActivate?.(rows[at]!);
    } else if (at >= 0) {
      onTreeKey(event, at);
    }
  };

  const openMenu = (event: MouseEvent, row: R) => {
    event.preventDefault();
    scroller.current?.focus({ preventScroll: true });
    props.onSelect?.(row);
    props.onRowMenu?.(row, { x: event.clientX, y: event.clientY });
  };

  // Scrollable and selectable tables must be reachable by keyboard.
  // The focus stays on all of it; screen readers follow the row that keys have come to, as long as it is in the page.
  const active = selected >= first && selected < first + shown.length ? `${id}-${selected}` : undefined;
  const area =
    selectable || scrolls ? { role: 'group', 'aria-label': props.label, 'aria-activedescendant': active, tabIndex: 0, onKeyDown } : {};
  const latest = useRef<() => ReportTable>(null!);
  latest.current = () => toReportTable(props, rows);
  const content = (
    <div
      ref={scroller}
      className={cx(css.scroller, scrolls && css.scrolls, props.roomy && css.roomy)}
      style={scrolls ? { height: props.height } : undefined}
      {...area}
      data-searched={scrolls && selectable ? '' : undefined}
    >
      <table
        className={css.table}
        style={leastWidth(columns)}
        role={roleOf(props)}
        aria-label={props.label}
        aria-rowcount={items ? rows.length + 1 : undefined}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={width ? { width } : undefined} />
          ))}
        </colgroup>
        <thead className={css.head}>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onPress={() => pressSort(column)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr style={{ height: before }} />}
          {shown.map((row, index) => {
            const key = rowKey(row);
            const extra = props.rowProps?.(row);
            return (
              <tr
                key={key}
                id={selectable ? `${id}-${first + index}` : undefined}
                aria-level={levels[first + index]}
                aria-posinset={places[first + index]?.nth}
                aria-setsize={places[first + index]?.of}
                aria-expanded={tree?.isOpen(row) ?? undefined}
                style={extra?.style}
                className={cx(
                  css.row,
                  selectable && css.selectable,
                  selectable && key === props.selected && css.selected,
                  extra?.className,
                )}
                aria-rowindex={items ? first + index + 2 : undefined}
                aria-selected={selectable ? key === props.selected : undefined}
                onClick={selectable ? () => props.onSelect?.(row) : undefined}
                onContextMenu={props.onRowMenu ? (event) => openMenu(event, row) : undefined}
                onDoubleClick={props.onActivate ? () => props.onActivate?.(row) : undefined}
              >
                {columns.map((column) => (
                  <BodyCell key={column.id} column={column} row={row} />
                ))}
              </tr>
            );
          })}
          {after > 0 && <tr style={{ height: after }} />}
        </tbody>
      </table>
      {rows.length === 0 && props.empty}
    </div>
  );
  return (
    <div className={cx(css.frame, props.roomy && css.bare, props.className)}>
      {content}
      {rows.length > 0 && !props.roomy && <TakeTable className={css.take} title={props.label} latest={latest} />}
    </div>
  );
}

/** ARIA: only grids have selectable rows, only tree grids have expandable ones. */
function roleOf<R>({ onSelect, tree }: TableProps<R>): 'grid' | 'treegrid' | undefined {
  if (tree) return 'treegrid';
  return onSelect ? 'grid' : undefined;
}

function useSorted<R>({ rows, columns, onSort }: TableProps<R>, sort: Sort | null): readonly R[] {
  return useMemo(() => {
    const sortValueOf = columns.find(({ id }) => id === sort?.column)?.sortValue;
    return sort && sortValueOf && !onSort ? sortRows(rows, sortValueOf, sort.descending) : rows;
  }, [rows, columns, sort, onSort]);
}

function moveTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 20, PageUp: at - 20, Home: 0, End: count - 1 }[key];
  return target === undefined ? null : Math.min(count - 1, Math.max(0, target));
}

function HeadCell<R>({ column, sort, onPress }: { column: ScreenColumn<R>; sort: Sort | null; onPress: () => void }) {
  const sorted = sort?.column === column.id;
  const order = sorted ? (sort.descending ? 'descending' : 'ascending') : undefined;
  // A header cell without a text is announced as one of nothing.
  if (column.header === '') return <td />;
  return (
    <th scope="col" className={cx(column.numeric && 'numeric')} aria-sort={order} title={column.title}>
      {column.sortValue ? <SortButton column={column} order={order} onPress={onPress} /> : <Head column={column} />}
    </th>
  );
}

function Head<R>({ column: { header, term } }: { column: ScreenColumn<R> }) {
  return term === undefined ? header : <Term id={term}>{header}</Term>;
}

function SortButton<R>(props: { column: ScreenColumn<R>; order: 'ascending' | 'descending' | undefined; onPress: () => void }) {
  const { header, term, numeric } = props.column;
  const button = (
    <button type="button" className={cx(css.sort, numeric && css.sortNumeric)} onClick={props.onPress}>
      <span className={cx(term && css.explained)}>{header}</span>
      <span className={css.order} data-order={props.order} aria-hidden="true">
        <ChevronDown />
      </span>
    </button>
  );
  return term === undefined ? button : <TermTip id={term}>{button}</TermTip>;
}

function BodyCell<R>({ column, row }: { column: ScreenColumn<R>; row: R }) {
  const className = cx(column.numeric && 'numeric');
  if (!column.rowHeader) return <td className={className}>{column.cell(row)}</td>;
  return (
    <th scope="row" className={className}>
      {column.cell(row)}
    </th>
  );
}
