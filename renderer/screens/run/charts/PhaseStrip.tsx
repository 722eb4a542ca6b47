import type { PhaseBand } from '../../../../shared/charts/plan-lines.ts';
import { formatTick } from '../../../../shared/charts/scales.ts';
import { bandName } from '../../../../shared/phrases/charts.ts';
import { cleanWindow, type TimeFocus, useTimeWindow } from '../../../charts/time-focus.ts';
import { useTextWidth } from '../../../charts/use-width.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './PhaseStrip.module.css';

/** Narrower ones would be lines beside lines; the charts have their hairlines. */
const LEAST_PX = 4;
/** Of a letter, about; a name that does not fit as a whole is shown in short, or not at all. */
const LETTER_PX = 6.5;

export type PartOfLoad = 'phases' | 'levels';

export interface PhaseStripProps {
  readonly bands: readonly PhaseBand[];
  readonly of: PartOfLoad;
  readonly toS: number;
  readonly focus: TimeFocus;
}

/** The phases of the load over the charts, with their names: a click chooses the time of one. */
export function PhaseStrip({ bands, of, toS, focus }: PhaseStripProps) {
  const text = useText('run.phases');
  const [host, width] = useTextWidth<HTMLOListElement>();
  const window = useTimeWindow(focus);
  // In full all of them or none: figures with a unit beside others without would seem to be of two kinds.
  const isShort = bands.some((band) => bandName(band).full.length * LETTER_PX + 8 > (width * (Math.min(band.to, toS) - band.from)) / toS);
  const name = text('label', { of });
  const isPerSecond = isShort && bands.every((band) => !('connections' in band));
  return (
    <div className={css.root}>
      <span className={css.label} aria-hidden="true">
        {isPerSecond ? text('labelPerSecond', { of }) : name}
      </span>
      <ol ref={host} className={css.bands} aria-label={name}>
        {bands.map((band, nth) => {
          const [from, to] = [band.from, Math.min(band.to, toS)];
          const px = (width * (to - from)) / toS;
          if (!(px >= LEAST_PX)) return null;
          // The level before was drained first: it ends where none begins.
          const isLast = !(bands[nth + 1] && bands[nth + 1]!.from - band.to < 0.01);
          const { full, short } = bandName(band);
          const wanted = isShort ? short : full;
          const shown = wanted.length * LETTER_PX + 8 <= px ? wanted : undefined;
          const label = text('choose', {
            name: full,
            from: formatTick(Number(from.toFixed(2))),
            to: formatTick(Number(band.to.toFixed(2))),
          });
          const chosen = cleanWindow(from * 1_000, to * 1_000, toS * 1_000);
          const isChosen = window !== null && chosen !== null && window.fromMs === chosen.fromMs && window.toMs === chosen.toMs;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a phase is named by its place
              key={nth}
              style={{ left: `${(100 * from) / toS}%`, width: `${(100 * (to - from)) / toS}%` }}
            >
              <button
                type="button"
                className={cx(css.band, nth % 2 === 1 && css.even, isLast && css.last)}
                title={label}
                aria-label={label}
                aria-pressed={isChosen}
                onClick={() => focus.setWindow(isChosen ? null : chosen)}
              >
                {shown}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
