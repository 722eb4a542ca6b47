/** How a profile was taken, and what a second pass without inlining shows. */
import { formatCount, formatMs } from '../../format/figures.ts';
import { formatWeight } from '../../format/weights.ts';
import type { ProfileFigures } from '../../model/report.ts';
import { exactText } from '../../phrases/exact-pass.ts';
import { coversText } from '../../phrases/profile-words.ts';
import { costText } from '../../phrases/profiling-cost.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { factColumns } from './columns.ts';
import { functionTable } from './functions.ts';
import { linesTable } from './lines.ts';
import { ALL, type Profiled, type RunTable } from './run-table.ts';

function profileTable(profile: ProfileFigures): ReportTable {
  return {
    caption: text('run.overview.profile', { unit: profile.unit }),
    facts: true,
    columns: factColumns(),
    rows: [
      profile.isSampled === false
        ? [text('run.overview.inAll'), formatWeight(profile.weight, profile.unit)]
        : [{ text: text('run.overview.samples'), term: 'samples' }, formatCount(profile.samples)],
      // What was counted lasted for nothing.
      ...(profile.unit === 'microseconds' && (profile.isSampled !== false || profile.durationMs > 0) ? timeRows(profile) : []),
    ],
  };
}

function timeRows(profile: ProfileFigures): ReportTable['rows'] {
  const us = (value: number): string => formatMs(value / 1_000);
  const interval = {
    asked: profile.intervalUs === 0 ? 'none' : us(profile.intervalUs),
    reached: us(profile.effectiveIntervalUs),
  };
  return [
    ...(profile.isSampled === false ? [] : [[text('run.overview.interval'), text('run.overview.intervalValue', interval)]]),
    [text('run.overview.profiled'), coversText(profile)],
    [{ text: text('run.overview.overhead'), term: 'profiling-cost' }, costText(profile)],
    ...(profile.exact?.exactPass ? [[text('run.exact.title'), exactText(profile.exact.exactPass)]] : []),
  ];
}

export const PROFILE: RunTable<Profiled> = {
  id: 'profile',
  section: 'profile',
  of: ({ profile }) => profile && profileTable(profile),
  on: { screen: ALL, terminal: ALL, html: ALL },
  // One that was asked for and did not come: the run ended before, which is said elsewhere.
  none: (_, on, { isProfiled = false }) =>
    on === 'screen' ? `${text('run.overview.noProfile')}${isProfiled ? '' : ` ${text('run.overview.noProfileNext')}`}` : '',
  below: 'heavy',
};

/** Of the pass without inlining; null: there was none. */
function ofExact({ profile }: Profiled, tableOf: (exact: ProfileFigures) => ReportTable | null): ReportTable | null {
  const exact = profile?.exact;
  const table = exact?.exactPass === undefined ? null : tableOf(exact);
  return table && { ...table, caption: text('run.exact.caption', { caption: table.caption }) };
}

export const EXACT_FUNCTIONS: RunTable<Profiled> = {
  id: 'exact-functions',
  section: 'exact',
  of: (run) => ofExact(run, functionTable),
  on: { html: 40, markdown: 15 },
};

export const EXACT_LINES: RunTable<Profiled> = {
  id: 'exact-lines',
  section: 'exact',
  of: (run) => ofExact(run, linesTable),
  on: { html: 40, markdown: 15 },
};
