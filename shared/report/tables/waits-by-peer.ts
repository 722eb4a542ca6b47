/** What requests waited for longest, by peer, in a few lines. */
import type { Milliseconds } from '../../base/units.ts';
import { chooseTimeUnit, formatSignificant, NOTHING } from '../../format/figures.ts';
import type { PeerWaits, RunReport } from '../../model/report.ts';
import { text } from '../../words/words.ts';
import type { Cell, ReportTable } from '../table.ts';
import { notesOf, numeric, percentileCell } from './columns.ts';
import type { RunTable } from './run-table.ts';
import { atOnceCell, hasUnknownLimit, tellNoWaits, wholeCell } from './waits.ts';

const MIDDLE = 50;
const MOST = 3;

/** What a request waited, on average; `isLeast`: of some calls it is not known. */
interface Line {
  readonly ms: Milliseconds;
  readonly isLeast: boolean;
}

/** Null: nothing was waited for, or it is not known. */
export function waitsByPeerTable({ waitsByPeer = [], waitsBeside }: Pick<RunReport, 'waitsByPeer' | 'waitsBeside'>): ReportTable | null {
  if (waitsByPeer.length === 0) return null;
  const took = chooseTimeUnit(Math.max(...waitsByPeer.map(({ inProgressMs }) => inProgressMs.percentiles[MIDDLE] ?? 0)));
  const [lines, progress] = [waitsByPeer.map(lineOf), waitsByPeer.map(progressOf)];
  const each = chooseTimeUnit(Math.max(...progress.map((ms) => ms ?? 0), ...lines.map((line) => line?.ms ?? 0)));
  return {
    caption: text('run.waits.byPeer.title'),
    columns: [
      { title: text('run.waits.to') },
      numeric(text('run.waits.byPeer.perRequest')),
      numeric(text('run.waits.tookAt', { percentile: String(MIDDLE), unit: took.unit })),
      numeric(text('run.waits.byPeer.inLine', { unit: each.unit })),
      numeric(text('run.waits.byPeer.inProgress', { unit: each.unit })),
      numeric(text('run.waits.atOnce')),
    ],
    rows: waitsByPeer.map((one, at): Cell[] => [
      wholeCell(one.to),
      formatSignificant(one.perRequest),
      percentileCell(one.inProgressMs, MIDDLE, took),
      lineCell(lines[at]!, each.perMs),
      progress[at] === null ? NOTHING : formatSignificant(progress[at]! * each.perMs),
      atOnceCell(one),
    ]),
    note: [
      text('run.waits.byPeer.note'),
      ...(lines.some((line) => line === null || line.isLeast) ? [text('run.waits.byPeer.noteOfLine')] : []),
      ...(waitsByPeer.some(hasUnknownLimit) ? [text('run.waits.noteOfLimit')] : []),
      ...(waitsBeside !== undefined && waitsBeside.lost > 0 ? [text('run.waits.lost', { count: waitsBeside.lost })] : []),
      ...notesOf(
        waitsByPeer.map(({ inProgressMs }) => inProgressMs),
        [MIDDLE],
      ),
    ].join(' '),
  };
}

/** Null: no request ended. */
function progressOf({ perRequest, inProgressMs }: PeerWaits): Milliseconds | null {
  return perRequest === null ? null : inProgressMs.mean * perRequest;
}

/** Null: it is known of no call, or no request ended. */
function lineOf({ calls, perRequest, inLineMs }: PeerWaits): Line | null {
  if (perRequest === null || inLineMs === null) return null;
  return { ms: (inLineMs.mean * inLineMs.count * perRequest) / calls, isLeast: inLineMs.count < calls };
}

function lineCell(line: Line | null, perMs: number): Cell {
  if (line === null) return NOTHING;
  const shown = formatSignificant(line.ms * perMs);
  return line.isLeast ? { text: text('run.waits.atLeast', { share: shown }), value: line.ms * perMs } : shown;
}

export const WAITS_BY_PEER: RunTable = {
  id: 'waits-by-peer',
  section: 'waits',
  of: waitsByPeerTable,
  on: { brief: [MOST, MOST] },
  none: (run) => (run.waitsOff ? tellNoWaits(run) : ''),
};
