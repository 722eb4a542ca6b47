import { formatElapsed } from '../../shared/format/figures.ts';
import type { ProbeProgress, ProbeState } from '../../shared/model/probe.ts';
import { sayStage } from '../../shared/phrases/probe.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/Button.tsx';
import { Progress } from '../ui/Progress.tsx';
import { ProbeFigures } from './ProbeFigures.tsx';
import css from './probe.module.css';

interface ProbeWatchProps {
  readonly asked: NonNullable<ProbeState['asked']>;
  readonly progress: ProbeProgress;
  readonly isStopping: boolean;
  readonly onStop: () => void;
}

/** What goes on, and what has been seen so far. */
export function ProbeWatch({ asked: { budgetS, url }, progress, isStopping, onStop }: ProbeWatchProps) {
  const text = useText('probe.screen');
  const { stage, elapsedS } = progress;
  const elapsed = text('progress', { elapsed: formatElapsed(elapsedS * 1e3), budget: formatElapsed(budgetS * 1e3) });
  return (
    <>
      <div className={css.watch}>
        <div>
          <p className={css.headline}>{text('now', { stage: sayStage(stage) })}</p>
          <p className="muted">
            {url} · {elapsed}
          </p>
          <Progress value={elapsedS / budgetS} label={elapsed} />
        </div>
        <Button variant="danger" disabled={isStopping} onClick={onStop}>
          {text(isStopping ? 'stopping' : 'stop')}
        </Button>
      </div>
      <ProbeFigures {...progress} capacity={null} scaling={null} arrivals={null} ramp={null} />
    </>
  );
}
