import { tickPassOf, ticksPerRequest } from '../../shared/analysis/ticks-per-request.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { nameOf } from '../../shared/phrases/variant-name.ts';
import { comparedPieces } from '../../shared/report/tables/compared/index.ts';
import { Figure } from '../charts/Figure.tsx';
import { VariantMark } from '../charts/VariantMark.tsx';
import { useText } from '../i18n/i18n.tsx';
import { TickBar } from '../ticks/TickSummary.tsx';
import { FigureTable } from '../ui/table/FigureTable.tsx';
import { PairChoice } from './FlameFigure.tsx';
import { TickFlames } from './TickFlames.tsx';
import css from './TicksFigure.module.css';
import type { PairFigureProps } from './use-profile-pair.ts';

/** How many classic ticks a request took in both variants, by the kind of code, and the flame graphs of 0x. */
export function TicksFigure({ sessionId, info, pair, query, onQuery }: PairFigureProps) {
  const text = useText('compare');
  const a = tickPassOf(info.passes, pair.a);
  const b = tickPassOf(info.passes, pair.b);
  const titles = { a: nameOf(info, variantLetter(pair.a)), b: nameOf(info, variantLetter(pair.b)) };
  const tables = comparedPieces({ info }, 'screen', 'ticks');
  return (
    <Figure
      id="ticks"
      term="ticks"
      title={text('ticks.title')}
      help={text('ticks.help')}
      page="FLAME-GRAPH"
      controls={<PairChoice info={info} pair={pair} />}
      picture={(draw) =>
        draw.tickBarsPicture(
          text('ticks.title'),
          barsOf(info).map(({ variant, pass, full }) => ({ name: nameOf(info, variantLetter(variant)), figures: pass.ticks, full })),
        )
      }
    >
      <Bars info={info} />
      {tables.map(
        (piece) =>
          'table' in piece && (
            <div key={piece.b} className={css.table}>
              {info.setup.variants.length > 2 && (
                <h3>{text('verdicts.against', { a: nameOf(info, 'A'), b: nameOf(info, variantLetter(piece.b!)) })}</h3>
              )}
              <FigureTable table={piece.table} bare />
            </div>
          ),
      )}
      <p className="muted">{text('ticks.note')}</p>
      {a !== null && b !== null && (
        <TickFlames key={`${a.index} ${b.index}`} sessionId={sessionId} passes={{ a, b }} titles={titles} query={query} onQuery={onQuery} />
      )}
    </Figure>
  );
}

/** Of each variant that has ticks; `full`: what fills the width, so that all are on one scale, ticks per request. */
function barsOf(info: ComparisonInfo) {
  const variants = info.setup.variants.flatMap((_, variant) => {
    const pass = tickPassOf(info.passes, variant);
    return pass === null ? [] : [{ variant, pass }];
  });
  const most = Math.max(...variants.map(({ pass }) => ticksPerRequest(pass.ticks.total, pass)));
  return variants.map(({ variant, pass }) => ({ variant, pass, full: most * pass.requests }));
}

function Bars({ info }: { info: ComparisonInfo }) {
  return (
    <>
      {barsOf(info).map(({ variant, pass, full }) => (
        <div key={variant} className={css.bar}>
          <span className={css.variant}>
            <VariantMark index={variant} /> {variantLetter(variant)}
          </span>
          <TickBar figures={pass.ticks} full={full} label={nameOf(info, variantLetter(variant))} />
        </div>
      ))}
    </>
  );
}
