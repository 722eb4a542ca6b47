/** How the readers of files from other people give up: from any depth, with the sentence that names the place. */
import { shorten } from '../base/shorten.ts';
import { showHidden } from '../base/show-hidden.ts';
import { fail, type Outcome, succeed } from '../model/failure.ts';
import { type Param, say } from '../words/said.ts';

/** Ends the reading; turned into a value by `orRefused`. */
class Refused extends Error {
  readonly outcome: ReturnType<typeof fail>;
  constructor(outcome: ReturnType<typeof fail>) {
    super(outcome.failure.code);
    this.outcome = outcome;
  }
}

/** `hint`: not given, it is what helps against most of its kind. */
export function refuse(...[code, says, hint, detail]: Parameters<typeof fail>): never {
  throw new Refused(fail(code, says, hint ?? say(code === 'too-large' ? 'profile.makeLess' : 'profile.writtenWrong'), detail));
}

export function orRefused<T>(read: () => T): Outcome<T> {
  try {
    return succeed(read());
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}

/** A value of an untrusted file as part of a sentence. */
export function describe(value: unknown): Param {
  if (value === undefined) return say('profile.valueMissing');
  if (Array.isArray(value)) return say('profile.valueList');
  if (typeof value === 'object' && value !== null) return say('profile.valueObject');
  return typeof value === 'string' ? say('profile.valueText', { text: showHidden(shorten(value, 40)) }) : `${value}`;
}

export const RECORD_AGAIN = say('profile.recordAgain');
export const RECORD_LESS = say('profile.recordLess');
