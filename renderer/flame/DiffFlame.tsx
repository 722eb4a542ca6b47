import { useMemo, useState } from 'react';
import type { DiffWidth } from '../../shared/charts/flame-layout.ts';
import type { DiffFlameColumns } from '../../shared/protocol/comparison-contract.ts';
import { useText } from '../i18n/i18n.tsx';
import css from './DiffFlame.module.css';
import { buildDiffTree, buildSideTree } from './diff-model.ts';
import { FlameView } from './FlameView.tsx';
import { type FlameZoom, findZoomed, valueOfZoomed } from './flame-frames.ts';
import type { FramePath, SearchResult } from './flame-model.ts';
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
  const [pointed, setPointed] = useState<{ readonly side: 'a' | 'b'; readonly path: FramePath } | null>(null);
  if (trees.a === null || trees.b === null) return null;
  const zoomed = { a: valueOfZoomed(findZoomed(trees.a, zoom)), b: valueOfZoomed(findZoomed(trees.b, zoom)) };
  const widest = Math.max(zoomed.a, zoomed.b, Number.MIN_VALUE);
  return (
    <div className={css.sides}>
      {(['a', 'b'] as const).map((side) => (
        <Side
          key={side}
          title={titles[side]}
          isThere={zoomed[side] > 0}
          names={names}
          view={{
            tree: trees[side]!,
            query,
            zoom,
            onZoom,
            onMatches: side === 'a' ? onMatches : ignore,
            echo: pointed !== null && pointed.side !== side ? pointed.path : null,
            onPoint: (path: FramePath | null) => setPointed(path === null ? null : { side, path }),
            share: zoomed[side] / widest,
          }}
        />
      ))}
    </div>
  );
}

/** Both trees have the same frames, so the matches of one are those of both. */
function ignore(): void {}

type SideView = Omit<Parameters<typeof FlameView>[0], 'words'>;

function Side({ title, isThere, names, view }: { title: string; isThere: boolean; names: PairNames; view: SideView }) {
  const text = useText('compare.flame');
  const words = useDiffWords(names, text('sideDescription', { name: title }));
  return (
    <div className={css.side}>
      <h3>{title}</h3>
      {!isThere && <p className={css.notHere}>{text('notHere', { name: title })}</p>}
      <div hidden={!isThere}>
        <FlameView {...view} words={words} name={title} share={isThere ? view.share : 1} />
      </div>
    </div>
  );
}
