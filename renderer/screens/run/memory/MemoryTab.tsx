import { memo } from 'react';
import type { RunReport } from '../../../../shared/model/report.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { RunTables } from '../RunTables.tsx';
import { type RunTab, Waiting } from '../run-tab.tsx';
import css from '../tabs.module.css';

/** Levels of memory, what requests allocate, and garbage collection. */
const MemoryTab = memo(function MemoryTab({ run, live }: { readonly run: RunReport | null; readonly live: boolean }) {
  const text = useText('run.server');
  if (run?.memory === undefined) return <Waiting live={live} />;
  if (run.server.length === 0) return <EmptyState title={text('none')} text={text('noneText')} />;
  return <RunTables run={run} sections={['memory']} className={css.section} />;
});

export const memoryTab: RunTab = {
  name: 'memory',
  figures: ['setup', 'load', 'server', 'memory'],
  isHigh: true,
  strip: ['memory', 'heap', 'gc'],
  Content: ({ run, live }) => <MemoryTab run={run} live={live} />,
};
