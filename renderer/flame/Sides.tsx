/** Two flame graphs beside each other, of a pair of variants. */
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import type { FramePath } from './flame-model.ts';
import css from './Sides.module.css';

export const SIDES = ['a', 'b'] as const;
export type Side = (typeof SIDES)[number];
export type OfSides<T> = Readonly<Record<Side, T>>;

interface SidesProps {
  /** Display names. */
  readonly titles: OfSides<string>;
  /** Whether a side has the frame that is zoomed; otherwise a sentence says that it has not. */
  readonly isThere: (side: Side) => boolean;
  readonly children: (side: Side) => ReactNode;
}

export function Sides({ titles, isThere, children }: SidesProps) {
  const text = useText('compare.flame');
  return (
    <div className={css.sides}>
      {SIDES.map((side) => (
        <div key={side} className={css.side}>
          <h3>{titles[side]}</h3>
          {!isThere(side) && <p className="muted">{text('notHere', { name: titles[side] })}</p>}
          <div hidden={!isThere(side)}>{children(side)}</div>
        </div>
      ))}
    </div>
  );
}

/** What is pointed at on one side is outlined on the other. */
export function useEchoes(): (side: Side) => { readonly echo: FramePath | null; readonly onPoint: (path: FramePath | null) => void } {
  const [pointed, setPointed] = useState<{ readonly side: Side; readonly path: FramePath } | null>(null);
  return (side) => ({
    echo: pointed !== null && pointed.side !== side ? pointed.path : null,
    onPoint: (path) => setPointed(path === null ? null : { side, path }),
  });
}
