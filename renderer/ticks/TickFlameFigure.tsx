import { useMemo, useRef, useState } from 'react';
import { percentOf } from '../../shared/base/percent-of.ts';
import type { TickFlameColumns } from '../../shared/model/profile/profile-views.ts';
import { aboutTicks } from '../../shared/phrases/tick-frames.ts';
import { useSearch } from '../commands/search.ts';
import { CallTree } from '../flame/CallTree.tsx';
import { Crumbs } from '../flame/Crumbs.tsx';
import { useFlameDrawingSoon } from '../flame/FlameView.tsx';
import { GraphOrTree, type ShownAs } from '../flame/GraphOrTree.tsx';
import { useSearchHits } from '../flame/search-hits.ts';
import { TickFlame, tickShare } from '../flame/TickFlame.tsx';
import { buildTickTree } from '../flame/tick-model.ts';
import { useZoomSteps } from '../flame/zoom-steps.ts';
import { formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { TakePicture } from '../take/TakePicture.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { StickyBars, Toolbar, UnderBar } from '../ui/Toolbar.tsx';
import { HeatLegend, TickFilters, TierChoice, TierMarks } from './TickControls.tsx';
import { markedText, type TickView, useTickView } from './tick-choice.ts';
import css from './ticks.module.css';

/** The flame graph of 0x, of one run. */
export function TickFlameFigure({ sessionId }: { sessionId: string }) {
  const text = useText('run.ticks.flame');
  const view = useTickView();
  const { data, failure } = useEngineRequest('ticks.flame', { sessionId, ...view.query });
  useFlameDrawingSoon();
  // The text of --prof-process has no stacks.
  if (data === null) return null;
  return (
    <section className={css.section} aria-label={text('title')}>
      <h3>{text('title')}</h3>
      {failure !== null && <ErrorNotice failure={failure} />}
      {failure === null && data === undefined && <Spinner label={text('title')} />}
      {data && <Picture columns={data} view={view} />}
    </section>
  );
}

function Picture({ columns, view }: { columns: TickFlameColumns; view: TickView }) {
  const text = useText('run');
  const { meta } = columns;
  const tree = useMemo(() => buildTickTree(columns), [columns]);
  const [as, setAs] = useState<ShownAs>('graph');
  const [query, setQuery] = useState('');
  const steps = useZoomSteps('tickZoom');
  const hits = useSearchHits(query);
  const search = useRef<HTMLInputElement>(null);
  useSearch(() => search.current?.focus());
  const isMarking = query.trim() !== '' || view.marked !== null;
  return (
    <>
      <TickFilters view={view} counts={meta.categories} />
      <StickyBars>
        <Toolbar
          end={
            <>
              <TierChoice view={view} />
              <GraphOrTree value={as} onChange={setAs} />
              {tree !== null && tree.children.length > 0 && as === 'graph' && (
                <TakePicture
                  title={text('ticks.flame.title')}
                  picture={(draw) =>
                    draw.flamePicture({
                      title: text('ticks.flame.title'),
                      about: [text('ticks.flame.width', { ticks: meta.base }), ...aboutTicks(view)],
                      sides: [{ title: null, tree, share: 1 }],
                      zoom: steps.zoom,
                      query,
                      colors: 'heat',
                      marked: markedText(view),
                      weight: (ticks) => tickShare(ticks, meta),
                    })
                  }
                />
              )}
            </>
          }
        >
          <SearchInput
            inputRef={search}
            label={text('profile.search')}
            placeholder={text('profile.searchShort')}
            value={query}
            onChange={setQuery}
            found={
              isMarking && as === 'graph'
                ? text('ticks.flame.matches', {
                    at: hits.at,
                    count: hits.matches.frames,
                    percent: formatPercent(percentOf(hits.matches.weight, meta.base)),
                  })
                : null
            }
            marksMatches
            onStep={as === 'graph' ? hits.step : undefined}
          />
        </Toolbar>
        <UnderBar>
          <TierMarks view={view} />
          <HeatLegend />
        </UnderBar>
        {tree !== null && tree.children.length > 0 && as === 'graph' && <Crumbs tree={tree} steps={steps} />}
      </StickyBars>
      {tree === null || tree.children.length === 0 ? (
        <NoFrames view={view} />
      ) : as === 'graph' ? (
        <TickFlame
          tree={tree}
          meta={meta}
          marked={view.marked}
          label={text('ticks.flame.description', { ticks: meta.base })}
          query={query}
          steps={steps}
          hit={hits.hit}
          onMatches={hits.setMatches}
        />
      ) : (
        <CallTree tree={tree} meta={meta} />
      )}
    </>
  );
}

export function NoFrames({ view }: { view: TickView }) {
  const text = useText('run.ticks.flame');
  return (
    <EmptyState
      title={text('hiddenAll')}
      text={text('hiddenAllText')}
      action={<Button onClick={() => view.choose({ hide: [] })}>{text('showAll')}</Button>}
    />
  );
}
