/** How long responses took. */
import { metricOf } from '../../analysis/verdicts/metrics.ts';
import { minimumCount } from '../../base/statistics/minimum-count.ts';
import { chooseTimeUnit, formatCount, formatShare, formatSignificant, type TimeUnit } from '../../format/figures.ts';
import { wordSaid } from '../../format/word-said.ts';
import { timesFromSending } from '../../model/clients.ts';
import { type Distribution, LATENCY_PERCENTILES, largestOf } from '../../model/distribution.ts';
import type { RunReport } from '../../model/report.ts';
import { cellBounds, cellFigure } from '../../phrases/bounds.ts';
import { sayModel } from '../../phrases/load-plan.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { notesOf, numeric, ofOurClient, percentileCell, sayNone } from './columns.ts';
import { ALL, type Beside, EVERYWHERE, type RunTable } from './run-table.ts';

const SHOWN_PERCENTILES = [2.5, 50, 97.5, 99] as const;

/** Where the client times from the actual send, what it measures is not what a visitor waits for. */
function latencyName({ load }: Pick<RunReport, 'load'>): string {
  return timesFromSending(load.client) ? text('run.overview.rowServiceOf', { client: load.client }) : text('run.overview.rowLatency');
}

/** The time from sending, where it is something else than the latency. */
function serviceBeside({ load, serviceMs }: Pick<RunReport, 'load' | 'serviceMs'>): Distribution | null {
  return timesFromSending(load.client) ? null : (serviceMs ?? null);
}

/** Null: there is no latency. A row has one unit, named in its head: connecting takes microseconds where responses take seconds. */
function latencyTable(run: RunReport): ReportTable | null {
  const all: readonly (readonly [name: string, of: Distribution | null])[] = [
    [latencyName(run), run.latencyMs],
    [text('run.overview.rowFirstByte'), run.firstByteMs],
    [text('run.overview.rowService'), serviceBeside(run)],
    [text('run.overview.rowLateness'), run.latenessMs],
    [text('run.overview.rowSession'), run.sessionMs],
    [text('run.overview.rowConnect'), run.connectMs],
    [text('run.overview.rowUnexpected'), run.unexpectedLatencyMs],
  ];
  const rows = all.flatMap(([name, of]) => (of === null ? [] : [{ name, of }]));
  if (rows.length === 0) return null;
  return {
    caption: text('run.chart.latency'),
    term: 'latency',
    columns: [
      { title: text('run.overview.stat'), share: 23 },
      ...SHOWN_PERCENTILES.map((percentile) => numeric(text('run.overview.percentile', { percentile: String(percentile) }))),
      numeric(text('run.overview.avg')),
      { ...numeric(text('run.overview.stdev')), term: 'spread' },
      numeric(text('run.overview.max')),
      { ...numeric(text('run.overview.count')), share: 13.5 },
    ],
    rows: rows.map(({ name, of }) => {
      const unit = chooseTimeUnit(largestOf(of));
      const percentiles = SHOWN_PERCENTILES.map((percentile) => percentileCell(of, percentile, unit));
      return [
        text('run.overview.rowUnit', { name, unit: unit.unit }),
        ...percentiles,
        cellFigure(of, 'mean', unit),
        formatSignificant(of.stdev === null ? null : of.stdev * unit.perMs),
        cellFigure(of, 'max', unit),
        formatCount(of.count),
      ];
    }),
    note: [
      ...(run.latencyMs === null ? [] : [tellResponses(run, run.latencyMs)]),
      ...notesOf(
        rows.map(({ of }) => of),
        SHOWN_PERCENTILES,
      ),
    ].join(' '),
  };
}

/** `intervals`: with a column of how well the responses fix each percentile. */
function percentileTable(run: RunReport, { intervals = false }: Beside): ReportTable | null {
  const latency = run.latencyMs;
  if (latency === null) return null;
  const unit = chooseTimeUnit(largestOf(latency));
  return {
    caption: text('run.overview.percentiles'),
    term: 'percentile',
    columns: [
      { ...numeric(text('run.overview.percentileColumn')), share: 15 },
      { ...numeric(text('run.overview.valueColumn', { unit: unit.unit })), share: 20 },
      ...(intervals ? [{ ...numeric(text('run.overview.intervalColumn', { unit: unit.unit })), share: 25 }] : []),
      { title: text('run.overview.noteColumn') },
    ],
    rows: LATENCY_PERCENTILES.map((percentile) => [
      text('run.overview.percentile', { percentile: String(percentile) }),
      percentileCell(latency, percentile, unit),
      ...(intervals ? [intervalText(run, percentile, unit)] : []),
      latency.weak.includes(String(percentile))
        ? text('run.overview.weak', {
            count: formatCount(latency.count + (latency.censored ?? 0)),
            needed: formatCount(minimumCount(percentile)),
          })
        : '',
    ]),
    note: [tellResponses(run, latency), ...notesOf([latency], []), ...(intervals ? [text('run.overview.intervalHelp')] : [])].join(' '),
  };
}

/** "12.1 to 12.9". */
function intervalText({ latencyIntervalsMs }: RunReport, percentile: number, unit: TimeUnit): string {
  const interval = latencyIntervalsMs?.[String(percentile)] ?? null;
  if (interval === null) return text('run.overview.noInterval');
  const [from, to] = interval;
  return to === null
    ? cellBounds({ low: from, high: Number.POSITIVE_INFINITY }, unit)
    : text('run.overview.intervalEnds', { from: formatSignificant(from * unit.perMs), to: formatSignificant(to * unit.perMs) });
}

/** What percentiles are of: how many responses, the model of the load, and the share of requests that are not among them. */
function tellResponses(run: RunReport, { count }: Distribution): string {
  return text('run.overview.responses', { count: formatCount(count), label: tellLabel(run) });
}

/** "open load, 0 % errors". */
function tellLabel(run: RunReport): string {
  const dropped = run.requests.dropped > 0 ? 'yes' : 'no';
  return text('run.overview.label', { model: wordSaid(sayModel(run.load)), errors: formatShare(metricOf(run, 'errors')), dropped });
}

export const LATENCY: RunTable = {
  id: 'latency',
  section: 'speed',
  of: ofOurClient(latencyTable, null),
  on: { ...EVERYWHERE, brief: [ALL, ALL] },
  none: sayNone('noLatency'),
  key: 'runs[].latencyMs',
};

export const PERCENTILES: RunTable = {
  id: 'percentiles',
  section: 'percentiles',
  of: ofOurClient<[Beside], ReportTable | null>(percentileTable, null),
  on: EVERYWHERE,
  key: 'runs[].latencyMs.percentiles',
  isLater: true,
};
