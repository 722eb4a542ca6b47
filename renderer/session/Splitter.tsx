import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import css from './Splitter.module.css';

export interface SplitterProps {
  /** What is above and what is below; they share a height. */
  readonly above: RefObject<HTMLElement | null>;
  readonly below: RefObject<HTMLElement | null>;
  /** What is left of each at least, px. */
  readonly least: { readonly above: number; readonly below: number };
  /** A height of what is above, px; null: the usual one. */
  readonly onChange: (height: number | null) => void;
}

/** One press of an arrow key, px. */
const STEP = 20;

/** Divides a height between what is above and what is below it: by mouse, touch or keys; a double click or Enter gives the usual one. */
export function Splitter({ above, below, least, onChange }: SplitterProps) {
  const text = useText('run.splitter');
  const drag = useRef<{ readonly y: number; readonly height: number } | null>(null);
  const { now, max } = useRoom(above, below, least);
  const set = (height: number) => onChange(Math.round(Math.min(Math.max(height, least.above), max)));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp') set(now - STEP);
    else if (event.key === 'ArrowDown') set(now + STEP);
    else if (event.key === 'Home') set(least.above);
    else if (event.key === 'End') set(max);
    else if (event.key === 'Enter') onChange(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { y: event.clientY, height: now };
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (from !== null && event.clientY !== from.y) set(from.height + event.clientY - from.y);
  };
  const end = () => {
    drag.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between two things cannot be moved
    <div
      className={css.splitter}
      role="separator"
      aria-orientation="horizontal"
      aria-label={text('label')}
      aria-valuemin={least.above}
      aria-valuemax={Math.max(max, now)}
      aria-valuenow={Math.max(now, least.above)}
      aria-valuetext={text('value', { height: now })}
      title={text('hint')}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(null)}
    />
  );
}

/** The height of what is above, and the most that it can have; it follows both. */
function useRoom(above: SplitterProps['above'], below: SplitterProps['below'], least: SplitterProps['least']) {
  const [room, setRoom] = useState({ now: least.above, max: least.above });
  useEffect(() => {
    const [upper, lower] = [above.current, below.current];
    if (upper === null || lower === null) return;
    const measure = () => {
      const now = upper.offsetHeight;
      const max = Math.max(least.above, now + lower.offsetHeight - least.below);
      setRoom((before) => (before.now === now && before.max === max ? before : { now, max }));
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(upper);
    size.observe(lower);
    return () => size.disconnect();
  }, [above, below, least.above, least.below]);
  return room;
}
