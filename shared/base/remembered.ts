/**
 * The one kind of memo: what was made of a recording (or a profile, a comparison), by question. It is dropped together with what it was made of.
 * Where that changes, a question names its version, so that what was made of an older one is no longer found.
 */

/** Plain data; two are the same if their JSON is. */
export type Question = unknown;

export class Remembered<Of extends object, T> {
  /** Least recently used first. */
  private readonly of = new WeakMap<Of, Map<string, T>>();

  /** `most`: of one thing; those that were asked for last are kept. */
  constructor(private readonly most = 1) {}

  get(of: Of, question: Question, make: () => T): T {
    const key = JSON.stringify(question);
    const known = this.of.get(of) ?? new Map<string, T>();
    this.of.set(of, known);
    const made = known.has(key) ? known.get(key)! : make();
    known.delete(key);
    known.set(key, made);
    const [oldest] = known.keys();
    if (known.size > this.most) known.delete(oldest!);
    return made;
  }

  /** Does nothing when something else has been made by now. */
  forget(of: Of, question: Question, made: T): void {
    const known = this.of.get(of);
    const key = JSON.stringify(question);
    if (known?.get(key) === made) known.delete(key);
  }
}
