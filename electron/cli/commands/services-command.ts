/** `loopscope demo unknown-service`: answer first, then the probe, then the truth. */

import type { Demo } from '../../../shared/model/comparison/study.ts';
import type { ProbeReport } from '../../../shared/model/probe.ts';
import type { ServiceGuess, ServiceState, ServicesForm, ServiceTruth } from '../../../shared/model/services.ts';
import { answerOf, sayStage } from '../../../shared/phrases/probe.ts';
import { judgeGuess, type KnownService, sayScore, sayTruth, servicesTable } from '../../../shared/report/services.ts';
import { text } from '../../../shared/words/words.ts';
import { failedReport } from '../../engine/api/engine.ts';
import { BlackBoxes } from '../../engine/studies/black-boxes.ts';
import { EXIT } from '../exit.ts';
import { interruptHandler, onInterrupt } from '../interrupts.ts';
import { formatFailure, refuse } from '../print/print-failure.ts';
import { formatProbe } from '../print/print-probe.ts';
import { reportTable } from '../print/text-table.ts';
import { readYes } from '../read-yes.ts';
import { openDialogue, print, printJson, progressOn, tell } from '../terminal.ts';
import { isAskable } from '../terminal-input.ts';
import { startInTurn } from '../wait-for-turn.ts';

interface ServicesOptions {
  readonly form: ServicesForm;
  readonly seed: number | null;
  readonly json: boolean;
  readonly wait: boolean;
}

export async function runServices(demo: Demo, { form, seed, json, wait }: ServicesOptions): Promise<void> {
  let tellStage = (): void => {};
  const boxes = new BlackBoxes(() => tellStage());
  const stopping = new AbortController();
  const listened = onInterrupt(
    interruptHandler(() => {
      stopping.abort();
      void boxes.stopProbing();
    }),
  );
  try {
    if (!json) tell(text('terminal.studies.started', { study: demo.title, part: form.title }));
    const started = await boxes.start({ study: demo.name, script: demo.services!.script, form, seed });
    if (!started.ok) return refuse(started.failure, json);
    const guesses = json || !isAskable(process.stdin) ? null : await askAll(boxes, stopping.signal);
    if (stopping.signal.aborted) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    tellStage = showStages(boxes, form.budgetS);
    const probing = await startInTurn(wait, () => boxes.probe(), stopping.signal);
    if (!probing.ok) return refuse(probing.failure, json);
    await boxes.untilProbed();
    if (stopping.signal.aborted) process.exitCode = EXIT.interrupted;
    boxes.reveal();
    const { services: asked, truths, seed: drawnBy } = boxes.state.running!;
    const known = asked.map((service, at) => knownOf(service, guesses?.[at] ?? null, truths![at]!));
    if (json) printJson(documentOf(known, demo.name, form.name, drawnBy, asked));
    else print(formatServices(known, asked, drawnBy), 'strong');
  } finally {
    listened();
    await boxes.stop();
  }
}

function knownOf({ name, probe }: ServiceState, guess: ServiceGuess | null, truth: ServiceTruth): KnownService {
  return { name, guess, probe: probe.report, truth };
}

/* ---- answers ---- */

/** Null: there was none to ask, or Ctrl-C. */
async function askAll(boxes: BlackBoxes, signal: AbortSignal): Promise<readonly ServiceGuess[] | null> {
  const { services } = boxes.state.running!;
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
      const answer = read((await terminal.question(question, { signal })).trim().toLowerCase());
      if (answer !== undefined) return answer;
      tell(text('services.ask.again'));
    }
  }
}

/** Undefined: none of what is asked for. */
export function readWorkers(typed: string): ServiceGuess['workers'] | undefined {
  if (typed === '') return null;
  if (typed === 'none' || typed === 'no limit') return 'no-limit';
  return /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : undefined;
}

/* ---- what is printed ---- */

function showStages(boxes: BlackBoxes, budget: number): () => void {
  const out = progressOn();
  let shown = '';
  return () => {
    const now = boxes.state.running?.services.find(({ probe }) => probe.progress !== null);
    if (now === undefined) return;
    const { name, probe } = now;
    const stage = sayStage(probe.progress!.stage);
    const of = text('services.terminal.probing', { name, budget });
    if (out.isTerminal) out.redraw(`${of}: ${stage}`);
    else if (shown !== name) out.line(of);
    shown = name;
  };
}

function formatServices(known: readonly KnownService[], asked: readonly ServiceState[], seed: number | null): string {
  const table = servicesTable(known);
  return [
    [...known.map(({ name, truth }) => sayTruth(name, truth)), sayScore(known)].join('\n'),
    reportTable(table),
    ...known.flatMap(({ name, probe }, at) => [probe === null ? notFound(asked[at]!) : found(name, probe)]),
    ...(seed === null ? [] : [text('services.terminal.seed', { seed: String(seed) })]),
  ].join('\n\n');
}

function found(name: string, probe: ProbeReport): string {
  return `${text('services.terminal.found', { name })}\n\n${formatProbe(probe)}`;
}

function notFound({ name, probe }: ServiceState): string {
  if (probe.failure === null) return text('services.terminal.notProbed', { name });
  return text('services.terminal.failed', { name, failure: formatFailure(probe.failure) });
}

function documentOf(
  known: readonly KnownService[],
  study: string,
  form: string,
  seed: number | null,
  asked: readonly ServiceState[],
): object {
  const { failure: _, ...empty } = failedReport({ code: 'internal', says: { verbatim: '' }, hint: { verbatim: '' } });
  const sentences = known.flatMap(({ name, truth, probe }) => [sayTruth(name, truth), ...(probe === null ? [] : answerOf(probe))]);
  return {
    ...empty,
    failure: null,
    answer: sentences.map((sentence) => ({ code: 'services', text: sentence })),
    study: { name: study, form, seed },
    services: known.map((one, at) => ({ url: asked[at]!.url, ...one, right: judgeGuess(one.guess, one.truth) })),
  };
}
