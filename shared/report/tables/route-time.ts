/** Where the time of requests in the server goes, by route. */
import { groupBy } from '../../base/group-by.ts';
import { percentOf } from '../../base/percent-of.ts';
import type { Milliseconds, Percent } from '../../base/units.ts';
import { chooseTimeUnit, formatCount, formatMs, formatNumber, NOTHING } from '../../format/figures.ts';
import type { RouteFigures, RunReport } from '../../model/report.ts';
import type { TimePart } from '../../model/time-parts.ts';
import { nameOfRoute } from '../../phrases/route-name.ts';
import { timePartName } from '../../phrases/time-part.ts';
import { text } from '../../words/words.ts';
import type { MarkedCell, ReportTable } from '../table.ts';
import { badCell, notesOf, numeric, percentileCell } from './columns.ts';
import type { RunTable } from './run-table.ts';
import { tellNoWaits } from './waits.ts';

const PERCENTILES = [50, 99] as const;
/** Less of a request is drawn and not written. */
const TOLD_FROM: Percent = 1;
/** From here on it is as good as known of all calls. */
const ALL_KNOWN: Percent = 99.5;

/** The one that all requests together were in the server for the longest comes first. Null: it is known of none. */
export function routeTimeTable({ routes }: Pick<RunReport, 'routes'>): ReportTable | null {
  const shown = (routes?.routes ?? []).filter(({ requests }) => requests > 0).sort((a, b) => totalOf(b) - totalOf(a));
  if (!routes || shown.every(({ parts }) => !parts)) return null;
  const all = shown.reduce((sum, route) => sum + totalOf(route), 0);
  const unit = chooseTimeUnit(Math.max(0, ...shown.map(({ serverMs }) => serverMs?.percentiles['99'] ?? 0)));
  return {
    caption: text('run.routeTime.title'),
    columns: [
      { title: text('run.routes.route'), share: 17.5 },
      { ...numeric(text('run.routes.requests')), share: 8.5 },
      { ...numeric(text('run.routes.failed')), share: 6 },
      { ...numeric(text('run.routeTime.ofAll')), share: 7 },
      ...PERCENTILES.map((key) => ({
        ...numeric(text('run.routes.serverAt', { percentile: String(key), unit: unit.unit })),
        share: 8,
      })),
      { title: text('run.routeTime.parts'), share: 38 },
      { ...numeric(text('run.routeTime.share')), share: 7 },
    ],
    rows: shown.map((route) => [
      nameOfRoute(route),
      formatCount(route.requests),
      badCell(route.failed),
      all === 0 ? NOTHING : formatNumber(percentOf(totalOf(route), all), 1),
      ...PERCENTILES.map((key) => (route.serverMs === null ? NOTHING : percentileCell(route.serverMs, key, unit))),
      route.parts ? partsCell(route.parts) : NOTHING,
      route.share === null ? NOTHING : formatNumber(route.share, 1),
    ]),
    note: [
      text('run.routeTime.note'),
      ...(shown.some(({ parts }) => !parts) ? [text('run.routeTime.noteOfFew')] : []),
      ...tellKnown(routes.callsKnownPercent ?? null),
      ...notesOf(
        shown.map(({ serverMs }) => serverMs),
        PERCENTILES,
      ),
    ].join(' '),
  };
}

/** In the server, of all of its requests. */
const totalOf = ({ serverMs, requests }: Pick<RouteFigures, 'serverMs' | 'requests'>): Milliseconds => (serverMs?.mean ?? 0) * requests;

function tellKnown(percent: Percent | null): string[] {
  return percent === null || percent >= ALL_KNOWN ? [] : [text('run.routeTime.noteOfUnknown', { percent: formatNumber(percent, 0) })];
}

interface NamedPart extends Pick<TimePart, 'part' | 'meanMs'> {
  readonly name: string;
  readonly share: Percent;
}

/** All of them as a bar, and in words those that matter. */
function partsCell(given: readonly TimePart[]): MarkedCell {
  const parts = namedParts(given);
  const tell = ({ name, meanMs }: NamedPart): string => text('run.routeTime.timed', { name, time: formatMs(meanMs) });
  const told = parts.filter(({ share }) => share >= TOLD_FROM);
  const [longest] = [...parts].sort((a, b) => b.meanMs - a.meanMs);
  return {
    text: told.length === 0 ? NOTHING : told.map(tell).join(text('run.waiting.comma')),
    bar: {
      parts: parts.map((one) => ({ ...one, says: tell(one) })),
      says: longest === undefined ? '' : text('run.routeTime.most', { share: formatNumber(longest.share, 0), name: longest.name }),
    },
  };
}

/** In their order, those of one name together: calls of several kinds may be in line for a thread. */
function namedParts(parts: readonly TimePart[]): readonly NamedPart[] {
  const all = parts.reduce((sum, { meanMs }) => sum + meanMs, 0);
  const named = groupBy(
    parts.filter(({ meanMs }) => meanMs > 0),
    (one) => `${one.part} ${timePartName(one)}`,
  );
  return [...named.values()].map((some) => {
    const meanMs = some.reduce((sum, one) => sum + one.meanMs, 0);
    return { part: some[0].part, name: timePartName(some[0]), meanMs, share: percentOf(meanMs, all) };
  });
}

export const ROUTE_TIME: RunTable = {
  id: 'route-time',
  section: 'routeTime',
  of: routeTimeTable,
  // The first are those that it is worth to look at.
  on: { screen: 12, terminal: 12, html: 40, markdown: 40 },
  key: 'runs[].routes.routes[].parts',
  alone: {
    most: Number.POSITIVE_INFINITY,
    none: (run) => (run.waits ? text('run.routeTime.tooFew') : tellNoWaits(run)),
  },
};
