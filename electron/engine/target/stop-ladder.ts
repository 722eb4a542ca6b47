/**
 * How any target is stopped: SIGTERM first, SIGKILL later, within 6 s. A pure state machine; the caller
 * supplies the processes and the clock.
 *
 *   ask (SIGTERM to the group) --3 s--> kill (SIGKILL to every process, until none is left) --5.5 s--> give up and report it
 *         '------------ all gone: done at once -------------'
 */
import type { Milliseconds } from '../../../shared/base/units.ts';

/** Time for a server to close its connections properly, while the user is waiting. */
export const KILL_AFTER_MS = 3_000;
/** Only processes stuck in the kernel survive SIGKILL; the promise is 6 s. */
export const GIVE_UP_AFTER_MS = 5_500;

export interface LadderView {
  readonly elapsedMs: Milliseconds;
  /** The script's own process is running. */
  readonly mainAlive: boolean;
  /** Processes of the run that are alive, the main one included. */
  readonly alive: number;
  readonly asked: boolean;
  /** The processes that the main process left behind have been sent SIGTERM, too. */
  readonly leftoversAsked: boolean;
}

export type LadderAction = 'ask' | 'ask-leftovers' | 'kill' | 'wait' | 'done' | 'give-up';

export function decideStop(view: LadderView): LadderAction {
  if (view.alive === 0) return 'done';
  if (view.elapsedMs >= GIVE_UP_AFTER_MS) return 'give-up';
  if (view.elapsedMs >= KILL_AFTER_MS) return 'kill';
  if (!view.asked) return 'ask';
  if (!view.mainAlive && !view.leftoversAsked) return 'ask-leftovers';
  return 'wait';
}
