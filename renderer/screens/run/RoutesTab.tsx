import { memo, useState } from 'react';
import type { RunReport } from '../../../shared/model/report.ts';
import { cellText } from '../../../shared/report/table.ts';
import { routeRows, routesTable } from '../../../shared/report/tables/routes.ts';
import { useText } from '../../i18n/i18n.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import type { ProfileView } from './profile-query.ts';
import { SlowRequests } from './SlowRequests.tsx';
import css from './tabs.module.css';

export interface RoutesTabProps {
  readonly run: RunReport | null;
  readonly live: boolean;
  readonly view: ProfileView;
  /** Names, in their order; empty: samples are not told apart by requests. */
  readonly routes: readonly string[];
  /** The flame graph of one. */
  readonly onRoute: (route: string) => void;
}

/** Of the name and of counts; figures share the rest. */
const WIDTHS = ['21%', '4.5rem', '3.5rem'];

/** Which route eats the machine. */
export const RoutesTab = memo(function RoutesTab({ run, live, view, routes, onRoute }: RoutesTabProps) {
  const text = useText('run.routes');
  const [chosen, setChosen] = useState<string | null>(null);
  const table = run && routesTable(run);
  if (!table || !run.routes) {
    return live ? (
      <EmptyState title={text('none')} text={text('noneText')} />
    ) : (
      <EmptyState title={text('unseen')} text={text('unseenText')} />
    );
  }
  const isAttributed = run.routes.cpu !== null;
  const rows = routeRows(run.routes).map(({ name, figures }, at) => ({ name, route: figures?.route ?? null, cells: table.rows[at]! }));
  const columns = table.columns.map(
    ({ title, numeric }, at): Column<(typeof rows)[number]> => ({
      id: title,
      header: title,
      cell: ({ cells }) => cellText(cells[at]!),
      ...(numeric ? { numeric } : { rowHeader: true }),
      ...(WIDTHS[at] === undefined ? {} : { width: WIDTHS[at] }),
    }),
  );
  return (
    <>
      <section className={cx(css.section, !isAttributed && css.narrow)}>
        <h3 className={css.sectionHead}>{table.caption}</h3>
        <p className={css.note}>{text(isAttributed ? 'help' : 'helpOfSpans')}</p>
        <Table
          label={table.caption}
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
          selected={chosen}
          onSelect={({ name }) => setChosen(name)}
          {...(isAttributed ? { onActivate: ({ route }: (typeof rows)[number]) => route !== null && onRoute(route) } : {})}
        />
        <p className={css.note}>{table.note}</p>
      </section>
      {isAttributed && <SlowRequests view={view} routes={routes} />}
    </>
  );
});
