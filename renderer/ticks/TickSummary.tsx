import { useMemo } from 'react';
import { percentOf } from '../../shared/base/percent-of.ts';
import { layoutTickBar, TICK_PARTS } from '../../shared/charts/tick-bar.ts';
import type { TickFigures } from '../../shared/model/profile/ticks.ts';
import { type TickLine, ticksOfLine } from '../../shared/profile/ticks/tick-lines.ts';
import { noteOf } from '../../shared/report/table.ts';
import { tickLibraryTable, tickSummaryTable } from '../../shared/report/tables/ticks.ts';
import { formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { TakePicture } from '../take/TakePicture.tsx';
import { FigureTable } from '../ui/table/FigureTable.tsx';
import css from './ticks.module.css';

/** `[Summary]` as `--prof-process` prints it, and as a bar. */
export function TickSummary({ figures }: { figures: TickFigures }) {
  const text = useText('run.ticks');
  const table = useMemo(() => tickSummaryTable(figures), [figures]);
  return (
    <section className={css.section} aria-label={table.caption}>
      <div className={css.head}>
        <h3>{table.caption}</h3>
        <TakePicture
          title={text('bar')}
          picture={(draw) => draw.tickBarsPicture(text('bar'), [{ name: '', figures, full: figures.total }])}
        />
      </div>
      <TickBar figures={figures} full={figures.total} />
      <FigureTable table={table} bare />
      <p className={css.note}>{noteOf(table)}</p>
    </section>
  );
}

/** All ticks as one bar of what they were spent on, and below it those of GC, which are among them. */
export function TickBar({ figures, full, label }: { figures: TickFigures; full: number; label?: string }) {
  const text = useText('run.ticks');
  const gc = ticksOfLine(figures, 'gc');
  const say = (line: TickLine, ticks: number) =>
    text('partShare', { name: text(`part.${line}`), percent: formatPercent(percentOf(ticks, figures.total)) });
  const said = TICK_PARTS.map((part) => say(part, ticksOfLine(figures, part)));
  return (
    <div className={css.bars} role="img" aria-label={[...(label === undefined ? [] : [label]), ...said, say('gc', gc)].join(', ')}>
      <div className={css.bar}>
        {layoutTickBar(figures, full).map(({ part, width, ticks }) => (
          <span key={part} className={css.barPart} data-part={part} style={{ width: `${100 * width}%` }} title={say(part, ticks)}>
            <span className={css.barLabel}>{say(part, ticks)}</span>
          </span>
        ))}
      </div>
      <div className={css.thinBar}>
        <span className={css.thinPart} data-part="gc" style={{ width: `${(100 * gc) / Math.max(1, full)}%` }} title={say('gc', gc)} />
      </div>
    </div>
  );
}

/** `[Shared libraries]` as `--prof-process` prints it. */
export function TickLibraries({ figures }: { figures: TickFigures }) {
  const text = useText('run.ticks');
  const table = useMemo(() => tickLibraryTable(figures), [figures]);
  return (
    <section className={css.section} aria-label={text('libraries')}>
      <h3>{text('libraries')}</h3>
      {table === null ? <p className="muted">{text('noLibraries')}</p> : <FigureTable table={table} bare />}
    </section>
  );
}
