/** What was alive after each round of a run that looks for a leak, and what was judged of it. */
import { judgedRounds, levelOf } from '../../analysis/leak/series.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Bytes } from '../../base/units.ts';
import { formatBytes, formatCount, formatNumber, formatPercent, formatSignificant, NOTHING } from '../../format/figures.ts';
import type { LeakReport, LeakRound } from '../../model/leak.ts';
import type { RunReport } from '../../model/report.ts';
import { isLeakCount, placeText, siteName, tellCounter, tellKept, tellLeakHolder, tellSite } from '../../phrases/leak.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { numeric } from './columns.ts';
import { EVERYWHERE, type RunTable } from './run-table.ts';

const MB: Bytes = 1e6;
const MS_PER_S = 1_000;

function roundsTable({ leak }: Pick<RunReport, 'leak'>): ReportTable | null {
  if (leak === undefined || leak.rounds.length === 0) return null;
  const { rounds, warmUp } = leak;
  const mb = (bytes: Bytes | null): string => (bytes === null ? NOTHING : formatNumber(bytes / MB, 2));
  return {
    caption: text('run.leak.rounds'),
    columns: [
      { title: text('run.leak.column.round') },
      ...(['requests', 'seconds', 'heap', 'grew', 'outside', 'rss', 'descriptors', 'resources'] as const).map((name) =>
        numeric(text(`run.leak.column.${name}`)),
      ),
    ],
    rows: rounds.map((round, at) => [
      text(`run.leak.kind.${round.kind}`, { nth: String(at + 1) }),
      formatCount(round.requests),
      formatNumber(round.ms / MS_PER_S, 1),
      mb(heapOf(round)),
      at === 0 || round.kind === 'rest' ? NOTHING : formatSignificant((heapOf(round) - heapOf(rounds[at - 1]!)) / round.requests),
      mb(levelOf(round.threads, 'outside')),
      mb(round.rss),
      countText(round.counts.descriptors),
      countText(round.counts.resources),
    ]),
    note: text('run.leak.note', { requests: formatCount(warmUp.requests) }),
  };
}

const heapOf = ({ threads }: LeakRound): Bytes => levelOf(threads, 'heap');

const countText = (count: number | null): string => (count === null ? NOTHING : formatCount(count));

function judgedTable({ leak }: Pick<RunReport, 'leak'>): ReportTable | null {
  const verdict = leak?.verdict ?? null;
  if (leak === undefined || verdict === null || verdict.series.length === 0) return null;
  return {
    caption: text('run.leak.seriesTitle'),
    columns: [
      { title: text('run.leak.series.of'), share: 31 },
      { title: text('run.leak.series.word'), share: 12 },
      { ...numeric(text('run.leak.series.kept')), share: 26 },
      { ...numeric(text('run.leak.series.grew')), share: 11 },
      { title: text('run.leak.series.why'), share: 20 },
    ],
    rows: verdict.series.map((one) => [
      tellCounter(one, verdict.series),
      text(`run.leak.word.${one.word}`),
      tellKept(one),
      isLeakCount(one) ? formatCount(one.grew) : formatBytes(one.grew),
      text(`run.leak.shortWhy.${one.reason}`),
    ]),
    note: text('run.leak.seriesNote', { count: String(judgedRounds(leak.rounds).length), floor: formatBytes(verdict.floor) }),
  };
}

const none = ({ leak }: { readonly leak?: LeakReport }): string => (leak === undefined ? text('run.leak.none') : '');

export const LEAK: RunTable = {
  id: 'leak',
  section: 'leak',
  of: judgedTable,
  on: { ...EVERYWHERE, brief: [4, 4] },
  key: 'leak',
  alone: { none },
};

function grownTable({ leak }: Pick<RunReport, 'leak'>): ReportTable | null {
  const grown = leak?.found?.grown ?? [];
  if (grown.length === 0) return null;
  return {
    caption: text('run.leak.grownTitle'),
    columns: [
      { title: text('run.leak.grown.constructor'), share: 22 },
      { ...numeric(text('run.leak.grown.count')), share: 14 },
      { ...numeric(text('run.leak.grown.bytes')), share: 14 },
      { title: text('run.leak.grown.heldBy'), share: 50 },
    ],
    rows: grown.map(({ constructor: of, countPerRequest, bytesPerRequest, heldBy, functions }) => [
      { text: showHidden(of), tone: 'code' },
      formatSignificant(countPerRequest),
      formatSignificant(bytesPerRequest),
      [...heldBy.map(tellLeakHolder), ...functions.map((one) => text('run.leak.functionKept', { site: tellSite(one) }))].join(
        text('run.waiting.comma'),
      ) || NOTHING,
    ]),
    note: text('run.leak.grownNote'),
  };
}

function sitesTable({ leak }: Pick<RunReport, 'leak'>): ReportTable | null {
  const sites = leak?.found?.sites ?? [];
  if (sites.length === 0) return null;
  return {
    caption: text('run.leak.sitesTitle'),
    columns: [
      { title: text('run.functionColumn.function') },
      { title: text('run.functionColumn.file') },
      numeric(text('run.leak.siteShare')),
    ],
    rows: sites.map(({ name, place, share }) => [
      { text: siteName(name), tone: 'code' },
      place === null ? NOTHING : placeText(place),
      formatPercent(100 * share, 0),
    ]),
    note: text('run.leak.sitesNote'),
  };
}

/** Why it is not known what grew. */
function tellNotFound({ leak }: Pick<RunReport, 'leak'>): string {
  const not = leak?.found?.not ?? null;
  return not === null ? '' : text(`run.leak.notFound.${not.why}`, { bytes: not.why === 'too-large' ? formatBytes(not.bytes) : '' });
}

export const LEAK_GROWN: RunTable = {
  id: 'leak-grown',
  section: 'leak',
  of: grownTable,
  on: { ...EVERYWHERE, brief: [4, 4] },
  none: tellNotFound,
  key: 'leak.grown',
  alone: { none: (run) => tellNotFound(run) || none(run) },
};

export const LEAK_SITES: RunTable = {
  id: 'leak-sites',
  section: 'leak',
  of: sitesTable,
  on: EVERYWHERE,
  key: 'leak.sites',
  alone: { none },
};

export const LEAK_ROUNDS: RunTable = {
  id: 'leak-rounds',
  section: 'leak',
  of: roundsTable,
  on: EVERYWHERE,
  key: 'leak.rounds',
  file: roundsTable,
  alone: { none },
};
