/** The plan file that was opened last, so that a changed text is not taken for what is in the file. */
import { filesOf } from '../../../shared/plan/check-files.ts';
import { planOf } from '../../../shared/plan/plan-of.ts';
import { makeCell } from '../cell.ts';

const opened = makeCell<{ readonly file: string; readonly text: string } | null>(null);

export function rememberOpened(file: string, text: string): void {
  opened.set({ file, text });
}

function isAsOpened(file: string, text: string): boolean {
  const known = opened.get();
  return known?.file === file && known.text === text;
}

/** `unknown`: it came with a set-up and has not been opened since. */
export function comparedWithFile(file: string, text: string): 'same' | 'changed' | 'unknown' {
  if (opened.get()?.file !== file) return 'unknown';
  return isAsOpened(file, text) ? 'same' : 'changed';
}

/** The file that a command can name for this plan: where the text was changed only if the files beside it are needed. */
export function fileForCommand(plan: string, file: string): string | null {
  if (isAsOpened(file, plan)) return file;
  const read = planOf({ plan });
  if (read === null) return null;
  const { tables, bodies } = filesOf(read);
  return tables.length + bodies.length > 0 ? file : null;
}
