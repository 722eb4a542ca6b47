/** Words messages and failures. Nothing in a file can make it throw: a message that cannot be worded is reported as unknown. */
import { type Exclusion, STOPPED_PASS } from '../model/comparison/exclusion.ts';
import type { Failure, FailureCode } from '../model/failure.ts';
import { messages } from '../words/catalogue.ts';
import { type Enumeration, type Figure, isVerbatim, type Message, type Param, type Said, say } from '../words/said.ts';
import { translate } from '../words/words.ts';
import { formatBytes, formatCount, formatElapsed, formatMs, formatPercent, formatRoughTime } from './figures.ts';
import { settingNames } from './setting-names.ts';

/** A failure for people, and for programs that read `--json`. */
export interface WordedFailure {
  readonly code: FailureCode;
  /** One sentence: what happened and where. */
  readonly message: string;
  /** What the user can do about it; empty when there is nothing. */
  readonly hint: string;
  /** Raw text (the last lines of stderr, a stack), shown on request. */
  readonly detail?: string;
}

export function wordFailure({ code, says, hint, detail }: Failure): WordedFailure {
  const worded = { code, message: wordSaid(says), hint: hint === null ? '' : wordSaid(hint) };
  return detail === undefined ? worded : { ...worded, detail };
}

/** Both sentences of a failure in one line. */
export function tellFailure(failure: Failure): string {
  const { message, hint } = wordFailure(failure);
  return `${message} ${hint}`.trim();
}

export function wordSaid(said: Said): string {
  if (isVerbatim(said)) return said.verbatim;
  return (isKnown(said) ? wordKnown(said) : null) ?? wordKnown(say('list.unknown', { key: said.key }) as Message)!;
}

/** Why a run takes no part in a comparison. */
export function wordExclusion(excluded: Exclusion): string {
  return wordSaid(excluded === STOPPED_PASS ? say('exclusion.stopped') : excluded);
}

/** Messages that were stored when every target was a script do not say that theirs was. */
const EARLIER = { launched: 'script' };

/** Null: the parameters do not fit the text. */
function wordKnown({ key, params }: Message): string | null {
  const worded = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, wordParam(param)]));
  return translate(`said.${key}`, { ...EARLIER, ...settingNames(), ...worded });
}

/** Own keys only: names such as `constructor` are not messages. */
function isKnown({ key }: Message): boolean {
  const [area = '', name = '', ...rest] = key.split('.');
  return rest.length === 0 && Object.hasOwn(messages.said, area) && Object.hasOwn(messages.said[area as keyof typeof messages.said], name);
}

/** A parameter as text or number. */
export function wordParam(param: Param): string | number {
  if (typeof param !== 'object') return param;
  if ('figure' in param) return wordFigure(param);
  return 'list' in param ? wordList(param) : wordSaid(param);
}

function wordFigure({ figure, as }: Figure): string {
  switch (as) {
    case 'count':
      return formatCount(figure);
    case 'time':
      return formatMs(figure);
    case 'rough time':
      return formatRoughTime(figure);
    case 'elapsed':
      return formatElapsed(figure);
    case 'percent':
      return formatPercent(figure);
    case 'bytes':
      return formatBytes(figure);
    case 'whole percent':
      return formatPercent(figure, 0);
  }
}

const JOINED = { comma: 'list.comma', and: 'list.and', or: 'list.or' } as const;

function wordList({ list, by }: Enumeration): string {
  const [first = '', ...others] = list.map((one) => String(wordParam(one)));
  const join = (before: string, next: string, index: number): string =>
    wordKnown(say(JOINED[index === others.length - 1 ? by : 'comma'], { before, next }) as Message)!;
  return others.reduce(join, first);
}
