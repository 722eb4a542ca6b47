import type { FrameKind } from '../../../shared/model/report.ts';
import type { TargetProcess } from '../../../shared/model/run.ts';
import type { Milliseconds } from '../../../shared/model/units.ts';
import { formatMs } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Segmented, Toggle } from '../../ui/Choice.tsx';
import { Select } from '../../ui/Select.tsx';
import css from './ProfileControls.module.css';
import type { ProfileView } from './profile-query.ts';

const FOLDABLE = ['dependency', 'core', 'native'] as const satisfies readonly FrameKind[];
const KINDS = ['own', ...FOLDABLE] as const;

/** Of one function, as opposed to the legend's kinds. */
export function useKindName(): Readonly<Record<FrameKind, string>> {
  const text = useText('run.profile');
  return { own: text('kindOwnOne'), dependency: text('kindDependencyOne'), core: text('kindCoreOne'), native: text('kindNativeOne') };
}

function useKindNames(): Readonly<Record<FrameKind, string>> {
  const text = useText('run.profile');
  return { own: text('kindOwn'), dependency: text('kindDependency'), core: text('kindCore'), native: text('kindNative') };
}

/** The legend of the colours, which is also where kinds are folded away. */
export function KindLegend({ view }: { view: ProfileView }) {
  const text = useText('run.profile');
  const names = useKindNames();
  const { hide } = view.choice;
  const toggle = (kind: FrameKind, folded: boolean) =>
    view.choose({ hide: folded ? [...hide, kind] : hide.filter((other) => other !== kind) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form
    <div className={css.legend} role="group" aria-label={text('hideLabel')}>
      {KINDS.map((kind) => (
        <span key={kind} className={css.kind} data-folded={hide.includes(kind)}>
          <span className={css.swatch} style={{ background: `var(--kind-${kind})` }} aria-hidden="true" />
          <span className={css.name}>{names[kind]}</span>
          {kind !== 'own' && (
            <Toggle
              className={css.fold}
              pressed={hide.includes(kind)}
              onChange={(folded) => toggle(kind, folded)}
              label={text('foldKind', { kind: names[kind] })}
            >
              {hide.includes(kind) ? text('folded') : text('hide')}
            </Toggle>
          )}
        </span>
      ))}
    </div>
  );
}

export function BaseChoice({ view }: { view: ProfileView }) {
  const text = useText('run.profile');
  return (
    <Segmented
      label={text('base')}
      value={view.choice.base}
      onChange={(base) => view.choose({ base })}
      options={[
        { value: 'active', label: text('active') },
        { value: 'wall', label: text('wall') },
      ]}
    />
  );
}

const ALL = 'all';

export function ProcessChoice({ view, processes }: { view: ProfileView; processes: readonly TargetProcess[] }) {
  const text = useText('run.profile');
  if (processes.length < 2) return null;
  const options = processes.map(({ pid, role }) => ({
    value: String(pid),
    label: text('processOption', { role: role === 'main' ? 'main' : role === 'cluster worker' ? 'worker' : 'child', pid: String(pid) }),
  }));
  return (
    <Select
      label={text('process')}
      value={view.choice.pid === null ? ALL : String(view.choice.pid)}
      onChange={(value) => view.choose({ pid: value === ALL ? null : Number(value) })}
      options={[{ value: ALL, label: text('allProcesses') }, ...options]}
    />
  );
}

/** Percent of what: always said. */
export function BaseLine({ view, baseMs, samples }: { view: ProfileView; baseMs: Milliseconds; samples: number }) {
  const text = useText('run.profile');
  const values = { time: formatMs(baseMs), samples };
  return <p className={css.base}>{view.choice.base === 'active' ? text('baseActive', values) : text('baseWall', values)}</p>;
}
