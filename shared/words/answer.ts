/** The result of a run, in sentences. */
import type { AnswerPart } from '../analysis/answer.ts';
import { statusName } from '../analysis/failed-load.ts';
import type { FailuresPart } from '../analysis/failures.ts';
import type { NotIdleWorkers } from '../analysis/not-idle-workers.ts';
import { isUntold, judgeHotCode, type PerRequest } from '../analysis/which-code.ts';
import { formatCount, formatElapsed, formatMs, formatPercent, formatRate, formatShare, formatSignificant } from '../format/figures.ts';
import { calledName, fileName, placeOf, shortName } from '../format/place.ts';
import { showHidden } from '../format/show-hidden.ts';
import type { HotCode, HotFunction, HotPackage, LevelBracket, LevelCount, LevelDecision } from '../model/report.ts';
import type { Milliseconds, Percent, Seconds } from '../model/units.ts';
import { ANONYMOUS_NAME } from '../profile/frame-kind.ts';
import { tellBounds } from './bounds.ts';
import { formatVisitors } from './charts.ts';
import { tellErrorKind } from './kept-answers.ts';
import { tellFailure, wordParam, wordSaid } from './word-said.ts';
import { text } from './words.ts';

const MS_PER_S = 1_000;

export function tellAnswer(part: AnswerPart): string {
  switch (part.kind) {
    case 'failures':
      return tellFailures(part);
    case 'redirects': {
      const told = part.to === null ? part.status : text('run.answer.redirectTo', { status: part.status, to: shortName(part.to) });
      return part.percent === 100
        ? text('run.answer.allRedirects', { status: told })
        : text('run.answer.redirects', { percent: shareText(part.percent), status: told });
    }
    case 'restarted':
    case 'restarted-unfelt':
    case 'silent':
    case 'blocked':
    case 'unanswered':
      return wordSaid(part.says);
    case 'half-responses':
      return text('run.answer.halfResponses', { count: part.count });
    case 'silent-part':
      return text('run.answer.silentPart', { count: part.inFlight });
    case 'within-before':
      return text('run.answer.withinBefore', {
        percent: formatPercent(part.percent, 0),
        time: formatMs(part.ms),
        others: part.others ? 'yes' : 'no',
        until: momentOf(part.untilMs),
      });
    case 'level-change':
      return text('run.answer.levelChange', {
        at: momentOf(part.atMs),
        before: formatMs(Number(part.beforeMs.toPrecision(2))),
        after: formatMs(Number(part.afterMs.toPrecision(2))),
      });
    case 'within-bounds':
      return text('run.answer.withinBounds', { percent: String(part.percent), bounds: tellBounds(part.bounds) });
    case 'streams':
      return tellStreams(part);
    case 'within':
      return text(part.of === 'requests' ? 'run.answer.withinRequests' : 'run.answer.within', {
        percent: formatPercent(part.percent, 0),
        time: formatMs(part.ms),
        others: part.others ? 'yes' : 'no',
      });
    case 'rate-not-held':
      return tellNotHeld(part);
    case 'rate-sent-late':
      return text('run.answer.rateSentLate', { rate: formatVisitors(part.rate), late: formatMs(part.lateMs) });
    case 'bracket':
      return tellHeld(part.bracket);
    case 'knee':
      return text('run.answer.knee', {
        ...{ connections: part.connections, rate: formatRate(part.perSecond) },
        ...{ count: part.atATime ?? 0, alone: formatMs(part.aloneMs ?? 0) },
        why: !part.hadTime ? 'busy' : part.atATime === null ? 'unknown' : 'limit',
      });
    case 'no-knee':
      return text('run.answer.noKnee', {
        ...{ how: part.how, connections: part.connections, rate: formatRate(part.perSecond) },
        levels: part.levels.length === 0 ? 'none' : part.levels.join(','),
      });
    case 'bracket-figures':
      return tellDecision(part.bracket) ?? '';
    case 'wrong-first': {
      const { of, level, request, percent } = part;
      return text('run.answer.wrongFirst', {
        of,
        level: formatVisitors(level),
        request: showHidden(request),
        percent: formatShare(percent),
      });
    }
    case 'slowed-most':
      return text('run.answer.slowedMost', {
        request: showHidden(part.request),
        rate: formatVisitors(part.rate),
        median: formatMs(part.medianMs),
        lowestRate: formatVisitors(part.lowestRate),
        lowest: formatMs(part.lowestMs),
      });
    case 'not-enough':
      return text('run.answer.notEnough', { count: part.count });
    case 'not-sent':
      return text('run.answer.notSent', {
        ...{ dropped: formatCount(part.dropped), of: formatCount(part.of), most: formatCount(part.most) },
        share: formatShare((100 * part.dropped) / part.of),
        orLate: part.orLate ? 'yes' : 'no',
      });
    case 'generator-behind':
      return tellBehind(part);
    case 'left-in-flight':
      return text('run.answer.leftInFlight', { count: formatCount(part.count), of: formatCount(part.of) });
    case 'completed': {
      const all = part.dropped ? 'no' : 'yes';
      const counts = { completed: formatCount(part.completed), sent: formatCount(part.sent), all };
      if (part.perSecond !== null && part.inTime !== undefined)
        return text('run.answer.completedLater', { ...counts, inTime: formatCount(part.inTime), rate: formatRate(part.perSecond) });
      return part.perSecond === null
        ? text('run.answer.completed', counts)
        : text('run.answer.completedRate', { ...counts, rate: formatRate(part.perSecond) });
    }
    case 'expected': {
      const counts = { expected: formatCount(part.expected), sent: formatCount(part.sent) };
      return part.perSecond === null
        ? text('run.answer.expected', counts)
        : text('run.answer.expectedRate', { ...counts, rate: formatRate(part.perSecond) });
    }
    case 'load-failed':
      return tellFailure(part.failure);
    case 'threads':
      return text('run.answer.threads', { percent: formatPercent(part.percent), loop: formatPercent(part.loopPercent), ...tellCore(part) });
    case 'loop':
      return text('run.answer.loop', { loop: formatPercent(part.percent), ...tellCore(part) });
    case 'nothing':
      return text('run.answer.nothing');
    case 'waits-in-line':
      return text('run.answer.waitsInLine', {
        requests: part.requests,
        work: formatMs(part.workMs),
        wait: formatMs(part.waitMs),
        others: part.others,
      });
    case 'waits-for-both':
      return text('run.answer.waitsForBoth', {
        requests: part.requests,
        work: formatMs(part.workMs),
        line: formatMs(part.lineMs),
        other: formatMs(part.elseMs),
      });
    case 'workers-blocked':
      return text('run.answer.workersBlocked', {
        ...blockedOf(part.workers, part.workers.blockedMs),
        percent: formatPercent(part.busiestPercent, 0),
      });
    case 'waits-elsewhere':
    case 'idle':
      return tellIdle(part);
    case 'little-work':
      return text('run.answer.littleWork', { requests: part.requests, work: formatMs(part.workMs), latency: formatMs(part.latencyMs) });
    case 'try-one':
      return text('run.answer.tryOne', { known: part.known ? 'yes' : 'no', levels: part.levels.join(',') });
    case 'waiting-unsaid':
      return text('run.answer.waitingUnsaid', { why: part.why, percent: formatPercent(part.percent, 0) });
    case 'generator-limit':
      return part.percent === null
        ? text('run.answer.generatorLate', { late: formatMs(part.lateMs) })
        : text('run.answer.generatorLimit', { percent: formatPercent(part.percent, 0) });
    case 'collecting':
      return text('run.answer.collecting', { percent: formatPercent(part.percent, 0) });
    case 'code': {
      const { own, inside, below, besides } = part;
      const shown = { percent: formatPercent(own.totalPercent, 0), of: part.of, place: placeOfCode(own), each: eachOf(part.perRequest) };
      if (below === null && inside !== null)
        return text('run.answer.codeInside', { ...shown, self: formatPercent(inside.selfPercent, 0), inside: placeOfCode(inside) });
      if (below === null) return text('run.answer.code', shown);
      const what = nameOfPackage(below);
      return besides === null
        ? text('run.answer.codeBelow', { ...shown, what, most: partOf(below, own) })
        : text('run.answer.codeBelowTwo', { ...shown, what, besides: nameOfPackage(besides) });
    }
    case 'code-of-package': {
      const { hot, perRequest } = part;
      return text('run.answer.codeOfPackage', {
        percent: formatPercent(hot.totalPercent, 0),
        of: part.of,
        what: nameOfPackage(hot),
        each: eachOf(perRequest),
      });
    }
    case 'code-of-node': {
      const percent = formatPercent(part.percent, 0);
      return part.own === null
        ? text('run.answer.codeOfNode', { percent, of: part.of })
        : text('run.answer.codeOfNodeAndOwn', {
            percent,
            of: part.of,
            own: formatPercent(part.own.totalPercent, 0),
            place: placeOfCode(part.own),
          });
    }
    case 'code-too-few':
      return text('run.answer.codeTooFew', { ...untold(part), samples: part.samples, needed: part.needed });
    case 'code-unseen':
      return text('run.answer.codeUnseen', { ...untold(part), percent: formatPercent(part.percent, 0) });
    case 'code-of-route':
      return text('run.answer.codeOfRoute', {
        route: showHidden(part.route),
        each: formatMs(part.eachMs),
        is: part.isCpuTime ? 'cpu' : 'main',
        others: part.others,
        most: formatMs(part.othersMs),
      });
    case 'code-unknown':
      return text('run.answer.codeUnknown');
  }
}

/** A time since the beginning of the run. */
function momentOf(ms: Milliseconds): string {
  return ms < MS_PER_S ? formatMs(ms) : formatElapsed(ms);
}

function tellBehind(part: Extract<AnswerPart, { kind: 'generator-behind' }>): string {
  switch (part.why) {
    case 'late':
      return text('run.answer.behindLate', { late: formatMs(part.lateMs) });
    case 'busy':
      return text('run.answer.behindBusy', { percent: formatPercent(part.percent, 0), waited: formatPercent(part.waitedPercent, 0) });
    case 'stood':
      return text('run.answer.behindStood', { time: formatMs(part.stoodMs) });
  }
}

function tellIdle(part: Extract<AnswerPart, { kind: 'waits-elsewhere' | 'idle' }>): string {
  const percent = formatPercent(part.idlePercent, 0);
  const { workers } = part;
  if (workers !== null) {
    return workers.blockedMs === null
      ? text('run.answer.blockedUnknown', { percent, threads: workers.threads })
      : text('run.answer.blockedOrIdle', { percent, ...blockedOf(workers, workers.blockedMs) });
  }
  if (part.kind === 'idle') return text('run.answer.idle', { percent, why: part.why });
  return text(part.oneByOne ? 'run.answer.waitsElsewhereOneByOne' : 'run.answer.waitsElsewhere', { percent });
}

function blockedOf({ threads, call, isLeast }: NotIdleWorkers, blockedMs: Milliseconds) {
  return { threads, blocked: formatMs(blockedMs), call: call ?? 'none', least: isLeast ? 'yes' : 'no' };
}

function tellStreams({ count, eventStreams, eventsPerSecond, firstByteMs }: Extract<AnswerPart, { kind: 'streams' }>): string {
  const first = firstByteMs === null ? 'none' : formatMs(firstByteMs);
  return [
    ...(eventStreams === 0 ? [] : [text('run.answer.eventStreams', { count: eventStreams, events: formatSignificant(eventsPerSecond) })]),
    ...(eventStreams === count ? [] : [text('run.answer.otherStreams', { count: count - eventStreams })]),
    ...(first === 'none' ? [] : [text('run.answer.firstBytes', { count, time: first })]),
  ].join(' ');
}

function tellNotHeld({ rate, phase, phases, isOfVisits, behind, more }: Extract<AnswerPart, { kind: 'rate-not-held' }>): string {
  const seconds = (time: Seconds): string => formatVisitors(Math.round(time * 10) / 10);
  return text('run.answer.rateNotHeld', {
    ...{ rate: formatVisitors(rate), one: phases === 1 ? 'yes' : 'no', from: seconds(phase.from), to: seconds(phase.to) },
    ...{ since: seconds(behind.from), all: behind.from <= phase.from ? 'yes' : 'no', of: isOfVisits ? 'visits' : 'requests' },
    ...{ arrived: formatCount(behind.arrived), answered: formatCount(behind.answered), more },
  });
}

/**
 * The highest level that was held, and the first that was not. If errors alone were why a rate was not: which were answered as fast as they came,
 * too; first where there were errors from the lowest rate on, so that none could be held.
 */
export function tellHeld(bracket: LevelBracket): string {
  return [tellBetween(bracket), ...tellTimes(bracket)].join(' ');
}

function tellBetween(bracket: LevelBracket): string {
  const { of, held, broke, pace, figures } = bracket;
  const kept = pace === undefined || pace.broke === broke ? null : pace.broke === null ? 'allInPace' : 'inPace';
  const paces = { held: formatVisitors(pace?.held ?? 0), broke: formatVisitors(pace?.broke ?? 0) };
  if (kept !== null && held === null && broke !== null) {
    const only = kept === 'inPace' ? 'inPaceOnly' : 'allInPaceOnly';
    return text(`run.parts.${only}`, { ...paces, lowest: formatVisitors(broke) });
  }
  const found = broke === null ? 'allHeld' : held === null ? 'noneHeld' : 'held';
  const told = text(`run.parts.${found}`, {
    ...{ of, held: formatVisitors(held ?? 0), broke: formatVisitors(broke ?? 0) },
    many: makesMany(figures?.held ?? figures?.broke) ? 'yes' : 'no',
    heldRequests: formatVisitors(figures?.held?.offered ?? 0),
    brokeRequests: formatVisitors(figures?.broke?.offered ?? 0),
  });
  return kept === null ? told : `${told} ${text(`run.parts.${kept}`, paces)}`;
}

/** How often the two were held, where a level was run again or contradicts a higher one. */
function tellTimes({ of, held, broke, heldTimes = null, brokeTimes = null, contradicts = [] }: LevelBracket): string[] {
  const told = (level: number | null, count: LevelCount | null): string[] =>
    level === null || count === null || count.times === 1
      ? []
      : [text('run.parts.times', { of, level: formatVisitors(level), ...countsOf(count) })];
  if (contradicts.length === 0) return [...told(held, heldTimes), ...told(broke, brokeTimes)];
  const list = contradicts.map(({ level, ...count }) =>
    text('run.parts.contradicting', { of, level: formatVisitors(level), ...countsOf(count) }),
  );
  const levels = String(wordParam({ list, by: 'comma' }));
  return [...told(held, heldTimes), text('run.parts.contradict', { count: list.length, levels })];
}

function countsOf({ held, times }: LevelCount): { readonly held: string; readonly times: string } {
  return { held: formatCount(held), times: formatCount(times) };
}

/** What decided: of the first level that was not held, or else of the highest that was; null: there are no such figures. */
export function tellDecision({ of, held, broke, pace, figures }: LevelBracket): string | null {
  const decision = figures?.broke ?? figures?.held ?? null;
  if (decision === null) return null;
  const level = formatVisitors(broke ?? held ?? 0);
  const wrong =
    decision.wrong === 0
      ? []
      : [text('run.parts.wrongThere', { of, level, wrong: formatCount(decision.wrong), requests: decision.requests })];
  const isPace = broke === null || pace?.broke === broke;
  const told = [...wrong, ...(isPace ? tellVisits(decision, level, broke === null) : [])];
  return told.length === 0 ? null : told.join(' ');
}

function tellVisits(decision: LevelDecision, level: string, isHeld: boolean): string[] {
  const { visits, holdS } = decision;
  if (visits === undefined) return [];
  const { came, behind, earlyMs, lateMs, mayBeBehind } = visits;
  const isBehind = behind > mayBeBehind;
  const counts = { level, behind: formatSignificant(behind), came: formatCount(came) };
  if (earlyMs === null || lateMs === null) return isBehind ? [text('run.parts.neverThere', counts)] : [];
  if (!isHeld && !isBehind) return [];
  return [
    text(`run.parts.${isBehind ? 'behindThere' : behind > 0 ? 'nearlyKept' : 'kept'}`, {
      ...{
        ...counts,
        early: formatMs(earlyMs),
        late: formatMs(lateMs),
        hold: formatVisitors(holdS),
        margin: formatVisitors(mayBeBehind),
      },
      many: makesMany(decision) ? 'yes' : 'no',
    }),
  ];
}

/** Whether a visitor makes more than one request. */
function makesMany(decision: LevelDecision | null | undefined): boolean {
  return decision?.visits !== undefined && decision.requests > decision.visits.came;
}

/** Which code ran in a part of a run. Null: none stands out, or the samples are too few to tell. */
export function tellHotCode(hot: HotCode): string | null {
  const [part] = judgeHotCode(hot);
  return part === undefined || isUntold(part) ? null : tellAnswer(part);
}

/** "render (app.js:12)"; what has no name is called by its place. */
export function placeOfCode({ function: name, url, line }: Pick<HotFunction, 'function' | 'url' | 'line'>): string {
  if (name === '' || name === ANONYMOUS_NAME) return calledName(ANONYMOUS_NAME, url, line);
  return text('run.answer.codePlace', { name: shortName(name), place: placeOf(fileName(url), line) });
}

function nameOfPackage({ name, kind, function: called }: HotPackage): string {
  const own = kind === 'core' ? text('run.answer.codeNode') : shortName(name);
  return called === null ? own : text('run.answer.codePlace', { name: own, place: shortName(called) });
}

function tellFailures({ count, of, share, only, causes, more, most, explained }: FailuresPart): string {
  const which = most === null ? '' : tellMost(most, count);
  const shown = { share: share.how, n: share.n, percent: shareText((100 * count) / of), count, of, which };
  if (explained) return text('run.answer.failuresExplained', shown);
  if (only === null) return text('run.answer.failures', { ...shown, causes: String(wordParam(causes)), more });
  if ('error' in only) return text('run.answer.failedBy', { ...shown, what: tellErrorKind(only.error) });
  return text('run.answer.hadStatus', { ...shown, status: only.status, name: statusName(only.status) ?? 'none' });
}

/** ", all of them to “checkout”". */
function tellMost({ request, count: own }: NonNullable<FailuresPart['most']>, count: number): string {
  const part = own < count ? 'some' : count === 1 ? 'one' : 'all';
  return text('run.answer.failuresOf', { part, own, request: showHidden(request) });
}

/** What the sentences need, whether there is something to say or not. */
function tellCore({ core }: Extract<AnswerPart, { kind: 'loop' }> | Extract<AnswerPart, { kind: 'threads' }>) {
  const [ran, waited] = [formatPercent(core?.ranPercent ?? 0), formatPercent(core?.waitedPercent ?? 0)];
  const known = core === undefined ? 'none' : core.waitedPercent === null ? 'machine' : 'waited';
  return { core: known, ran, waited, busy: core?.isMachineBusy ? 'yes' : 'no' };
}

function untold({ of, cpuMs, intervalUs }: Extract<AnswerPart, { kind: 'code-unseen' }> | Extract<AnswerPart, { kind: 'code-too-few' }>) {
  return { of, cpu: formatMs(cpuMs), interval: formatMs(intervalUs / 1_000) };
}

/** "most", or the share. */
function partOf(below: HotPackage, own: HotFunction): string {
  const percent = (100 * below.total) / own.total;
  return percent > 50 ? 'most' : formatPercent(percent, 0);
}

/** The word that the sentences leave out. */
function eachOf(perRequest: PerRequest | null): string {
  if (perRequest === null) return 'none';
  const { ms, requests, isByRequest } = perRequest;
  return text('run.answer.each', { each: formatMs(ms), requests, hint: isByRequest ? 'none' : 'byRequest' });
}

/** A share that is not zero is never shown as zero. */
export function shareText(percent: Percent): string {
  return percent > 0 && percent < 0.1 ? text('run.answer.lessThan', { percent: formatPercent(0.1) }) : formatPercent(percent);
}
