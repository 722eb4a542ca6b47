/** What the product says, in the words a reader gets. */
import { wordExclusion, wordFailure } from '../../shared/format/word-said.ts';
import type { Exclusion } from '../../shared/model/comparison/exclusion.ts';
import type { Failure } from '../../shared/model/failure.ts';
import type { Said } from '../../shared/words/said.ts';

export function messageOf(failure: Failure): string {
  return wordFailure(failure).message;
}

export function hintOf(failure: Failure): string {
  return wordFailure(failure).hint;
}

/** A failure, or an outcome or anything else that may carry one, with the failure in words. */
export function worded(value: object | null): unknown {
  if (value === null) return null;
  if ('says' in value) return wordFailure(value as Failure);
  const { failure } = value as { readonly failure?: Failure | null };
  return failure ? { ...value, failure: wordFailure(failure) } : value;
}

/** A sentence that no catalogue has. */
export function verbatim(text: string): Said {
  return { verbatim: text };
}

/** Warnings, reasons of exclusion: what is said is in words, what is not there stays away. */
export function wordedAll(all: readonly (Exclusion | null)[]): (string | null)[] {
  return all.map((one) => one && wordExclusion(one));
}
