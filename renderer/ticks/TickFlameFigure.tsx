import { useMemo, useRef, useState } from 'react';
import { percentOf } from '../../shared/format/percent-of.ts';
import type { TickFlameColumns } from '../../shared/protocol/contract.ts';
import { CallTree } from '../flame/CallTree.tsx';
import { useFlameDrawingSoon } from '../flame/FlameView.tsx';
import { NO_ZOOM } from '../flame/flame-frames.ts';
import type { SearchResult } from '../flame/flame-model.ts';
import { GraphOrTree, type ShownAs } from '../flame/GraphOrTree.tsx';
import { TickFlame } from '../flame/TickFlame.tsx';
import { buildTickTree } from '../flame/tick-model.ts';
import { formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { useSearchAction } from '../ui/screen-actions.ts';
import { Toolbar, UnderBar } from '../ui/Toolbar.tsx';
import { HeatLegend, TickFilters, TierChoice, TierMarks } from './TickControls.tsx';
import { type TickView, useTickView } from './tick-choice.ts';
import css from './ticks.module.css';

const NO_MATCHES: SearchResult = { frames: 0, weight: 0 };

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
  const [zoom, setZoom] = useState(NO_ZOOM);
  const [matches, setMatches] = useState(NO_MATCHES);
  const search = useRef<HTMLInputElement>(null);
  useSearchAction(() => search.current?.focus());
  const isMarking = query.trim() !== '' || view.marked !== null;
  return (
    <>
      <Toolbar
        end={
          <>
            <TierChoice view={view} />
            <GraphOrTree value={as} onChange={setAs} />
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
              ? text('ticks.flame.matches', { count: matches.frames, percent: formatPercent(percentOf(matches.weight, meta.base)) })
              : null
          }
          marksMatches
        />
      </Toolbar>
      <TickFilters view={view} counts={meta.categories} />
      <UnderBar>
        <TierMarks view={view} />
        <HeatLegend />
      </UnderBar>
      {tree === null || tree.children.length === 0 ? (
        <NoFrames view={view} />
      ) : as === 'graph' ? (
        <TickFlame
          tree={tree}
          meta={meta}
          marked={view.marked}
          label={text('ticks.flame.description', { ticks: meta.base })}
          query={query}
          zoom={zoom}
          onZoom={setZoom}
          onMatches={setMatches}
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
