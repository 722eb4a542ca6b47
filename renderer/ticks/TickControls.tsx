import { FIRST_HOT, HEAT_FROM, heatPaint } from '../../shared/charts/heat.ts';
import { TICK_CATEGORIES, type TickCategory } from '../../shared/model/profile/ticks.ts';
import { formatCount, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { Segmented, Toggle } from '../ui/Choice.tsx';
import type { TickView } from './tick-choice.ts';
import css from './ticks.module.css';

/** The buttons of 0x: which kinds of frames are drawn, with the ticks that each had on top of the stack. */
export function TickFilters({ view, counts }: { view: TickView; counts: Readonly<Record<TickCategory, number>> }) {
  const text = useText('run.ticks');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form
    <div className={css.filters} role="group" aria-label={text('flame.filters')}>
      {TICK_CATEGORIES.map((category) => {
        const ticks = counts[category];
        return (
          <span key={category} className={css.filter} title={text(`categoryHint.${category}`)}>
            <Toggle pressed={!view.hide.includes(category)} onChange={(shown) => view.show(category, shown)}>
              {text(`category.${category}`)} <span className={css.count}>{formatCount(ticks)}</span>
              <span className="visually-hidden"> {text('flame.filter', { ticks })}</span>
            </Toggle>
          </span>
        );
      })}
    </div>
  );
}

export function TierChoice({ view }: { view: TickView }) {
  const text = useText('run.ticks.flame');
  return (
    <div className={css.labelled}>
      <span aria-hidden="true">{text('tiers')}</span>
      <Segmented
        label={text('tiers')}
        value={view.merged ? 'merged' : 'apart'}
        onChange={(value) => view.choose({ merged: value === 'merged' })}
        options={[
          { value: 'apart', label: text('byTier') },
          { value: 'merged', label: text('merged') },
        ]}
      />
    </div>
  );
}

/** Marks the frames of one tier, as a search would. */
export function TierMarks({ view }: { view: TickView }) {
  const text = useText('run.ticks.flame');
  if (view.merged) return <p className={css.note}>{text('markNone')}</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form
    <div className={css.filters} role="group" aria-label={text('mark')}>
      <span className={css.filtersName} aria-hidden="true">
        {text('mark')}
      </span>
      {(['optimised', 'unoptimised'] as const).map((tier) => (
        <Toggle
          key={tier}
          className={css.filter}
          pressed={view.marked === tier}
          onChange={(marked) => view.choose({ marked: marked ? tier : null })}
        >
          {text(tier === 'optimised' ? 'markOptimised' : 'markUnoptimised')}
        </Toggle>
      ))}
    </div>
  );
}

export function HeatLegend() {
  const text = useText('run.ticks.flame');
  return (
    <p className={css.legend}>
      {text('legend')}
      <span className={css.heat}>
        {HEAT_FROM.map((from, step) => (
          <span key={from} className={css.heatStep} data-hot={step >= FIRST_HOT} style={{ background: `var(--${heatPaint(from)})` }}>
            {formatNumber(from, from % 1 === 0 ? 0 : 1)}
          </span>
        ))}
      </span>
      {text('legendUnit')}
    </p>
  );
}
