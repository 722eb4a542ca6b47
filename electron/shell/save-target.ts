/** Where a session is saved to, and that nothing is replaced without having been asked about. Pure: who asks comes in. */
import type { SaveTarget } from '../../shared/protocol/shell.ts';

export interface SaveQuestions {
  /** The system's dialog, which asks by itself about a file of just the name that was typed. Null: nothing was chosen. */
  choose(suggested: string): Promise<string | null>;
  /** Asks whether the file at `path` may be replaced. */
  mayReplace(path: string): Promise<boolean>;
  exists(path: string): boolean;
}

const EXTENSION = '.loopscope';

/** The name as it will be written. It has to end so, or a double click would not find Loopscope. */
export function withExtension(path: string): string {
  return path.toLowerCase().endsWith(EXTENSION) ? path : `${path}${EXTENSION}`;
}

/** Whoever does not want to replace a file chooses again. Null: nothing was chosen. */
export async function chooseTarget(suggested: string, questions: SaveQuestions): Promise<SaveTarget | null> {
  for (let name = suggested; ; ) {
    const chosen = await questions.choose(name);
    if (chosen === null) return null;
    const path = withExtension(chosen);
    const isThere = questions.exists(path);
    // The dialog knew nothing of the name that the extension has made.
    if (!isThere || path === chosen || (await questions.mayReplace(path))) return { path, overwrite: isThere };
    name = path;
  }
}
