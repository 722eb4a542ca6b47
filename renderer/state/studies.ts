/** The guess made before a study is run. Kept here until there is a session to keep it in. */
import { create } from 'zustand';
import { request } from '../bridge.ts';

const useGuesses = create<{ byStudy: Readonly<Record<string, string | null>> }>(() => ({ byStudy: {} }));

export interface StudyGuess {
  readonly guess: string | null;
  readonly setGuess: (choice: string | null) => void;
}

/** `saved`: what the session knows of it. */
export function useStudy(name: string, saved: string | null): StudyGuess {
  const made = useGuesses((state) => state.byStudy[name]);
  return { guess: made === undefined ? saved : made, setGuess: (choice) => setGuess(name, choice) };
}

function setGuess(name: string, choice: string | null): void {
  useGuesses.setState(({ byStudy }) => ({ byStudy: { ...byStudy, [name]: choice } }));
}

/** Into the session of the comparison that was just started. */
export async function keepGuess(name: string, sessionId: string): Promise<void> {
  const choice = useGuesses.getState().byStudy[name];
  if (choice) await request('study.guess', { sessionId, choice });
}
