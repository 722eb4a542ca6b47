/** Services with hidden parameters, in sentences and as a table. */
import { formatMs, formatNumber } from '../format/figures.ts';
import type { ProbeReport } from '../model/probe.ts';
import { isSynchronous, type ServiceGuess, type ServiceTruth } from '../model/services.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';

/** What is known of one of them in the end. */
export interface KnownService {
  readonly name: string;
  /** Null: nobody was asked. */
  readonly guess: ServiceGuess | null;
  /** Null: it was not probed. */
  readonly probe: ProbeReport | null;
  readonly truth: ServiceTruth;
}

export function sayTruth(name: string, { kind, workers, serviceMs }: ServiceTruth): string {
  return text(`services.truth.${kind}`, { name, workers: workers ?? 0, service: formatMs(serviceMs) });
}

/** Whether each answer that was given is right; null: none was given. */
export function judgeGuess(guess: ServiceGuess | null, truth: ServiceTruth): { workers: boolean | null; synchronous: boolean | null } {
  const workers = guess === null || guess.workers === null ? null : guess.workers === (truth.workers ?? 'no-limit');
  const synchronous = guess === null || guess.synchronous === null ? null : guess.synchronous === isSynchronous(truth);
  return { workers, synchronous };
}

export function sayScore(known: readonly KnownService[]): string {
  const judged = known.flatMap(({ guess, truth }) => Object.values(judgeGuess(guess, truth))).filter((one) => one !== null);
  if (judged.length === 0) return text('services.noAnswers');
  return text('services.right', { right: judged.filter(Boolean).length, asked: judged.length });
}

export function servicesTable(known: readonly KnownService[]): ReportTable {
  const columns = [
    { title: text('services.table.question') },
    ...(['guess', 'probe', 'truth'] as const).map((key) => ({ title: text(`services.table.${key}`) })),
  ];
  return { caption: text('services.table.caption'), columns, rows: known.flatMap(rowsOf), narrow: true };
}

function rowsOf({ name, guess, probe, truth }: KnownService): Cell[][] {
  const judged = judgeGuess(guess, truth);
  const none = text('services.value.none');
  return [
    [
      text('services.table.workers', { name }),
      marked(judged.workers, guess === null || guess.workers === null ? none : sayWorkers(guess.workers)),
      probe === null ? text('services.value.notProbed') : sayFound(probe),
      sayWorkers(truth.workers ?? 'no-limit'),
    ],
    [
      text('services.table.synchronous', { name }),
      marked(judged.synchronous, guess === null || guess.synchronous === null ? none : sayYes(guess.synchronous)),
      probe === null
        ? text('services.value.notProbed')
        : probe.synchronous === null
          ? text('services.value.unknown')
          : sayYes(probe.synchronous),
      sayYes(isSynchronous(truth)),
    ],
    [text('services.table.service', { name }), none, formatMs(probe?.serviceMs ?? null), formatMs(truth.serviceMs)],
  ];
}

function marked(isRight: boolean | null, words: string): Cell {
  return isRight === null ? words : { text: `${words} ${isRight ? '✓' : '✗'}`, tone: isRight ? 'better' : 'worse' };
}

function sayWorkers(workers: number | 'no-limit'): string {
  return workers === 'no-limit' ? text('services.value.noLimit') : formatNumber(workers);
}

function sayFound({ workers, reason, atLeast }: ProbeReport): string {
  if (workers !== null) return formatNumber(workers);
  return reason === 'not-saturated' ? text('services.value.notFound', { atLeast }) : text('services.value.unknown');
}

function sayYes(yes: boolean): string {
  return text(yes ? 'services.value.yes' : 'services.value.no');
}
