import { useEffect, useMemo, useState } from 'react';
import type { Pass } from '../../shared/model/comparison.ts';

/** Null: there is nothing to show of this run. Constant, so that it is asked once. */
export type AskPass<T> = (sessionId: string, pass: Pass) => Promise<T | null>;

/** Data of single runs of a comparison, by variant. Each run is asked for once: what has ended does not change. */
export function useOfPasses<T>(sessionId: string, passes: readonly (Pass | null)[], ask: AskPass<T>): readonly (T | null)[] {
  const [known, setKnown] = useState<ReadonlyMap<number, T>>(new Map());
  const key = passes.map((pass) => pass?.index ?? '').join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the runs; their objects are new with every answer
  useEffect(() => {
    let gone = false;
    for (const pass of passes) {
      if (pass === null || known.has(pass.index)) continue;
      void ask(sessionId, pass).then((value) => {
        if (!gone && value !== null) setKnown((before) => new Map(before).set(pass.index, value));
      });
    }
    return () => {
      gone = true;
    };
  }, [sessionId, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  return useMemo(() => passes.map((pass) => (pass === null ? null : (known.get(pass.index) ?? null))), [key, known]);
}
