/** `loopscope demo unknown-service`: guess first, then the probe, then the truth. */

import type { Study } from '../../../shared/model/comparison/study.ts';
import { PROBE_LIMITS } from '../../../shared/model/probe.ts';
import type { ServiceGuess, ServicesForm } from '../../../shared/model/services.ts';
import { sayStage } from '../../../shared/phrases/probe.ts';
import { toDocument } from '../../../shared/report/report-document.ts';
import { text } from '../../../shared/words/words.ts';
import type { Engine } from '../../engine/api/engine.ts';
import type { ServicesStudies } from '../../engine/experiments/services/services-studies.ts';
import { orderServices } from '../../engine/studies/unknown-services.ts';
import { EXIT } from '../exit.ts';
import { interruptHandler, onInterrupt } from '../interrupts.ts';
import { makeEngine } from '../make-engine.ts';
import { formatFailure, refuse } from '../print/print-failure.ts';
import { formatServices } from '../print/print-services.ts';
import { readYes } from '../read-yes.ts';
import { openDialogue, print, printJson, progressOn, tell } from '../terminal.ts';
import { isAskable } from '../terminal-input.ts';
import { startInTurn } from '../wait-for-turn.ts';
import { tellSession } from './run-command.ts';

interface ServicesOptions {
  readonly form: ServicesForm;
  readonly seed: number | null;
  readonly json: boolean;
  readonly wait: boolean;
}

export async function runServices(study: Study, { form, seed, json, wait }: ServicesOptions): Promise<void> {
  const engine = await makeEngine();
  const { services: studies } = engine;
  const stopping = new AbortController();
  const listened = onInterrupt(
    interruptHandler(() => {
      stopping.abort();
      void studies.stopProbing();
    }),
  );
  try {
    if (!json) tell(text('terminal.studies.started', { study: study.title, part: form.title }));
    const started = await studies.start(orderServices(study, form, seed));
    if (!started.ok) return refuse(started.failure, json);
    const guesses = json || !isAskable(process.stdin) ? null : await askAll(studies, stopping.signal);
    if (stopping.signal.aborted) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    if (guesses !== null) await studies.guess(guesses);
    engine.onEvent(showStages(studies, form.budgetS));
    const probing = await startInTurn(wait, () => studies.probe(), stopping.signal);
    if (!probing.ok) return refuse(probing.failure, json);
    await studies.untilProbed();
    if (stopping.signal.aborted) process.exitCode = EXIT.interrupted;
    await studies.reveal();
    await printSession(engine, studies.sessionId!, json);
  } finally {
    listened();
    await engine.close();
  }
}

async function printSession(engine: Engine, sessionId: string, json: boolean): Promise<void> {
  const { saveFailure } = await engine.sessions.finished(sessionId);
  const { cell, path } = engine.sessions.get(sessionId);
  if (saveFailure !== null) process.exitCode = EXIT.failed;
  if (json) printJson(toDocument({ ...(await engine.report(sessionId, null)), failure: saveFailure }));
  else if (cell.open.kind === 'services')
    print([formatServices(cell.open.recorded), path === null ? '' : tellSession(path)].filter(Boolean).join('\n\n'), 'strong');
  if (saveFailure !== null && !json) tell(formatFailure(saveFailure), 'bad');
}

/* ---- guesses ---- */

/** Null: there was none to ask, or Ctrl-C. */
async function askAll(studies: ServicesStudies, signal: AbortSignal): Promise<readonly ServiceGuess[] | null> {
  const { services } = studies.state.running!;
  tell(text('services.terminal.running'));
  for (const { name, url, lightUrl } of services) tell(text('services.terminal.address', { name, url, light: lightUrl }));
  const terminal = openDialogue();
  try {
    const guesses: ServiceGuess[] = [];
    for (const { name, url } of services) {
      const workers = await ask(text('services.ask.workers', { name, url }), readWorkers);
      const synchronous = await ask(text('services.ask.synchronous', { name, url }), readYes);
      guesses.push({ workers, synchronous });
    }
    return guesses;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    terminal.close();
  }

  async function ask<T>(question: string, read: (typed: string) => T | undefined): Promise<T> {
    for (;;) {
      const guess = read((await terminal.question(question, { signal })).trim().toLowerCase());
      if (guess !== undefined) return guess;
      tell(text('services.ask.again'));
    }
  }
}

/** Undefined: none of what is asked for. */
export function readWorkers(typed: string): ServiceGuess['workers'] | undefined {
  if (typed === '') return null;
  if (typed === 'none' || typed === 'no limit') return 'no-limit';
  const workers = /^[1-9]\d*$/.test(typed) ? Number(typed) : undefined;
  return workers !== undefined && workers <= PROBE_LIMITS.max.high ? workers : undefined;
}

/* ---- what is shown meanwhile ---- */

function showStages(studies: ServicesStudies, budget: number): () => void {
  const out = progressOn();
  let shown = '';
  return () => {
    const now = studies.state.running?.services.find(({ probe }) => probe.progress !== null);
    if (now === undefined) return;
    const { name, probe } = now;
    const stage = sayStage(probe.progress!.stage);
    const of = text('services.terminal.probing', { name, budget });
    if (out.isTerminal) out.redraw(`${of}: ${stage}`);
    else if (shown !== name) out.line(of);
    shown = name;
  };
}
