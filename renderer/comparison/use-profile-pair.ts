/** Which two profiles are compared, and which kinds of frames are folded; shared by the flame charts, the flame graphs and the table. */
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import type { Pass } from '../../shared/model/comparison/pass.ts';
import type { FrameKind } from '../../shared/model/report.ts';
import { CPU_CAPTURE, commonKinds, type ProfileKind } from '../../shared/model/setup/captures.ts';
import { foldsTime } from '../../shared/profile/tree/folds.ts';
import type { OfSides } from '../flame/Sides.tsx';
import { type Folds, useFolds } from '../flame/use-folds.ts';
import { useView } from '../state/view.ts';

export interface ProfilePair {
  readonly a: number;
  readonly b: number;
  /** Their places in the session, where `info` is of a part of it. */
  readonly asked: { readonly a: number; readonly b: number };
  /** What the profiles of both are of. */
  readonly kinds: readonly ProfileKind[];
  /** The one that is shown; null: the first. */
  readonly kind: ProfileKind | null;
  readonly chooseKind: (kind: ProfileKind | null) => void;
  readonly hide: readonly FrameKind[];
  readonly folds: Folds;
  /** Something is folded into functions. */
  readonly isFolded: boolean;
  readonly chooseB: (b: number) => void;
  readonly fold: (kind: FrameKind, folded: boolean) => void;
  readonly unfoldAll: () => void;
  /** The runs of both whose profiles are shown; null: there is none, or it has not ended. */
  readonly passes: OfSides<Pass | null>;
  /** Of those, the ones whose samples are of time. */
  readonly timedPasses: OfSides<Pass | null>;
  /** Both variants have one, of the same kind. */
  readonly isProfiled: boolean;
}

/** Of the figures that show a pair. One search applies to all of them and to the table of functions. */
export interface PairFigureProps {
  readonly sessionId: string;
  readonly info: ComparisonInfo;
  readonly pair: ProfilePair;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** No more runs will come. */
  readonly over: boolean;
}

/** `first`: where the variants of `info` begin in the session. `own`: folds that are not those of the address. */
export function useProfilePair(info: ComparisonInfo, { first = 0, own }: { first?: number; own?: Folds } = {}): ProfilePair {
  const [against, chooseB] = useView('against');
  const b = against !== null && against > 0 && against < info.setup.variants.length ? against : 1;
  const [chosenKind, chooseKind] = useView('profile');
  const [hide, setHide] = useView('hide');
  const ofAddress = useFolds();
  const folds = own ?? ofAddress;
  const passOf = (variant: number): Pass | null => {
    const pass = info.passes[info.profiledPasses[variant] ?? -1];
    return pass === undefined || pass.report === null ? null : pass;
  };
  const isTimed = (variant: number): boolean => info.profileKinds[variant]?.includes(CPU_CAPTURE) ?? false;
  const kinds = commonKinds([info.profileKinds[0] ?? [], info.profileKinds[b] ?? []]);
  const passes = { a: passOf(0), b: passOf(b) };
  return {
    a: 0,
    b,
    asked: { a: first, b: first + b },
    kinds,
    kind: kinds.find((kind) => kind === chosenKind) ?? null,
    chooseKind: (kind) => chooseKind(kind ?? 'first'),
    hide,
    folds,
    isFolded: hide.length > 0 || foldsTime(folds.list),
    chooseB,
    fold: (kind, folded) => setHide(folded ? [...hide, kind] : hide.filter((other) => other !== kind)),
    unfoldAll: () => {
      setHide([]);
      folds.clear();
    },
    passes,
    timedPasses: { a: isTimed(0) ? passes.a : null, b: isTimed(b) ? passes.b : null },
    isProfiled: passes.a !== null && passes.b !== null && kinds.length > 0,
  };
}
