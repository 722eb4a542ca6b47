/** The beginning of a text of several lines. */

export interface PreviewLimits {
  readonly lines: number;
  /** Of each line. */
  readonly characters: number;
}

const MORE = '…';

/** A line that is cut, and one behind which lines are left out, ends with an ellipsis. */
export function previewOf(text: string, { lines, characters }: PreviewLimits): readonly string[] {
  const all = text === '' ? [] : text.split('\n');
  const shown = all.slice(0, lines).map((line) => (line.length > characters ? `${line.slice(0, characters).trimEnd()}${MORE}` : line));
  return all.length > lines ? [...shown, MORE] : shown;
}
