/** The flame graph of 0x, standing still: a frame is as wide as it was on the stack, and as hot as it was on top of it. */
import { percentOf } from '../../base/percent-of.ts';
import { HEAT_FROM, heatPaint } from '../../charts/heat.ts';
import { TIER_MARK, tickFrameKey } from '../../charts/tick-frames.ts';
import { formatCount, formatNumber, formatPercent } from '../../format/figures.ts';
import { shortName } from '../../format/place.ts';
import type { TickFlameColumns } from '../../model/profile/profile-views.ts';
import { TICK_CATEGORIES, TICK_TIERS, type TickCategory, type TickTier } from '../../model/profile/ticks.ts';
import { aboutTicks } from '../../phrases/tick-frames.ts';
import type { TickFlameQuery } from '../../profile/ticks/tick-flame.ts';
import { text } from '../../words/words.ts';
import { type Html, html } from '../html.ts';
import { calledIn, drawFlame, drawFrames, helpWith, keyOf, type Paint, placeIn } from './flame-svg.ts';

export interface TickFlame {
  readonly columns: TickFlameColumns;
  /** Which of all frames are in the columns. */
  readonly query: TickFlameQuery;
}

/** Of one variant of a comparison. */
export interface OfVariant {
  readonly letter: string;
  /** Of the width: on one scale with the others. */
  readonly share: number;
}

/** `most`: frames at most, so that a report stays small; `variant` null: of a run on its own. */
export function tickFlameFigure(id: string, { columns, query }: TickFlame, most: number, variant: OfVariant | null = null): Html {
  const { base } = columns.meta;
  const share = (ticks: number): string => formatPercent(percentOf(ticks, base));
  const tierOf = (node: number): TickTier => TICK_TIERS[columns.tier[node]!] ?? 'none';
  const categoryOf = (node: number): TickCategory => TICK_CATEGORIES[columns.category[node]!] ?? 'app';
  const paint = (node: number): Paint => {
    const [onStack, onTop] = [columns.total[node]!, columns.self[node]!];
    const name = calledIn(columns, node);
    const details = text('run.ticks.flame.details', {
      name: shortName(name),
      onStack: formatCount(onStack),
      onStackPercent: share(onStack),
      onTop: formatCount(onTop),
      onTopPercent: share(onTop),
      tier: tierOf(node),
    });
    // The first one is all of it, no function.
    if (node === 0) return { className: 'k-native', label: name, title: details };
    return {
      className: heatPaint(percentOf(onTop, base)),
      label: `${TIER_MARK[tierOf(node)]}${name}`,
      title: [details, placeIn(columns, node), text(`run.ticks.category.${categoryOf(node)}`)].filter((line) => line !== '').join('\n'),
    };
  };
  const weight = (ticks: number): string =>
    text('run.ticks.flame.share', { ticks: formatCount(ticks), count: ticks, percent: share(ticks) });
  const nameAt = keyOf(columns);
  const keyAt = (node: number): string => tickFrameKey(nameAt(node), columns.column[node]!, tierOf(node), categoryOf(node));
  const picture = drawFrames(columns, columns.total, (columns.total[0] ?? 0) / (variant?.share ?? 1), most, paint, weight, keyAt);
  const title = text('run.ticks.flame.title');
  const heading = variant === null ? title : text('report.ofVariant', { letter: variant.letter, title });
  const summary = text('run.ticks.flame.width', { ticks: base });
  const about = aboutTicks(query).map((line) => text('report.sentence', { line }));
  const help = [summary, ...about, text('run.flame.joinedHelp'), text('report.flamePoint')].join(' ');
  return drawFlame(id, heading, heading, summary, picture, helpWith(help, picture.folded + columns.meta.folded), heatLegend());
}

function heatLegend(): Html[] {
  const steps = HEAT_FROM.map((from, step) => html`<span class="chip heat-${step}">${formatNumber(from, from % 1 === 0 ? 0 : 1)}</span>`);
  return [html`${text('run.ticks.flame.legend')} `, ...steps, html` ${text('run.ticks.flame.legendUnit')}`];
}
