/** Numbers that captures have found out, as names and values. */
import { formatCount, formatSignificant } from '../format/figures.ts';
import type { CapturedFigure } from '../model/setup/captures.ts';
import { text, translate } from '../words/words.ts';

export interface CapturedFact {
  readonly name: string;
  readonly value: string;
}

export function tellCaptured({ capture, name, pid, thread, value, unit }: CapturedFigure): CapturedFact {
  // A file may be of a version that has other captures.
  const known = translate(`capture.kind.${capture}.figure.${name}`, {});
  return {
    name: text('capture.figureOf', { name: known ?? `${capture} ${name}`, pid: String(pid), thread }),
    value: `${Number.isInteger(value) ? formatCount(value) : formatSignificant(value)} ${unit}`.trim(),
  };
}
