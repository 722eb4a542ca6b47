import { memo } from 'react';
import type { TimeWindow } from '../../../../shared/base/units.ts';
import type { RunReport, WaitFigures } from '../../../../shared/model/report.ts';
import { attributesSamples } from '../../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { noReplyTable, waitsTable } from '../../../../shared/report/tables/waits.ts';
import type { TimeFocus } from '../../../charts/time-focus.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { followingRequests, recordingWaits } from '../following-requests.ts';
import { runAgain } from '../RunHead.tsx';
import { type RunTab, Waiting } from '../run-tab.tsx';
import css from '../tabs.module.css';
import { LongestWaits } from './LongestWaits.tsx';

/** The note below them stays in sight. */
const MOST_ROWS = 15;
/** Where the longest waits for one of them stand below. */
const FEW_ROWS = 8;

interface WaitsTabProps {
  readonly sessionId: string;
  readonly window: TimeWindow | null;
  readonly version: string;
  readonly focus: TimeFocus;
  readonly run: RunReport;
  readonly live: boolean;
  /** It follows its requests: what they wait for is recorded as soon as there is any. */
  readonly follows: boolean;
  readonly setup: Setup | null;
}

/** The row of which the longest waits are listed; null: none. */
function useChosenWait(waits: readonly WaitFigures[]) {
  const [peer, setPeer] = useView('peer');
  const [statement, setStatement] = useView('statement');
  const [, setWaiter] = useView('waiter');
  const at = waits.findIndex(({ to, name }) => to === peer && (name ?? '') === statement);
  return {
    chosen: at < 0 ? null : at,
    choose: (row: number) => {
      const { to, name } = waits[row]!;
      setPeer(to);
      setStatement(name ?? '');
      setWaiter(null);
    },
  };
}

/** What requests waited for. */
const WaitsTab = memo(function WaitsTab({ run, live, follows, setup, ...shown }: WaitsTabProps) {
  const text = useText('run');
  const [table, noReply] = [waitsTable(run), noReplyTable(run)];
  const { chosen, choose } = useChosenWait(run.waits ?? []);
  if (table !== null || noReply !== null)
    return (
      <>
        <section className={css.section}>
          {table === null ? (
            <p className="muted">{text('waits.none')}</p>
          ) : (
            <FigureTable
              table={table}
              most={chosen === null ? MOST_ROWS : FEW_ROWS}
              choice={{ chosen, onChoose: choose }}
              below={chosen === null && <p className={css.note}>{text('waits.hint')}</p>}
            />
          )}
        </section>
        {chosen !== null && <LongestWaits {...shown} live={live} of={run.waits![chosen]!} />}
        {noReply !== null && (
          <section className={css.section}>
            <FigureTable table={noReply} most={MOST_ROWS} />
          </section>
        )}
      </>
    );
  if (run.waits || (live && follows && !run.waitsOff)) return <EmptyState title={text('waits.none')} />;
  const recording = live ? null : recordingWaits(setup);
  return (
    <EmptyState
      title={text(run.waitsOff ? 'waits.off' : 'waits.notRecorded')}
      action={recording && <Button onClick={() => runAgain(recording)}>{text(run.waitsOff ? 'waits.record' : 'requests.follow')}</Button>}
    />
  );
});

export const waitsTab: RunTab = {
  name: 'waits',
  figures: ['setup', 'waits'],
  isOf: ({ setup }) => setup !== null && (attributesSamples(setup.capture) || followingRequests(setup) !== null),
  isHigh: true,
  strip: ['waits'],
  Content: ({ run, info, live, window, version, focus }) =>
    run === null ? (
      <Waiting live={live} />
    ) : (
      <WaitsTab
        {...{ sessionId: info.id, run, window, version, live, focus, setup: info.setup }}
        follows={info.setup !== null && attributesSamples(info.setup.capture)}
      />
    ),
};
