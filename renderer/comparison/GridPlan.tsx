import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import { tellGridPlan } from '../../shared/phrases/grid.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';

/** What a grid runs, for how long, and what of it cannot be run on this machine. Null: it is not complete. */
export function GridPlan({ comparison, className }: { comparison: ComparisonSetup | null; className?: string | undefined }) {
  const text = useText('grid.form');
  const { data, failure } = useEngineRequest(
    'compare.estimate',
    { comparison: comparison as ComparisonSetup },
    { enabled: comparison !== null },
  );
  return (
    <section className={className} aria-labelledby="grid-plan">
      <h2 id="grid-plan">{text('plan')}</h2>
      {comparison === null && <p className="muted">{text('incomplete')}</p>}
      {data === undefined &&
        comparison !== null &&
        (failure === null ? <Spinner label={text('asking')} /> : <ErrorNotice failure={failure} />)}
      {data !== undefined &&
        comparison?.grid !== undefined &&
        tellGridPlan(comparison.grid, data).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </section>
  );
}
