/** Scripts as V8 has them at the end of a recording, and how many lines of one are no lines of what was written. */

/** A script that is alive. */
export interface AliveScript {
  /** V8's number of it, as in frames of its thread. */
  readonly id: string;
  readonly url: string;
  /** Its source map as it names it (may be data:); empty: it names none. */
  readonly map: string;
  /** It is text that the program has put together (eval, new Function), whatever it calls itself. */
  readonly isEvaluated: boolean;
  /** All that V8 compiled, where that begins with lines that nobody has written. */
  readonly text?: string;
}

/** `new Function('a', 'b', body)` is compiled as `(function anonymous(a,b\n) {\nbody\n})`; the parameters may have lines as well. */
const WRAPPER = /^\((?:async )?function\*? anonymous\([\s\S]*?\n\) \{\n/;
/** A program that has more text before it is none of these. */
const LONGEST_WRAPPER = 10_000;

/** How many lines V8 puts before the body of a function made of text; 0: it was made otherwise. */
export function countWrapperLines(text: string): number {
  const wrapper = WRAPPER.exec(text.slice(0, LONGEST_WRAPPER))?.[0];
  return wrapper === undefined ? 0 : wrapper.split('\n').length - 1;
}
