import { memo, useEffect, useMemo, useRef } from 'react';
import { percentOf } from '../../../../shared/base/percent-of.ts';
import { frameKey } from '../../../../shared/charts/flame-layout.ts';
import type { TargetProcess, TargetThread } from '../../../../shared/model/run.ts';
import { CAPTURES } from '../../../../shared/model/setup/captures.ts';
import { DEFAULT_CAPTURE, type Setup } from '../../../../shared/model/setup/setup.ts';
import { possibleCapture } from '../../../../shared/model/setup/target-kinds.ts';
import { useSearch } from '../../../commands/search.ts';
import { CallTree } from '../../../flame/CallTree.tsx';
import { Crumbs } from '../../../flame/Crumbs.tsx';
import { FlameGraph, weightShare } from '../../../flame/FlameGraph.tsx';
import { useFlameDrawingSoon } from '../../../flame/FlameView.tsx';
import { FoldChips } from '../../../flame/FoldChips.tsx';
import { zoomTo } from '../../../flame/flame-frames.ts';
import { buildFlameTree, findHeaviest, findHeaviestOwn, isNearlyAll, MAX_NODES } from '../../../flame/flame-model.ts';
import { GraphOrTree } from '../../../flame/GraphOrTree.tsx';
import { useSearchHits } from '../../../flame/search-hits.ts';
import type { FrameMenuScreen } from '../../../flame/use-frame-menu.tsx';
import { formatPercent } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { TakePicture } from '../../../take/TakePicture.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Choice.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { HelpLink } from '../../../ui/HelpLink.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { focusSearched } from '../../../ui/searched.ts';
import { Toolbar, UnderBar } from '../../../ui/Toolbar.tsx';
import { runAgain } from '../RunHead.tsx';
import css from '../tabs.module.css';
import { aboutProfile, BaseLine, KindLegend, SelectionChoices } from './ProfileControls.tsx';
import type { ProfileView } from './profile-query.ts';

export interface ProfileTabProps {
  readonly setup: Setup | null;
  readonly processes: readonly TargetProcess[];
  readonly threads: readonly TargetThread[];
  readonly view: ProfileView;
  readonly live: boolean;
  /** Names of the routes that samples are told apart by; empty: they are not. */
  readonly routes: readonly string[];
}

export const FlameTab = memo(function FlameTab({ setup, processes, threads, view, live, routes }: ProfileTabProps) {
  const text = useText('run');
  const [from, setFrom] = useView('flameFrom');
  const [, setAround] = useView('around');
  const { data, failure } = useEngineRequest(
    'profile.flame',
    { ...view.query, maxNodes: MAX_NODES, ...(from === 'leaves' ? { shape: { as: 'bottomUp' as const } } : {}) },
    { version: view.version },
  );
  useFlameDrawingSoon();
  const tree = useMemo(() => (data === undefined ? null : buildFlameTree(data)), [data]);
  const [as, setAs] = useView('flameAs');
  const { search: query, setSearch: setQuery, steps, folds, wanted, want, isFolded } = view;
  const menu = useProfileMenu(view);
  const { into } = steps;
  const hits = useSearchHits(query);
  useEffect(() => {
    if (tree === null || wanted === null) return;
    const found = findHeaviest(tree, frameKey(wanted.function, wanted.url, wanted.line));
    // What was said of the function is of all its stacks: those are on the page of its callers and callees.
    const isInSeveral = wanted.everywhere === true && found !== null && !isNearlyAll(tree, found);
    if (found !== null && !isInSeveral) into(zoomTo(found), 'quiet');
    setAs('graph');
    setAround(isInSeveral ? { function: wanted.function, url: wanted.url, line: wanted.line } : null);
    want(null);
    focusSearched();
  }, [tree, wanted, want, into, setAs, setAround]);
  const own = useMemo(() => (tree === null || from === 'leaves' ? null : findHeaviestOwn(tree)), [tree, from]);
  /** The arrow keys go on from there. */
  const showOwn = () => {
    if (own !== null) hits.show(own);
    focusSearched();
  };
  const search = useRef<HTMLInputElement>(null);
  useSearch(data === undefined ? null : () => search.current?.focus());

  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  if (data === undefined) return <Spinner label={text('loading')} />;
  const isEmpty = tree === null || data.meta.samples === 0;
  return (
    <div className={css.fill}>
      {failure !== null && <ErrorNotice failure={failure} />}
      <Toolbar
        end={
          <>
            <SelectionChoices view={view} processes={processes} threads={threads} routes={routes} unit={data.meta.unit} />
            <GraphOrTree value={as} onChange={setAs} />
            {!isEmpty && as === 'graph' && (
              <TakePicture
                title={text('tab.flame')}
                picture={(draw) =>
                  draw.flamePicture({
                    title: text('tab.flame'),
                    about: aboutProfile(view, data.meta),
                    sides: [{ title: null, tree, share: 1 }],
                    zoom: steps.zoom,
                    query,
                    colors: 'kinds',
                    weight: (value) => weightShare(value, data.meta),
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
            query.trim() !== '' && as === 'graph'
              ? text('profile.matches', {
                  at: hits.at,
                  count: hits.matches.frames,
                  percent: formatPercent(percentOf(hits.matches.weight, data.meta.base)),
                })
              : null
          }
          marksMatches
          onStep={as === 'graph' ? hits.step : undefined}
        />
      </Toolbar>
      <UnderBar>
        <KindLegend view={view}>
          <Toggle pressed={from === 'leaves'} onChange={(inverted) => setFrom(inverted ? 'leaves' : 'root')}>
            {text('flame.inverted')}
          </Toggle>
        </KindLegend>
        <BaseLine view={view} of={data.meta} />
      </UnderBar>
      {!isEmpty && as === 'graph' && (
        <Crumbs tree={tree} steps={steps} folds={folds} isInverted={from === 'leaves'} own={own} onOwn={showOwn} />
      )}
      {(isEmpty || as === 'tree') && <FoldChips folds={folds} />}
      {isEmpty && (view.query.selection.requests ? <NoneOfThese view={view} /> : <NoSamples setup={setup} view={view} live={live} />)}
      {!isEmpty && as === 'graph' && (
        <div className={css.scrolling} data-pane>
          <FlameGraph tree={tree} meta={data.meta} query={query} steps={steps} hit={hits.hit} onMatches={hits.setMatches} menu={menu} />
        </div>
      )}
      {!isEmpty && as === 'tree' && (
        <div className={css.scrolling}>
          <CallTree
            tree={tree}
            meta={data.meta}
            isFolded={isFolded}
            menu={menu}
            onFocus={(node) => {
              setAs('graph');
              into(zoomTo(node));
            }}
          />
        </div>
      )}
      <Disclosure summary={text('flame.helpTitle')}>
        <p className={css.help}>
          {text('flame.help')} {text('flame.joinedHelp')} <HelpLink page="FLAME-GRAPH" />
        </p>
        {from === 'leaves' && <p className={css.help}>{text('flame.fromHelp')}</p>}
        {data.meta.folded > 0 && <p className={css.help}>{text('flame.folded', { count: data.meta.folded })}</p>}
      </Disclosure>
    </div>
  );
});

/** What this screen has to offer to the menus of frames and rows. */
export function useProfileMenu({ folds, wantCallers, hasTimeAxis, query: { sessionId } }: ProfileView): FrameMenuScreen {
  const [, setTab] = useView('tab');
  const [, setAround] = useView('around');
  const [, setMoments] = useView('moments');
  const [, setFile] = useView('file');
  const [, setLine] = useView('line');
  return useMemo(
    () => ({
      folds,
      showSource: ({ url, line }) => {
        setFile(url);
        setLine(line);
        setTab('lines');
      },
      showCallers: (of) => {
        wantCallers(of);
        setTab('functions');
      },
      showAround: (of) => {
        setAround(of);
        setTab('flame');
      },
      ...(hasTimeAxis && { showMoments: setMoments }),
      sessionId,
    }),
    [folds, wantCallers, hasTimeAxis, setMoments, setTab, setAround, setFile, setLine, sessionId],
  );
}

/** Why there is no flame graph, and how to get one. */
export function NoSamples({ setup, view, live }: Omit<ProfileTabProps, 'processes' | 'threads' | 'routes'>) {
  const text = useText('run.profile');
  const yields = setup && CAPTURES[setup.capture.kind].yields;
  // Not every kind of target can have one.
  if (setup && possibleCapture(setup.target.kind, DEFAULT_CAPTURE.kind) !== DEFAULT_CAPTURE.kind)
    return <EmptyState title={text('none')} />;
  if (setup && yields !== 'profile')
    return (
      <EmptyState
        title={text('none')}
        text={text(yields === 'ticks' ? 'ticksText' : 'noneText')}
        action={<Button onClick={() => runAgain({ ...setup, capture: DEFAULT_CAPTURE })}>{text('noneAction')}</Button>}
      />
    );
  if (live && view.query.window === null) return <EmptyState title={text('waiting')} text={text('waitingText')} />;
  if (view.choice.base === 'blocked') return <EmptyState title={text('noneBlocked')} text={text('noneBlockedText')} />;
  return <EmptyState title={text('emptyWindow')} text={text('emptyWindowText')} />;
}

/** The run has samples, but not of the requests that were chosen. */
export function NoneOfThese({ view }: { view: ProfileView }) {
  const text = useText('run.routes');
  return (
    <EmptyState
      title={text('nothing')}
      text={text('nothingText')}
      action={<Button onClick={() => view.choose({ route: '', which: 'all' })}>{text('showAll')}</Button>}
    />
  );
}
