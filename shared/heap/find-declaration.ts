/** Where a variable is declared in a source, by its text: V8 tells lines of functions only. */
import { firstAbove } from '../base/ascending.ts';

const DECLARED = /\b(?:const|let|var|class|function)[ \t]*\*?[ \t]+([$\w]+)/g;
const ASSIGNED = /\.([$\w]+)[ \t]*=(?![=>])/g;

/** Both from 0 on. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
}

/**
 * `path`: the variable and the properties that lead on from it. `firstLine`: where the first function begins that sees it: of several declarations
 * the last one above it is meant. Null: it is not declared so, or it cannot be said which declaration it is.
 */
export function findDeclaration(text: string, path: readonly string[], firstLine: number | null): SourcePlace | null {
  const starts = lineStarts(text);
  const declared = placesOf(text, DECLARED, path[0]!, starts);
  if (declared.length === 1) return declared[0]!;
  if (declared.length > 1) return firstLine === null ? null : (declared.filter(({ line }) => line <= firstLine).at(-1) ?? null);
  // Of `exports.sessions` the assignment, if there is but one.
  const assigned = path.length > 1 ? placesOf(text, ASSIGNED, path.at(-1)!, starts) : [];
  return assigned.length === 1 ? assigned[0]! : null;
}

function placesOf(text: string, pattern: RegExp, name: string, starts: readonly number[]): SourcePlace[] {
  return [...text.matchAll(pattern)]
    .filter((match) => match[1] === name)
    .map(({ 0: all, index }) => {
      const at = index + all.lastIndexOf(name);
      const line = firstAbove(starts, at) - 1;
      return { line, column: at - starts[line]! };
    });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
