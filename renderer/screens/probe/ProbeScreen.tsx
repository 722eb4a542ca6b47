import { useEffect } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import { ProbeResult } from '../../probe/ProbeResult.tsx';
import { ProbeWatch } from '../../probe/ProbeWatch.tsx';
import { stopProbe, useProbe, watchProbe } from '../../state/probe.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ProbeForm } from './ProbeForm.tsx';
import css from './ProbeScreen.module.css';

/** Asks a service that nothing is known of how many requests it works on at once. */
export function ProbeScreen() {
  const text = useText('probe.screen');
  const { asked, progress, isStopping, report, failure } = useProbe((state) => state.probe);
  useEffect(watchProbe, []);
  return (
    <div className={css.page}>
      <div className={css.form}>
        <h1>{text('title')}</h1>
        <p className={css.lead}>{text('lead')}</p>
        <ProbeForm isRunning={progress !== null} hasRun={report !== null} />
      </div>
      <section className={css.result} aria-label={text('answer')} aria-live="polite">
        {progress !== null && asked !== null && (
          <ProbeWatch asked={asked} progress={progress} isStopping={isStopping} onStop={() => void stopProbe()} />
        )}
        {report !== null && <ProbeResult report={report} />}
        {failure !== null && <ErrorNotice failure={failure} />}
        {progress === null && report === null && failure === null && <EmptyState title={text('empty')} text={text('emptyText')} />}
      </section>
    </div>
  );
}
