/** Classic ticks as bars, one a run, all on one scale: the kinds of code beside each other, and below them the part during which V8 collected garbage. */

import { percentOf } from '../../base/percent-of.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { fitName } from '../../charts/flame-layout.ts';
import { px } from '../../charts/scales.ts';
import { type BarPart, layoutTickBar, TICK_PARTS } from '../../charts/tick-bar.ts';
import { formatCount, formatPercent } from '../../format/figures.ts';
import type { TickFigures } from '../../model/profile/ticks.ts';
import { type TickLine, ticksOfLine } from '../../profile/ticks/tick-lines.ts';
import { text } from '../../words/words.ts';
import { type Html, html } from '../html.ts';
import type { LegendItem } from './picture.ts';
import { label, type Panel, path } from './svg.ts';

export interface TickBarRow {
  /** Empty: there is only one. */
  readonly name: string;
  readonly figures: TickFigures;
  /** The ticks that fill the width. */
  readonly full: number;
}

const WIDTH = 960;
const BAR = 24;
const THIN = 6;
const NAME = 18;
const ROW = BAR + THIN + 16;
/** Of the letters on a bar. */
const LETTER = 6.4;

const PAINT: Record<BarPart['part'], string> = {
  javascript: 'k-own',
  cpp: 'k-core',
  libraries: 'k-native',
  unaccounted: 'k-joined',
};

function shareText(figures: TickFigures, line: TickLine): string {
  const percent = formatPercent(percentOf(ticksOfLine(figures, line), figures.total));
  return text('run.ticks.partShare', { name: text(`run.ticks.part.${line}`), percent });
}

export function tickBarsPanel(title: string, rows: readonly TickBarRow[]): Panel {
  let y = 0;
  const body: Html[] = [];
  const summary: string[] = [];
  for (const { name, figures, full } of rows) {
    const total = text('run.ticks.flame.share', { ticks: formatCount(figures.total), count: figures.total, percent: formatPercent(100) });
    if (name !== '') {
      body.push(label('name', 0, y + 12, showHidden(name)));
      y += NAME;
    }
    let x = 0;
    for (const { part, width } of layoutTickBar(figures, full)) {
      const pixels = width * WIDTH;
      const said = fitName(shareText(figures, part), pixels - 8, LETTER);
      body.push(
        html`<g class="${PAINT[part]}"><rect x="${px(x)}" y="${y}" width="${px(Math.max(0.5, pixels - 1))}" height="${BAR}"/>${said === '' ? null : label('', x + 6, y + 16, said)}</g>\n`,
      );
      x += pixels;
    }
    const gc = (WIDTH * ticksOfLine(figures, 'gc')) / Math.max(1, full);
    if (gc > 0) body.push(path('bars c-memory', `M0,${y + BAR + 2}h${px(gc)}v${THIN}h${px(-gc)}z`));
    summary.push(
      [name, total, ...[...TICK_PARTS, 'gc' as const].map((line) => shareText(figures, line))].filter((said) => said !== '').join(', '),
    );
    y += ROW;
  }
  return { title, help: null, drawing: { id: 'ticks', width: WIDTH, height: y, title, summary: summary.join('. ') }, body };
}

export function tickBarsLegend(): LegendItem[] {
  return [
    ...TICK_PARTS.map((part) => ({ text: text(`run.ticks.part.${part}`), swatch: PAINT[part] })),
    {
      text: `${text('run.ticks.part.gc')} ${text('run.ticks.gcNote')}`,
      swatch: null,
      mark: (x: number, y: number) => path('bars c-memory', `M${px(x - 6)},${px(y - THIN / 2)}h12v${THIN}h-12z`),
    },
  ];
}
