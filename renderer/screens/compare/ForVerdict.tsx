import { useState } from 'react';
import { needsMorePairs } from '../../../shared/analysis/verdicts/headline.ts';
import { MINIMUM_PAIRS_FOR_VERDICT } from '../../../shared/model/comparison/comparison.ts';
import { type ComparisonInfo, isOver } from '../../../shared/model/comparison/comparison-info.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import { countInWords } from '../../../shared/phrases/headline.ts';
import { request } from '../../bridge.ts';
import { StartButton } from '../../forms/CannotRun.tsx';
import { formatRoughTime } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { StartFailure } from '../../session/StartFailure.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { navigate } from '../../state/route.ts';
import { asSeries } from './as-series.ts';
import css from './CompareScreen.module.css';

interface ForVerdictProps {
  readonly sessionId: string;
  readonly info: ComparisonInfo;
}

/** After too few pairs for any verdict: the series that gives one, at one click. */
export function ForVerdict(props: ForVerdictProps) {
  const { state, verdicts } = props.info;
  if (!isOver(state) || !needsMorePairs(verdicts, props.info)) return null;
  return <Offer {...props} />;
}

function Offer({ sessionId, info }: ForVerdictProps) {
  const text = useText('compare.headline');
  const pairs = MINIMUM_PAIRS_FOR_VERDICT;
  const needed = countInWords(pairs);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { data } = useEngineRequest('compare.estimate', { comparison: { ...asSeries(info), pairs } });
  const start = async () => {
    const reply = await request('compare.again', { sessionId, pairs });
    if (reply.ok) navigate({ screen: 'compare', sessionId: reply.value.sessionId });
    else setFailure(reply.failure);
  };
  return (
    <div className={css.forVerdict}>
      <StartButton onClick={() => void start()}>
        {data ? text('ten', { needed, time: formatRoughTime(data.totalMs) }) : text('tenBare', { needed })}
      </StartButton>
      <span className="muted">{text('tenHint')}</span>
      {failure !== null && <StartFailure failure={failure} onGone={() => setFailure(null)} onRetry={start} />}
    </div>
  );
}
