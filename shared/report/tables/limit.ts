/** The levels of a search for the highest rate, in the order in which they were run. */
import { formatCount, formatNumber, formatSignificant, NOTHING } from '../../format/figures.ts';
import type { JudgedLevel } from '../../model/limit.ts';
import type { LimitBound } from '../../model/load/limit-question.ts';
import type { RunReport } from '../../model/report.ts';
import { formatVisitors } from '../../phrases/charts.ts';
import { nameOfBound } from '../../phrases/limit.ts';
import { text } from '../../words/words.ts';
import type { Cell, ReportTable } from '../table.ts';
import { numeric } from './columns.ts';
import { EVERYWHERE, type RunTable } from './run-table.ts';

function limitTable({ limit }: Pick<RunReport, 'limit'>): ReportTable | null {
  if (limit === undefined || limit.levels.length === 0) return null;
  const { bounds } = limit.question;
  const givenUp = limit.levels.filter((level, nth) => level.givenUp > 0 && nth < limit.levels.length - 1);
  const drained = text('run.limit.drained', {
    levels: givenUp.length,
    count: formatCount(givenUp.reduce((sum, level) => sum + level.givenUp, 0)),
  });
  return {
    caption: text('run.limit.levels'),
    columns: [
      ...[
        text('run.limit.column.rate'),
        text('run.limit.column.from'),
        text('run.limit.column.seconds'),
        text('run.limit.column.came'),
      ].map(numeric),
      ...bounds.map((bound) => numeric(titleOf(bound))),
      numeric(text('run.limit.column.behind')),
      { title: text('run.limit.column.held') },
    ],
    rows: limit.levels.map((level) => [
      formatVisitors(level.rate),
      formatNumber(level.from, 1),
      formatNumber(level.holdS, 1),
      formatCount(level.came),
      ...bounds.map((_, nth) => shownValue(level, nth)),
      formatCount(Math.round(level.behind)),
      heldCell(level),
    ]),
    note: [text('run.limit.room'), ...(givenUp.length === 0 ? [] : [drained])].join(' '),
  };
}

function titleOf(bound: LimitBound): string {
  return text(`run.limit.column.${bound.of === 'errors' ? 'share' : 'value'}`, { figure: nameOfBound(bound) });
}

function shownValue(level: JudgedLevel, nth: number): Cell {
  const value = level.counts[nth]?.value ?? null;
  const shown = value === null ? NOTHING : formatSignificant(value);
  return level.because?.by === 'bound' && level.because.nth === nth ? { text: shown, tone: 'bad' } : shown;
}

function heldCell({ held }: JudgedLevel): Cell {
  const shown = text(`run.limit.heldWord.${held}`);
  return held === 'not held' ? { text: shown, tone: 'bad' } : shown;
}

export const LIMIT: RunTable = {
  id: 'limit',
  section: 'limit',
  of: limitTable,
  on: EVERYWHERE,
  key: 'limit',
  alone: { none: () => text('run.limit.only') },
};
