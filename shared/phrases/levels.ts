/** Levels of a sweep in sentences: which were held, how often, and what decided it. */
import { formatCount, formatMs, formatSignificant } from '../format/figures.ts';
import { wordParam } from '../format/word-said.ts';
import type { LevelBracket, LevelCount, LevelDecision } from '../model/report.ts';
import { text } from '../words/words.ts';
import { formatVisitors } from './charts.ts';

/**
 * The highest level that was held, and the first that was not. If errors alone were why a rate was not: which got responses as fast as they arrived,
 * too; first where there were errors from the lowest rate on, so that none could be held.
 */
export function tellHeld(bracket: LevelBracket): string {
  return [tellBetween(bracket), ...tellTimes(bracket)].join(' ');
}

function tellBetween(bracket: LevelBracket): string {
  const { of, held, broke, pace, figures } = bracket;
  if (figures?.broke?.sentLateMs !== undefined) return tellUnknown(bracket);
  const kept = pace === undefined || pace.broke === broke ? null : pace.broke === null ? 'allInPace' : 'inPace';
  const late = pace?.sentLate ? 'yes' : 'no';
  const paces = { held: formatVisitors(pace?.held ?? 0), broke: formatVisitors(pace?.broke ?? 0), late };
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

/** The load process could not send the level after the highest that was held. */
function tellUnknown({ held, broke, figures }: LevelBracket): string {
  return text('run.parts.sentLate', {
    ...{ some: held === null ? 'no' : 'yes', held: formatVisitors(held ?? 0), broke: formatVisitors(broke ?? 0) },
    many: makesMany(figures?.broke) ? 'yes' : 'no',
    heldRequests: formatVisitors(figures?.held?.offered ?? 0),
  });
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
  if (decision.sentLateMs !== undefined) return text('run.parts.sentLateBy', { level, late: formatMs(decision.sentLateMs) });
  const wrong =
    decision.wrong === 0
      ? []
      : [text('run.parts.wrongThere', { of, level, wrong: formatCount(decision.wrong), requests: decision.requests })];
  const isPace = broke === null || (pace?.broke === broke && !pace.sentLate);
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
