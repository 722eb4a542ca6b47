/** The services with hidden parameters of this engine, and what somebody answered about them. */
import { create } from 'zustand';
import type { Failure } from '../../shared/model/failure.ts';
import { NO_SERVICES, type ServiceGuess, type ServicesState } from '../../shared/model/services.ts';
import type { EngineEvent } from '../../shared/protocol/contract.ts';
import { bridge, request } from '../bridge.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { showIfFailed } from './shell.ts';

interface Store {
  readonly services: ServicesState;
  /** Written down before the probe; null: not yet. `of`: which services they are about. */
  readonly guesses: { readonly of: string; readonly all: readonly ServiceGuess[] } | null;
  /** What is concluded, for the page to hand in; `of`: about which services. */
  readonly conclusion: { readonly of: string; readonly text: string } | null;
  /** Why the last thing that was asked for was not done. */
  readonly refusal: Failure | null;
  readonly isStarting: boolean;
}

export const useServices = create<Store>(() => ({
  services: NO_SERVICES,
  guesses: null,
  conclusion: null,
  refusal: null,
  isStarting: false,
}));

/** The answers about the services that are running; null: none were written down. */
export function useServiceGuesses(): readonly ServiceGuess[] | null {
  return useServices(({ services, guesses }) => (guesses !== null && guesses.of === keyOf(services.running) ? guesses.all : null));
}

export function setServiceGuesses(all: readonly ServiceGuess[]): void {
  useServices.setState(({ services }) => ({ guesses: { of: keyOf(services.running), all } }));
}

/** Others that are started have other ports, or at least other names. */
export function keyOf(running: ServicesState['running']): string {
  return running === null ? '' : [running.study, running.form, running.seed, ...running.services.map(({ url }) => url)].join(' ');
}

export async function startServices(study: string, form: string, seed: number | null): Promise<void> {
  useServices.setState({ isStarting: true, refusal: null });
  const answer = await request('services.start', { study, form, seed });
  useServices.setState({ isStarting: false, refusal: answer.ok ? null : answer.failure });
  await ask();
}

export async function probeServices(): Promise<void> {
  useServices.setState({ refusal: null });
  const answer = await request('services.probe', {});
  useServices.setState({ refusal: answer.ok ? null : answer.failure });
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

/** Empty: nothing was concluded about the services that were started last. */
export function useServicesConclusion(): string {
  return useServices(({ services, conclusion }) => (conclusion?.of === keyOf(services.running) ? conclusion.text : ''));
}

export function setServicesConclusion(text: string): void {
  useServices.setState(({ services }) => ({ conclusion: { of: keyOf(services.running), text } }));
}

export function forgetServicesRefusal(): void {
  useServices.setState({ refusal: null });
}

const ask = oneAtATime(async () => {
  const answer = await request('services.state', {});
  if (answer.ok) useServices.setState({ services: answer.value });
});

/** While a page shows them. */
export function watchServices(): () => void {
  const ends = [bridge.onEvent((event: EngineEvent) => event.type === 'services.changed' && void ask()), bridge.onGap(() => void ask())];
  void bridge.untilOpen().then(ask);
  return () => {
    for (const end of ends) end();
  };
}
