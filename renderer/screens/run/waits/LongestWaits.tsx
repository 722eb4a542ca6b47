import { useEffect, useRef } from 'react';
import type { TimeWindow } from '../../../../shared/base/units.ts';
import type { LongestWait, WaitedFor } from '../../../../shared/model/longest-waits.ts';
import { longestWaitsTable } from '../../../../shared/report/longest-waits-table.ts';
import { waitCallersTable } from '../../../../shared/report/wait-callers-table.ts';
import type { TimeFocus } from '../../../charts/time-focus.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { RequestStory } from '../requests/RequestStory.tsx';
import css from '../tabs.module.css';

export interface LongestWaitsProps {
  readonly sessionId: string;
  readonly of: WaitedFor;
  readonly window: TimeWindow | null;
  readonly version: string;
  readonly live: boolean;
  readonly focus: TimeFocus;
}

/** Which requests waited longest for one thing, and the story of the one that is chosen. */
export function LongestWaits({ sessionId, of, window, version, live, focus }: LongestWaitsProps) {
  const text = useText('run');
  const [chosen, choose] = useView('waiter');
  const { kind, to, name, requests } = of;
  const asked = { sessionId, window, kind, to, name, requests };
  const { data, failure } = useEngineRequest('session.longest-waits', asked, { version });
  const list = useInSight(data === undefined ? null : `${kind} ${to} ${name}`);
  if (data === undefined) return failure === null ? <Spinner label={text('loading')} /> : <ErrorNotice failure={failure} />;
  const request = chosen === null ? null : (data[chosen]?.request ?? null);
  // What its client recorded is read when the run has ended.
  const choice = live ? null : { chosen, onChoose: choose };
  return (
    <section className={css.section} ref={list}>
      <FigureTable table={longestWaitsTable(of, data)} {...(choice && { choice })} />
      {!live && request !== null && <Waiter sessionId={sessionId} request={request} version={version} focus={focus} />}
      <Callers {...asked} version={version} />
    </section>
  );
}

/** What has been opened may be below what is in sight. `key`: of that; null: not there so far. */
function useInSight(key: string | null) {
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (key !== null) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  return shown;
}

type CallersProps = WaitedFor & Pick<LongestWaitsProps, 'sessionId' | 'window' | 'version'>;

/** The code that asked for it, as far as samples tell. */
function Callers({ version, ...asked }: CallersProps) {
  const { data } = useEngineRequest('session.wait-callers', asked, { version });
  if (data === undefined || data === null) return null;
  const table = waitCallersTable(asked.kind, data);
  return typeof table === 'string' ? <p className={css.note}>{table}</p> : <FigureTable table={table} />;
}

interface WaiterProps extends Pick<LongestWaitsProps, 'sessionId' | 'version' | 'focus'> {
  readonly request: NonNullable<LongestWait['request']>;
}

function Waiter({ sessionId, request: { pid, request }, version, focus }: WaiterProps) {
  const text = useText('run.story');
  const { data, failure } = useEngineRequest('session.client-request', { sessionId, pid, request }, { version });
  const story = useInSight(data === undefined ? null : `${pid} ${request}`);
  if (data === undefined) return failure === null ? <Spinner label={text('reading')} /> : <ErrorNotice failure={failure} />;
  if (typeof data === 'string') return <p className={css.help}>{text(`why.${data}`)}</p>;
  return (
    <section ref={story}>
      <RequestStory sessionId={sessionId} request={data.request} version={version} focus={focus} />
    </section>
  );
}
