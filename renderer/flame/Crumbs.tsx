import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/Button.tsx';
import css from './Crumbs.module.css';
import { FoldChips } from './FoldChips.tsx';
import { countNodes, findZoomed, zoomTo } from './flame-frames.ts';
import { ancestorsOf, calledNode, type FlameNode } from './flame-model.ts';
import { canUndo, type Folds, undo } from './use-folds.ts';
import type { ZoomSteps } from './zoom-steps.ts';

/** With more than this, those in the middle are counted instead of named. */
const CRUMBS = 5;

/** Where the zoom is, and the way back. A line that is always present, so that zooming moves nothing. */
export function Crumbs(props: {
  tree: FlameNode;
  steps: ZoomSteps;
  folds?: Folds | null;
  isInverted?: boolean;
  /** Where the user's own code begins; null: there is none. */
  own?: FlameNode | null;
  onOwn?: () => void;
}) {
  const { tree, steps, folds = null, isInverted = false, own = null } = props;
  const text = useText('run.flame');
  const { node: zoomed, among, part } = findZoomed(tree, steps.zoom);
  const way = ancestorsOf(zoomed).slice(1);
  const isAll = way.length === 0 && among === null && part === null;
  const left = Math.max(0, way.length - CRUMBS);
  return (
    <nav className={css.crumbs} aria-label={text('crumbs')}>
      <Button variant="quiet" className={css.back} disabled={!canUndo(steps, folds)} onClick={() => undo(steps, folds)}>
        {text('back')}
      </Button>
      <ol>
        <li>
          <button type="button" disabled={isAll} onClick={steps.all}>
            {text('all')}
          </button>
        </li>
        {left > 0 && <li className={css.between}>{text('crumbsMore', { count: left })}</li>}
        {way.slice(left).map((node) => (
          <li key={node.depth}>
            <button
              type="button"
              aria-current={node === zoomed && among === null && part === null ? 'true' : undefined}
              onClick={() => steps.into(zoomTo(node))}
            >
              {calledNode(node)}
            </button>
          </li>
        ))}
        {among !== null && (
          <li>
            <button type="button" aria-current="true">
              {text('joined', { count: countNodes(among) })}
            </button>
          </li>
        )}
      </ol>
      {folds !== null && <FoldChips folds={folds} />}
      {isAll && (folds === null || folds.list.length === 0) && (
        <>
          {own !== null && (
            <Button className={css.own} onClick={props.onOwn}>
              {text('toOwn', { name: calledNode(own) })}
            </Button>
          )}
          <span className={css.keys}>{text(isInverted ? 'keysInverted' : 'keys')}</span>
        </>
      )}
    </nav>
  );
}
