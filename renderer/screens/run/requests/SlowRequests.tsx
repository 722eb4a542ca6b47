import { useState } from 'react';
import { toRequestFilter, type WhichRequests } from '../../../../shared/model/request-filter.ts';
import { slowPartsTable, slowSentence, slowTable } from '../../../../shared/report/slow-table.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { Segmented } from '../../../ui/Choice.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Toolbar } from '../../../ui/Toolbar.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { RouteChoice } from '../profile/ProfileControls.tsx';
import type { ProfileView } from '../profile/profile-query.ts';
import css from '../tabs.module.css';

const MOST_FUNCTIONS = 15;
const SHARES = ['slowest1', 'slowest5', 'slowest10'] as const satisfies readonly WhichRequests[];
interface SlowRequestsProps {
  readonly view: ProfileView;
  readonly routes: readonly string[];
}

/** Why the slowest requests are slow, of all routes or of the one that is chosen. */
export function SlowRequests({ view, routes }: SlowRequestsProps) {
  const text = useText('run.slow');
  const [share, setShare] = useState<(typeof SHARES)[number]>('slowest10');
  const requests = toRequestFilter(view.choice.route, share)!;
  const { sessionId, window } = view.query;
  const asked = { sessionId, window, requests, most: MOST_FUNCTIONS };
  const { data, failure } = useEngineRequest('profile.slow', asked, { version: view.version });
  const parts = data ? slowPartsTable(data) : null;
  const table = data ? slowTable(data, MOST_FUNCTIONS) : null;
  return (
    <section className={css.section}>
      <h3 className={css.sectionHead}>{text('title')}</h3>
      <Toolbar>
        <Segmented
          label={text('of')}
          value={share}
          onChange={setShare}
          options={SHARES.map((value) => ({ value, label: text('percent', { percent: String(toRequestFilter('', value)!.slowest) }) }))}
        />
        <RouteChoice view={view} routes={routes} />
      </Toolbar>
      {failure !== null && data === undefined && <ErrorNotice failure={failure} />}
      {data && <p>{slowSentence(data, requests.slowest!)}</p>}
      {parts !== null && <FigureTable table={parts} bare />}
      {table !== null && <FigureTable table={table} bare />}
      {data?.functions && table === null && <p className={css.note}>{text('same')}</p>}
      {table !== null && <p className={css.note}>{table.note}</p>}
    </section>
  );
}
