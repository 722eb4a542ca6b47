/** Runs under different load, of other requests, or timed by other tools: told before any figure of them, and not again among the other warnings. */
import { wordSaid } from '../format/word-said.ts';
import { isOneOf, type Said, type SaidKey } from '../words/said.ts';

const ABOUT_REQUESTS: readonly SaidKey[] = ['comparisonWarning.requests', 'comparisonWarning.requestsInside'];
/** Of other tools: who made the requests, and how they are timed. */
const ABOUT_TIMING: readonly SaidKey[] = [
  'comparisonWarning.timedBy',
  'comparisonWarning.timedByUs',
  'comparisonWarning.conventions',
  'comparisonWarning.notTold',
  'comparisonWarning.ofTool',
];
const ABOUT_LOAD: readonly SaidKey[] = [
  ...ABOUT_REQUESTS,
  'comparisonWarning.models',
  'comparisonWarning.load',
  'comparisonWarning.loadCompared',
  'comparisonWarning.moreConnections',
];

export function isDifferentLoad(said: Said): boolean {
  return isOneOf(said, ABOUT_LOAD);
}

/** What is to be known before any figure. */
function isToldFirst(said: Said): boolean {
  return isOneOf(said, [...ABOUT_LOAD, ...ABOUT_TIMING]);
}

/** Of other requests, under the same load. */
export function areOnlyRequestsDifferent(warnings: readonly Said[]): boolean {
  const about = warnings.filter(isDifferentLoad);
  return about.length > 0 && about.every((said) => isOneOf(said, ABOUT_REQUESTS));
}

export interface DifferentLoad {
  /** What makes the figures doubtful. */
  readonly warned: readonly string[];
  /** Of a load that is what is compared. */
  readonly noted: readonly string[];
}

/** None of either: the load was the same, and made by clients of ours. */
export function listDifferentLoad(warnings: readonly Said[]): DifferentLoad {
  const isCompared = warnings.some((said) => isOneOf(said, ['comparisonWarning.loadCompared']));
  const isNote = (said: Said): boolean => isCompared && isDifferentLoad(said);
  const first = warnings.filter(isToldFirst);
  return { warned: first.filter((said) => !isNote(said)).map(wordSaid), noted: first.filter(isNote).map(wordSaid) };
}

/** In one paragraph; null: there is none of it. */
export function tellDifferentLoad(warnings: readonly Said[]): string | null {
  const { warned, noted } = listDifferentLoad(warnings);
  return [...warned, ...noted].join(' ') || null;
}

export function otherWarnings(warnings: readonly Said[]): string[] {
  return warnings.filter((said) => !isToldFirst(said)).map(wordSaid);
}
