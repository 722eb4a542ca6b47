import { useEffect, useMemo, useState } from 'react';
import type { Pass } from '../../shared/model/comparison/pass.ts';
import type { Failure, Outcome } from '../../shared/model/failure.ts';

/** Constant, so that it is requested once. */
export type AskPass<T> = (sessionId: string, pass: Pass) => Promise<Outcome<T>>;

export interface OfPasses<T> {
  /** By variant; null: there is no such run, or no data yet. */
  readonly values: readonly (T | null)[];
  /** Why one of them could not be loaded. */
  readonly failure: Failure | null;
}

/** Data of single runs of a comparison. Each run is requested until there is a reply, because a finished run does not change. */
export function useOfPasses<T>(sessionId: string, passes: readonly (Pass | null)[], ask: AskPass<T>): OfPasses<T> {
  const [known, setKnown] = useState<ReadonlyMap<number, Outcome<T>>>(new Map());
  const key = passes.map((pass) => pass?.index ?? '').join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the runs; their objects are new with every reply
  useEffect(() => {
    let gone = false;
    for (const pass of passes) {
      if (pass === null || known.get(pass.index)?.ok) continue;
      void ask(sessionId, pass).then((outcome) => {
        if (!gone) setKnown((before) => new Map(before).set(pass.index, outcome));
      });
    }
    return () => {
      gone = true;
    };
  }, [sessionId, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  return useMemo(() => {
    const outcomes = passes.map((pass) => (pass === null ? undefined : known.get(pass.index)));
    const failed = outcomes.find((outcome) => outcome?.ok === false);
    return {
      values: outcomes.map((outcome) => (outcome?.ok ? outcome.value : null)),
      failure: failed?.ok === false ? failed.failure : null,
    };
  }, [key, known]);
}
