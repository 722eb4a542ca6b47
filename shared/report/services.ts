/** Unknown services, in sentences and as a table. What was not told is said to be that, and guesses about it are not judged. */
import { formatMs, formatNumber } from '../format/figures.ts';
import type { ProbeReport } from '../model/probe.ts';
import type { ReportedService } from '../model/report.ts';
import { isSynchronous, type RecordedService, type ServiceGuess, type ServiceTruth } from '../model/services.ts';
import { answerOf } from '../phrases/probe.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';

/** What is known of one of them. */
export interface KnownService {
  readonly name: string;
  /** Null: no guess was asked for. */
  readonly guess: ServiceGuess | null;
  /** Null: it was not probed. */
  readonly probe: ProbeReport | null;
  /** Null: it was not told. */
  readonly truth: ServiceTruth | null;
}

export function knownService({ name, guess, report: probe, truth }: RecordedService): KnownService {
  return { name, guess, probe, truth };
}

/** For programs. */
export function reportedService(one: RecordedService): ReportedService {
  const known = knownService(one);
  return { url: one.url, ...known, right: judgeGuess(known.guess, known.truth) };
}

export function sayTruth(name: string, truth: ServiceTruth | null): string {
  if (truth === null) return text('services.truth.untold', { name });
  const { kind, workers, serviceMs } = truth;
  return text(`services.truth.${kind}`, { name, workers: workers ?? 0, service: formatMs(serviceMs) });
}

/** What the probe found of one, in sentences. */
export function sayProbe({ name, probe }: Pick<KnownService, 'name' | 'probe'>): string {
  return probe === null ? text('services.terminal.notProbed', { name }) : `${text('services.page.found')} ${answerOf(probe).join(' ')}`;
}

/** Whether each guess is right; null: none was made, or it was not told. */
export function judgeGuess(
  guess: ServiceGuess | null,
  truth: ServiceTruth | null,
): { workers: boolean | null; synchronous: boolean | null } {
  const judge = <K extends keyof ServiceGuess>(of: K, trueOf: (truth: ServiceTruth) => ServiceGuess[K]): boolean | null =>
    truth === null || guess === null || guess[of] === null ? null : guess[of] === trueOf(truth);
  return { workers: judge('workers', ({ workers }) => workers ?? 'no-limit'), synchronous: judge('synchronous', isSynchronous) };
}

/** How many guesses were made, and how many of them are right. */
export function scoreOf(known: readonly Pick<KnownService, 'guess' | 'truth'>[]): { readonly right: number; readonly asked: number } {
  const judged = known.flatMap(({ guess, truth }) => Object.values(judgeGuess(guess, truth))).filter((one) => one !== null);
  return { right: judged.filter(Boolean).length, asked: judged.length };
}

export function sayScore(known: readonly KnownService[]): string {
  if (known.some(({ truth }) => truth === null)) return text('services.untold');
  const { right, asked } = scoreOf(known);
  return asked === 0 ? text('services.noGuesses') : text('services.right', { right, asked });
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
  const told = (say: (truth: ServiceTruth) => string): string => (truth === null ? text('services.value.untold') : say(truth));
  return [
    [
      text('services.table.workers', { name }),
      marked(judged.workers, guess === null || guess.workers === null ? none : sayWorkers(guess.workers)),
      probe === null ? text('services.value.notProbed') : sayFound(probe),
      told(({ workers }) => sayWorkers(workers ?? 'no-limit')),
    ],
    [
      text('services.table.synchronous', { name }),
      marked(judged.synchronous, guess === null || guess.synchronous === null ? none : sayYes(guess.synchronous)),
      probe === null
        ? text('services.value.notProbed')
        : probe.synchronous === null
          ? text('services.value.unknown')
          : sayYes(probe.synchronous),
      told((one) => sayYes(isSynchronous(one))),
    ],
    [text('services.table.service', { name }), none, formatMs(probe?.serviceMs ?? null), told(({ serviceMs }) => formatMs(serviceMs))],
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
