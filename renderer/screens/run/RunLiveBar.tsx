import { useEffect, useState } from 'react';
import type { Failure } from '../../../shared/model/failure.ts';
import type { RunReport } from '../../../shared/model/report.ts';
import { isFinal, type RunState } from '../../../shared/model/run.ts';
import { asksExactFrames, CAPTURES } from '../../../shared/model/setup/captures.ts';
import type { SessionInfo } from '../../../shared/protocol/session-contract.ts';
import { request } from '../../bridge.ts';
import { formatCount, formatElapsed, formatMs, formatPercent } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { LiveFrame, useStop } from '../../session/LiveFrame.tsx';
import { useVisible } from '../../state/engine-request.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import css from './RunLiveBar.module.css';

const STATES = ['launching', 'waiting', 'warming', 'measuring', 'awaiting', 'stopping', 'processing', 'exact'] as const;
type LiveState = (typeof STATES)[number];

export interface RunLiveBarProps {
  readonly info: SessionInfo;
  /** As the sentence below says it; null: nothing yet. Progress is newer, and two figures of one thing would be read as two things. */
  readonly counted: RunReport['requests'] | null;
  readonly paused: boolean;
  readonly onPause: (paused: boolean) => void;
}

/** The state and progress of the run. */
export function RunLiveBar({ info, counted, paused, onPause }: RunLiveBarProps) {
  const text = useText('run.live');
  const stopping = useStop('run.stop', info.id, isOver(info.state));
  return (
    <LiveFrame
      label={text('label')}
      now={<States info={info} />}
      actions={
        <Button variant="quiet" className={css.pause} aria-pressed={paused} onClick={() => onPause(!paused)}>
          {paused ? text('resume') : text('pause')}
        </Button>
      }
      stopping={stopping}
      stopLabel={stopping.isStopping ? text('stopping2') : text('stop')}
      stopHint={text('stopHint')}
      progress={progressOf(info)}
      counts={<Counts info={info} counted={counted} paused={paused} />}
    />
  );
}

/** Nothing is measured any more. */
function isOver(state: RunState): boolean {
  return state === 'stopping' || state === 'processing';
}

function progressOf({ state, progress }: SessionInfo): number | null {
  if (state === 'awaiting' || isOver(state)) return 1;
  return state === 'measuring' ? (progress?.done ?? null) : null;
}

/** The engine reports how long earlier states took; the current one is counted here. */
function useElapsed(info: SessionInfo): (state: RunState) => number | null {
  const { state, elapsedMs } = info;
  const visible = useVisible();
  const [since, setSince] = useState(() => ({ state, at: performance.now() }));
  const [now, setNow] = useState(since.at);
  // While measuring, every progress event includes the time.
  const counted = state === 'measuring' && info.progress !== null;
  if (since.state !== state) setSince({ state, at: performance.now() });
  useEffect(() => {
    if (!visible || isFinal(state) || counted) return;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [visible, state, counted]);
  return (asked) => {
    if (asked !== state) return elapsedMs[asked] ?? null;
    if (counted) return info.progress?.measuredMs ?? null;
    return (elapsedMs[asked] ?? 0) + Math.max(0, now - since.at);
  };
}

function States({ info }: { info: SessionInfo }) {
  const text = useText('run.live');
  const elapsed = useElapsed(info);
  const at = STATES.indexOf(info.state as LiveState);
  const skipped: readonly RunState[] = [
    // Only where a response is late.
    ...(info.state === 'awaiting' || info.elapsedMs.awaiting !== undefined ? [] : (['awaiting'] as const)),
    ...(info.setup?.load.warmupS === 0 ? (['warming'] as const) : []),
    ...(info.setup && CAPTURES[info.setup.capture.kind].readsAfterExit ? [] : (['processing'] as const)),
    ...(info.setup && asksExactFrames(info.setup.capture) ? [] : (['exact'] as const)),
  ];
  return (
    <ol className={css.states}>
      {STATES.filter((state) => !skipped.includes(state)).map((state) => {
        const place = STATES.indexOf(state);
        const phase = place < at ? 'past' : place === at ? 'now' : 'later';
        const ms = elapsed(state);
        return (
          <li key={state} data-phase={phase} aria-current={phase === 'now' ? 'step' : undefined}>
            <span>{text(state)}</span>
            <span className={css.elapsed}>{phase === 'later' || ms === null ? '' : formatElapsed(ms)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** A shorter stall would disappear before it can be read; the chart of stalls shows it anyway. */
const BLOCKED_WORTH_SAYING_MS = 1_000;

function Counts({ info, counted, paused }: Pick<RunLiveBarProps, 'info' | 'counted' | 'paused'>) {
  const text = useText('run.live');
  const { progress, state } = info;
  if (paused) return <>{text('paused')}</>;
  if (state !== 'measuring' || progress === null) return null;
  const { inFlight, done, leftMs, isDraining, isRepeating, doing, blockedMs, isGeneratorLimit } = progress;
  const left = leftMs === null ? text('leftUnknown') : text('left', { time: formatElapsed(leftMs) });
  const resting = doing === 'resting' ? text('resting', { time: formatElapsed(leftMs ?? 0) }) : null;
  const whatNow =
    doing === 'looking-up' ? text('lookingUp') : (resting ?? (isRepeating ? text('repeating') : isDraining ? text('draining') : left));
  const { completed, failed } = counted ?? progress;
  const counts = { completed: formatCount(completed), failed: formatCount(failed), inFlight: formatCount(inFlight) };
  return (
    <>
      <span className={css.done}>{done === null ? '' : text('progress', { percent: formatPercent(done * 100, 0) })}</span>
      <span className={css.left}>{whatNow}</span>
      <span>{failed > 0 ? text('countsFailed', counts) : text('counts', counts)}</span>
      {blockedMs >= BLOCKED_WORTH_SAYING_MS && <span className={css.blocked}>{text('blocked', { time: formatMs(blockedMs) })}</span>}
      {isGeneratorLimit && (
        <span className={css.blocked} role="status" title={text('generatorLimitMore')}>
          {text('generatorLimit')}
        </span>
      )}
    </>
  );
}

/** A choice that the user must make before the run can continue. */
export function PortChoice({ info }: { info: SessionInfo }) {
  const text = useText('run.live');
  const [failure, setFailure] = useState<Failure | null>(null);
  const choose = async (url: string) => {
    const reply = await request('run.choose-url', { sessionId: info.id, url });
    setFailure(reply.ok ? null : reply.failure);
  };
  if (info.question === null) return null;
  return (
    <>
      <Notice tone="info" role="alert">
        <p>{text('ports')}</p>
        <div className={css.choices}>
          {info.question.urls.map((url) => (
            <Button key={url} onClick={() => void choose(url)}>
              {text('choose', { url })}
            </Button>
          ))}
        </div>
      </Notice>
      {failure !== null && <ErrorNotice failure={failure} />}
    </>
  );
}
