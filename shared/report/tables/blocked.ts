/** Where the threads of a profile were blocked. */
import { formatCount, formatNumber } from '../../format/figures.ts';
import { calledName, placeOf, shortName } from '../../format/place.ts';
import type { ProfileFigures } from '../../model/report.ts';
import { timeOf } from '../../phrases/profile-words.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { numeric } from './columns.ts';
import { ALL, mayBeCut, type Profiled, type RunTable } from './run-table.ts';

/** Null: nowhere. */
function blockedTable({ blocked, dividedBy }: Pick<ProfileFigures, 'blocked' | 'dividedBy'>): ReportTable | null {
  if (blocked.length === 0) return null;
  const of = timeOf({ by: dividedBy });
  return {
    caption: text('run.blocked.title', { of }),
    isFirst: mayBeCut(blocked),
    columns: [
      { title: text('run.blocked.call') },
      numeric(text('run.blocked.ms', { of })),
      numeric(text('run.blocked.share')),
      numeric(text('run.blocked.threads')),
      { title: text('run.blocked.caller') },
      { title: text('run.blocked.place') },
    ],
    rows: blocked.map(({ call, blockedMs, percent, threads, function: name, url, line }) => [
      call === '' ? text('run.blocked.unknown') : { text: call, tone: 'code' },
      formatNumber(blockedMs, 1),
      formatNumber(percent, 1),
      formatCount(threads),
      { text: shortName(calledName(name, url, line)), tone: 'code' },
      { text: placeOf(url, line), tone: 'code' },
    ]),
    note: text('run.blocked.note', { of }),
  };
}

/** What was counted has no time, and without the CPU time of threads only calls are known that always block, or may. */
function noneBlocked({ unit, dividedBy }: Pick<ProfileFigures, 'unit' | 'dividedBy'>): string {
  return text('run.blocked.none', { of: unit === 'microseconds' ? timeOf({ by: dividedBy }) : 'counted' });
}

export const BLOCKED: RunTable<Profiled> = {
  id: 'blocked',
  section: 'blocked',
  of: ({ profile }) => profile && blockedTable(profile),
  on: { screen: ALL, terminal: ALL, html: 15, markdown: 15 },
  key: 'runs[].profile.blocked',
  isLater: true,
  alone: { none: ({ profile }) => (profile === null ? '' : noneBlocked(profile)) },
};
