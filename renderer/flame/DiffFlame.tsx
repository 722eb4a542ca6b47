import { useMemo } from 'react';
import type { DiffWidth } from '../../shared/charts/flame-layout.ts';
import type { DiffFlameColumns } from '../../shared/protocol/comparison-contract.ts';
import { useText } from '../i18n/i18n.tsx';
import { buildDiffTree, buildSideTree } from './diff-model.ts';
import { FlameView } from './FlameView.tsx';
import { type FlameZoom, findZoomed, valueOfZoomed } from './flame-frames.ts';
import type { SearchResult } from './flame-model.ts';
import { type Side, Sides, useEchoes } from './Sides.tsx';
import { type PairNames, useDiffLabel, useDiffWords } from './use-diff-words.tsx';

export interface DiffFlameProps {
  readonly columns: DiffFlameColumns;
  /** Letters. */
  readonly names: PairNames;
  /** Display names. */
  readonly titles: PairNames;
  readonly query: string;
  readonly zoom: FlameZoom;
  readonly onZoom: (zoom: FlameZoom) => void;
  readonly onMatches: (result: SearchResult) => void;
}

/** One flame graph of both: widths are of one side or of the mean, colour and sign show the difference. */
export function DifferenceFlame({ columns, names, width, ...view }: Omit<DiffFlameProps, 'titles'> & { readonly width: DiffWidth }) {
  const text = useText('compare.flame');
  const labelOf = useDiffLabel(names);
  const words = useDiffWords(names, text('description', names));
  const tree = useMemo(() => buildDiffTree(columns, width, labelOf), [columns, width, labelOf]);
  return tree === null ? null : <FlameView {...view} tree={tree} words={words} />;
}

/** Two flame graphs on one scale; zoom, search and hover apply to both. */
export function SideBySideFlame({ columns, names, titles, query, zoom, onZoom, onMatches }: DiffFlameProps) {
  const trees = useMemo(() => ({ a: buildSideTree(columns, 'a'), b: buildSideTree(columns, 'b') }), [columns]);
  const echoOf = useEchoes();
  if (trees.a === null || trees.b === null) return null;
  const zoomed = { a: valueOfZoomed(findZoomed(trees.a, zoom)), b: valueOfZoomed(findZoomed(trees.b, zoom)) };
  const widest = Math.max(zoomed.a, zoomed.b, Number.MIN_VALUE);
  const isThere = (side: Side) => zoomed[side] > 0;
  return (
    <Sides titles={titles} isThere={isThere}>
      {(side) => (
        <SideFlame
          {...echoOf(side)}
          tree={trees[side]!}
          name={titles[side]}
          names={names}
          query={query}
          zoom={zoom}
          onZoom={onZoom}
          onMatches={side === 'a' ? onMatches : ignore}
          share={isThere(side) ? zoomed[side] / widest : 1}
        />
      )}
    </Sides>
  );
}

/** Both trees have the same frames, so the matches of one are those of both. */
function ignore(): void {}

type SideFlameProps = Omit<Parameters<typeof FlameView>[0], 'words' | 'name'> & { readonly name: string; readonly names: PairNames };

function SideFlame({ names, ...view }: SideFlameProps) {
  const text = useText('compare.flame');
  const words = useDiffWords(names, text('sideDescription', { name: view.name }));
  return <FlameView {...view} words={words} />;
}
