/** What tables have in common: columns, cells and notes. */

import { minimumCount } from '../../base/statistics/minimum-count.ts';
import type { Percent } from '../../base/units.ts';
import { formatCount, formatNumber, type TimeUnit } from '../../format/figures.ts';
import { placeOf, shortPlace, type ToTell } from '../../format/place.ts';
import type { Distribution } from '../../model/distribution.ts';
import type { RunReport } from '../../model/report.ts';
import { cellFigure, tellBounded } from '../../phrases/bounds.ts';
import { text } from '../../words/words.ts';
import type { Cell, MarkedCell, TableColumn } from '../table.ts';
import type { Surface } from './run-table.ts';

export const numeric = (title: string): TableColumn => ({ title, numeric: true });

/** Names and texts. */
export const factColumns = (): readonly TableColumn[] => [{ title: text('common.ui.name') }, { title: text('common.ui.value') }];

/** Names and figures. */
export const countColumns = (): readonly TableColumn[] => [{ title: text('common.ui.name') }, numeric(text('common.ui.value'))];

/** How cells of these percentiles of some figures are to be read. */
export function notesOf(all: readonly (Distribution | null)[], percentiles: readonly number[]): string[] {
  const bounded = tellBounded(all);
  const anyWeak = all.some((of) => percentiles.some((percentile) => of?.weak.includes(String(percentile))));
  return [...(bounded === null ? [] : [bounded]), ...(anyWeak ? [text('run.overview.weakNote')] : [])];
}

/** In brackets: it stands on too few values. */
export function weakCell(shown: string): MarkedCell {
  return { text: text('run.overview.bracketed', { value: shown }), tone: 'weak' };
}

/** The same of a percentile, with how many values it stands on where it is pointed at. */
export function weakPercentile(shown: string, percentile: number, count: number | null): MarkedCell {
  const title = text('run.overview.weakMark', {
    count: count === null ? 'none' : formatCount(count),
    needed: formatCount(minimumCount(percentile)),
  });
  return { ...weakCell(shown), title };
}

/** In brackets where it stands on too few values. */
export function percentileCell(of: Distribution, percentile: number, unit: TimeUnit): Cell {
  const shown = cellFigure(of, String(percentile), unit);
  return of.weak.includes(String(percentile)) ? weakPercentile(shown, percentile, of.count + (of.censored ?? 0)) : shown;
}

export function badCell(count: number): Cell {
  return count > 0 ? { text: formatCount(count), tone: 'bad' } : formatCount(count);
}

/** `41.2 ±1.4`: with half of its 95 % interval in percentage points. */
export function shareWithMargin(percent: Percent, half: Percent): string {
  return text('run.lines.share', { share: formatNumber(percent, 1), half: formatNumber(half, 1) });
}

/** Short to read; the whole path is one hover away. */
export function placeCell({ url, line }: { readonly url: string; readonly line: number }, told: Partial<ToTell> = {}): Cell {
  return { text: shortPlace(url, line, told), tone: 'code', whole: placeOf(url, line, told.column), place: { url, line, ...told } };
}

export function chooseByteUnit(bytes: number): { unit: string; size: number } {
  if (bytes >= 1e8) return { unit: 'MB', size: 1e6 };
  return bytes >= 1e4 ? { unit: 'kB', size: 1e3 } : { unit: 'B', size: 1 };
}

/** Of a load that a client of ours has made; what a load command has measured is in the tables of its tool. */
export function ofOurClient<Rest extends unknown[], Made>(
  make: (run: RunReport, ...rest: Rest) => Made,
  otherwise: Made,
): (run: RunReport, ...rest: Rest) => Made {
  return (run, ...rest) => (run.byCommand === undefined ? make(run, ...rest) : otherwise);
}

/** That there are no figures, as no response came that they would be of; on the screen also where to look instead. */
export function sayNone(what: 'noLatency' | 'noThroughput'): (run: RunReport, on: Surface) => string {
  return ofOurClient(({ requests: { sent }, load }, on: Surface) => {
    const said = text(`run.overview.${what}`, { plan: load.plan === undefined ? 'no' : 'yes' });
    return on === 'screen' ? `${said} ${text('run.overview.noResponseNext', { sent })}` : said;
  }, '');
}
