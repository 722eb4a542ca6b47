import { memo } from 'react';
import type { RunReport } from '../../../../shared/model/report.ts';
import { attributesSamples } from '../../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { waitsTable } from '../../../../shared/report/tables/waits.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { followingRequests, recordingWaits } from '../following-requests.ts';
import { runAgain } from '../RunHead.tsx';
import { type RunTab, Waiting } from '../run-tab.tsx';
import css from '../tabs.module.css';

/** The note below them stays in sight. */
const MOST_ROWS = 15;

interface WaitsTabProps {
  readonly run: RunReport;
  readonly live: boolean;
  /** It follows its requests: what they wait for is recorded as soon as there is any. */
  readonly follows: boolean;
  readonly setup: Setup | null;
}

/** What requests waited for. */
const WaitsTab = memo(function WaitsTab({ run, live, follows, setup }: WaitsTabProps) {
  const text = useText('run');
  const table = waitsTable(run);
  if (table !== null)
    return (
      <section className={css.section}>
        <FigureTable table={table} most={MOST_ROWS} />
      </section>
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
  Content: ({ run, info, live }) =>
    run === null ? (
      <Waiting live={live} />
    ) : (
      <WaitsTab run={run} live={live} follows={info.setup !== null && attributesSamples(info.setup.capture)} setup={info.setup} />
    ),
};
