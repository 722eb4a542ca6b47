/** What the engine is measuring, wherever the page is. */
import { create } from 'zustand';
import type { EngineEvent } from '../../shared/protocol/contract.ts';
import type { RunningSession } from '../../shared/protocol/sessions-contract.ts';
import { bridge, request } from '../bridge.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Route } from './route.ts';
import { showIfFailed } from './shell.ts';

const useRunningStore = create<{ running: RunningSession | null }>(() => ({ running: null }));

export function useRunning(): RunningSession | null {
  return useRunningStore((state) => state.running);
}

export function routeTo({ kind, sessionId }: RunningSession): Route {
  return { screen: kind === 'comparison' ? 'compare' : 'run', sessionId };
}

/** Ends a run or a comparison and keeps what was recorded. */
export async function stopMeasuring({ sessionId, kind }: { readonly sessionId: string; readonly kind: string }): Promise<void> {
  showIfFailed(await request(kind === 'comparison' ? 'compare.stop' : 'run.stop', { sessionId }));
}

const ask = oneAtATime(async () => {
  const reply = await request('sessions.running', {});
  if (reply.ok) useRunningStore.setState({ running: reply.value });
});

function onEngineEvent(event: EngineEvent): void {
  if (event.type === 'run.output' || event.type === 'probe.changed') return;
  if (event.type !== 'run.progress') return void ask();
  const { running } = useRunningStore.getState();
  if (running?.sessionId === event.sessionId) useRunningStore.setState({ running: { ...running, done: event.progress.done } });
}

/** Called once, before the first render. */
export function setupRunning(): void {
  bridge.onEvent(onEngineEvent);
  bridge.onGap(() => void ask());
  void bridge.untilOpen().then(ask);
}
