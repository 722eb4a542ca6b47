import { useState } from 'react';
import { variantLetter } from '../../shared/model/comparison.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { request } from '../bridge.ts';
import { variantColor } from '../charts/variant-style.ts';
import { formatElapsed } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import type { ComparisonProgress } from '../state/comparisons.ts';
import { hashOf } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import { Progress } from '../ui/Progress.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import css from './LiveBar.module.css';

export interface LiveBarProps {
  readonly sessionId: string;
  readonly info: ComparisonInfo;
  readonly progress: ComparisonProgress;
}

/** Which run goes on, how far it all is, and the way to end it. */
export function LiveBar({ sessionId, info, progress }: LiveBarProps) {
  const text = useText('compare.live');
  const [asked, setAsked] = useState(false);
  const stopping = asked || progress.state === 'stopping';
  const stop = () => {
    setAsked(true);
    void request('compare.stop', { sessionId });
  };
  const { finished, planned, leftMs, running } = progress;
  return (
    <section className={css.bar} aria-label={text('label')}>
      <div className={css.line}>
        <p className={css.now}>{stopping ? text('stopping') : <Now info={info} running={running} />}</p>
        {running !== null && !stopping && (
          <a className={css.watch} href={hashOf({ screen: 'run', sessionId: passSessionId(sessionId, running) })}>
            {text('watch')}
          </a>
        )}
        <Tooltip text={text('stopHint')}>
          <Button variant="danger" className={css.stop} disabled={stopping} onClick={stop}>
            {text('stop')}
          </Button>
        </Tooltip>
      </div>
      <Progress value={planned === 0 ? null : finished / planned} label={text('label')} />
      <p className={css.counts}>
        <span>{text('done', { finished: String(finished), planned: String(planned) })}</span>
        <span>{leftMs === null ? text('leftUnknown') : text('left', { time: formatElapsed(leftMs) })}</span>
      </p>
      <Order info={info} running={running} />
    </section>
  );
}

function Now({ info, running }: { info: ComparisonInfo; running: number | null }) {
  const text = useText('compare.live');
  const pass = running === null ? undefined : info.passes[running];
  if (pass === undefined) return <>{text('between')}</>;
  const letter = variantLetter(pass.variant);
  if (pass.kind === 'profiled') return <>{text('profiled', { letter })}</>;
  if (pass.round >= info.setup.pairs) return <>{text('roundAgain', { letter })}</>;
  return <>{text('round', { round: String(pass.round + 1), rounds: String(info.setup.pairs), letter })}</>;
}

/** One mark for each run, in the order they are made. */
function Order({ info, running }: { info: ComparisonInfo; running: number | null }) {
  return (
    <ol className={css.order} aria-hidden="true">
      {info.passes.map((pass) => (
        <li
          key={pass.index}
          data-state={pass.index === running ? 'now' : pass.excluded !== null ? 'excluded' : pass.report === null ? 'planned' : 'done'}
          data-kind={pass.kind}
          style={{ color: `var(${variantColor(pass.variant)})` }}
        >
          {variantLetter(pass.variant)}
        </li>
      ))}
    </ol>
  );
}
