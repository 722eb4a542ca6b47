import type { TickLine } from '../../shared/profile/ticks/tick-lines.ts';
import css from './ticks.module.css';

/** The colour that a line of the summary has in the bar, before its name. */
export function TickSwatch({ line }: { line: TickLine }) {
  return <span className={css.swatch} data-part={line} aria-hidden="true" />;
}
