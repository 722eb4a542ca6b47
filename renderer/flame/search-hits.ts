/** The frames that a search has found, and which of them is shown. */
import { useEffect, useMemo, useState } from 'react';
import { type FlameNode, findNode, pathOf, rootOf, type SearchResult } from './flame-model.ts';

/** A new one with each step, so that a frame can be shown again. */
export interface Hit {
  readonly node: FlameNode;
}

export interface SearchHits {
  readonly matches: SearchResult;
  readonly setMatches: (found: SearchResult) => void;
  readonly hit: Hit | null;
  /** One-based; 0: none is shown. */
  readonly at: number;
  readonly step: (by: 1 | -1) => void;
  /** Shows any frame in the way of a hit. */
  readonly show: (node: FlameNode) => void;
}

export const NO_MATCHES: SearchResult = { frames: 0, weight: 0, hits: [] };

/** `showsWidest`: of what is found the widest frame is shown at once, as to whoever follows a link to it. */
export function useSearchHits(query: string, showsWidest = false): SearchHits {
  const [matches, setMatches] = useState(NO_MATCHES);
  const [hit, setHit] = useState<Hit | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hit belonged to another search
  useEffect(() => setHit(null), [query]);
  const { hits } = matches;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search; where the hit is moved from there is up to the reader
  useEffect(() => {
    if (!showsWidest || hit !== null || hits.length === 0) return;
    setHit({ node: hits.reduce((widest, one) => (one.value > widest.value ? one : widest)) });
  }, [showsWidest, hits]);
  const at = useMemo(() => (hit === null ? 0 : placeOf(hits, hit) + 1), [hits, hit]);
  const step = (by: 1 | -1) => {
    const next = at === 0 && by < 0 ? hits.length - 1 : (at - 1 + by + hits.length) % hits.length;
    const node = hits[next];
    if (node !== undefined) setHit({ node });
  };
  return { matches, setMatches, hit, at, step, show: (node) => setHit({ node }) };
}

/** -1: it is not among them any more. */
function placeOf(hits: readonly FlameNode[], { node }: Hit): number {
  const same = hits.indexOf(node);
  if (same >= 0 || hits[0] === undefined) return same;
  // The profile has grown: the same frame in a newer tree.
  return hits.indexOf(findNode(rootOf(hits[0]), pathOf(node)));
}
