import { useMemo, useRef } from 'react';
import { type TickPass, ticksPerRequest } from '../../shared/analysis/ticks-per-request.ts';
import type { TickFlameColumns } from '../../shared/model/profile/profile-views.ts';
import { TICK_CATEGORIES, type TickCategory } from '../../shared/model/profile/ticks.ts';
import { aboutTicks } from '../../shared/phrases/tick-frames.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { useSearch } from '../commands/search.ts';
import { Crumbs } from '../flame/Crumbs.tsx';
import { useFlameDrawingSoon } from '../flame/FlameView.tsx';
import { findZoomedExactly, valueOfZoomed, type Zoomed } from '../flame/flame-frames.ts';
import { rootOf, type SearchResult } from '../flame/flame-model.ts';
import { type OfSides, SIDES, type Side, Sides, useEchoes } from '../flame/Sides.tsx';
import { NO_MATCHES, useSearchHits } from '../flame/search-hits.ts';
import { TickFlame, tickShare } from '../flame/TickFlame.tsx';
import { buildTickTree } from '../flame/tick-model.ts';
import { useZoomSteps } from '../flame/zoom-steps.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { TakePicture } from '../take/TakePicture.tsx';
import { HeatLegend, TickFilters, TierChoice, TierMarks } from '../ticks/TickControls.tsx';
import { NoFrames } from '../ticks/TickFlameFigure.tsx';
import { markedText, type TickView, useTickView } from '../ticks/tick-choice.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { StickyBars, Toolbar, UnderBar } from '../ui/Toolbar.tsx';
import css from './TickFlames.module.css';

export interface TickFlamesProps {
  readonly passes: OfSides<TickPass>;
  /** Display names. */
  readonly titles: OfSides<string>;
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

/** The flame graphs of 0x of two variants beside each other. */
export function TickFlames({ sessionId, ...rest }: TickFlamesProps & { readonly sessionId: string }) {
  const text = useText('compare.flame');
  // Tiers differ from run to run, so that few paths would be in both.
  const view = useTickView({ merged: true });
  const a = useEngineRequest('ticks.flame', { sessionId: passSessionId(sessionId, rest.passes.a.index), ...view.query });
  const b = useEngineRequest('ticks.flame', { sessionId: passSessionId(sessionId, rest.passes.b.index), ...view.query });
  useFlameDrawingSoon();
  const failure = a.failure ?? b.failure;
  if (failure !== null) return <ErrorNotice failure={failure} />;
  if (!a.data || !b.data) return <Spinner label={text('title')} />;
  return <Flames {...rest} columnsA={a.data} columnsB={b.data} view={view} />;
}

type Counts = Readonly<Record<TickCategory, number>>;

function addCounts(a: Counts, b: Counts): Counts {
  return Object.fromEntries(TICK_CATEGORIES.map((category) => [category, a[category] + b[category]])) as Counts;
}

interface FlamesProps extends TickFlamesProps {
  readonly columnsA: TickFlameColumns;
  readonly columnsB: TickFlameColumns;
  readonly view: TickView;
}

/** On one scale, ticks per request; zoom, search and hover apply to both. */
function Flames({ columnsA, columnsB, passes, titles, view, query, onQuery }: FlamesProps) {
  const text = useText('compare.flame');
  const search = useRef<HTMLInputElement>(null);
  useSearch(() => search.current?.focus());
  const ticks = useText('run.ticks.flame');
  const echoOf = useEchoes();
  const a = useMemo(() => buildTickTree(columnsA), [columnsA]);
  const b = useMemo(() => buildTickTree(columnsB), [columnsB]);
  const steps = useZoomSteps('tickZoom');
  const { matches, setMatches, hit, at, step } = useSearchHits(query);
  const found = useRef<OfSides<SearchResult>>({ a: NO_MATCHES, b: NO_MATCHES });
  const find = (side: Side, result: SearchResult) => {
    found.current = { ...found.current, [side]: result };
    const { a, b } = found.current;
    setMatches({ frames: a.frames + b.frames, weight: a.weight + b.weight, hits: [...a.hits, ...b.hits] });
  };
  const trees = a === null || b === null || a.children.length + b.children.length === 0 ? null : { a, b };
  const zoomedIn = (side: Side): Zoomed | null => (trees === null ? null : findZoomedExactly(trees[side], steps.zoom));
  const zoomed: OfSides<Zoomed | null> = { a: zoomedIn('a'), b: zoomedIn('b') };
  const isThere = (side: Side) => zoomed[side] !== null;
  const widthOf = (side: Side) => (zoomed[side] === null ? 0 : ticksPerRequest(valueOfZoomed(zoomed[side]), passes[side]));
  const widest = Math.max(widthOf('a'), widthOf('b'), Number.MIN_VALUE);
  const columns = { a: columnsA, b: columnsB };
  return (
    <div className={css.flames}>
      <TickFilters view={view} counts={addCounts(columnsA.meta.categories, columnsB.meta.categories)} />
      <StickyBars>
        <Toolbar
          end={
            <>
              <TierChoice view={view} />
              {trees !== null && (
                <TakePicture
                  title={text('sides')}
                  picture={(draw) =>
                    draw.flamePicture({
                      title: ticks('title'),
                      about: [text('ticksPerRequest'), ...aboutTicks(view)],
                      sides: SIDES.map((side) => ({ title: titles[side], tree: trees[side], share: widthOf(side) / widest })),
                      zoom: steps.zoom,
                      query,
                      colors: 'heat',
                      marked: markedText(view),
                      weight: (count, side) => tickShare(count, columns[SIDES[side]!].meta),
                    })
                  }
                />
              )}
            </>
          }
        >
          <SearchInput
            inputRef={search}
            label={text('search')}
            placeholder={text('searchShort')}
            value={query}
            onChange={onQuery}
            found={query.trim() !== '' || view.marked !== null ? text('matches', { at, count: matches.frames }) : null}
            marksMatches
            onStep={step}
          />
        </Toolbar>
        <UnderBar>
          <TierMarks view={view} />
          <HeatLegend />
        </UnderBar>
        {trees !== null && <Crumbs tree={trees[isThere('a') ? 'a' : 'b']} steps={steps} />}
      </StickyBars>
      {trees === null ? (
        <NoFrames view={view} />
      ) : (
        <Sides titles={titles} isThere={isThere}>
          {(side) => (
            <TickFlame
              tree={trees[side]}
              meta={columns[side].meta}
              marked={view.marked}
              label={text('sideDescription', { name: titles[side] })}
              query={query}
              steps={steps}
              hit={hit !== null && rootOf(hit.node) === trees[side] ? hit : null}
              onMatches={(result) => find(side, result)}
              {...echoOf(side)}
              share={isThere(side) ? widthOf(side) / widest : 1}
            />
          )}
        </Sides>
      )}
    </div>
  );
}
