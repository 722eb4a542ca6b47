/** Lines as they are drawn: a browser takes long to lay out a line of 100 kB, so one that wraps is drawn in parts. */
import type { OutputLine } from '../../../../shared/report/output-lines.ts';
import { oldestOf } from '../../../../shared/session/output-ring.ts';

export interface OutputRow extends OutputLine {
  /** It goes on with the line above. */
  readonly isRest?: true;
}

/** About 25 rows of a wide window. */
export const LONGEST_ROW = 4_000;

/** Unwrapped, only the beginning of a longer line is drawn. All of it is searched and copied. */
export function toOutputRows(lines: readonly OutputLine[], wrap: boolean): OutputRow[] {
  return lines.flatMap((line): OutputRow | OutputRow[] => {
    if (line.text.length <= LONGEST_ROW) return line;
    if (!wrap) return { ...line, text: `${oldestOf(line.text, LONGEST_ROW)}…` };
    return partsOf(line.text).map((text, part) => ({ ...line, text, ...(part > 0 && { isRest: true }) }));
  });
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += parts.at(-1)!.length) parts.push(oldestOf(text.slice(at, at + LONGEST_ROW + 1), LONGEST_ROW));
  return parts;
}
