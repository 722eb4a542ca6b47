import { memo } from 'react';
import type { ReportTable } from '../../shared/report/table.ts';
import { TakeMenu } from './TakeMenu.tsx';
import { useTableItems } from './table-items.ts';

export interface TakeTableProps {
  readonly title: string;
  /** How to make it as text, read when it is wanted. */
  readonly latest: { readonly current: () => ReportTable };
  readonly className?: string | undefined;
}

/** The button that copies or saves a table. Memoised: during a run tables change four times a second. */
export const TakeTable = memo(function TakeTable({ title, latest, className }: TakeTableProps) {
  const items = useTableItems(() => latest.current());
  return <TakeMenu title={title} items={items} {...(className === undefined ? {} : { className })} />;
});
