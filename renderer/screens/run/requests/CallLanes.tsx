import { useMemo } from 'react';
import type { Microseconds } from '../../../../shared/base/units.ts';
import { drawLanes, type LaneItem } from '../../../../shared/charts/call-lanes.ts';
import { formatTick } from '../../../../shared/charts/scales.ts';
import { ticksBetween } from '../../../../shared/charts/time-scales.ts';
import { chooseTimeUnit } from '../../../../shared/format/figures.ts';
import type { RequestTimes } from '../../../../shared/model/request-story.ts';
import { itemName, itemText } from '../../../../shared/report/story-table.ts';
import { useWidth } from '../../../charts/use-width.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { textScale } from '../../../text-scale.ts';
import { cx } from '../../../ui/cx.ts';
import css from './CallLanes.module.css';

/** More would push the tables out of sight, and nobody compares so many. */
const MOST_LANES = 6;
/** Of a letter, at most, and of what surrounds a name. */
const [LETTER_PX, AROUND_PX] = [8, 12];
/** A name that is longer is cut off, if there is so much of it to read. */
const READABLE_PX = 140;
const MOST_OF_BAR = 0.7;
/** Between labels of the time axis. */
const TICK_PX = 72;
const [MS_PER_S, US_PER_MS, US_PER_S] = [1e3, 1e3, 1e6];

export function CallLanes({ story: { calls, latencyUs } }: { readonly story: RequestTimes }) {
  const text = useText('run.story.lanes');
  const [host, width] = useWidth<HTMLDivElement>();
  const { items, lanes, left } = useMemo(
    () => drawLanes(calls, { lanes: MOST_LANES, pixels: Math.max(1, width), us: latencyUs }),
    [calls, latencyUs, width],
  );
  return (
    <div ref={host}>
      {width > 0 && (
        <ul className={css.root} aria-label={text('title')}>
          {items.map((item) => (
            <Item key={`${item.lane} ${item.from}`} item={item} scale={width / latencyUs} width={width} />
          ))}
          {/* What is placed by itself takes no room. */}
          <li aria-hidden="true" className={css.room} style={{ height: `${lanes * LANE_REM}rem` }} />
        </ul>
      )}
      {width > 0 && <Axis us={latencyUs} width={width} />}
      {left > 0 && <p className={css.left}>{text('left', { count: left })}</p>}
    </div>
  );
}

const LANE_REM = 1.25;

interface ItemProps {
  readonly item: LaneItem;
  /** Pixels of a microsecond. */
  readonly scale: number;
  readonly width: number;
}

function Item({ item, scale, width }: ItemProps) {
  const told = itemText(item);
  const name = itemName(item);
  const place = placeName(name, item.from * scale, item.to * scale, item.next * scale);
  const percent = (px: number): string => `${(100 * px) / width}%`;
  return (
    <li className={css.item} title={told} style={{ top: `${item.lane * LANE_REM}rem` }}>
      <span className="visually-hidden">{told}</span>
      {item.parts.map(({ from, to, isLine }) => (
        <span
          key={from}
          className={cx(css.part, isLine && css.line)}
          style={{ left: percent(from * scale), width: `calc(${percent((to - from) * scale)} - 1px)` }}
        />
      ))}
      {place !== null && (
        <span className={css.name} aria-hidden="true" style={{ left: percent(place.left), maxWidth: `${place.room}px` }}>
          {name}
        </span>
      )}
    </li>
  );
}

/** In its bar, of which it leaves a part to be seen, or behind it where nothing follows soon. Null: there is no room for what could be read. */
function placeName(name: string, from: number, to: number, next: number): { left: number; room: number } | null {
  const least = READABLE_PX * textScale();
  const needed = Math.min(least, (name.length * LETTER_PX + AROUND_PX) * textScale());
  if (to - from >= needed) return { left: from, room: Math.min(to - from, Math.max(least, MOST_OF_BAR * (to - from))) };
  return next - to >= needed ? { left: to, room: next - to } : null;
}

/** When something was, from when the request was due. */
function Axis({ us, width }: { readonly us: Microseconds; readonly width: number }) {
  const { ticks } = ticksBetween(0, us / US_PER_S, Math.max(1, width / (TICK_PX * textScale())));
  const { unit, perMs } = chooseTimeUnit(us / US_PER_MS);
  const label = (tick: number) => formatTick(Number((tick * MS_PER_S * perMs).toPrecision(6)));
  return (
    <div className={css.axis} aria-hidden="true">
      {ticks
        .map((tick) => ({ tick, left: (width * tick * US_PER_S) / us }))
        // The label of the last one would reach beyond the end.
        .filter(({ left }) => left <= width - TICK_PX * textScale())
        .map(({ tick, left }) => (
          <span key={tick} style={{ left: `${left}px` }}>
            {tick === 0 ? `0 ${unit}` : label(tick)}
          </span>
        ))}
    </div>
  );
}
