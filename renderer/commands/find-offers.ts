/** Which of some names match what was typed, the best first. */

/** Of a name, in order: what was typed, and what is between. `from`: its place in the name. */
export interface Part {
  readonly text: string;
  readonly from: number;
  readonly isMatch: boolean;
}

export interface Found<Of> {
  readonly of: Of;
  readonly parts: readonly Part[];
}

/** Each word that was typed is somewhere in the name. Names in which the first one begins a word come first; else they keep their order. */
export function findOffers<Of extends { readonly label: string }>(offers: readonly Of[], query: string): Found<Of>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = offers.flatMap((of) => {
    const name = of.label.toLowerCase();
    const spans = words.map((word) => [placeOf(name, word), word.length] as const);
    if (spans.some(([from]) => from < 0)) return [];
    const [first = 0] = spans.map(([from]) => from);
    return [{ of, parts: partsOf(of.label, spans), rank: first === 0 ? 0 : beginsWord(name, first) ? 1 : 2 }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ of, parts }) => ({ of, parts }));
}

const beginsWord = (name: string, at: number): boolean => at === 0 || /[^\p{L}\p{N}]/u.test(name[at - 1]!);

/** Where it begins a word, or else where it is first; -1: nowhere. */
function placeOf(name: string, word: string): number {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) if (beginsWord(name, at)) return at;
  return name.indexOf(word);
}

function partsOf(label: string, spans: readonly (readonly [from: number, length: number])[]): Part[] {
  const isIn = Array.from({ length: label.length }, (_, at) => spans.some(([from, length]) => at >= from && at < from + length));
  const starts = isIn.flatMap((is, at) => (at === 0 || is !== isIn[at - 1] ? [at] : []));
  return starts.map((from, nth) => ({ text: label.slice(from, starts[nth + 1] ?? label.length), from, isMatch: isIn[from]! }));
}
