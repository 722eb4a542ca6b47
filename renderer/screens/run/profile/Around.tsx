import { useMemo } from 'react';
import { frameKey } from '../../../../shared/charts/flame-layout.ts';
import { calledFunction } from '../../../../shared/format/place.ts';
import type { FunctionName } from '../../../../shared/profile/tree/folds.ts';
import { useEscape } from '../../../commands/escape.ts';
import { CallTree } from '../../../flame/CallTree.tsx';
import { weightShare } from '../../../flame/FlameGraph.tsx';
import { FoldChips } from '../../../flame/FoldChips.tsx';
import { buildFlameTree, MAX_NODES, selfOf } from '../../../flame/flame-model.ts';
import { Location } from '../../../flame/Location.tsx';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { Toolbar, UnderBar } from '../../../ui/Toolbar.tsx';
import tabs from '../tabs.module.css';
import css from './Around.module.css';
import { type ProfileTabProps, useProfileMenu } from './FlameTab.tsx';
import { BaseLine, KindLegend, SelectionChoices } from './ProfileControls.tsx';

/** One function, wherever it was called: who called it above, what it called below. */
export function Around({ of, processes, view, routes }: ProfileTabProps & { readonly of: FunctionName }) {
  const text = useText('run');
  const [, setAround] = useView('around');
  const menu = useProfileMenu(view);
  const close = () => setAround(null);
  useEscape('place', close);
  const callers = useEngineRequest(
    'profile.flame',
    { ...view.query, maxNodes: MAX_NODES, shape: { as: 'callers', ...of } },
    { version: view.version },
  );
  const callees = useEngineRequest(
    'profile.flame',
    { ...view.query, maxNodes: MAX_NODES, shape: { as: 'callees', ...of } },
    { version: view.version },
  );
  const above = useMemo(() => (callers.data === undefined ? null : buildFlameTree(callers.data)), [callers.data]);
  const below = useMemo(() => (callees.data === undefined ? null : buildFlameTree(callees.data)), [callees.data]);
  const failure = callers.failure ?? callees.failure;
  if (failure !== null) return <ErrorNotice failure={failure} />;
  if (callers.data === undefined || callees.data === undefined) return <Spinner label={text('loading')} />;
  const { meta } = callees.data;
  const name = calledFunction(of);
  const isThere = above !== null && below !== null && below.children.length > 0;
  return (
    <div className={tabs.fill}>
      <Toolbar end={<SelectionChoices view={view} processes={processes} threads={[]} routes={routes} unit={meta.unit} />}>
        <Button onClick={close}>{text('around.close')}</Button>
        {menu.showSource && of.url !== '' && <Button onClick={() => menu.showSource!(of)}>{text('frameMenu.showSource')}</Button>}
        {menu.showMoments && <Button onClick={() => menu.showMoments!(of)}>{text('moments.title')}</Button>}
        <h3 className={css.name}>{name}</h3>
        <Location url={of.url} line={of.line} />
        {isThere && (
          <span className="muted">
            {text('around.figures', {
              total: weightShare(below.value, meta),
              self: weightShare(selfOf(below, frameKey(of.function, of.url, of.line)), meta),
            })}
          </span>
        )}
      </Toolbar>
      <UnderBar>
        <KindLegend view={view} />
        <BaseLine view={view} of={meta} />
      </UnderBar>
      <FoldChips folds={view.folds} />
      {!isThere && (
        <EmptyState
          title={text('around.none')}
          text={text('around.noneText')}
          action={<Button onClick={close}>{text('around.close')}</Button>}
        />
      )}
      {isThere && (
        <div className={tabs.scrolling}>
          <h4 className={css.head}>{text('around.callers', { name })}</h4>
          <p className={css.note}>{text('around.callersHelp')}</p>
          <CallTree tree={above} meta={meta} hasSelf={false} label={text('around.callers', { name })} menu={menu} />
          <h4 className={css.head}>{text('around.callees', { name })}</h4>
          <p className={css.note}>{text('around.calleesHelp')}</p>
          <CallTree tree={below} meta={meta} label={text('around.callees', { name })} isFolded={view.isFolded} menu={menu} />
        </div>
      )}
    </div>
  );
}
