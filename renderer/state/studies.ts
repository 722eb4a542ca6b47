/**
 * The guess made before a study is run. It is kept here until there is a session to store it in, and only there afterwards: a guess
 * belongs to one comparison.
 */
import { create } from 'zustand';
import { request } from '../bridge.ts';
import { showIfFailed } from './shell.ts';

interface Guesses {
  /** Guesses for studies not started yet. */
  readonly byStudy: Readonly<Record<string, string | null>>;
  /** Guesses for comparisons started in this window. */
  readonly bySession: Readonly<Record<string, string | null>>;
}

const useGuesses = create<Guesses>(() => ({ byStudy: {}, bySession: {} }));

/**
 * The guess the next comparison of a study would start with: the current one, or the one made before the last comparison of this
 * window. A guess stored in a comparison that was only opened here is not used.
 */
export function useGuess(study: string, afterSession: string | null): string | null {
  return useGuesses(({ byStudy, bySession }) => (afterSession === null ? byStudy[study] : bySession[afterSession])) ?? null;
}

export function setGuess(study: string, choice: string | null): void {
  useGuesses.setState(({ byStudy }) => ({ byStudy: { ...byStudy, [study]: choice } }));
}

/** Stores the guess in the session of the comparison that was just started. */
export async function keepGuess(study: string, choice: string | null, sessionId: string): Promise<void> {
  useGuesses.setState(({ byStudy, bySession }) => ({
    byStudy: { ...byStudy, [study]: null },
    bySession: { ...bySession, [sessionId]: choice },
  }));
  if (choice === null) return;
  showIfFailed(await request('study.guess', { sessionId, choice }));
}
