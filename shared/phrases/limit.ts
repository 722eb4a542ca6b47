/** What a search for the highest rate has found, in words. */
import { showHidden } from '../base/show-hidden.ts';
import type { PerSecond } from '../base/units.ts';
import { formatCount, formatMs, formatNumber, formatPercent, NOTHING } from '../format/figures.ts';
import { wordParam } from '../format/word-said.ts';
import { boundOf, type GaveWay, type JudgedLevel, type LimitReport, type LimitTimes, type LimitVerdict } from '../model/limit.ts';
import { type LimitBound, writeBound } from '../model/load/limit-question.ts';
import { type Said, say } from '../words/said.ts';
import { text } from '../words/words.ts';
import { formatVisitors } from './charts.ts';

/** So many levels of a rate say it. */
const ENOUGH = 3;

/** The limit, how it stands, and what is in between. */
export function tellLimit(limit: LimitReport): string {
  const { verdict, soFar, levels } = limit;
  if (verdict === null) return tellSoFar(soFar, levels);
  const { held, broke, mixed } = verdict;
  const between = mixed.length === 0 ? [] : [text('run.limit.answer.mixed', { list: listOf(mixed) })];
  const few = held !== null && held.of < ENOUGH ? [text('run.limit.answer.few', { of: held.of })] : [];
  switch (verdict.word) {
    case 'found':
      return [text('run.limit.answer.found', { ...heldOf(verdict), ...brokeOf(broke) }), ...few, ...between].join(' ');
    case 'at-least': {
      const why = verdict.because?.by === 'generator' ? 'generator' : 'budget';
      return [text('run.limit.answer.atLeast', { ...heldOf(verdict), ...brokeOf(broke), why }), ...few, ...between].join(' ');
    }
    case 'none':
      return text('run.limit.answer.none', {
        broke: rateOf(broke?.rate),
        times: formatCount(broke?.times ?? 0),
        of: formatCount(broke?.of ?? 0),
      });
    case 'falling':
      return text('run.limit.answer.falling', { levels: mixed.length, list: listOf(mixed) });
    case 'unclear': {
      const all = [...mixed, ...(broke === null ? [] : [broke])];
      const mixedText = all.length === 0 ? '' : text('run.limit.answer.mixedAlone', { list: listOf(all) });
      return text('run.limit.answer.unclear', { held: held === null ? 'none' : 'some', rate: rateOf(held?.rate), mixed: mixedText }).trim();
    }
    case 'nothing':
      return text('run.limit.answer.nothing');
  }
}

function tellSoFar(soFar: LimitVerdict, levels: readonly JudgedLevel[]): string {
  const { word, held, broke } = soFar;
  const state = word === 'found' || word === 'none' ? word : word === 'at-least' ? 'atLeast' : 'unclear';
  return text('run.limit.answer.goingOn', { levels: levels.length, state, held: rateOf(held?.at), broke: rateOf(broke?.rate) });
}

function heldOf({ held }: LimitVerdict) {
  return { rate: rateOf(held?.rate), at: rateOf(held?.at), times: formatCount(held?.times ?? 0), of: formatCount(held?.of ?? 0) };
}

function brokeOf(broke: LimitTimes | null) {
  return { broke: rateOf(broke?.rate), brokeTimes: formatCount(broke?.times ?? 0), brokeOf: formatCount(broke?.of ?? 0) };
}

const rateOf = (rate: PerSecond | undefined): string => formatVisitors(rate ?? 0);

function listOf(times: readonly LimitTimes[]): string {
  const list = times.map(({ rate, ...one }) =>
    text('run.limit.answer.mixedOne', { rate: formatVisitors(rate), times: formatCount(one.times), of: formatCount(one.of) }),
  );
  return String(wordParam({ list, by: 'comma' }));
}

/** Why the lowest rate that broke did, and what of the server was full then. Null: nothing broke, or there is no verdict. */
export function tellGaveWay(limit: LimitReport): string | null {
  const { verdict, gaveWay } = limit;
  const because = verdict?.because ?? null;
  const isKnown = verdict?.word === 'found' || verdict?.word === 'at-least' || verdict?.word === 'none';
  if (!isKnown || because === null || verdict.broke === null) return null;
  const broke = rateOf(verdict.broke.rate);
  if (because.by === 'generator') return text('run.limit.because.generator', { broke });
  const level = [...limit.levels].reverse().find(({ rate, held }) => rate === verdict.broke!.rate && held === 'not held');
  if (level === undefined) return null;
  const bound = boundOf(limit.question, level.because);
  const queue = { broke, behind: formatCount(Math.round(level.behind)), seconds: formatNumber(level.holdS, 1) };
  const why =
    bound === null || level.because?.by !== 'bound'
      ? text(level.behind > level.mayBeBehind ? 'run.limit.because.queue' : 'run.limit.because.rose', queue)
      : text('run.limit.because.bound', {
          broke,
          bound: writeBound({ ...bound, request: null }),
          request: limit.request === null ? 'none' : showHidden(limit.request),
          value: valueText(level, level.because.nth, bound.of === 'errors'),
        });
  return gaveWay === null ? text('run.limit.because.unknown', { why }) : tellResource(gaveWay, why);
}

function valueText({ counts }: JudgedLevel, nth: number, isShare: boolean): string {
  const value = counts[nth]?.value ?? null;
  if (value === null) return 'none';
  return isShare ? formatPercent(value) : formatMs(value);
}

function tellResource(gaveWay: GaveWay, why: string): string {
  const busyOf = (percent: number | null): string => (percent === null ? 'none' : formatPercent(percent, 0));
  switch (gaveWay.resource) {
    case 'main thread':
    case 'processor': {
      const { resource, busyPercent, noCorePercent } = gaveWay;
      const told = { why, busy: busyOf(busyPercent), noCore: busyOf(noCorePercent) };
      return resource === 'processor' ? text('run.limit.because.cpu', told) : text('run.limit.because.mainThread', told);
    }
    case 'pool':
    case 'worker threads': {
      const { to, atOnce, inLinePercent, busyPercent } = gaveWay;
      const told = { why, to: showHidden(to), atOnce, line: formatPercent(inLinePercent, 0), busy: busyOf(busyPercent) };
      return gaveWay.resource === 'pool' ? text('run.limit.because.pool', told) : text('run.limit.because.threads', told);
    }
    case 'peer':
      return text('run.limit.because.peer', {
        ...{ why, to: showHidden(gaveWay.to), share: formatPercent(gaveWay.sharePercent, 0) },
        busy: busyOf(gaveWay.busyPercent),
      });
    case 'errors': {
      const list = gaveWay.kinds.map(({ kind, count }) =>
        text('run.limit.because.kind', { count: formatCount(count), kind: kindText(kind) }),
      );
      return text('run.limit.because.errors', { why, kinds: String(wordParam({ list, by: 'comma' })) });
    }
  }
}

function kindText(kind: string): string {
  return kind === 'dropped' || kind === 'unanswered' || kind === 'content' ? text(`run.limit.because.kinds.${kind}`) : kind;
}

/** What to do next. Null: nothing that is known to help. */
export function tellNext({ verdict, gaveWay }: LimitReport): Said | null {
  if (verdict?.because?.by === 'generator') return say('advice.limitGenerator');
  switch (gaveWay?.resource) {
    case 'main thread':
    case 'processor':
      return say('advice.limitMainThread');
    case 'pool':
      return say('advice.limitPool');
    case 'worker threads':
      return say('advice.limitThreads');
    case 'peer':
      return say('advice.limitPeer');
    case 'errors':
      return say('advice.limitErrors');
    default:
      return null;
  }
}

/** The figures of a level in a sentence. */
export function tellLevelOfLimit({ levels, question }: LimitReport, nth: number): string {
  const level = levels[nth]!;
  const list = question.bounds.map((bound, place) => {
    const value = level.counts[place]?.value ?? null;
    const shown = value === null ? NOTHING : bound.of === 'errors' ? formatPercent(value) : formatMs(value);
    return `${nameOfBound(bound)} ${shown}`;
  });
  return text('run.limit.chart.one', {
    ...{ rate: formatVisitors(level.rate), seconds: formatNumber(level.holdS, 1), visitors: formatCount(level.came), held: level.held },
    figures: String(wordParam({ list, by: 'comma' })),
  });
}

/** "p99", "checkout p95". */
export function nameOfBound(bound: LimitBound): string {
  const figure = bound.of === 'latency' ? `p${bound.percentile}` : bound.of;
  return bound.request === null ? figure : `${showHidden(bound.request)} ${figure}`;
}
