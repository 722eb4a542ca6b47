import { useMemo } from 'react';
import { percentOf } from '../../shared/base/percent-of.ts';
import { formatWeight } from '../../shared/format/weights.ts';
import type { FlameColumns } from '../../shared/model/profile/profile-views.ts';
import { formatPercent } from '../i18n/format.ts';
import { text, useText } from '../i18n/i18n.tsx';
import css from './FlameGraph.module.css';
import { FlameView, type FlameViewProps, type FlameWords } from './FlameView.tsx';
import { calledNode, type FlameNode } from './flame-model.ts';
import { Location } from './Location.tsx';

export type FlameGraphProps = Omit<FlameViewProps, 'words' | 'echo' | 'onPoint' | 'share'> & { readonly meta: FlameColumns['meta'] };

/** "12 ms (3.4 %)". */
export function weightShare(value: number, { unit, base }: FlameColumns['meta']): string {
  return text('run.flame.weightShare', { weight: formatWeight(value, unit), percent: formatPercent(percentOf(value, base)) });
}

/** The flame graph of one run. */
export function FlameGraph({ meta, ...view }: FlameGraphProps) {
  const text = useText('run.flame');
  const words = useMemo<FlameWords>(() => {
    const weight = (value: number) => weightShare(value, meta);
    return {
      label: text('description', { samples: meta.samples }),
      weight,
      details: (node) =>
        text(node.folded > 0 ? 'detailsFolded' : 'details', {
          name: calledNode(node),
          total: formatWeight(node.value, meta.unit),
          totalPercent: formatPercent(percentOf(node.value, meta.base)),
          self: formatWeight(node.self, meta.unit),
          selfPercent: formatPercent(percentOf(node.self, meta.base)),
          folded: weight(node.folded),
        }),
      tip: (node) => <Tip node={node} meta={meta} weight={weight} />,
    };
  }, [meta, text]);
  return <FlameView {...view} words={words} />;
}

function samplesOf(weight: number, meta: FlameColumns['meta']): number {
  return meta.base > 0 ? Math.max(1, Math.round((meta.samples * weight) / meta.base)) : 0;
}

interface TipProps extends Pick<FlameGraphProps, 'meta'> {
  readonly node: FlameNode;
  readonly weight: FlameWords['weight'];
}

function Tip({ node, meta, weight }: TipProps) {
  const text = useText('run.flame');
  const kind = useText('run.kind');
  return (
    <>
      <p className={css.tipName}>{calledNode(node)}</p>
      <div className={css.tipFile}>
        <Location url={node.url} line={node.line} />
      </div>
      <dl>
        <dt>{text('total')}</dt>
        <dd>{weight(node.value)}</dd>
        <dt>{text('self')}</dt>
        <dd>{weight(node.self)}</dd>
        {node.folded > 0 && (
          <>
            <dt>{text('foldedTime')}</dt>
            <dd>{weight(node.folded)}</dd>
          </>
        )}
      </dl>
      <p className={css.tipFoot}>
        <span className={css.swatch} style={{ background: `var(--kind-${node.kind})` }} />
        {kind(node.kind)}
        <span className={css.tipSamples}>{text('samples', { count: samplesOf(node.value, meta) })}</span>
      </p>
    </>
  );
}
