import { useMemo } from 'react';
import type { BottomUpRow } from '../../shared/model/profile/ticks.ts';
import { tickBottomUpTable } from '../../shared/report/tables/ticks.ts';
import { useText } from '../i18n/i18n.tsx';
import { FigureTable } from '../ui/table/FigureTable.tsx';

/** Then it scrolls. */
const MOST_ROWS = 20;

/** `[Bottom up (heavy) profile]`: what was on top of the stack, opened to its callers one level at a time. */
export function BottomUpTable({ rows }: { rows: readonly BottomUpRow[] }) {
  const text = useText('run.ticks');
  const table = useMemo(() => tickBottomUpTable(rows), [rows]);
  if (rows.length === 0) return <p className="muted">{text('noBottomUp')}</p>;
  return <FigureTable table={table} bare most={MOST_ROWS} openLabel={(name) => text('openRow', { name })} />;
}
