import { memo, useState } from 'react';
import type { RunReport } from '../../../../shared/model/report.ts';
import { recordsSpans } from '../../../../shared/model/setup/captures.ts';
import { routeRows, routesTable } from '../../../../shared/report/tables/routes.ts';
import { sharedWorkTable } from '../../../../shared/report/tables/shared-work.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { ProfileView } from '../profile/profile-query.ts';
import type { RunTab } from '../run-tab.tsx';
import css from '../tabs.module.css';
import { SlowRequests } from './SlowRequests.tsx';

interface RoutesTabProps {
  readonly run: RunReport | null;
  readonly live: boolean;
  readonly view: ProfileView;
  /** Names, in their order; empty: samples are not told apart by requests. */
  readonly routes: readonly string[];
  /** The flame graph of one. */
  readonly onRoute: (route: string) => void;
}

/** Which route eats the machine. */
const RoutesTab = memo(function RoutesTab({ run, live, view, routes, onRoute }: RoutesTabProps) {
  const text = useText('run.routes');
  const [chosen, setChosen] = useState<string | null>(null);
  const table = run && routesTable(run);
  const shared = run && sharedWorkTable(run);
  if (!table || !run.routes) {
    return live ? (
      <EmptyState title={text('none')} text={text('noneText')} />
    ) : (
      <EmptyState title={text('unseen')} text={text('unseenText')} />
    );
  }
  const isAttributed = run.routes.cpu !== null;
  const rows = routeRows(run.routes);
  const openRoute = (at: number) => {
    const route = rows[at]?.figures?.route ?? null;
    if (isAttributed && route !== null) onRoute(route);
  };
  return (
    <>
      <section className={cx(css.section, !isAttributed && css.narrow)}>
        <h3 className={css.sectionHead}>{table.caption}</h3>
        <p className={css.note}>{text(isAttributed ? 'help' : 'helpOfSpans')}</p>
        <FigureTable
          table={table}
          bare
          choice={{
            // By its name: routes change places during a run.
            chosen: rows.findIndex(({ name }) => name === chosen),
            onChoose: (at) => setChosen(rows[at]!.name),
            onOpen: openRoute,
          }}
        />
        <p className={css.note}>{table.note}</p>
      </section>
      {shared && (
        <div className={cx(css.section, css.narrow)}>
          <FigureTable table={shared} />
        </div>
      )}
      {isAttributed && <SlowRequests view={view} routes={routes} />}
    </>
  );
});

export const routesTab: RunTab = {
  name: 'routes',
  figures: ['setup', 'load', 'routes'],
  isOf: ({ setup }, hasSpans) => hasSpans || (setup !== null && recordsSpans(setup.capture)),
  isHigh: true,
  Content: ({ run, live, view, routes, onRoute }) => <RoutesTab run={run} live={live} view={view} routes={routes} onRoute={onRoute} />,
};
