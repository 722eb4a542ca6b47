import { useMemo } from 'react';
import type { FlameColumns } from '../../shared/protocol/contract.ts';
import { formatMs, formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import css from './FlameGraph.module.css';
import { FlameView, type FlameViewProps, type FlameWords } from './FlameView.tsx';
import type { FlameNode } from './flame-model.ts';
import { Location } from './Location.tsx';

export type FlameGraphProps = Omit<FlameViewProps, 'words' | 'echo' | 'onPoint' | 'share'> & { readonly meta: FlameColumns['meta'] };

/** The flame graph of one run. */
export function FlameGraph({ meta, ...view }: FlameGraphProps) {
  const text = useText('run.flame');
  const words = useMemo<FlameWords>(
    () => ({
      label: text('description', { samples: meta.samples }),
      details: (node) =>
        text('details', {
          name: node.name,
          total: formatMs(node.value),
          totalPercent: formatPercent(shareOf(node.value, meta)),
          self: formatMs(node.selfMs),
          selfPercent: formatPercent(shareOf(node.selfMs, meta)),
        }),
      tip: (node) => <Tip node={node} meta={meta} />,
    }),
    [meta, text],
  );
  return <FlameView {...view} words={words} />;
}

function shareOf(ms: number, meta: FlameColumns['meta']): number {
  return meta.baseMs > 0 ? (100 * ms) / meta.baseMs : 0;
}

function samplesOf(ms: number, meta: FlameColumns['meta']): number {
  return meta.baseMs > 0 ? Math.max(1, Math.round((meta.samples * ms) / meta.baseMs)) : 0;
}

function Tip({ node, meta }: { node: FlameNode; meta: FlameColumns['meta'] }) {
  const text = useText('run.flame');
  const profile = useText('run.profile');
  const kinds = {
    own: profile('kindOwnOne'),
    dependency: profile('kindDependencyOne'),
    core: profile('kindCoreOne'),
    native: profile('kindNativeOne'),
  } as const;
  const row = (ms: number) => text('timeShare', { time: formatMs(ms), percent: formatPercent(shareOf(ms, meta)) });
  return (
    <>
      <p className={css.tipName}>{node.name}</p>
      <div className={css.tipFile}>
        <Location url={node.url} line={node.line} />
      </div>
      <dl>
        <dt>{text('total')}</dt>
        <dd>{row(node.value)}</dd>
        <dt>{text('self')}</dt>
        <dd>{row(node.selfMs)}</dd>
      </dl>
      <p className={css.tipFoot}>
        <span className={css.swatch} style={{ background: `var(--kind-${node.kind})` }} />
        {kinds[node.kind]}
        <span className={css.tipSamples}>{text('samples', { count: samplesOf(node.value, meta) })}</span>
      </p>
    </>
  );
}
