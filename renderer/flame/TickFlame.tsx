import { useMemo } from 'react';
import { percentOf } from '../../shared/base/percent-of.ts';
import type { TickFlameColumns } from '../../shared/model/profile/profile-views.ts';
import type { TickTier } from '../../shared/model/profile/ticks.ts';
import { formatCount, formatPercent } from '../i18n/format.ts';
import { text, useText } from '../i18n/i18n.tsx';
import css from './FlameGraph.module.css';
import { FlameView, type FlameViewProps, type FlameWords } from './FlameView.tsx';
import { calledNode, type FlameNode } from './flame-model.ts';
import { Location } from './Location.tsx';
import { isTickNode } from './tick-model.ts';

/** Frames of this tier are marked; null: none. */
export type MarkedTier = Exclude<TickTier, 'none'> | null;

export type TickFlameProps = Omit<FlameViewProps, 'words' | 'isMarked'> & {
  readonly meta: TickFlameColumns['meta'];
  readonly marked: MarkedTier;
  /** Description for screen readers. */
  readonly label: string;
};

/** 0x's flame graph: as wide as a frame was on the stack, as hot as it was on top of it. */
export function TickFlame({ meta, marked, label, ...view }: TickFlameProps) {
  const text = useText('run.ticks.flame');
  const words = useMemo<FlameWords>(() => {
    const weight = (ticks: number) => tickShare(ticks, meta);
    return {
      label,
      weight,
      details: (node) =>
        text('details', {
          name: calledNode(node),
          onStack: formatCount(node.value),
          onStackPercent: share(node.value, meta),
          onTop: formatCount(node.self),
          onTopPercent: share(node.self, meta),
          tier: isTickNode(node) ? node.tier : 'none',
        }),
      tip: (node) => <Tip node={node} weight={weight} />,
    };
  }, [label, meta, text]);
  const isMarked = useMemo(() => (marked === null ? undefined : (node: FlameNode) => isTickNode(node) && node.tier === marked), [marked]);
  return <FlameView {...view} words={words} isMarked={isMarked} />;
}

/** "12 ticks, 3.4 %". */
export function tickShare(ticks: number, meta: TickFlameColumns['meta']): string {
  return text('run.ticks.flame.share', { ticks: formatCount(ticks), count: ticks, percent: share(ticks, meta) });
}

function share(ticks: number, { base }: TickFlameColumns['meta']): string {
  return formatPercent(percentOf(ticks, base));
}

function Tip({ node, weight }: { node: FlameNode; weight: FlameWords['weight'] }) {
  const text = useText('run.ticks.flame');
  const category = useText('run.ticks.category');
  return (
    <>
      <p className={css.tipName}>{calledNode(node)}</p>
      <div className={css.tipFile}>
        <Location url={node.url} line={node.line} />
      </div>
      <dl className={css.tipWide}>
        <dt>{text('onStack')}</dt>
        <dd>{weight(node.value)}</dd>
        <dt>{text('onTop')}</dt>
        <dd>{weight(node.self)}</dd>
      </dl>
      {isTickNode(node) && node.parent !== null && (
        <p className={css.tipFoot}>
          <span className={css.swatch} style={{ background: `var(--${node.paint})` }} />
          {category(node.category)}
          <span className={css.tipSamples}>{node.tier !== 'none' && text(node.tier)}</span>
        </p>
      )}
    </>
  );
}
