import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { variantColor } from '../charts/variant-style.ts';
import { formatElapsed } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { LiveFrame, useStop } from '../session/LiveFrame.tsx';
import type { ComparisonProgress } from '../state/comparisons.ts';
import { hashOf } from '../state/route.ts';
import css from './ComparisonLiveBar.module.css';

export interface ComparisonLiveBarProps {
  readonly sessionId: string;
  readonly info: ComparisonInfo;
  readonly progress: ComparisonProgress;
  /** Its figures are hidden: then there is no way to those of the current run. */
  readonly isHidden?: boolean;
}

/** The current run and the overall progress. */
export function ComparisonLiveBar({ sessionId, info, progress, isHidden = false }: ComparisonLiveBarProps) {
  const text = useText('compare.live');
  const { finished, planned, leftMs, running, state } = progress;
  const stopping = useStop('compare.stop', sessionId, state === 'stopping');
  return (
    <LiveFrame
      label={text('label')}
      now={<p className={css.now}>{stopping.isStopping ? text('stopping') : <Now info={info} running={running} />}</p>}
      actions={
        running !== null &&
        !isHidden &&
        !stopping.isStopping && (
          <a className={css.watch} href={hashOf({ screen: 'run', sessionId: passSessionId(sessionId, running) })}>
            {text('watch')}
          </a>
        )
      }
      stopping={stopping}
      stopLabel={text('stop')}
      stopHint={text('stopHint')}
      progress={planned === 0 ? null : finished / planned}
      counts={
        <>
          <span className={css.count}>{text('done', { finished: String(finished), planned: String(planned) })}</span>
          <span className={css.count}>{leftMs === null ? text('leftUnknown') : text('left', { time: formatElapsed(leftMs) })}</span>
        </>
      }
    >
      <Order info={info} running={running} />
    </LiveFrame>
  );
}

function Now({ info, running }: { info: ComparisonInfo; running: number | null }) {
  const text = useText('compare.live');
  const grid = useText('grid');
  const pass = running === null ? undefined : info.passes[running];
  if (pass === undefined) return <>{text('between')}</>;
  if (info.setup.grid !== undefined)
    return <>{grid('live', { run: pass.index + 1, runs: info.passes.length, title: info.setup.variants[pass.variant]!.title })}</>;
  const letter = variantLetter(pass.variant);
  if (pass.kind === 'profiled') return <>{text('profiled', { letter })}</>;
  if (pass.round >= info.setup.pairs) return <>{text('roundAgain', { letter })}</>;
  return <>{text('round', { round: String(pass.round + 1), rounds: String(info.setup.pairs), letter })}</>;
}

/** One mark per run, in the order they are made. */
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
