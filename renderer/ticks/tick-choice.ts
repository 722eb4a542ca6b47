/** What is shown of the ticks of a run: which frames, whether tiers are apart, which of them are marked. */

import { useMemo, useState } from 'react';
import type { TickCategory } from '../../shared/model/profile/ticks.ts';
import { HIDDEN_AT_FIRST } from '../../shared/profile/ticks/tick-flame.ts';
import { text } from '../../shared/words/words.ts';
import { MAX_NODES } from '../flame/flame-model.ts';
import type { MarkedTier } from '../flame/TickFlame.tsx';

export interface TickChoice {
  readonly hide: readonly TickCategory[];
  readonly merged: boolean;
  readonly marked: MarkedTier;
}

export interface TickView extends TickChoice {
  readonly choose: (change: Partial<TickChoice>) => void;
  readonly show: (category: TickCategory, shown: boolean) => void;
  /** Of the engine. */
  readonly query: { readonly hide: TickCategory[]; readonly merged: boolean; readonly maxNodes: number };
}

const FIRST: TickChoice = { hide: HIDDEN_AT_FIRST, merged: false, marked: null };

export function useTickView(first: Partial<TickChoice> = {}): TickView {
  const [choice, setChoice] = useState<TickChoice>({ ...FIRST, ...first });
  return useMemo(() => {
    const { hide, merged, marked } = choice;
    return {
      hide,
      merged,
      // Merged frames have no tier.
      marked: merged ? null : marked,
      choose: (change) => setChoice((known) => ({ ...known, ...change })),
      show: (category, shown) =>
        setChoice((known) => {
          const others = known.hide.filter((other) => other !== category);
          return { ...known, hide: shown ? others : [...others, category] };
        }),
      query: { hide: [...hide], merged, maxNodes: MAX_NODES },
    };
  }, [choice]);
}

export function markedText({ marked }: TickChoice): string | null {
  return marked === null ? null : text(`run.ticks.flame.${marked}`);
}
