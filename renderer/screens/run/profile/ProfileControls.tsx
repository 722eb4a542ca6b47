import type { ReactNode } from 'react';
import { showHidden } from '../../../../shared/base/show-hidden.ts';
import { windowEnds } from '../../../../shared/format/window.ts';
import { FRAME_KINDS } from '../../../../shared/model/profile/frame-kind.ts';
import { MAIN_THREAD, WORKER_THREADS } from '../../../../shared/model/profile/profile.ts';
import type { WeightUnit } from '../../../../shared/model/profile/weight-unit.ts';
import type { FrameKind } from '../../../../shared/model/report.ts';
import { WHICH_REQUESTS } from '../../../../shared/model/request-filter.ts';
import type { TargetProcess, TargetThread } from '../../../../shared/model/run.ts';
import { processName } from '../../../../shared/phrases/charts.ts';
import { exactText } from '../../../../shared/phrases/exact-pass.ts';
import { foldLines } from '../../../../shared/phrases/fold-words.ts';
import { aboutHeap } from '../../../../shared/phrases/heap-profile.ts';
import { type ProfileBase, tellBase, threadName } from '../../../../shared/phrases/profile-words.ts';
import { MineToggle } from '../../../flame/FoldChips.tsx';
import { KindChoice } from '../../../flame/KindChoice.tsx';
import { text, useText } from '../../../i18n/i18n.tsx';
import { Segmented, Toggle } from '../../../ui/Choice.tsx';
import { Select } from '../../../ui/Select.tsx';
import css from './ProfileControls.module.css';
import type { ProfileView } from './profile-query.ts';

/** The legend of the colours, with a button per kind that folds it into its callers. `children`: further ways to see the same frames. */
export function KindLegend({ view, children }: { view: ProfileView; children?: ReactNode }) {
  const text = useText('run.profile');
  const name = useText('run.kinds');
  const { hide } = view.choice;
  const toggle = (kind: FrameKind, folded: boolean) =>
    view.choose({ hide: folded ? [...hide, kind] : hide.filter((other) => other !== kind) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form
    <div className={css.legend} role="group" aria-label={text('hideLabel')}>
      {FRAME_KINDS.map((kind) => (
        <span key={kind} className={css.kind} data-folded={hide.includes(kind)}>
          <span className={css.swatch} style={{ background: `var(--kind-${kind})` }} aria-hidden="true" />
          <span className={css.name}>{name(kind)}</span>
          {kind !== 'own' && (
            <Toggle
              className={css.fold}
              pressed={hide.includes(kind)}
              onChange={(folded) => toggle(kind, folded)}
              label={text('foldKind', { kind: name(kind), folded: hide.includes(kind) ? 'yes' : 'no' })}
            >
              {text('fold', { folded: hide.includes(kind) ? 'yes' : 'no' })}
            </Toggle>
          )}
        </span>
      ))}
      <MineToggle folds={view.folds} />
      {children}
    </div>
  );
}

/** Of a run with several profiles. */
function BaseChoice({ view }: { view: ProfileView }) {
  const text = useText('run.profile');
  return (
    <Segmented
      label={text('base')}
      value={view.choice.base}
      onChange={(base) => view.choose({ base })}
      options={[
        { value: 'cpu', label: text('cpu') },
        { value: 'blocked', label: text('blocked') },
        { value: 'wall', label: text('wall') },
      ]}
    />
  );
}

const ALL = 'all';

export function ProcessChoice({ view, processes }: { view: ProfileView; processes: readonly TargetProcess[] }) {
  const text = useText('run.profile');
  if (processes.length < 2 || view.exact !== null) return null;
  const options = processes.map((process) => ({ value: String(process.pid), label: processName(process, process.pid) }));
  return (
    <Select
      label={text('process')}
      value={view.choice.pid === null ? ALL : String(view.choice.pid)}
      onChange={(value) => view.choose({ pid: value === ALL ? null : Number(value), thread: null })}
      options={[{ value: ALL, label: text('allProcesses') }, ...options]}
    />
  );
}

interface ThreadChoiceProps {
  readonly view: ProfileView;
  readonly threads: readonly TargetThread[];
  readonly processes: readonly TargetProcess[];
}

/** Nothing where only main threads have a profile. */
export function ThreadChoice({ view, threads, processes }: ThreadChoiceProps) {
  const text = useText('run.profile');
  const { pid, thread } = view.choice;
  // Of several processes, a number would be of a thread in each.
  const [only] = processes.length === 1 ? processes : [];
  const of = pid ?? only?.pid ?? null;
  const shown = threads.filter((one) => of === null || one.pid === of);
  if (shown.length === 0 || view.exact !== null) return null;
  const together = [
    { value: ALL, label: text('allThreads') },
    { value: String(MAIN_THREAD), label: text(of === null ? 'mainThreads' : 'mainThread') },
    ...(shown.length > 1 ? [{ value: String(WORKER_THREADS), label: text('workerThreads') }] : []),
  ];
  const single = of === null ? [] : shown.map((one) => ({ value: String(one.thread), label: threadName(one) }));
  const options = [...together, ...single];
  const chosen = String(thread);
  return (
    <Select
      label={text('thread')}
      value={options.some(({ value }) => value === chosen) ? chosen : ALL}
      onChange={(value) => view.choose({ thread: value === ALL ? null : Number(value) })}
      options={options}
    />
  );
}

interface RouteChoiceProps {
  readonly view: ProfileView;
  readonly routes: readonly string[];
}

export function RouteChoice({ view, routes }: RouteChoiceProps) {
  const text = useText('run.routes');
  const { route } = view.choice;
  return (
    <Select
      label={text('of')}
      className={css.route}
      value={routes.includes(route) ? route : ALL}
      onChange={(value) => view.choose({ route: value === ALL ? '' : value })}
      options={[{ value: ALL, label: text('all') }, ...routes.map((name) => ({ value: name, label: showHidden(name) }))]}
    />
  );
}

/** As the code ran, or as it is written; nothing where there was one pass only. */
function FramesChoice({ view }: { view: ProfileView }) {
  const text = useText('run.exact');
  if (!view.hasExact) return null;
  return (
    <Segmented
      label={text('choice')}
      value={view.exact === null ? 'inlined' : 'exact'}
      onChange={(frames) => view.choose({ frames })}
      options={[
        { value: 'inlined', label: text('inlined') },
        { value: 'exact', label: text('exact') },
      ]}
    />
  );
}

/** Nothing where samples are not told apart by requests. */
export function RequestChoice({ view, routes }: RouteChoiceProps) {
  const text = useText('run.routes');
  if (routes.length === 0 || view.exact !== null) return null;
  const { which } = view.choice;
  return (
    <>
      <RouteChoice view={view} routes={routes} />
      <Select
        label={text('which')}
        value={which}
        onChange={(value) => view.choose({ which: value })}
        options={WHICH_REQUESTS.map((value) => ({ value, label: text(`whichOf.${value}`) }))}
      />
    </>
  );
}

interface SelectionChoicesProps extends ThreadChoiceProps, RouteChoiceProps {
  readonly unit: WeightUnit;
}

/** What is selected of the profiles, as far as there is a choice, and what their time is of. */
export function SelectionChoices({ view, processes, threads, routes, unit }: SelectionChoicesProps) {
  return (
    <>
      <KindChoice kinds={view.kinds} kind={view.choice.kind} onChoose={(kind) => view.choose({ kind })} />
      <FramesChoice view={view} />
      {view.ofHeap === null && <RequestChoice view={view} routes={routes} />}
      <ProcessChoice view={view} processes={processes} />
      <ThreadChoice view={view} threads={threads} processes={processes} />
      {unit === 'microseconds' && <BaseChoice view={view} />}
    </>
  );
}

/** What percentages refer to. */
export function BaseLine({ view, of }: { readonly view: ProfileView; readonly of: ProfileBase }) {
  return (
    <p className={css.base}>
      {tellBase(of)} {view.ofHeap !== null && aboutHeap(view.ofHeap)} {view.exact !== null && exactText(view.exact)}
    </p>
  );
}

/** What a picture of the profile says besides: what is in it and what is not. */
export function aboutProfile(view: ProfileView, of: ProfileBase): string[] {
  const { window, selection } = view.query;
  const { route, which } = view.choice;
  return [
    tellBase(of),
    view.ofHeap === null ? '' : aboutHeap(view.ofHeap),
    view.exact === null ? '' : exactText(view.exact),
    window ? text('take.window', windowEnds(window)) : '',
    selection.requests
      ? text('run.routes.about', { route: route === '' ? 'any' : showHidden(route), which: text(`run.routes.whichOf.${which}`) })
      : '',
    ...foldLines({ hide: view.choice.hide, folds: view.folds.list }),
  ];
}
