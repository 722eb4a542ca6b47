import { useMemo } from 'react';
import { percentOf } from '../../shared/base/percent-of.ts';
import { layoutTickBar, TICK_PARTS } from '../../shared/charts/tick-bar.ts';
import type { TickFigures, TickLibrary } from '../../shared/model/profile/ticks.ts';
import { shareOfLine, TICK_LINES, type TickLine, ticksOfLine } from '../../shared/profile/ticks/tick-lines.ts';
import { formatCount, formatNumber, formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { TakePicture } from '../take/TakePicture.tsx';
import { type Column, Table } from '../ui/table/Table.tsx';
import css from './ticks.module.css';

interface SummaryRow {
  readonly line: TickLine;
  readonly ticks: number;
  readonly totalPercent: number;
  readonly nonlibPercent: number | null;
}

function rowsOf(figures: TickFigures): SummaryRow[] {
  return TICK_LINES.map((line) => {
    const ticks = ticksOfLine(figures, line);
    return { line, ticks, totalPercent: percentOf(ticks, figures.total), nonlibPercent: shareOfLine(figures, line)?.nonlibPercent ?? null };
  });
}

/** `[Summary]` as `--prof-process` prints it, and as a bar. */
export function TickSummary({ figures }: { figures: TickFigures }) {
  const text = useText('run.ticks');
  const rows = useMemo(() => rowsOf(figures), [figures]);
  const columns = useMemo<Column<SummaryRow>[]>(
    () => [
      { id: 'ticks', header: text('columnTicks'), numeric: true, width: '5.5rem', cell: ({ ticks }) => formatCount(ticks) },
      {
        id: 'total',
        header: text('columnTotal'),
        numeric: true,
        width: '5.5rem',
        cell: ({ totalPercent }) => formatNumber(totalPercent, 1),
      },
      {
        id: 'nonlib',
        header: text('columnNonlib'),
        numeric: true,
        width: '8.5rem',
        cell: ({ nonlibPercent }) => (nonlibPercent === null ? '' : formatNumber(nonlibPercent, 1)),
      },
      {
        id: 'name',
        header: text('columnName'),
        rowHeader: true,
        text: ({ line }) => text(`part.${line}`),
        cell: ({ line }) => (
          <>
            <TickLineName line={line} />
            {line === 'gc' && <span className="muted"> {text('gcNote')}</span>}
          </>
        ),
      },
    ],
    [text],
  );
  return (
    <section className={css.section} aria-label={text('summary')}>
      <div className={css.head}>
        <h3>{text('summary')}</h3>
        <TakePicture
          title={text('bar')}
          picture={(draw) => draw.tickBarsPicture(text('bar'), [{ name: '', figures, full: figures.total }])}
        />
      </div>
      <TickBar figures={figures} full={figures.total} />
      <Table label={text('summary')} columns={columns} rows={rows} rowKey={({ line }) => line} />
    </section>
  );
}

/** With the colour that it has in the bar. */
export function TickLineName({ line }: { line: TickLine }) {
  const text = useText('run.ticks');
  return (
    <span className={css.name}>
      <span className={css.swatch} data-part={line} aria-hidden="true" />
      {text(`part.${line}`)}
    </span>
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
  const columns = useMemo<Column<TickLibrary>[]>(
    () => [
      { id: 'ticks', header: text('columnTicks'), numeric: true, width: '5.5rem', cell: ({ ticks }) => formatCount(ticks) },
      {
        id: 'total',
        header: text('columnTotal'),
        numeric: true,
        width: '5.5rem',
        cell: ({ totalPercent }) => formatNumber(totalPercent, 1),
      },
      {
        id: 'name',
        header: text('columnName'),
        rowHeader: true,
        text: ({ name }) => name,
        cell: ({ name }) => <span title={name}>{name}</span>,
      },
    ],
    [text],
  );
  return (
    <section className={css.section} aria-label={text('libraries')}>
      <h3>{text('libraries')}</h3>
      <Table
        label={text('libraries')}
        columns={columns}
        rows={figures.libraries}
        rowKey={({ name }) => name}
        empty={<p className="muted">{text('noLibraries')}</p>}
      />
    </section>
  );
}
