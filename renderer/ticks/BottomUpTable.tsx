import { useCallback, useMemo, useState } from 'react';
import type { BottomUpRow } from '../../shared/model/profile/ticks.ts';
import { formatCount, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { TwistyButton } from '../ui/Twisty.tsx';
import { type Column, indented, Table, type TreeOf } from '../ui/table/Table.tsx';
import { openRows, type ShownRow } from './bottom-up-rows.ts';
import css from './ticks.module.css';

/** `[Bottom up (heavy) profile]`: what was on top of the stack, opened to its callers one level at a time. */
export function BottomUpTable({ rows }: { rows: readonly BottomUpRow[] }) {
  const text = useText('run.ticks');
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set([0]));
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = useMemo(() => openRows(rows, open), [rows, open]);
  const toggle = useCallback(({ index, hasMore }: ShownRow) => {
    if (!hasMore) return;
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(index)) next.add(index);
      return next;
    });
  }, []);
  const tree = useMemo(() => treeOf(toggle), [toggle]);
  const columns = useMemo<Column<ShownRow>[]>(
    () => [
      { id: 'ticks', header: text('columnTicks'), numeric: true, width: '5.5rem', cell: ({ row }) => formatCount(row.ticks) },
      { id: 'parent', header: text('columnParent'), numeric: true, width: '7.5rem', cell: ({ row }) => formatNumber(row.parentPercent, 1) },
      {
        id: 'name',
        header: text('columnName'),
        rowHeader: true,
        text: ({ row }) => indented(row.name, row.depth),
        cell: (shownRow) => (
          // Deep rows must stay on the page: the indent stops growing at 24 levels.
          <span className={css.name} style={{ paddingLeft: Math.min(24, shownRow.row.depth) * 14 }} title={shownRow.row.name}>
            <TwistyButton
              isOpen={shownRow.isOpen}
              isLeaf={!shownRow.hasMore}
              label={text('openRow', { name: shownRow.row.name })}
              onToggle={() => toggle(shownRow)}
            />
            {shownRow.row.name}
          </span>
        ),
      },
    ],
    [text, toggle],
  );
  return (
    <Table
      label={text('bottomUp')}
      columns={columns}
      rows={shown}
      rowKey={({ index }) => index}
      selected={chosen}
      onSelect={({ index }) => setChosen(index)}
      onActivate={toggle}
      tree={tree}
      height={`${Math.min(420, 30 + 20 * Math.max(3, shown.length))}px`}
      empty={<p className="muted">{text('noBottomUp')}</p>}
    />
  );
}

function treeOf(toggle: (row: ShownRow) => void): TreeOf<ShownRow> {
  return { level: ({ row }) => row.depth + 1, isOpen: ({ hasMore, isOpen }) => (hasMore ? isOpen : null), toggle };
}
