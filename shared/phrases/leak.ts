/** What a search for a leak has found, in words. */
import { showHidden } from '../base/show-hidden.ts';
import type { Bytes, Ratio } from '../base/units.ts';
import { formatBytes, formatCount, formatNumber, formatPercent, formatSignificant } from '../format/figures.ts';
import { shortPlace } from '../format/place.ts';
import {
  LEAK_HANDLES,
  type LeakHolder,
  type LeakPlace,
  type LeakReport,
  type LeakSeries,
  type LeakSite,
  type LeakVerdict,
} from '../model/leak.ts';
import { text } from '../words/words.ts';
import { wordHolder } from './heap-names.ts';

/** The verdict, what is known of where a leak comes from, and what it stands on. `rounds`: that were made; `requests`: of the plan. */
export function tellLeak(verdict: LeakVerdict, rounds: number, found: LeakReport['found'] = null, requests = 1): string {
  const { word, reason, by, floor, rest } = verdict;
  const told = {
    requests: formatCount(verdict.requests),
    judged: formatCount(verdict.judged),
    floor: formatBytes(floor),
    rest: rest === null ? 'none' : text('run.leak.seconds', { seconds: formatNumber(rest.seconds, 0) }),
    percent: formatNumber(rest?.givenBack ?? 0, 0),
    grew: by === null ? '' : formatBytes(by.grew),
    rounds,
    processes: countProcesses(verdict.series),
  };
  if (word === 'leak' && by !== null) {
    const kept = { kept: tellKept(by), counter: tellCounter(by, verdict.series) };
    const grows = text(isLeakCount(by) ? 'run.leak.answer.growsByNumber' : 'run.leak.answer.grows', kept);
    const mean = requests > 1 ? [text('run.leak.answer.mean', { requests: String(requests) })] : [];
    return [grows, ...mean, ...tellTogether(verdict, by), ...tellMostGrown(found), text('run.leak.answer.caveat', told)].join(' ');
  }
  if (word === 'no leak') {
    const how = reason === 'stopped' ? 'stopped' : reason === 'given-back' ? 'givenBack' : 'below';
    return text(`run.leak.answer.${how}`, told);
  }
  return text('run.leak.answer.unknown', { why: text(`run.leak.why.${reason as keyof LeakWhys}`, told) });
}

type LeakWhys = Record<Exclude<LeakVerdict['reason'], 'grows' | 'below' | 'stopped' | 'given-back'>, string>;

/** What is kept elsewhere comes on top of it. */
function tellTogether(verdict: LeakVerdict, by: LeakSeries): readonly string[] {
  const others = leaksOfBytes(verdict).length - 1;
  return isLeakCount(by) || others < 1 ? [] : [text('run.leak.answer.together', { others, total: formatBytes(keptInAll(verdict)) })];
}

const leaksOfBytes = ({ series }: LeakVerdict): readonly LeakSeries[] => series.filter((one) => one.word === 'leak' && !isLeakCount(one));

/** Of each request, by all threads that leak, in the heap and outside. */
export function keptInAll(verdict: LeakVerdict): Bytes {
  return leaksOfBytes(verdict).reduce((sum, { perRequest }) => sum + perRequest, 0);
}

/** One that keeps less of what grew is one of several: they stand in the table. */
const MOST_OF_IT: Ratio = 0.5;
const ALL_OF_IT: Ratio = 0.95;
/** Constructors in a sentence. */
const MOST_NAMED = 3;

/** What grew most, and what keeps it. */
function tellMostGrown(found: LeakReport['found']): readonly string[] {
  const most = found?.grown.find(({ heldBy: [holder] }) => holder !== undefined && holder.share >= MOST_OF_IT);
  if (most === undefined) return [];
  const [holder] = most.heldBy as [LeakHolder];
  const told = tellLeakHolder(holder);
  // The class of the program says more than the texts that its objects hold, which may be more bytes.
  const beside = (found?.grown ?? []).filter(
    ({ heldBy: [one] }) => one !== undefined && one.share >= ALL_OF_IT && tellLeakHolder(one) === told,
  );
  const isAll = holder.share >= ALL_OF_IT;
  return [
    text('run.leak.answer.keptBy', {
      constructors: (isAll ? beside.slice(0, MOST_NAMED) : [most])
        .map((one) => showHidden(one.constructor))
        .join(text('run.waiting.comma')),
      holder: told,
      share: isAll ? 'all' : formatPercent(100 * holder.share, 0),
    }),
  ];
}

/** "sessions (Map) in app.js:12". */
export function tellLeakHolder(holder: LeakHolder): string {
  const name = showHidden(wordHolder(holder));
  return holder.place === null ? name : text('run.leak.at', { name, place: placeText(holder.place) });
}

/** "handle in app.js:12". */
export function tellSite({ name, place }: LeakSite): string {
  return place === null ? siteName(name) : text('run.leak.at', { name: siteName(name), place: placeText(place) });
}

export function siteName(name: string): string {
  return name === '' ? text('run.leak.nameless') : showHidden(name);
}

export function placeText({ url, line }: LeakPlace): string {
  return shortPlace(url, line ?? 0);
}

/** It is a number of something, not bytes. */
export const isLeakCount = ({ counter }: Pick<LeakSeries, 'counter'>): boolean => (LEAK_HANDLES as readonly string[]).includes(counter);

/** "1,091 B a request (1,089 to 1,097)". */
export function tellKept(series: LeakSeries): string {
  const format = isLeakCount(series) ? (value: number) => formatSignificant(value) : formatBytes;
  const amount = format(series.perRequest);
  const [low, high] = series.ci.map(format) as [string, string];
  // An interval that is narrower than the figure is exact says nothing.
  return low === amount && high === amount ? amount : text('run.leak.kept', { amount, low, high });
}

/** Of which memory, or what by number; of which process, where there are several. `series`: all. */
export function tellCounter({ counter, thread, pid }: LeakSeries, series: readonly LeakSeries[]): string {
  if (counter !== 'heap' && counter !== 'outside') return text(`run.leak.counter.${counter}`);
  const memory = text(`run.leak.counter.${counter}`, { thread });
  return countProcesses(series) === 1 ? memory : text('run.leak.ofProcess', { counter: memory, process: String(pid) });
}

/** Handles are counted in all together. */
function countProcesses(series: readonly LeakSeries[]): number {
  return new Set(series.filter((one) => !isLeakCount(one)).map(({ pid }) => pid)).size;
}
