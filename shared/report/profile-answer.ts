/** What a profile of another tool shows, in sentences: which code, and of how much. A file need not be of Node, so none speaks of Node's own work. */
import { findLongestBlocked } from '../analysis/blocked-calls.ts';
import { COLLECTING_FROM, type HotCodePart, isUntold, judgeHotCode, TOLD_FROM, type UntoldPart } from '../analysis/which-code.ts';
import { percentOf } from '../base/percent-of.ts';
import type { Percent } from '../base/units.ts';
import { formatCount, formatPercent } from '../format/figures.ts';
import { calledFunction, shortName } from '../format/place.ts';
import { formatWeight } from '../format/weights.ts';
import { isCollector } from '../model/profile/frame-kind.ts';
import type { TickCode, TickFigures } from '../model/profile/ticks.ts';
import type { HeavyRow, ProfileFigures, ProfileReport } from '../model/report.ts';
import { blockedWords } from '../phrases/blocked-calls.ts';
import { placeOfCode } from '../phrases/code-place.ts';
import { timeOf } from '../phrases/profile-words.ts';
import { ticksOfLine } from '../profile/ticks/tick-lines.ts';
import { NEEDED_SAMPLES } from '../profile/time/known-cpu.ts';
import { sayCode } from '../rules/run/code/code.ts';
import { isVerbatim, type Said, type SaidKey } from '../words/said.ts';
import { text } from '../words/words.ts';
import type { Sentences } from './document.ts';

const MOST = 50;

/** `warnings`: what was said when the file was read. */
type Answered = Pick<ProfileReport, 'profile' | 'ticks' | 'called'> & Partial<Pick<ProfileReport, 'warnings'>>;

/** What takes back the figures themselves comes before them. */
export function profileAnswer(run: Answered): Sentences {
  const { lead, rest, bad } = answerOf(run);
  if (!run.warnings?.some(isOfOtherV8)) return { lead, rest, bad };
  return { lead: text('report.logOtherV8'), rest: [lead, rest].filter((one) => one !== '').join(' '), bad: true };
}

const OTHER_V8: SaidKey = 'foreign.logOtherV8';
const isOfOtherV8 = (said: Said): boolean => !isVerbatim(said) && said.key === OTHER_V8;

function answerOf({ profile, ticks, called }: Answered): Sentences {
  if (profile === null) return ticks === null ? { lead: text('run.overview.noProfile'), rest: '', bad: false } : tickAnswer(ticks);
  const [amount, told, waited] = [amountOf(profile, called), codeOf(profile, called), blockedOf(profile)];
  // What it waited for most of the time comes before the code that ran in the rest of it.
  if (waited !== null && waited.percent > MOST)
    return { lead: waited.says, rest: joined(told?.isUntold ? [amount, told] : [told, amount]), bad: false };
  if (told === null) return { lead: amount, rest: joined([waited]), bad: false };
  return told.isUntold
    ? { lead: amount, rest: joined([told, waited]), bad: false }
    : { lead: told.says, rest: joined([waited, amount]), bad: false };
}

function joined(sentences: readonly ({ readonly says: string } | string | null)[]): string {
  return sentences.flatMap((one) => (one === null ? [] : [typeof one === 'string' ? one : one.says])).join(' ');
}

/** The thread that waited in calls for longest. Null: none did for long, or it is not known of such a file. */
function blockedOf({ unit, isSampled, threads, durationMs }: ProfileFigures): Share | null {
  if (unit !== 'microseconds' || isSampled === false) return null;
  const longest = findLongestBlocked(threads, durationMs);
  if (longest === null) return null;
  const told = blockedWords(longest.blocked);
  const says =
    told.calls === 'one'
      ? text('report.threadBlocked', { threads: threads.length, ...told.words })
      : text('report.threadBlockedTwo', { threads: threads.length, ...told.words });
  return { says, percent: longest.blocked.percent };
}

function tickAnswer(ticks: TickFigures): Sentences {
  const amount = text('report.ticksOnly', { ticks: ticks.total });
  if (ticks.total < NEEDED_SAMPLES)
    return { lead: amount, rest: ticks.total === 0 ? '' : text('report.ticksFew', { needed: NEEDED_SAMPLES }), bad: false };
  const code = codeOfTicks(ticks);
  const told = [...(code === null ? [] : [code]), ...outsideCode(ticks, code), collectingOfTicks(ticks)]
    .filter((one) => one !== null)
    .sort(byPercent);
  return told.length === 0 ? { lead: amount, rest: '', bad: false } : { lead: textOf(told), rest: amount, bad: false };
}

/** A sentence and the share that it is about. */
interface Share {
  readonly says: string;
  readonly percent: Percent;
}

const byPercent = (one: Share, other: Share): number => other.percent - one.percent;
const textOf = (told: readonly Share[]): string => told.map(({ says }) => says).join(' ');

/** Null: it is no more than usual. */
function collectingOfTicks(ticks: TickFigures): Share | null {
  const percent = percentOf(ticksOfLine(ticks, 'gc'), ticks.total);
  return percent < COLLECTING_FROM ? null : { says: text('report.ticksCollecting', { percent: formatPercent(percent, 0) }), percent };
}

/** Lines of the summary in which no function of JavaScript is on top of the stack. */
const OUTSIDE_CODE = ['libraries', 'cpp'] as const;

/**
 * Lines that have more ticks of their own than the function that is named has. What a function calls is in its share where stacks tell it; of a text
 * without stacks, libraries and C++ may have been called by it or by any other.
 */
function outsideCode(ticks: TickFigures, code: CodeShare | null): Share[] {
  if (code?.hasAll) return [];
  const shares = OUTSIDE_CODE.map((line) => ({ line, percent: percentOf(ticksOfLine(ticks, line), ticks.total) }));
  return shares
    .filter(({ percent }) => percent >= TOLD_FROM && percent > (code?.percent ?? 0))
    .map(({ line, percent }) => ({ says: text('report.ticksOutside', { line, percent: formatPercent(percent, 0) }), percent }));
}

/** `hasAll`: what the code calls is in its share, or the sentence tells of libraries itself. */
interface CodeShare extends Share {
  readonly hasAll?: boolean;
}

/** Null: no function stands out. */
function codeOfTicks(ticks: TickFigures): CodeShare | null {
  const { called = null, itself = null } = ticks.code ?? {};
  const shown = ({ percent, ...code }: TickCode) => ({ percent: formatPercent(percent, 0), place: placeOfCode(code) });
  const say = (key: 'report.ticksCalled' | 'report.ticksItself', code: TickCode): Share => ({
    says: text(key, shown(code)),
    percent: code.percent,
  });
  if (called !== null && called.percent >= TOLD_FROM) return { ...say('report.ticksCalled', called), hasAll: true };
  const [libraries, unaccounted] = (['libraries', 'unaccounted'] as const).map((line) => percentOf(ticksOfLine(ticks, line), ticks.total));
  if (libraries! + unaccounted! > MOST)
    return {
      says: text('report.ticksLost', { libraries: formatPercent(libraries!, 0), unaccounted: formatPercent(unaccounted!, 0) }),
      percent: libraries! + unaccounted!,
      hasAll: true,
    };
  return itself !== null && itself.percent >= TOLD_FROM ? say('report.ticksItself', itself) : null;
}

/** How much it has, in its own unit. */
function amountOf({ unit, weight, isSampled, taken, idleMs, idleWeight = 0, hot }: ProfileFigures, called = ''): string {
  const amount = unit === 'weight' ? formatCount(weight) : formatWeight(weight, unit);
  // Of other tools' time it is not known which calls blocked: a profile of blocking has nothing else.
  const resting = unit === 'microseconds' ? idleMs * 1e3 : idleWeight;
  const idle = resting > 0 ? formatWeight(resting, unit) : 'none';
  if (unit !== 'microseconds' || isSampled === false) {
    // Below zero: the file does not say how many.
    const samples = taken ?? -1;
    return text('report.countedOnly', { unit, amount, idle, samples, called: called === '' ? 'none' : nameOf(called), name: called });
  }
  return text('report.profileOnly', { time: amount, of: timeOf(hot.cpu), samples: hot.samples });
}

/** In words, where its name is known. */
function nameOf(called: string): string {
  return text('report.called', { name: called, shown: called });
}

interface Told {
  readonly says: string;
  /** It says why no function is named. */
  readonly isUntold?: boolean;
}

/** Null: there is nothing, or no function stands out. */
function codeOf(profile: ProfileFigures, called = ''): Told | null {
  const { unit, weight, hot, heavy, isSampled, taken } = profile;
  if (weight <= 0) return null;
  const isTime = unit === 'microseconds' && isSampled !== false;
  const of =
    called === '' || isTime
      ? text('run.answer.codeBase', { of: isTime ? timeOf(hot.cpu) : unit })
      : text('report.ofCalled', { called: nameOf(called) });
  // Of what is no sample there is no number of them that would be too few, unless the file counts them beside.
  const samples = unit === 'samples' || unit === 'ticks' ? weight : isTime ? hot.samples : (taken ?? Number.POSITIVE_INFINITY);
  const [part] = judgeHotCode({ ...hot, samples });
  if (part?.kind === 'code-too-few') return { says: text('report.profileFew', { needed: part.needed }), isUntold: true };
  const code =
    part === undefined || part.kind === 'code-of-node' || isUntold(part)
      ? heaviest(heavy, of)
      : { says: sayCode(part, of), percent: percentOfPart(part) };
  const told = [code, collectingOf(heavy, of, code?.percent ?? 0)].filter((one) => one !== null).sort(byPercent);
  return told.length === 0 ? null : { says: textOf(told) };
}

function percentOfPart(part: Exclude<HotCodePart, UntoldPart | { readonly kind: 'code-of-node' }>): Percent {
  if (part.kind === 'code-of-caller') return part.caller.percent;
  return part.kind === 'code' ? part.own.totalPercent : part.hot.totalPercent;
}

/** Null: it is no more than usual, and not more than the code that is named. */
function collectingOf(heavy: readonly HeavyRow[], of: string, ofCode: Percent): Share | null {
  const row = heavy.find(isCollected);
  if (row === undefined || row.selfPercent < (row.selfPercent > ofCode ? TOLD_FROM : COLLECTING_FROM)) return null;
  return { says: text('report.collecting', { percent: formatPercent(row.selfPercent, 0), of }), percent: row.selfPercent };
}

const isCollected = ({ function: name, url }: HeavyRow): boolean => isCollector({ name, url });

/** The function with most of its own, whoever's it is; collecting has a sentence of its own. */
function heaviest(heavy: readonly HeavyRow[], of: string): Share | null {
  const row = heavy.find((one) => !isCollected(one));
  if (row === undefined || row.selfPercent < TOLD_FROM) return null;
  const place = row.url === '' ? shortName(calledFunction(row)) : placeOfCode(row);
  const caller = row.calledBy === undefined ? 'none' : placeOfCode(row.calledBy);
  return {
    says: text('run.answer.codeItself', { percent: formatPercent(row.selfPercent, 0), of, place, caller }),
    percent: row.selfPercent,
  };
}
