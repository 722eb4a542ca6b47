/** What a search for a leak has found, in words. */
import { formatBytes, formatCount, formatNumber, formatSignificant } from '../format/figures.ts';
import { LEAK_HANDLES, type LeakSeries, type LeakVerdict } from '../model/leak.ts';
import { text } from '../words/words.ts';

/** The verdict with what it stands on, in a sentence or two. `rounds`: that were made. */
export function tellLeak(verdict: LeakVerdict, rounds: number): string {
  const { word, reason, by, floor, rest } = verdict;
  const told = {
    requests: formatCount(verdict.requests),
    floor: formatBytes(floor),
    rest: rest === null ? 'none' : text('run.leak.seconds', { seconds: formatNumber(rest.seconds, 0) }),
    percent: formatNumber(rest?.givenBack ?? 0, 0),
    grew: by === null ? '' : formatBytes(by.grew),
    rounds,
  };
  if (word === 'leak' && by !== null) {
    const kept = { kept: tellKept(by), counter: tellCounter(by) };
    return text(isLeakCount(by) ? 'run.leak.answer.growsByNumber' : 'run.leak.answer.grows', { ...told, ...kept });
  }
  if (word === 'no leak') {
    const how = reason === 'stopped' ? 'stopped' : reason === 'given-back' ? 'givenBack' : 'below';
    return text(`run.leak.answer.${how}`, told);
  }
  return text('run.leak.answer.unknown', { why: text(`run.leak.why.${reason as keyof LeakWhys}`, told) });
}

type LeakWhys = Record<Exclude<LeakVerdict['reason'], 'grows' | 'below' | 'stopped' | 'given-back'>, string>;

/** It is a number of something, not bytes. */
export const isLeakCount = ({ counter }: Pick<LeakSeries, 'counter'>): boolean => (LEAK_HANDLES as readonly string[]).includes(counter);

/** "1,091 B a request (1,089 to 1,097)". */
export function tellKept(series: LeakSeries): string {
  const format = isLeakCount(series) ? (value: number) => formatSignificant(value) : formatBytes;
  const [low, high] = series.ci;
  return text('run.leak.kept', { amount: format(series.perRequest), low: format(low), high: format(high) });
}

/** Of which memory, or what by number. */
export function tellCounter({ counter, thread }: Pick<LeakSeries, 'counter' | 'thread'>): string {
  if (counter !== 'heap' && counter !== 'outside') return text(`run.leak.counter.${counter}`);
  return text(`run.leak.counter.${counter}`, { thread });
}
