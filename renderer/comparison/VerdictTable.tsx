import { hasResultOfTool, variantLetter } from '../../shared/model/comparison/comparison.ts';
import { type ComparisonInfo, isOver } from '../../shared/model/comparison/comparison-info.ts';
import { questionFirst } from '../../shared/model/comparison/metrics.ts';
import { nameOf } from '../../shared/phrases/variant-name.ts';
import { comparedPieces } from '../../shared/report/tables/compared/index.ts';
import { askedOf } from '../../shared/report/tables/compared/verdicts.ts';
import { Figure } from '../charts/Figure.tsx';
import { formatPercentTyped } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { FigureTable } from '../ui/table/FigureTable.tsx';
import css from './VerdictTable.module.css';

/** Every metric with its difference, how sure that is, and what follows from it. */
export function VerdictTable({ info }: { info: ComparisonInfo }) {
  const text = useText('compare.verdicts');
  const report = useText('report');
  const pairs = [...new Set(info.verdicts.map(({ b }) => b))];
  const verdictsOf = (b: string) => info.verdicts.filter((verdict) => verdict.b === b);
  const tables = comparedPieces({ info }, 'screen', 'verdicts');
  const question = askedOf(info);
  const inOrder = (b: string) => (question === null ? verdictsOf(b) : questionFirst(verdictsOf(b), question));
  const limit = formatPercentTyped(info.setup.equivalencePercent);
  const tested = info.verdicts.filter(({ pHolm }) => pHolm !== null).length;
  return (
    <Figure
      id="verdict"
      page="VERDICTS"
      title={text('title')}
      help={text('help', { limit, count: Math.max(1, tested) })}
      picture={
        pairs.length === 0
          ? null
          : (draw) =>
              draw.verdictsPicture({
                title: text('title'),
                limit: info.setup.equivalencePercent,
                pairs: pairs.map((b) => ({
                  name: text('against', { a: nameOf(info, 'A'), b: nameOf(info, b) }),
                  verdicts: inOrder(b),
                  isOneLook: info.setup.pairs === 1,
                })),
              })
      }
    >
      {pairs.length === 0 && <p className="muted">{text(isOver(info.state) ? 'nothing' : 'empty')}</p>}
      {pairs.map((b) => (
        <div key={b} className={css.pair}>
          {(pairs.length > 1 || hasResultOfTool(info.setup)) && <h3>{text('against', { a: nameOf(info, 'A'), b: nameOf(info, b) })}</h3>}
          {tables.map((piece) =>
            'said' in piece || variantLetter(piece.b!) !== b ? null : (
              <FigureTable key={piece.id} table={piece.table} label={text('title')} bare />
            ),
          )}
        </div>
      ))}
      {pairs.length > 0 && info.setup.pairs > 1 && <p className="muted">{report('verdictsMedians')}</p>}
    </Figure>
  );
}
