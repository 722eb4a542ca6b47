import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { comparedPieces } from '../../shared/report/tables/compared/index.ts';
import { Figure } from '../charts/Figure.tsx';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { FigureTable } from '../ui/table/FigureTable.tsx';

/** What differs between the variants, and where they were measured. */
export function AboutFigures({ info }: { info: ComparisonInfo }) {
  return (['settings', 'places'] as const)
    .flatMap((section) => comparedPieces({ info }, 'screen', section))
    .map((piece) => 'table' in piece && <FigureTable key={piece.id} table={piece.table} />);
}

/** The tab scrolls: a table that did so as well would hide rows below a view that has room. Of very many runs it does, so that not all are drawn. */
const MOST_ROWS = 60;

/** Every run in the order it was made, with its state; those that have begun can be opened. */
export function PassesFigure({ sessionId, info }: { sessionId: string; info: ComparisonInfo }) {
  const text = useText('compare.about');
  const { made, setup, passes, running } = info;
  const [piece] = comparedPieces({ info }, 'screen', 'runs');
  if (piece === undefined || !('table' in piece)) return null;
  const linkOf = (at: number) => {
    const { index, report } = passes[at]!;
    if (report === null && index !== running) return null;
    const href = hashOf({ screen: 'run', sessionId: passSessionId(sessionId, index) });
    return { href, text: text('openOne', { index: String(index + 1) }), label: text('openTitle', { index: String(index + 1) }) };
  };
  const help = made === 'series' ? text('order', { seed: String(setup.seed) }) : text('orderSessions');
  return (
    <Figure id="passes" title={piece.table.caption} help={help}>
      <FigureTable table={piece.table} linkOf={linkOf} most={MOST_ROWS} bare />
    </Figure>
  );
}
