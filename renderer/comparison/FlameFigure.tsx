import { useEffect, useMemo, useRef } from 'react';
import type { DiffWidth } from '../../shared/charts/flame-layout.ts';
import { formatWeight } from '../../shared/format/weights.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { FRAME_KINDS } from '../../shared/model/profile/frame-kind.ts';
import type { DiffFlameColumns } from '../../shared/model/profile/profile-views.ts';
import type { WeightUnit } from '../../shared/model/profile/weight-unit.ts';
import { joinedCalls } from '../../shared/phrases/code-place.ts';
import { foldLines } from '../../shared/phrases/fold-words.ts';
import { aboutHeapDifference } from '../../shared/phrases/heap-profile.ts';
import { comparedBy } from '../../shared/phrases/profile-words.ts';
import { nameOf } from '../../shared/phrases/variant-name.ts';
import { FOLDABLE_KINDS } from '../../shared/profile/tree/folds.ts';
import { Figure } from '../charts/Figure.tsx';
import { useSearch } from '../commands/search.ts';
import { Crumbs } from '../flame/Crumbs.tsx';
import { DifferenceFlame, SideBySideFlame, sharesOf } from '../flame/DiffFlame.tsx';
import { buildDiffTree, buildSideTree, type DiffNode, type Split, splitOf } from '../flame/diff-model.ts';
import { MINE, MineToggle } from '../flame/FoldChips.tsx';
import { MAX_NODES } from '../flame/flame-model.ts';
import { KindChoice } from '../flame/KindChoice.tsx';
import { type OfSides, SIDES } from '../flame/Sides.tsx';
import { NO_MATCHES, useSearchHits } from '../flame/search-hits.ts';
import { type PairNames, useDiffLabel } from '../flame/use-diff-words.tsx';
import type { Folds } from '../flame/use-folds.ts';
import { useZoomSteps } from '../flame/zoom-steps.ts';
import { formatCount, formatDifference, formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { useView } from '../state/view.ts';
import { TakePicture } from '../take/TakePicture.tsx';
import { Button } from '../ui/Button.tsx';
import { Segmented, Toggle } from '../ui/Choice.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { StickyBars, Toolbar, UnderBar } from '../ui/Toolbar.tsx';
import css from './FlameFigure.module.css';
import type { PairFigureProps, ProfilePair } from './use-profile-pair.ts';

interface FlameFigureProps extends PairFigureProps {
  /** What is searched for is brought into sight, whatever is folded: somebody has followed a link to it. */
  readonly showsFound?: boolean;
}

/** Where the time per request went, or what allocated, and how that changed. */
export function FlameFigure(props: FlameFigureProps) {
  const { sessionId, info, pair, over } = props;
  const text = useText('compare.flame');
  const names = { a: variantLetter(pair.a), b: variantLetter(pair.b) };
  const isThere = pair.isProfiled;
  const asked = { sessionId, ...pair.asked, kind: pair.kind, hide: [...pair.hide], folds: [...pair.folds.list], maxNodes: MAX_NODES };
  const { data, failure } = useEngineRequest('compare.flame', asked, { enabled: isThere });
  return (
    <Figure
      id="flame"
      page="FLAME-GRAPH"
      title={text('title')}
      help={<Help names={names} unit={data?.meta.unit ?? 'microseconds'} />}
      controls={<ProfileChoice info={info} pair={pair} />}
    >
      {!isThere && <NoProfiles over={over} />}
      {isThere && failure !== null && data === undefined && <ErrorNotice failure={failure} />}
      {isThere && failure === null && data === undefined && <Spinner label={text('title')} />}
      {isThere && data !== undefined && <Picture {...props} columns={data} names={names} />}
    </Figure>
  );
}

/** What is not there, or not yet. */
export function NoProfiles({ over }: { over: boolean }) {
  const text = useText('compare.flame');
  return over ? <EmptyState title={text('none')} text={text('noneText')} /> : <p className="muted">{text('coming')}</p>;
}

function Help({ names, unit }: { names: PairNames; unit: WeightUnit }) {
  const text = useText('compare.flame');
  const flame = useText('run.flame');
  return (
    <>
      <p>
        {text('help', { ...names, unit })} {flame('joinedHelp')}
      </p>
      <p>{text('sideHelp', { unit })}</p>
    </>
  );
}

type PictureProps = FlameFigureProps & { readonly columns: DiffFlameColumns; readonly names: PairNames };

function Picture({ info, pair, query, onQuery, columns, names, showsFound = false }: PictureProps) {
  const text = useText('compare.flame');
  const run = useText('run.flame');
  const search = useRef<HTMLInputElement>(null);
  useSearch(() => search.current?.focus());
  const [as, setAs] = useView('pairAs');
  const [width, setWidth] = useView('pairWidth');
  const steps = useZoomSteps('zoom');
  const hits = useSearchHits(query, showsFound);
  const isSought = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the link that was followed; what is folded from there is up to the reader
  useEffect(() => {
    if (!showsFound || isSought.current || hits.matches === NO_MATCHES) return;
    isSought.current = true;
    if (pair.isFolded && hits.matches.frames === 0) pair.unfoldAll();
  }, [showsFound, hits.matches]);
  const { meta } = columns;
  const { unit } = meta;
  const labelOf = useDiffLabel(names, unit);
  const titles = useMemo(() => ({ a: nameOf(info, names.a), b: nameOf(info, names.b) }), [info, names.a, names.b]);
  const tree = useMemo(() => (as === 'side' ? null : buildDiffTree(columns, width, labelOf)), [as, columns, width, labelOf]);
  const trees = useMemo(() => (as === 'side' ? buildSides(columns) : null), [as, columns]);
  const menu = useMemo(() => ({ folds: pair.folds, showCallers: null, sessionId: null }), [pair.folds]);
  const view = { names, unit, query, steps, hit: hits.hit, onMatches: hits.setMatches, menu };
  const split = useMemo(() => (tree === null ? null : splitOf(tree)), [tree]);
  const crumbed = tree ?? trees?.a ?? null;
  const basis = text('basis', {
    a: names.a,
    b: names.b,
    perA: formatWeight(meta.perRequestA, unit),
    perB: formatWeight(meta.perRequestB, unit),
    difference: formatDifference(100 * (meta.perRequestB / meta.perRequestA - 1)),
    of: comparedBy(meta),
    samplesA: formatCount(meta.samplesA),
    samplesB: formatCount(meta.samplesB),
  });
  return (
    <>
      <StickyBars>
        <Toolbar
          end={
            <>
              {as === 'difference' && <WidthChoice width={width} onWidth={setWidth} names={names} unit={unit} />}
              <Segmented
                label={text('view')}
                value={as}
                onChange={setAs}
                options={[
                  { value: 'difference', label: text('difference') },
                  { value: 'side', label: text('side') },
                ]}
              />
              {crumbed !== null && (
                <TakePicture
                  title={text('title')}
                  picture={(draw) =>
                    draw.flamePicture({
                      title: as === 'side' ? text('sides') : text('title'),
                      about: [`${titles.a} · ${titles.b}`, basis, ...foldLines({ hide: pair.hide, folds: pair.folds.list })],
                      sides:
                        trees === null
                          ? [{ title: null, tree: crumbed, share: 1 }]
                          : SIDES.map((side) => ({ title: titles[side], tree: trees[side], share: sharesOf(trees, steps.zoom)[side] })),
                      zoom: steps.zoom,
                      query,
                      colors: as === 'side' ? 'kinds' : { differenceOf: names.b, unit },
                      weight: (value) => text('perRequest', { time: formatWeight(value, unit) }),
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
            found={query.trim() === '' ? null : text('matches', { at: hits.at, count: hits.matches.frames })}
            marksMatches
            onStep={hits.step}
          />
        </Toolbar>
        <UnderBar>
          {as === 'difference' && <Legend b={names.b} unit={unit} />}
          <div className={css.folding}>
            <Folding pair={pair} colours={as !== 'difference'} />
            <MineToggle folds={pair.folds} />
          </div>
        </UnderBar>
        {split !== null && <SplitHint split={split} names={names} unit={unit} folds={pair.folds} />}
        {crumbed !== null && <Crumbs tree={crumbed} steps={steps} folds={pair.folds} />}
      </StickyBars>
      {tree !== null && <DifferenceFlame {...view} tree={tree} />}
      {trees !== null && <SideBySideFlame {...view} trees={trees} titles={titles} />}
      <p className={css.basis}>
        {basis} {joinedCalls(meta.joined)} {meta.folded > 0 && run('folded', { count: meta.folded })}
      </p>
      <p className={css.basis}>
        {text('oneRun', { unit })} {text('moved')} {aboutHeapDifference(info, unit)}
      </p>
    </>
  );
}

/** Where the trees part near the root, the functions they share are found by what is the user's own. */
function SplitHint({ split, names, unit, folds }: { split: Split; names: PairNames; unit: WeightUnit; folds: Folds }) {
  const text = useText('compare.flame');
  const shares = { shareA: formatPercent(100 * split.a), shareB: formatPercent(100 * split.b) };
  const isMine = folds.list.some(({ how }) => how === 'mine');
  return (
    <p className={css.basis}>
      {text('split', { ...names, ...shares, unit })} {!isMine && <Button onClick={() => folds.add(MINE)}>{text('splitTry')}</Button>}
    </p>
  );
}

function buildSides(columns: DiffFlameColumns): OfSides<DiffNode> | null {
  const a = buildSideTree(columns, 'a');
  const b = buildSideTree(columns, 'b');
  return a === null || b === null ? null : { a, b };
}

interface WidthChoiceProps {
  readonly width: DiffWidth;
  readonly onWidth: (width: DiffWidth) => void;
  readonly names: PairNames;
  readonly unit: WeightUnit;
}

function WidthChoice({ width, onWidth, names, unit }: WidthChoiceProps) {
  const text = useText('compare.flame');
  return (
    <div className={css.labelled}>
      <span aria-hidden="true">{text('width', { unit })}</span>
      <Segmented
        label={text('width', { unit })}
        value={width}
        onChange={onWidth}
        options={[
          { value: 'a', label: names.a },
          { value: 'b', label: names.b },
          { value: 'both', label: text('both') },
        ]}
      />
    </div>
  );
}

const LESS = ['less-4', 'less-3', 'less-2', 'less-1'];
const MORE = ['more-1', 'more-2', 'more-3', 'more-4'];

function Legend({ b, unit }: { b: string; unit: WeightUnit }) {
  const text = useText('compare.flame');
  const swatches = (paints: readonly string[]) =>
    paints.map((paint) => <span key={paint} className={css.swatch} style={{ background: `var(--diff-${paint})` }} aria-hidden="true" />);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form
    <div className={css.legend} role="group" aria-label={text('legend')}>
      <span>
        {swatches(LESS)} {text('legendLess', { letter: b, unit })}
      </span>
      <span>
        {swatches(MORE)} {text('legendMore', { letter: b, unit })}
      </span>
      <span>
        {swatches(['noise'])} {text('legendNoise')}
      </span>
    </div>
  );
}

/** Folds all frames of a kind into their callers; side by side it is also the legend of the colours. */
export function Folding({ pair, colours = false }: { pair: ProfilePair; colours?: boolean }) {
  const text = useText('run.profile');
  const names = useText('run.kinds');
  const kinds = colours ? FRAME_KINDS : FOLDABLE_KINDS;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form
    <div className={css.legend} role="group" aria-label={text('hideLabel')}>
      {kinds.map((kind) => (
        <span key={kind}>
          {colours && <span className={css.swatch} style={{ background: `var(--kind-${kind})` }} aria-hidden="true" />}
          {kind === 'own' ? (
            names(kind)
          ) : (
            <Toggle
              className={css.fold}
              pressed={pair.hide.includes(kind)}
              onChange={(folded) => pair.fold(kind, folded)}
              label={text('foldKind', { kind: names(kind), folded: pair.hide.includes(kind) ? 'yes' : 'no' })}
            >
              {text('foldShort', { kind: names(kind), folded: pair.hide.includes(kind) ? 'yes' : 'no' })}
            </Toggle>
          )}
        </span>
      ))}
    </div>
  );
}

/** Where both have several profiles, which of them; and which variants. */
export function ProfileChoice({ info, pair }: { info: ComparisonInfo; pair: ProfilePair }) {
  return (
    <>
      <KindChoice kinds={pair.kinds} kind={pair.kind} onChoose={pair.chooseKind} />
      <PairChoice info={info} pair={pair} />
    </>
  );
}

/** With more than two variants: which one is compared with the base. */
export function PairChoice({ info, pair }: { info: ComparisonInfo; pair: ProfilePair }) {
  const text = useText('compare');
  if (info.setup.variants.length < 3) return null;
  return (
    <Segmented
      label={text('flame.pair')}
      value={String(pair.b)}
      onChange={(value) => pair.chooseB(Number(value))}
      options={info.setup.variants.slice(1).map((_, index) => ({
        value: String(index + 1),
        label: text('verdicts.against', { a: 'A', b: variantLetter(index + 1) }),
      }))}
    />
  );
}
