/** Which threads the CPU time was sampled in. */
import { formatCount, formatNumber } from '../format/figures.ts';
import { percentOf } from '../format/percent-of.ts';
import type { RunReport } from '../model/report.ts';
import { MAIN_THREAD } from '../profile/profile.ts';
import { text } from '../words/words.ts';
import type { ReportTable } from './table.ts';

/** Null: none was sampled by time. */
export function threadsTable({ profile }: Pick<RunReport, 'profile'>): ReportTable | null {
  const threads = profile?.threads ?? [];
  const active = threads.reduce((sum, { activeMs }) => sum + activeMs, 0);
  if (active === 0) return null;
  const numeric = (title: string) => ({ title, numeric: true });
  return {
    caption: text('run.threads.title'),
    columns: [
      { title: text('run.server.pid') },
      numeric(text('run.threads.thread')),
      { title: text('run.threads.name') },
      numeric(text('run.threads.active')),
      numeric(text('run.threads.share')),
      numeric(text('run.threads.samples')),
    ],
    rows: threads.map(({ pid, thread, title, activeMs, samples }) => [
      String(pid),
      String(thread),
      thread === MAIN_THREAD ? text('run.threads.main') : { text: title, tone: 'code' },
      formatNumber(activeMs, 1),
      formatNumber(percentOf(activeMs, active), 1),
      formatCount(samples),
    ]),
    note: text('run.threads.note'),
  };
}
