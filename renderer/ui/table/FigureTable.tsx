import { type ReactNode, useRef } from 'react';
import {
  type Cell,
  cellText,
  columnOrder,
  narrowTable,
  noteOf,
  type ReportTable,
  type TableColumn,
  writtenTable,
} from '../../../shared/report/table.ts';
import { useWidth } from '../../charts/use-width.ts';
import { useText } from '../../i18n/i18n.tsx';
import { TakeTable } from '../../take/TakeTable.tsx';
import { textScale } from '../../text-scale.ts';
import { HelpLink } from '../HelpLink.tsx';
import { AxisCell, AxisHead } from './AxisColumn.tsx';
import { Explained, FigureCell, Marked } from './FigureCell.tsx';
import css from './FigureTable.module.css';
import { type Column, ROW_PX, Table } from './Table.tsx';
import { useTree } from './use-tree.tsx';

type Row = readonly Cell[];

export interface RowChoice {
  readonly chosen: number | null;
  onChoose(at: number): void;
  onOpen?(at: number): void;
}

export interface RowLink {
  readonly href: string;
  readonly text: string;
  /** For who does not see the row. */
  readonly label: string;
}

export interface CellLink {
  readonly href: string;
  /** For who does not see the table. */
  readonly label: string;
}

export interface FigureTableProps {
  readonly table: ReportTable;
  /** What it is called where it is read out, instead of its caption. */
  readonly label?: string;
  /** Without its caption and its note, where something else stands between them. */
  readonly bare?: boolean;
  /** Rows that can be chosen, by their place in the table. */
  readonly choice?: RowChoice;
  /** What a row leads to, by its place; null: nowhere. In a column of its own. */
  readonly linkOf?: (at: number) => RowLink | null;
  /** What a cell leads to, by the places of its row and its column; null: nowhere. */
  readonly cellLink?: (row: number, column: number) => CellLink | null;
  /** So many rows, then it scrolls. */
  readonly most?: number;
  /** Of a tree: what the button of a row says that shows what is below it. */
  readonly openLabel?: (name: string) => string;
  /** In place of rows. */
  readonly empty?: ReactNode;
  /** Between the caption and the figures. */
  readonly above?: ReactNode;
  /** Below the note. */
  readonly below?: ReactNode;
}

/** A table of reports on the screen, with its caption and its note. */
export function FigureTable({ table, bare = false, above, below, ...others }: FigureTableProps) {
  const { caption, term, page } = table;
  const note = noteOf(table);
  const Rows = hasAxis(table) ? DrawnFigures : Figures;
  const figures = table.facts ? <Facts table={table} /> : <Rows table={narrowTable(table)} {...others} />;
  if (bare) return figures;
  return (
    <section className={css.section}>
      <h3>
        <Explained term={term}>{caption}</Explained>
      </h3>
      {above !== undefined && <div className={css.above}>{above}</div>}
      {figures}
      {note !== '' && (
        <p className={css.note}>
          {note}
          {page !== undefined && (
            <>
              {' '}
              <HelpLink page={page} />
            </>
          )}
        </p>
      )}
      {below}
    </section>
  );
}

/** Of a long table: so many rows, then it scrolls. */
const MOST_PX = 240;
const HEAD_PX = 28;

/** Of a figure before a long name. */
const FIGURE = '8.75rem';

/** Below it an axis is short, and where there are more columns than these, left out. */
const WIDE_PX = 1_180;
const MOST_BESIDE_AXIS = 8;

/** Characters for which equal columns have room in half of a window. */
const USUAL_FIGURE = 5;
/** Left and right of a text, in digits. */
const PADDING = 1;
/** The width of a letter, in digits. */
const LETTER = 0.85;

/**
 * Percent of the width of each column by its longest text, so that no figure is cut off: of a table of figures of which some are longer than usual.
 * Null: the figures share the width that is left.
 */
function widthsByText({ columns, rows, long, namesLast = false }: ReportTable): readonly number[] | null {
  const isOfFigures = columns.every(({ numeric, axis }, index) => axis === undefined && (numeric || index === 0));
  if (long || namesLast || !isOfFigures) return null;
  const longest = columns.map((_, index) => Math.max(0, ...rows.map((row) => cellText(row[index]!).length)));
  if (columns.every(({ numeric }, index) => !numeric || longest[index]! <= USUAL_FIGURE)) return null;
  // Headings of several words have as many lines.
  const words = columns.map(({ title }) => Math.max(...title.split(' ').map(({ length }) => length)));
  const needed = columns.map(({ numeric }, index) => Math.max((numeric ? 1 : LETTER) * longest[index]!, LETTER * words[index]!) + PADDING);
  const sum = needed.reduce((all, one) => all + one, 0);
  return needed.map((one) => (100 * one) / sum);
}

/** Null: it has a part of the width that is left. */
function widthOf({ numeric, share }: TableColumn, index: number, byText: number | undefined, namesLast: boolean): string | null {
  const percent = byText ?? share;
  if (percent !== undefined) return `${percent}%`;
  if (namesLast) return numeric ? FIGURE : null;
  return index === 0 && !numeric ? '24%' : null;
}

type FiguresProps = Omit<FigureTableProps, 'bare' | 'above' | 'below'>;

const hasAxis = ({ columns }: ReportTable): boolean => columns.some(({ axis }) => axis !== undefined);

/** With an axis: how much of it is drawn depends on the room. */
function DrawnFigures({ table, ...others }: FiguresProps) {
  const [host, width] = useWidth<HTMLDivElement>();
  const isWide = width >= WIDE_PX * textScale();
  const shown = isWide || table.columns.length <= MOST_BESIDE_AXIS ? table : writtenTable(table);
  return (
    <div ref={host}>
      <Figures table={shown} axisPx={isWide ? 152 : 68} {...others} />
    </div>
  );
}

function Figures({ table, label, choice, linkOf, cellLink, most, openLabel, empty, axisPx = 0 }: FiguresProps & { axisPx?: number }) {
  const action = useText('common.action');
  const { caption, columns, rows, long, namesLast = false } = table;
  const tree = useTree(table, openLabel);
  // Rows can be alike, as two runs with the same figures.
  const places = new Map(rows.map((row, at) => [row, at]));
  const listed = tree?.rows ?? rows;
  const ordered = columnOrder(table);
  const byText = widthsByText(table);
  const className = byText !== null ? css.close : hasAxis(table) ? css.drawn : undefined;
  const shown = ordered.map((index): Column<Row> => {
    const column = columns[index]!;
    if (column.axis !== undefined) return axisColumn(column, column.axis, index, axisPx);
    const { title, numeric, term, variant } = column;
    const width = widthOf(column, index, byText?.[index], namesLast);
    return {
      // Two columns may have one title.
      id: String(index),
      name: title,
      header: <Marked variant={variant}>{title}</Marked>,
      text: (row) => cellText(row[index]!),
      cell: (row) => {
        const drawn = <FigureCell cell={row[index]!} />;
        if (index === 0 && tree !== null) return tree.name(row, drawn);
        const link = cellLink?.(places.get(row)!, index) ?? null;
        return link === null ? drawn : <LinkedCell link={link} cell={row[index]!} />;
      },
      ...(numeric ? { numeric } : {}),
      ...(index === 0 ? { rowHeader: true } : {}),
      ...(width === null ? {} : { width }),
      ...(term && { term }),
      ...(long && { sortValue: (row) => sortedBy(row[index]!) }),
    };
  });
  if (linkOf !== undefined) shown.push(linkColumn(action('open'), (row) => linkOf(places.get(row)!)));
  return (
    <Table<Row>
      label={label ?? caption}
      columns={shown}
      rows={listed}
      rowKey={(row) => places.get(row)!}
      empty={empty}
      rowProps={([name]) => (name !== undefined && toneOf(name) === 'strong' ? { className: css.strong! } : {})}
      {...(choice && {
        selected: choice.chosen,
        onSelect: (row: Row) => choice.onChoose(places.get(row)!),
        onActivate: (row: Row) => choice.onOpen?.(places.get(row)!),
      })}
      {...tree?.props}
      {...(className && { className })}
      {...(long && { height: `${Math.min(MOST_PX, HEAD_PX + ROW_PX * Math.max(1, rows.length))}px` })}
      {...(most !== undefined && { height: `${HEAD_PX + ROW_PX * Math.min(most, Math.max(1, listed.length))}px` })}
    />
  );
}

function LinkedCell({ link: { href, label }, cell }: { link: CellLink; cell: Cell }) {
  return (
    <a href={href} aria-label={label} title={typeof cell === 'string' ? undefined : cell.title}>
      <FigureCell cell={cell} />
    </a>
  );
}

function linkColumn(heading: string, linkOf: (row: Row) => RowLink | null): Column<Row> {
  return {
    id: 'link',
    name: '',
    header: <span className="visually-hidden">{heading}</span>,
    text: () => '',
    width: '7rem',
    cell: (row) => {
      const link = linkOf(row);
      return (
        link && (
          <a href={link.href} aria-label={link.label}>
            {link.text}
          </a>
        )
      );
    },
  };
}

function axisColumn({ title }: TableColumn, { reach, band }: { reach: number; band: number }, index: number, length: number): Column<Row> {
  const axis = { reach, length };
  return {
    id: String(index),
    // Nothing of it can be copied; its figures stand beside it.
    name: '',
    header: <AxisHead title={title} axis={axis} />,
    text: () => '',
    width: `${(length + 8) * textScale()}px`,
    cell: (row) => {
      const cell = row[index]!;
      return typeof cell === 'string' || cell.mark === undefined ? null : <AxisCell mark={cell.mark} axis={axis} band={band} />;
    },
  };
}

function sortedBy(cell: Cell): string | number | undefined {
  const { value, text } = typeof cell === 'string' ? { value: undefined, text: cell } : cell;
  return value ?? text;
}

/** Names and values without a head. */
function Facts({ table }: { table: ReportTable }) {
  const latest = useRef<() => ReportTable>(null!);
  latest.current = () => table;
  const { columns, rows, caption } = table;
  return (
    <div className={css.frame} data-numeric={columns[1]?.numeric}>
      <dl className={css.facts} data-numeric={columns[1]?.numeric}>
        {rows.map(([name = '', value = '']) => (
          <div key={cellText(name)}>
            <dt data-tone={toneOf(name)}>
              <Explained term={typeof name === 'string' ? undefined : name.term}>{cellText(name)}</Explained>
            </dt>
            <dd data-tone={toneOf(value)} title={typeof value === 'string' ? undefined : value.title}>
              {cellText(value)}
            </dd>
          </div>
        ))}
      </dl>
      <TakeTable className={css.take} title={caption} latest={latest} />
    </div>
  );
}

const toneOf = (cell: Cell) => (typeof cell === 'string' ? undefined : cell.tone);
