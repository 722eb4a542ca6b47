import type { GridPart } from '../../shared/analysis/verdicts/grid-parts.ts';
import { shortName } from '../../shared/format/place.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { useView } from '../state/view.ts';
import { ChartsFigure } from './ChartsFigure.tsx';
import { FlameFigure } from './FlameFigure.tsx';
import { FunctionsFigure } from './FunctionsFigure.tsx';
import css from './PartFigures.module.css';
import { TicksFigure } from './TicksFigure.tsx';
import { useProfilePair } from './use-profile-pair.ts';

/** What the cells of one case of a grid have recorded, beside each other; the runs themselves have the rest. */
export function PartFigures({ sessionId, part, over }: { sessionId: string; part: GridPart; over: boolean }) {
  const text = useText('grid');
  const { info, yields, first } = part;
  const pair = useProfilePair(info, { first });
  const [query, setQuery] = useView('q');
  const figures = { sessionId, info, pair, query, onQuery: setQuery, over };
  const isMeasured = info.passes.some(({ report }) => report !== null);
  return (
    <>
      <ul className={css.cells} aria-label={text('parts.cells')}>
        {info.passes.map(({ index, variant, report }) => (
          <li key={index}>
            <b>{variantLetter(variant)}</b> {shortName(info.setup.variants[variant]!.title)}{' '}
            {report !== null && (
              <a href={hashOf({ screen: 'run', sessionId: passSessionId(sessionId, index) })}>{text('open', { run: index + 1 })}</a>
            )}
          </li>
        ))}
      </ul>
      <p className={css.note}>{text('parts.oneRun')}</p>
      {!isMeasured && <p className="muted">{text(over ? 'parts.none' : 'parts.coming')}</p>}
      {isMeasured && yields === 'ticks' && <TicksFigure {...figures} />}
      {isMeasured && yields === 'profile' && (
        <>
          <FlameFigure {...figures} />
          <ChartsFigure {...figures} />
          <div className={css.functions}>
            <FunctionsFigure {...figures} />
          </div>
        </>
      )}
    </>
  );
}
