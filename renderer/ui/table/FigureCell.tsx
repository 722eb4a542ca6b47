import type { ReactNode } from 'react';
import type { FrameKind } from '../../../shared/model/report.ts';
import { SIGNS } from '../../../shared/phrases/verdict-words.ts';
import { TICK_LINES, type TickLine } from '../../../shared/profile/ticks/tick-lines.ts';
import type { Cell, GlossaryTerm } from '../../../shared/report/table.ts';
import { VariantMark } from '../../charts/VariantMark.tsx';
import { KindSwatch } from '../../flame/KindSwatch.tsx';
import { Location } from '../../flame/Location.tsx';
import { TickSwatch } from '../../ticks/TickSwatch.tsx';
import { Term } from '../Term.tsx';
import css from './FigureTable.module.css';
import { PartsBar } from './PartsBar.tsx';

/** A cell of a table of figures, with its marks. */
export function FigureCell({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return cell;
  const { text, apart, tone, title, whole, term, variant, swatch, place, bar } = cell;
  if (bar !== undefined) return <PartsBar bar={bar} text={text} />;
  if (place !== undefined) return <Location {...place} />;
  if (apart !== undefined)
    return (
      <>
        <Explained term={term}>{apart[0]}</Explained>{' '}
        <span className={css.mark} title={title}>
          {apart[1]}
        </span>
      </>
    );
  const sign = tone === 'better' || tone === 'worse' ? SIGNS[tone] : '';
  const isSigned = sign !== '' && text.startsWith(sign);
  return (
    <span className={css.cell} data-tone={tone} title={title ?? whole}>
      {swatch !== undefined && <Swatch of={swatch} />}
      {(tone === 'less' || tone === 'more') && <span className={css.direction} data-direction={tone} aria-hidden="true" />}
      {isSigned && (
        <span data-sign={tone} aria-hidden="true">
          {sign}{' '}
        </span>
      )}
      <Marked variant={variant}>
        <Explained term={term}>{isSigned ? text.slice(sign.length).trim() : text}</Explained>
      </Marked>
    </span>
  );
}

const isTickLine = (of: FrameKind | TickLine): of is TickLine => TICK_LINES.some((line) => line === of);

function Swatch({ of }: { of: FrameKind | TickLine }) {
  return isTickLine(of) ? <TickSwatch line={of} /> : <KindSwatch kind={of} />;
}

/** With the mark of the variant that it names. */
export function Marked({ variant, children }: { variant: number | undefined; children: ReactNode }) {
  return variant === undefined ? (
    children
  ) : (
    <>
      <VariantMark index={variant} /> {children}
    </>
  );
}

export function Explained({ term, children }: { term: GlossaryTerm | undefined; children: string }) {
  return term === undefined ? children : <Term id={term}>{children}</Term>;
}
