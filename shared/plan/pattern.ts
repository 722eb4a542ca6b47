/**
 * The door to `re2js`: the patterns of a plan. A plan comes from somebody and meets responses of any length, and there is a pattern of eight
 * characters with which JavaScript's own matcher spends hours on a response of thirty. RE2 never tries a way twice: it takes a step for each
 * character and instruction of the compiled pattern at most. Both are limited, so a match ends after 2^24 steps, some tenths of a second, at
 * the very worst; an ordinary one takes some 20 us on 10 kB.
 *
 * What RE2 cannot do in that time (references back, looking ahead or behind) is refused when the plan is read.
 */
import { RE2JS } from 're2js';
import { MOST_EXAMINED } from '../model/load/limits.ts';

const MOST_INSTRUCTIONS = 1_000;
const MOST_STEPS = 2 ** 24;

export class Pattern {
  readonly #compiled: RE2JS;
  readonly #group: number;
  /** Of a text, how many characters are looked at. */
  readonly reach: number;

  private constructor(compiled: RE2JS) {
    this.#compiled = compiled;
    this.#group = compiled.groupCount() > 0 ? 1 : 0;
    this.reach = Math.min(MOST_EXAMINED, Math.floor(MOST_STEPS / compiled.programSize()));
  }

  /** Null: no pattern, or one that cannot be matched in linear time. */
  static parse(source: string): Pattern | null {
    try {
      const compiled = RE2JS.compile(source);
      return compiled.programSize() > MOST_INSTRUCTIONS ? null : new Pattern(compiled);
    } catch {
      // It reports a wrong pattern by an exception, and there is no other way to ask.
      return null;
    }
  }

  matches(text: string): boolean {
    return this.#compiled.matcher(text.slice(0, this.reach)).find();
  }

  /** Null: no match, or one without its group. */
  first(text: string): string | null {
    const matcher = this.#compiled.matcher(text.slice(0, this.reach));
    return matcher.find() ? (matcher.group(this.#group) ?? null) : null;
  }
}
