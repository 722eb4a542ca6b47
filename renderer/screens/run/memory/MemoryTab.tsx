import { memo } from 'react';
import type { RunReport } from '../../../../shared/model/report.ts';
import { RunTables } from '../RunTables.tsx';
import { type RunTab, Waiting } from '../run-tab.tsx';
import css from '../tabs.module.css';

/** Levels of memory, what requests allocate, and garbage collection. */
const MemoryTab = memo(function MemoryTab({ run, live }: { readonly run: RunReport | null; readonly live: boolean }) {
  if (run?.memory === undefined) return <Waiting live={live} />;
  return <RunTables run={run} sections={['memory']} className={css.section} />;
});

export const memoryTab: RunTab = {
  name: 'memory',
  figures: ['setup', 'load', 'server', 'memory'],
  strip: ['memory', 'gc'],
  Content: ({ run, live }) => <MemoryTab run={run} live={live} />,
};
