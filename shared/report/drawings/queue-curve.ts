/** Mean latency against utilization with the curve of M/D/1, of arrivals at one rate: as a drawing, and each run in a table. */
import { type Queue, queueOf } from '../../analysis/queueing.ts';
import { layoutQueue } from '../../charts/queue-curve.ts';
import { linePath, tickDigits } from '../../charts/scales.ts';
import { formatMs, formatNumber } from '../../format/figures.ts';
import type { ComparisonInfo } from '../../model/comparison/comparison-info.ts';
import { tellQueue } from '../../phrases/queueing.ts';
import { namesOf } from '../../phrases/variant-name.ts';
import { text } from '../../words/words.ts';
import type { ReportSection } from '../document.ts';
import { escapeMarkdown } from '../escape.ts';
import { html } from '../html.ts';
import { htmlTable, markdownTable, type ReportTable } from '../table.ts';
import { type PanelSize, variantMarks } from './comparison-charts.ts';
import { grid, label, type Panel, path, rule, svg } from './svg.ts';

const SIZE = { width: 1_080, height: 300, left: 52, right: 16, top: 20, bottom: 40 };

export function queuePanel(queue: Queue, size: Partial<PanelSize> = {}): Panel {
  const frame = { ...SIZE, ...size };
  const { width, height, left, right, top, bottom } = frame;
  const { x, y, ticks, curve, runs, name } = layoutQueue(queue, frame);
  const axis = ticks.map((tick) => [
    rule('grid', x(tick), top, x(tick), height - bottom),
    label('axis middle', x(tick), height - bottom + 15, formatNumber(100 * tick)),
  ]);
  const title = text('compare.queue.title');
  return {
    title,
    help: text('compare.queue.help'),
    drawing: { id: 'queue', width, height, title, summary: text('compare.queue.description', { told: tellQueue(queue) }) },
    body: [
      grid(y, left, width - right, Math.max(...y.ticks.map(tickDigits))),
      label('axis', left + 6, top - 6, text('compare.queue.unit')),
      html`<g aria-hidden="true">${axis}</g>`,
      label('axis end', width - right, height - 6, text('compare.queue.across')),
      path('line c-offered', linePath(curve)),
      label(`name${name.anchor === 'end' ? ' end' : ''} t-offered`, ...name.at, text('compare.queue.curve')),
      ...[0, 1].map((variant) =>
        variantMarks(
          variant,
          runs.flatMap((run) => (run.variant === variant ? [run.place] : [])),
        ),
      ),
    ],
  };
}

/** A row for each run. */
export function queueTable({ runs }: Queue, names: readonly string[]): ReportTable {
  return {
    caption: text('compare.queue.ofRuns'),
    columns: [
      { title: text('compare.queue.variant') },
      { title: text('compare.queue.across'), numeric: true },
      { title: text('compare.queue.mean'), numeric: true },
    ],
    rows: runs.map(({ variant, utilization, meanMs }) => [names[variant]!, formatNumber(100 * utilization, 1), formatMs(meanMs)]),
    narrow: true,
  };
}

/** None: it is another load. */
export function queueSections(info: ComparisonInfo): ReportSection[] {
  const queue = queueOf(info);
  if (queue === null) return [];
  const { title, help, drawing, body } = queuePanel(queue);
  const drawn = html`<figure>${svg(drawing, body)}<p class="help">${help}</p></figure>`;
  return [{ id: 'queue', title, body: html`<p>${tellQueue(queue)}</p>${drawn}${htmlTable(queueTable(queue, namesOf(info)))}` }];
}

export function markdownQueue(info: ComparisonInfo): string[] {
  const queue = queueOf(info);
  if (queue === null) return [];
  return [`## ${text('compare.queue.title')}`, escapeMarkdown(tellQueue(queue)), markdownTable(queueTable(queue, namesOf(info)))];
}
