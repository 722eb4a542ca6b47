import { type RefObject, useMemo, useState } from 'react';
import { type TickPass, ticksPerRequest } from '../../shared/analysis/ticks-per-request.ts';
import { TICK_CATEGORIES, type TickCategory } from '../../shared/profile/ticks.ts';
import type { TickFlameColumns } from '../../shared/protocol/contract.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { useFlameDrawingSoon } from '../flame/FlameView.tsx';
import { type FlameZoom, findZoomedExactly, NO_ZOOM, valueOfZoomed, type Zoomed } from '../flame/flame-frames.ts';
import { type OfSides, type Side, Sides, useEchoes } from '../flame/Sides.tsx';
import { TickFlame } from '../flame/TickFlame.tsx';
import { buildTickTree } from '../flame/tick-model.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { HeatLegend, TickFilters, TierChoice, TierMarks } from '../ticks/TickControls.tsx';
import { NoFrames } from '../ticks/TickFlameFigure.tsx';
import { type TickView, useTickView } from '../ticks/tick-choice.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { Toolbar, UnderBar } from '../ui/Toolbar.tsx';
import css from './TickFlames.module.css';

export interface TickFlamesProps {
  readonly sessionId: string;
  readonly passes: OfSides<TickPass>;
  /** Display names. */
  readonly titles: OfSides<string>;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly searchRef: RefObject<HTMLInputElement | null>;
}

/** The flame graphs of 0x of two variants beside each other. */
export function TickFlames({ sessionId, passes, titles, query, onQuery, searchRef }: TickFlamesProps) {
  const text = useText('compare.flame');
  // Tiers differ from run to run, so that few paths would be in both.
  const view = useTickView({ merged: true });
  const a = useEngineRequest('ticks.flame', { sessionId: passSessionId(sessionId, passes.a.index), ...view.query });
  const b = useEngineRequest('ticks.flame', { sessionId: passSessionId(sessionId, passes.b.index), ...view.query });
  useFlameDrawingSoon();
  const [found, setFound] = useState<OfSides<number>>({ a: 0, b: 0 });
  const failure = a.failure ?? b.failure;
  if (failure !== null) return <ErrorNotice failure={failure} />;
  if (!a.data || !b.data) return <Spinner label={text('title')} />;
  return (
    <div className={css.flames}>
      <Toolbar end={<TierChoice view={view} />}>
        <SearchInput
          inputRef={searchRef}
          label={text('search')}
          placeholder={text('searchShort')}
          value={query}
          onChange={onQuery}
          found={query.trim() !== '' || view.marked !== null ? text('matches', { count: found.a + found.b }) : null}
          marksMatches
        />
      </Toolbar>
      <TickFilters view={view} counts={addCounts(a.data.meta.categories, b.data.meta.categories)} />
      <UnderBar>
        <TierMarks view={view} />
        <HeatLegend />
      </UnderBar>
      <SideBySide columns={{ a: a.data, b: b.data }} passes={passes} titles={titles} view={view} query={query} onFound={setFound} />
    </div>
  );
}

type Counts = Readonly<Record<TickCategory, number>>;

function addCounts(a: Counts, b: Counts): Counts {
  return Object.fromEntries(TICK_CATEGORIES.map((category) => [category, a[category] + b[category]])) as Counts;
}

interface SideBySideProps extends Pick<TickFlamesProps, 'passes' | 'titles' | 'query'> {
  readonly columns: OfSides<TickFlameColumns>;
  readonly view: TickView;
  readonly onFound: (change: (before: OfSides<number>) => OfSides<number>) => void;
}

/** On one scale, ticks per request; zoom, search and hover apply to both. */
function SideBySide({ columns, passes, titles, view, query, onFound }: SideBySideProps) {
  const text = useText('compare.flame');
  const echoOf = useEchoes();
  const a = useMemo(() => buildTickTree(columns.a), [columns.a]);
  const b = useMemo(() => buildTickTree(columns.b), [columns.b]);
  const [zoom, setZoom] = useState<FlameZoom>(NO_ZOOM);
  if (a === null || b === null || a.children.length + b.children.length === 0) return <NoFrames view={view} />;
  const trees = { a, b };
  const zoomed: OfSides<Zoomed | null> = { a: findZoomedExactly(a, zoom), b: findZoomedExactly(b, zoom) };
  const isThere = (side: Side) => zoomed[side] !== null;
  const widthOf = (side: Side) => (zoomed[side] === null ? 0 : ticksPerRequest(valueOfZoomed(zoomed[side]), passes[side]));
  const widest = Math.max(widthOf('a'), widthOf('b'), Number.MIN_VALUE);
  return (
    <Sides titles={titles} isThere={isThere}>
      {(side) => (
        <TickFlame
          tree={trees[side]}
          meta={columns[side].meta}
          name={titles[side]}
          marked={view.marked}
          label={text('sideDescription', { name: titles[side] })}
          query={query}
          zoom={zoom}
          onZoom={setZoom}
          onMatches={({ frames }) => onFound((before) => (before[side] === frames ? before : { ...before, [side]: frames }))}
          {...echoOf(side)}
          share={isThere(side) ? widthOf(side) / widest : 1}
        />
      )}
    </Sides>
  );
}
