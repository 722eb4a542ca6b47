import { realpathSync, statSync } from 'node:fs';
import { editorLink } from '../../shared/model/setup/editors.ts';
import type { ShellCalls } from '../../shared/protocol/shell.ts';

/** The link to hand to the system; null: that is no file of this machine, or goes through a link. */
export function linkOfFile({ editor, path, line, column }: ShellCalls['open-in-editor']['params']): string | null {
  const link = editorLink(editor, { path, line, column });
  if (link === null) return null;
  try {
    return realpathSync(path) === path && statSync(path).isFile() ? link : null;
  } catch {
    return null;
  }
}
