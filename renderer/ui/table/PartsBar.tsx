/** What something is made of, as a bar that is as long as others. */
import { TIME_PARTS } from '../../../shared/model/time-parts.ts';
import type { PartsBar as Bar } from '../../../shared/report/table.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Legend } from '../Legend.tsx';
import css from './PartsBar.module.css';

/** `text`: all of it, for who does not see it. */
export function PartsBar({ bar: { parts, says }, text }: { bar: Bar; text: string }) {
  return (
    <span className={css.cell}>
      <span className="visually-hidden">{text}</span>
      <span className={css.bar} aria-hidden="true">
        {parts.map(({ part, name, share, says: told }) => (
          <span key={`${part} ${name}`} data-time={part} title={told} style={{ width: `${share}%` }} />
        ))}
      </span>
      <span className={css.says} title={text} aria-hidden="true">
        {says}
      </span>
    </span>
  );
}

/** Of all bars, in the order of their parts. */
export function PartsLegend() {
  const text = useText('run.routeTime.legend');
  return <Legend items={TIME_PARTS.map((part) => ({ name: text(part), swatch: { 'data-time': part } }))} />;
}
