import { useState } from 'react';
import { type ComparisonEstimate, type ComparisonSetup, QUICK_PAIRS, type Sensitivity } from '../../shared/model/comparison/comparison.ts';
import { METRIC_NAMES, type Metric, questionFirst } from '../../shared/model/comparison/metrics.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { request } from '../bridge.ts';
import { StartButton } from '../forms/CannotRun.tsx';
import { formatAbout, formatElapsed } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { StartFailure } from '../session/StartFailure.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { navigate } from '../state/route.ts';
import css from './CanShow.module.css';

export interface CanShowProps {
  readonly estimate: ComparisonEstimate;
  /** The comparison to be started. */
  readonly comparison: ComparisonSetup;
}

/** The smallest difference that this many pairs can show on this machine; if its noise is not known, offers to measure it. */
export function CanShow({ estimate: { sensitivity, source }, comparison }: CanShowProps) {
  const text = useText('compare.setup');
  if (sensitivity === null) return <QuickCheck comparison={comparison} />;
  const known = METRIC_NAMES.flatMap((metric) => sensitivity.filter((one) => one.metric === metric));
  const shown = questionFirst(known, comparison.question);
  // Too few pairs give no verdict: the figure is then for the smallest number that does.
  const pairs = shown[0]?.pairs ?? comparison.pairs;
  return (
    <>
      <dl className={css.canShow}>
        {shown[0]?.metric !== comparison.question && (
          <div>
            <dt>
              <MetricName metric={comparison.question} isQuestion />
            </dt>
            <dd className="muted">{text('notKnown')}</dd>
          </div>
        )}
        {shown.map((one) => (
          <div key={one.metric}>
            <dt>
              <MetricName metric={one.metric} isQuestion={one.metric === comparison.question} />
            </dt>
            <dd>{told(one, pairs, text)}</dd>
          </div>
        ))}
      </dl>
      <p className={css.small}>{source === null ? text('canShowOfNothing', { pairs }) : text('canShowOf', { pairs, source })}</p>
    </>
  );
}

/** Names the number of pairs for metrics that need more than the first one. */
function told({ detectablePercent, pairs }: Sensitivity, usual: number, text: ReturnType<typeof useText<'compare.setup'>>): string {
  const percent = formatAbout(detectablePercent);
  return pairs === undefined || pairs === usual ? text('about', { percent }) : text('aboutWith', { percent, pairs: String(pairs) });
}

function MetricName({ metric, isQuestion }: { metric: Metric; isQuestion: boolean }) {
  const text = useText('compare');
  const name = text(`metric.${metric}`);
  return isQuestion ? <b>{text('setup.isQuestion', { metric: name })}</b> : name;
}

/** A against itself, with as many pairs as an estimate of the noise needs, and no profiles. The set-up stays as it is. */
function QuickCheck({ comparison }: Pick<CanShowProps, 'comparison'>) {
  const text = useText('compare.setup');
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [{ title, setup }] = comparison.variants as [ComparisonSetup['variants'][number]];
  const again = text('checkAgain', { name: title }).slice(0, 200);
  const check: ComparisonSetup = {
    ...comparison,
    variants: [
      { title, setup },
      { title: again, setup },
    ],
    pairs: QUICK_PAIRS,
    profiled: false,
  };
  const { data } = useEngineRequest('compare.estimate', { comparison: check });
  const start = async () => {
    setStarting(true);
    const reply = await request('compare.start', { comparison: check, name: text('checkName', { name: title }).slice(0, 300) });
    setStarting(false);
    if (reply.ok) navigate({ screen: 'compare', sessionId: reply.value.sessionId });
    else setFailure(reply.failure);
  };
  return (
    <>
      <p className={css.small}>{text('unknown')}</p>
      <StartButton className={css.action} disabled={starting} onClick={() => void start()}>
        {data ? text('unknownAction', { time: formatElapsed(data.totalMs) }) : text('unknownActionBare')}
      </StartButton>
      {failure !== null && <StartFailure failure={failure} onGone={() => setFailure(null)} onRetry={start} />}
    </>
  );
}
