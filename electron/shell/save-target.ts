/** Chooses where a session is saved, and never replaces a file without asking. Pure: the dialogs are passed in. */
import type { SaveTarget } from '../../shared/protocol/shell.ts';

export interface SaveQuestions {
  /** The system's dialog, which itself asks before replacing a file of exactly the typed name. Null: nothing was chosen. */
  choose(suggested: string): Promise<string | null>;
  /** Asks whether the file at `path` may be replaced. */
  mayReplace(path: string): Promise<boolean>;
  exists(path: string): boolean;
}

const EXTENSION = '.loopscope';

/** The file name that will be written. It needs the extension, or a double click would not open Loopscope. */
export function withExtension(path: string): string {
  return path.toLowerCase().endsWith(EXTENSION) ? path : `${path}${EXTENSION}`;
}

/** After refusing to replace a file the user chooses again. Null: nothing was chosen. */
export async function chooseTarget(suggested: string, questions: SaveQuestions): Promise<SaveTarget | null> {
  for (let name = suggested; ; ) {
    const chosen = await questions.choose(name);
    if (chosen === null) return null;
    const path = withExtension(chosen);
    const isThere = questions.exists(path);
    // The dialog did not check the name with the extension added.
    if (!isThere || path === chosen || (await questions.mayReplace(path))) return { path, overwrite: isThere };
    name = path;
  }
}
