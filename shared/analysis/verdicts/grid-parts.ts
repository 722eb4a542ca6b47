/** The cases of a grid whose cells record: each as a comparison of its topologies, for the figures that show one beside the other. */
import type { ComparisonInfo } from '../../model/comparison/comparison-info.ts';
import { CAPTURES, type CaptureFacts } from '../../model/setup/captures.ts';

export interface GridPart {
  /** Index into the cases. */
  readonly row: number;
  readonly title: string;
  readonly yields: NonNullable<CaptureFacts['yields']>;
  /** Index of its first cell: variant 0 of `info` is this one of the grid. */
  readonly first: number;
  /** Of its cells alone, A being the first topology. One run each: there are no verdicts. */
  readonly info: ComparisonInfo;
}

/** Empty: no cell records anything. */
export function gridParts(info: ComparisonInfo): GridPart[] {
  const { grid } = info.setup;
  if (grid?.records === undefined) return [];
  const across = grid.topologies.length;
  return grid.cases.flatMap((title, row): GridPart[] => {
    const first = row * across;
    const { yields } = CAPTURES[info.setup.variants[first]!.setup.capture.kind];
    return yields === null || across < 2 ? [] : [{ row, title, yields, first, info: partOf(info, grid.topologies, first) }];
  });
}

function partOf(info: ComparisonInfo, topologies: readonly string[], first: number): ComparisonInfo {
  const isOf = (variant: number): boolean => variant >= first && variant < first + topologies.length;
  const { grid: _, ...setup } = info.setup;
  const { cells: __, ...others } = info;
  const passes = info.passes.filter(({ variant }) => isOf(variant)).map((pass) => ({ ...pass, variant: pass.variant - first }));
  const slice = <T>(all: readonly T[]): T[] => all.slice(first, first + topologies.length);
  const place = (index: number | null): number | null => {
    const found = passes.findIndex((pass) => pass.index === index);
    return found < 0 ? null : found;
  };
  return {
    ...others,
    setup: { ...setup, variants: slice(setup.variants).map((variant, column) => ({ ...variant, title: topologies[column]! })) },
    passes,
    environments: slice(info.environments),
    // Where a run stands among those of the part; its `index` is still that of the session.
    profiledPasses: slice(info.profiledPasses).map(place),
    profileKinds: slice(info.profileKinds),
    firsts: slice(info.firsts ?? []),
  };
}
