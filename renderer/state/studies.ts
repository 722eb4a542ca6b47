/**
 * The guess made before a study is run. It is kept here until there is a session to keep it in, and from then on nowhere else: what
 * somebody thought before one comparison is not what the next one thinks before another.
 */
import { create } from 'zustand';
import { request } from '../bridge.ts';

interface Guesses {
  /** Of studies that are not started yet. */
  readonly byStudy: Readonly<Record<string, string | null>>;
  /** Of comparisons started in this window. */
  readonly bySession: Readonly<Record<string, string | null>>;
}

const useGuesses = create<Guesses>(() => ({ byStudy: {}, bySession: {} }));

/**
 * The guess the next comparison of a study would start with: the one just made; after a comparison of this window the one that was
 * made before it. What somebody else guessed before a comparison that was only opened here is not it.
 */
export function useGuess(study: string, afterSession: string | null): string | null {
  return useGuesses(({ byStudy, bySession }) => (afterSession === null ? byStudy[study] : bySession[afterSession])) ?? null;
}

export function setGuess(study: string, choice: string | null): void {
  useGuesses.setState(({ byStudy }) => ({ byStudy: { ...byStudy, [study]: choice } }));
}

/** Into the session of the comparison that was just started. */
export async function keepGuess(study: string, choice: string | null, sessionId: string): Promise<void> {
  useGuesses.setState(({ byStudy, bySession }) => ({
    byStudy: { ...byStudy, [study]: null },
    bySession: { ...bySession, [sessionId]: choice },
  }));
  if (choice !== null) await request('study.guess', { sessionId, choice });
}
