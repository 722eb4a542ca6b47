import { memo } from 'react';
import type { TimeWindow } from '../../../shared/base/units.ts';
import type { RunReport } from '../../../shared/model/report.ts';
import type { ServerSeriesColumns } from '../../../shared/model/series.ts';
import { useText } from '../../i18n/i18n.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RunTables } from './RunTables.tsx';
import type { RunTab } from './run-tab.tsx';
import { ServerSamples } from './ServerSamples.tsx';
import css from './tabs.module.css';

interface ServerTabProps {
  readonly run: RunReport | null;
  readonly series: ServerSeriesColumns | null;
  readonly window: TimeWindow | null;
  readonly live: boolean;
  readonly measuredMs: number;
}

const SECTIONS = ['server', 'threads', 'blocked', 'timings'] as const;

const ServerTab = memo(function ServerTab({ run, series, window, live, measuredMs }: ServerTabProps) {
  const text = useText('run.server');
  const figures = run?.server ?? [];
  if (figures.length === 0 && (series === null || series.atMs.length === 0)) {
    return live ? (
      <EmptyState title={text('waiting')} text={text('waitingText')} />
    ) : (
      <EmptyState title={text('none')} text={text('noneText')} />
    );
  }
  return (
    <>
      {run !== null && <RunTables run={run} sections={SECTIONS} beside={{ titles: titlesOf(series) }} className={css.section} />}
      {series !== null && (
        <section className={css.section}>
          <h3 className={css.sectionHead}>{text('samples')}</h3>
          <ServerSamples series={series} window={window ?? { fromMs: 0, toMs: live ? Number.POSITIVE_INFINITY : measuredMs }} />
        </section>
      )}
    </>
  );
});

/** What the processes are called is known of their samples. */
function titlesOf(series: ServerSeriesColumns | null): ReadonlyMap<number, string> {
  return new Map(series?.meta.processes.map(({ pid, title }) => [pid, title]));
}

export const serverTab: RunTab = {
  name: 'server',
  figures: ['setup', 'load', 'server', 'profile', 'memory', 'timings'],
  isOfLeaks: true,
  Content: ({ run, server, window, live, info: { measuredMs } }) => (
    <ServerTab run={run} series={server} window={window} live={live} measuredMs={measuredMs} />
  ),
};
