import { type ComparisonEstimate, METRICS } from '../../shared/model/comparison.ts';
import { formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import css from './CanShow.module.css';

/** The smallest differences that this many pairs can show on this machine, before anything runs. */
export function CanShow({ estimate: { sensitivity, source }, pairs: planned }: { estimate: ComparisonEstimate; pairs: number }) {
  const text = useText('compare');
  if (sensitivity === null) {
    return (
      <>
        <p className={css.small}>{text('setup.unknown')}</p>
        <Button className={css.action} onClick={() => navigate({ screen: 'study', name: 'nothing-changed', sessionId: null })}>
          {text('setup.unknownAction')}
        </Button>
      </>
    );
  }
  const shown = METRICS.flatMap((metric) => sensitivity.filter((one) => one.metric === metric));
  // Fewer than give a verdict find nothing: then it is told of the fewest that do.
  const pairs = sensitivity[0]?.pairs ?? planned;
  return (
    <>
      <dl className={css.canShow}>
        {shown.map(({ metric, detectablePercent }) => (
          <div key={metric}>
            <dt>{text(`metric.${metric}`)}</dt>
            <dd>{text('setup.about', { percent: formatPercent(detectablePercent, detectablePercent < 2 ? 1 : 0) })}</dd>
          </div>
        ))}
      </dl>
      <p className={css.small}>
        {source === null ? text('setup.canShowOfNothing', { pairs }) : text('setup.canShowOf', { pairs, source })}
      </p>
    </>
  );
}
