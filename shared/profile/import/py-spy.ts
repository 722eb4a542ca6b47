/**
 * What py-spy writes. Unless it is asked for functions (`-F`), each frame has the line that ran when the sample was taken, not that on which the
 * function begins: a function has as many frames as lines.
 */
import type { NamedFrame } from './profile-builder.ts';

/** Several of them may be in one file under one name, each usually on a line of its own. */
const NAMELESS = /<(?:lambda|genexpr|listcomp|setcomp|dictcomp)>$/;
/** The code of a file outside all functions, which begins on its first line. */
const MODULE = '<module>';

/** Whether frames have lines that ran. Lines are zero-based. */
export function isByLine(frames: readonly Pick<NamedFrame, 'name' | 'line'>[]): boolean {
  const modules = frames.filter(({ name }) => name === MODULE);
  return modules.length === 0 || modules.some(({ line }) => line > 0);
}

/** The function of such a frame: on which line it begins is not known. */
export function functionOfLine(frame: NamedFrame): NamedFrame {
  return frame.url === '' || NAMELESS.test(frame.name) ? frame : { ...frame, line: -1, column: -1 };
}

/** A frame of its collapsed stacks: `main (app.py:12)`, `_load (<frozen importlib._bootstrap>:690)`. The path begins below a folder that Python imports from. */
export function parseFrame(text: string): NamedFrame {
  const [, name, url, line] = /^([^()]*) \(([^()]*):(\d{1,9})\)$/.exec(text) ?? [];
  if (name === undefined || url === undefined) return { name: text, url: '', line: -1, column: -1 };
  return { name, url, line: Number(line) - 1, column: -1 };
}
