/** The probe of this engine, and the form it is asked for with. Kept outside the screen, so that leaving it loses nothing. */
import { create } from 'zustand';
import type { Failure } from '../../shared/model/failure.ts';
import { PROBE_DEFAULTS, type ProbeOrder, type ProbeState } from '../../shared/model/probe.ts';
import type { NameValue } from '../../shared/model/setup/setting.ts';
import type { EngineEvent } from '../../shared/protocol/contract.ts';
import { bridge, request } from '../bridge.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { showIfFailed } from './shell.ts';

export interface ProbeForm extends Pick<ProbeOrder, 'url' | 'max' | 'budgetS' | 'timeoutS'> {
  readonly lightUrl: string;
  readonly headers: readonly NameValue[];
  readonly allowHost: string;
}

const EMPTY: ProbeForm = { url: '', lightUrl: '', headers: [], allowHost: '', ...PROBE_DEFAULTS };
const NONE: ProbeState = { asked: null, progress: null, isStopping: false, report: null, failure: null };

interface Store {
  readonly form: ProbeForm;
  readonly probe: ProbeState;
  /** Why it was not started. */
  readonly refusal: Failure | null;
  readonly isStarting: boolean;
}

export const useProbe = create<Store>(() => ({ form: EMPTY, probe: NONE, refusal: null, isStarting: false }));

export function editProbe(change: Partial<ProbeForm>): void {
  useProbe.setState(({ form }) => ({ form: { ...form, ...change }, refusal: null }));
}

export function forgetRefusal(): void {
  useProbe.setState({ refusal: null });
}

export async function startProbe(order: ProbeOrder): Promise<void> {
  useProbe.setState({ isStarting: true });
  const reply = await request('probe.start', { ...order, headers: [...order.headers] });
  useProbe.setState({ isStarting: false, refusal: reply.ok ? null : reply.failure });
  await ask();
}

export async function stopProbe(): Promise<void> {
  showIfFailed(await request('probe.stop', {}));
}

const ask = oneAtATime(async () => {
  const reply = await request('probe.state', {});
  if (reply.ok) useProbe.setState({ probe: reply.value });
});

/** While a page shows it. */
export function watchProbe(): () => void {
  const ends = [bridge.onEvent((event: EngineEvent) => event.type === 'probe.changed' && void ask()), bridge.onGap(() => void ask())];
  void bridge.untilOpen().then(ask);
  return () => {
    for (const end of ends) end();
  };
}
