import type { WeightUnit } from '../../shared/model/profile/weight-unit.ts';
import { useText } from '../i18n/i18n.tsx';
import type { DiffNode } from './diff-model.ts';
import { FlameView, type FlameViewProps } from './FlameView.tsx';
import { type FlameZoom, findZoomed, valueOfZoomed } from './flame-frames.ts';
import { findExactly, pathOf, type SearchResult } from './flame-model.ts';
import { type OfSides, type Side, Sides, useEchoes } from './Sides.tsx';
import type { Hit } from './search-hits.ts';
import { type PairNames, useDiffWords } from './use-diff-words.tsx';
import type { FrameMenuScreen } from './use-frame-menu.tsx';
import type { ZoomSteps } from './zoom-steps.ts';

export interface DiffFlameProps {
  /** Letters. */
  readonly names: PairNames;
  /** Of the profiles. */
  readonly unit: WeightUnit;
  readonly query: string;
  readonly steps: ZoomSteps;
  readonly hit: Hit | null;
  readonly onMatches: (result: SearchResult) => void;
  readonly menu: FrameMenuScreen;
}

/** One flame graph of both: widths are of one side or of the mean, colour and sign show the difference. */
export function DifferenceFlame({ names, unit, ...view }: DiffFlameProps & { readonly tree: DiffNode }) {
  const text = useText('compare.flame');
  const words = useDiffWords(names, unit, text('description', names));
  return <FlameView {...view} words={words} />;
}

export interface SideBySideProps extends DiffFlameProps {
  readonly trees: OfSides<DiffNode>;
  /** Display names. */
  readonly titles: OfSides<string>;
}

/** Of the width, on the scale of the longer one; 0: there is nothing of what is zoomed into. */
export function sharesOf(trees: OfSides<DiffNode>, zoom: FlameZoom): OfSides<number> {
  const zoomed = { a: valueOfZoomed(findZoomed(trees.a, zoom)), b: valueOfZoomed(findZoomed(trees.b, zoom)) };
  const widest = Math.max(zoomed.a, zoomed.b, Number.MIN_VALUE);
  return { a: zoomed.a / widest, b: zoomed.b / widest };
}

/** Two flame graphs on one scale; zoom, search and hover apply to both. */
export function SideBySideFlame({ trees, names, unit, titles, query, steps, hit, onMatches, menu }: SideBySideProps) {
  const echoOf = useEchoes();
  const shares = sharesOf(trees, steps.zoom);
  const isThere = (side: Side) => shares[side] > 0;
  // Shown where it has a width; the other side outlines it as well.
  const sideOfHit: Side = hit !== null && (findExactly(trees.a, pathOf(hit.node))?.value ?? 0) > 0 ? 'a' : 'b';
  return (
    <Sides titles={titles} isThere={isThere}>
      {(side) => (
        <SideFlame
          {...echoOf(side)}
          tree={trees[side]}
          title={titles[side]}
          names={names}
          unit={unit}
          query={query}
          steps={steps}
          menu={menu}
          hit={side === sideOfHit ? hit : null}
          onMatches={side === 'a' ? onMatches : ignore}
          share={isThere(side) ? shares[side] : 1}
        />
      )}
    </Sides>
  );
}

/** Both trees have the same frames, so the matches of one are those of both. */
function ignore(): void {}

type SideFlameProps = Omit<FlameViewProps, 'words'> & Pick<DiffFlameProps, 'names' | 'unit'> & { readonly title: string };

function SideFlame({ title, names, unit, ...view }: SideFlameProps) {
  const text = useText('compare.flame');
  const words = useDiffWords(names, unit, text('sideDescription', { name: title }));
  return <FlameView {...view} words={words} />;
}
