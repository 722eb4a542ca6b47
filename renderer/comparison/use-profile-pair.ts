/** Which two profiles are compared, and which kinds of frames are folded; shared by the flame graph and the table. */
import { useState } from 'react';
import type { FrameKind } from '../../shared/model/report.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';

export interface ProfilePair {
  readonly a: number;
  readonly b: number;
  readonly hide: readonly FrameKind[];
  readonly chooseB: (b: number) => void;
  readonly fold: (kind: FrameKind, folded: boolean) => void;
  /** Both variants have a profiled run. */
  readonly isProfiled: boolean;
}

export function useProfilePair(info: ComparisonInfo): ProfilePair {
  const [b, chooseB] = useState(1);
  const [hide, setHide] = useState<readonly FrameKind[]>([]);
  const has = (variant: number) => {
    const pass = info.profiledPasses[variant];
    return pass !== null && pass !== undefined && info.passes[pass]?.report !== null;
  };
  return {
    a: 0,
    b,
    hide,
    chooseB,
    fold: (kind, folded) => setHide((known) => (folded ? [...known, kind] : known.filter((other) => other !== kind))),
    isProfiled: has(0) && has(b),
  };
}
