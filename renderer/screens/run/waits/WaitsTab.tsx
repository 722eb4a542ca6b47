import { memo } from 'react';
import type { TimeWindow } from '../../../../shared/base/units.ts';
import type { RunReport, WaitFigures } from '../../../../shared/model/report.ts';
import type { RequestFilter } from '../../../../shared/model/request-filter.ts';
import { attributesSamples, leavesOutWaits } from '../../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { noReplyTable, sayNoWaits, waitsOfAll, waitsTable } from '../../../../shared/report/tables/waits.ts';
import type { TimeFocus } from '../../../charts/time-focus.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Toolbar } from '../../../ui/Toolbar.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { recordingWaits } from '../following-requests.ts';
import { RequestChoice } from '../profile/ProfileControls.tsx';
import { type ProfileChoice, type ProfileView, selectionOf } from '../profile/profile-query.ts';
import { runAgain } from '../RunHead.tsx';
import { type RunTab, Waiting } from '../run-tab.tsx';
import css from '../tabs.module.css';
import { LongestWaits } from './LongestWaits.tsx';

/** The note below them stays in sight. */
const MOST_ROWS = 15;
/** Where the longest waits for one of them stand below. */
const FEW_ROWS = 8;

interface Shown {
  readonly sessionId: string;
  readonly window: TimeWindow | null;
  /** Asked for again when it changes. */
  readonly version: string;
  readonly focus: TimeFocus;
  readonly run: RunReport;
  readonly live: boolean;
}

interface WaitsTabProps extends Shown {
  readonly view: ProfileView;
  /** Names, in their order; empty: samples are not told apart by requests. */
  readonly routes: readonly string[];
  /** It follows its requests, and what they wait for: while it goes on, it comes once a second. */
  readonly follows: boolean;
  readonly setup: Setup | null;
}

/** What requests waited for, all of them or those that are chosen. */
const WaitsTab = memo(function WaitsTab({ view, routes, follows, setup, ...shown }: WaitsTabProps) {
  const text = useText('run');
  const [, setWaiter] = useView('waiter');
  const { run, live } = shown;
  if (!run.waits && live && follows && !isFinal(run)) return <Waiting live />;
  if (!run.waits) {
    const recording = live ? null : recordingWaits(setup, run.waitsUnknown);
    return (
      <EmptyState
        {...emptyState(run)}
        action={
          recording && (
            <Button onClick={() => runAgain(recording)}>
              {text(run.waitsOff || run.waitsUnknown === 'tooDear' ? 'waits.record' : 'requests.follow')}
            </Button>
          )
        }
      />
    );
  }
  const { requests } = selectionOf(view.choice);
  const choose = (change: Partial<ProfileChoice>) => {
    setWaiter(null);
    view.choose(change);
  };
  return (
    <>
      {routes.length > 0 && (
        <Toolbar>
          {/* The pass without inlining is of the profile alone. */}
          <RequestChoice view={{ ...view, choose, exact: null }} routes={routes} />
        </Toolbar>
      )}
      {requests === null ? <Waited {...shown} run={run} requests={null} /> : <WaitedByChosen {...shown} requests={requests} />}
    </>
  );
});

function WaitedByChosen({ requests, ...shown }: Shown & { readonly requests: RequestFilter }) {
  const { sessionId, window, version, run } = shown;
  const { data, failure } = useEngineRequest('session.waits', { sessionId, window, requests }, { version });
  if (data === undefined) return failure === null ? null : <ErrorNotice failure={failure} />;
  return <Waited {...shown} run={{ ...run, ...data }} requests={requests} />;
}

/** The row of which the longest waits are listed; null: none. */
function useChosenWait(waits: readonly WaitFigures[]) {
  const [kind, setKind] = useView('waitKind');
  const [peer, setPeer] = useView('peer');
  const [statement, setStatement] = useView('statement');
  const [, setWaiter] = useView('waiter');
  const at = waits.findIndex((one) => one.kind === kind && one.to === peer && (one.name ?? '') === statement);
  return {
    chosen: at < 0 ? null : at,
    choose: (row: number) => {
      const one = waits[row]!;
      setKind(one.kind);
      setPeer(one.to);
      setStatement(one.name ?? '');
      setWaiter(null);
    },
  };
}

/** Of a run that goes on: it will not be known any more. Before the first report, it only seems that no request ends, or that nothing can be told of it. */
const isFinal = ({ waitsUnknown }: RunReport): boolean => waitsUnknown === 'noAgent' || waitsUnknown === 'tooDear';

/** What would be here. */
function emptyState(run: RunReport) {
  const { title, next } = sayNoWaits(run);
  return { title, text: next };
}

/** `run`: with what the requests waited for. */
function Waited({ run, requests, ...shown }: Shown & { readonly requests: RequestFilter | null }) {
  const text = useText('run');
  const [table, noReply] = [waitsTable(run), noReplyTable(run)];
  const waits = waitsOfAll(run) ?? [];
  const { chosen, choose } = useChosenWait(waits);
  const none = shown.live ? { title: text('waits.noneYet') } : emptyState(run);
  if (table === null && noReply === null) return <EmptyState {...none} />;
  return (
    <>
      <section className={css.section}>
        {table === null ? (
          <p className="muted">{none.title}</p>
        ) : (
          <FigureTable
            table={table}
            most={chosen === null ? MOST_ROWS : FEW_ROWS}
            choice={{ chosen, onChoose: choose }}
            below={chosen === null && <p className={css.note}>{text('waits.hint')}</p>}
          />
        )}
      </section>
      {chosen !== null && <LongestWaits {...shown} of={{ ...waits[chosen]!, requests }} />}
      {noReply !== null && (
        <section className={css.section}>
          <FigureTable table={noReply} most={MOST_ROWS} />
        </section>
      )}
    </>
  );
}

export const waitsTab: RunTab = {
  name: 'waits',
  figures: ['setup', 'waits'],
  isOf: ({ setup }) => setup !== null,
  isHigh: true,
  strip: ['waits'],
  Content: ({ run, info, live, window, version, focus, view, routes }) =>
    run === null ? (
      <Waiting live={live} />
    ) : (
      <WaitsTab
        {...{ sessionId: info.id, run, window, version, live, focus, view, routes, setup: info.setup }}
        follows={info.setup !== null && attributesSamples(info.setup.capture) && !leavesOutWaits(info.setup.capture)}
      />
    ),
};
