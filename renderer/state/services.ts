/** The services of this engine's unknown-service study, and what is kept of them. */
import { create } from 'zustand';
import type { Failure } from '../../shared/model/failure.ts';
import { idOfStudy, NO_SERVICES, type ServiceGuess, type ServicesState } from '../../shared/model/services.ts';
import type { EngineEvent } from '../../shared/protocol/contract.ts';
import { bridge, request } from '../bridge.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { showIfFailed } from './shell.ts';

interface Store {
  readonly services: ServicesState;
  /** Why the last thing that was asked for was not done. */
  readonly refusal: Failure | null;
  readonly isStarting: boolean;
  /** Whose results are no longer wanted, because others are to be started; empty: none. */
  readonly past: string;
}

export const useServices = create<Store>(() => ({ services: NO_SERVICES, refusal: null, isStarting: false, past: '' }));

/** Others that are started have other ports, or at least other names. */
export function keyOf(running: ServicesState['running']): string {
  if (running === null) return '';
  const { plan, services } = running;
  return [idOfStudy(plan), plan.form.name, plan.seed, ...services.map(({ url }) => url)].join(' ');
}

export async function startServices(study: string, form: string, seed: number | null): Promise<void> {
  useServices.setState({ isStarting: true, refusal: null });
  const reply = await request('services.start', { study, form, seed });
  useServices.setState({ isStarting: false, refusal: reply.ok ? null : reply.failure });
  await ask();
}

/** Writes guesses down, before the probe. True: they are. */
export async function guessServices(guesses: readonly ServiceGuess[]): Promise<boolean> {
  const reply = await request('services.guess', { guesses: [...guesses] });
  showIfFailed(reply);
  await ask();
  return reply.ok;
}

export async function probeServices(): Promise<void> {
  const reply = await request('services.probe', {});
  useServices.setState({ refusal: reply.ok ? null : reply.failure });
  await ask();
}

export async function stopProbingServices(): Promise<void> {
  showIfFailed(await request('services.stop-probe', {}));
}

export async function revealServices(): Promise<void> {
  showIfFailed(await request('services.reveal', {}));
  await ask();
}

export async function stopServices(): Promise<void> {
  showIfFailed(await request('services.stop', {}));
  await ask();
}

/** Stops them, and makes room for others. */
export async function leaveServices(): Promise<void> {
  await stopServices();
  useServices.setState(({ services }) => ({ past: keyOf(services.running) }));
}

export function forgetServicesRefusal(): void {
  useServices.setState({ refusal: null });
}

const ask = oneAtATime(async () => {
  const reply = await request('services.state', {});
  if (reply.ok) useServices.setState({ services: reply.value });
});

/** While a page shows them. */
export function watchServices(): () => void {
  const ends = [bridge.onEvent((event: EngineEvent) => event.type === 'services.changed' && void ask()), bridge.onGap(() => void ask())];
  void bridge.untilOpen().then(ask);
  return () => {
    for (const end of ends) end();
  };
}
