import { useState } from 'react';
import { showHidden } from '../../shared/base/show-hidden.ts';
import type { RunningSession } from '../../shared/protocol/sessions-contract.ts';
import { formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { hashOf, type Route, sessionOf } from '../state/route.ts';
import { routeTo, stopMeasuring, useRunning } from '../state/running.ts';
import { Button } from '../ui/Button.tsx';
import css from './RunningChip.module.css';

/** What is being measured, on every screen: the way to it, how far it has got, and Stop. */
export function RunningChip({ route }: { route: Route }) {
  const running = useRunning();
  return running === null ? null : <Chip key={running.sessionId} running={running} route={route} />;
}

function Chip({ running, route }: { running: RunningSession; route: Route }) {
  const text = useText('common.running');
  const [asked, setAsked] = useState(false);
  const { sessionId, done } = running;
  const name = showHidden(running.name);
  const isStopping = asked || running.isStopping;
  const stop = async () => {
    setAsked(true);
    await stopMeasuring(running);
    setAsked(false);
  };
  const state = isStopping ? text('stopping') : done === null ? text('starting') : formatPercent(done * 100, 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form
    <div className={css.chip} role="group" aria-label={text('label')}>
      <a
        className={css.link}
        href={hashOf(routeTo(running))}
        aria-current={sessionOf(route) === sessionId ? 'page' : undefined}
        title={name}
      >
        <span className={css.name}>{name}</span>
        <span className={css.state}>{state}</span>
      </a>
      <Button variant="danger" className={css.stop} aria-label={text('stopOf', { name })} disabled={isStopping} onClick={() => void stop()}>
        {text('stop')}
      </Button>
      <span className={css.done} style={{ transform: `scaleX(${Math.min(1, done ?? 0)})` }} />
    </div>
  );
}
