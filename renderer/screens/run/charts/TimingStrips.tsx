/** Marks and measures of the script, over the charts: one line for each name. */
import { useMemo } from 'react';
import { formatTick } from '../../../../shared/charts/scales.ts';
import { computeTimingLines, type TimingLine } from '../../../../shared/charts/timing-marks.ts';
import type { TimingColumns } from '../../../../shared/model/series.ts';
import { spanAround, type TimeFocus } from '../../../charts/time-focus.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './TimingStrips.module.css';

/** More would leave too little to the charts; the table has all. */
const MOST_LINES = 4;

export interface TimingStripsProps {
  readonly timings: TimingColumns;
  readonly toS: number;
  readonly focus: TimeFocus;
}

export function TimingStrips({ timings, toS, focus }: TimingStripsProps) {
  const text = useText('run.timings');
  const lines = useMemo(() => computeTimingLines(timings, toS), [timings, toS]);
  if (lines.length === 0) return null;
  const more = lines.length - MOST_LINES;
  return (
    <ul className={css.root} aria-label={text('title')}>
      {lines.slice(0, MOST_LINES).map((line) => (
        <Line key={`${line.kind} ${line.thread} ${line.name}`} line={line} toS={toS} focus={focus} />
      ))}
      {more > 0 && <li className={css.more}>{text('moreLines', { count: more })}</li>}
    </ul>
  );
}

function Line({ line, toS, focus }: { readonly line: TimingLine; readonly toS: number; readonly focus: TimeFocus }) {
  const text = useText('run.timings');
  const { thread, kind, count, spans } = line;
  const name = thread === undefined ? line.name : text('ofThread', { name: line.name, thread });
  const told = text('line', { name, kind, count });
  return (
    <li className={css.line} aria-label={told}>
      <span className={css.name} title={told}>
        {name}
      </span>
      <span className={css.spans}>
        {spans.map(({ from, to, count: joined }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a shortcut of the pointer to what the table tells and a window chooses
          <span
            key={from}
            className={cx(css.span, kind === 'mark' && css.mark)}
            style={{ left: `${(100 * from) / toS}%`, width: `${(100 * (to - from)) / toS}%` }}
            title={text('span', {
              name,
              count: joined,
              from: formatTick(Number(from.toFixed(3))),
              ms: formatTick(Number(((to - from) * 1e3).toPrecision(3))),
              kind,
            })}
            onClick={() => focus.setWindow(spanAround(from * 1_000, to * 1_000, toS * 1_000))}
          />
        ))}
      </span>
      <span className={css.count}>{text('times', { count })}</span>
    </li>
  );
}
